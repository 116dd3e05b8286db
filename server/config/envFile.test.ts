import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from './configError.ts'
import { envFileWarnings, loadEnvFile, warningsOf, writeEnvFile } from './envFile.ts'

const settings = readConfig({}).variables.map(({ name }) => name)

test.each([
  ['EVRIMA_RCON_PASSWROD', 'EVRIMA_RCON_PASSWORD'],
  ['EVRIMA_RCONPORT', 'EVRIMA_RCON_PORT'],
  ['DISCORD_CLIENTSECRET', 'DISCORD_CLIENT_SECRET'],
  ['OWNER_STEAM_ID', 'OWNER_STEAM_IDS'],
  ['PROT', 'PORT'],
  ['data_dir', 'DATA_DIR'],
])('[ENF1] %s in .env is taken for %s', (typed, meant) => {
  expect(warningsOf([typed], settings)).toEqual([
    `${typed} in .env is not a setting of the hub: did you mean ${meant}?`,
  ])
})

test('[ENF2] a name that is like none is named, unless it may be a part of a secret', () => {
  expect(warningsOf(['FAVOURITE_ANIMAL', 'qX3vT9pLmZ'], settings)).toEqual([
    'FAVOURITE_ANIMAL in .env is not a setting of the hub. All settings are in .env.example.',
    'A name that is not shown in .env is not a setting of the hub. All settings are in .env.example.',
  ])
})

test('[ENF3] settings, and names that other programs read, are not warned of', () => {
  expect(warningsOf([...settings, 'NODE_OPTIONS', 'TZ', 'COMPOSE_PROJECT_NAME', 'DOCKER_HOST'], settings)).toEqual([])
})

test('[ENF4] only the file is looked at, not the environment, and no value is printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    for (const name of ['WATERHOLE_ENF_ELSEWHERE', 'PUBLIC_ULR', 'LOG_LEVLE']) delete process.env[name]
  })
  process.env.WATERHOLE_ENF_ELSEWHERE = '1'
  loadEnvFile(join(folder, 'none'))
  expect(envFileWarnings(settings)).toEqual([])
  writeFileSync(join(folder, '.env'), '# PORTT=1\nPUBLIC_ULR=https://marker.example\nexport LOG_LEVLE=marker\n')
  loadEnvFile(join(folder, '.env'))
  expect(envFileWarnings(settings)).toEqual([
    'LOG_LEVLE in .env is not a setting of the hub: did you mean LOG_LEVEL?',
    'PUBLIC_ULR in .env is not a setting of the hub: did you mean PUBLIC_URL?',
  ])
})

/** Loads a file, and forgets what it has set. */
function load(bytes: Buffer | string): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const before = { ...process.env }
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  })
  writeFileSync(join(folder, '.env'), bytes)
  loadEnvFile(join(folder, '.env'))
  return { ...process.env }
}

const lines = 'WATERHOLE_ENF_ONE=first\r\nWATERHOLE_ENF_TWO="with blanks"\r\n'

test.each([
  ['UTF-8', Buffer.from(lines)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${lines}`)],
  ['UTF-16', Buffer.from(`\uFEFF${lines}`, 'utf16le')],
  ['UTF-16 with the bytes the other way round', Buffer.from(`\uFEFF${lines}`, 'utf16le').swap16()],
])('[ENF1000] a file in %s is read, with line ends of Windows', (_, bytes) => {
  expect(load(bytes)).toMatchObject({ WATERHOLE_ENF_ONE: 'first', WATERHOLE_ENF_TWO: 'with blanks' })
})

test('[ENF1001] the environment takes precedence over the file, even with an empty value', () => {
  process.env.WATERHOLE_ENF_ONE = ''
  onTestFinished(() => void delete process.env.WATERHOLE_ENF_ONE)
  expect(load(lines)).toMatchObject({ WATERHOLE_ENF_ONE: '', WATERHOLE_ENF_TWO: 'with blanks' })
})

test('[ENF1002] a file that cannot be read is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.env'))
  expect(() => loadEnvFile(join(folder, '.env'))).toThrow(ConfigError)
  expect(() => loadEnvFile(join(folder, '.env'))).toThrow(`${join(folder, '.env')} cannot be read (EISDIR)`)
})

test('[ENF1003] a value that ends at a # is warned of, without the value; a comment and a quoted # are not', () => {
  load("EVRIMA_RCON_PASSWORD=hunter#2\nPORT=8080 # the port\n# A=b#c\nSTEAM_API_KEY='a#b'\nBRIDGE_TOKEN=#none\n")
  expect(envFileWarnings(settings)).toEqual([
    'The value of EVRIMA_RCON_PASSWORD in .env ends before its #. If the # belongs to it, put the value in single quotes.',
  ])
})

test('[ENF1300] lines that are not settings are refused by their numbers, and nothing of them is shown', () => {
  const text =
    '# settings\n\nPORT=8080\nADMIN_PASSWORD marker\r\n  export LOG_LEVEL\nSTEAM_API_KEY marker==\n=marker\nmarker:1\n'
  const error = errorOf(text)
  expect(error).toBeInstanceOf(ConfigError)
  expect(error?.message).toMatch(/^Lines 4, 5, 6, 7, 8 of .*\.env are not settings\. Write NAME=value, /)
  expect(error?.message).not.toMatch(/marker|ADMIN|LOG_LEVEL|STEAM/)
  expect(process.env.PORT).not.toBe('8080')
})

test('[ENF1301] a single line that is not a setting is named', () => {
  expect(errorOf('PORT 8080')?.message).toMatch(/^Line 1 of .*\.env is not a setting\. Write NAME=value, /)
})

test('[ENF1700] of many lines that are not settings the first ten are named, and the others counted', () => {
  const error = errorOf('marker\n'.repeat(5_000))
  expect(error?.message).toMatch(/^Lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4990 more of .*\.env are not settings\. /)
})

test('[ENF1302] comments, blank lines, export, spaces around the = and values of several lines are not faults', () => {
  const text = [
    '# no setting',
    '   # WATERHOLE_ENF_ONE',
    '',
    '  \t',
    'export WATERHOLE_ENF_ONE = first # and no more',
    'WATERHOLE_ENF_TWO="begins',
    'no setting here',
    '',
    'ends" nor here',
    "WATERHOLE_ENF_THREE='a",
    "b'",
    'WATERHOLE_ENF_FOUR="not closed',
    'WATERHOLE_ENF_FIVE=',
    'WATERHOLE_ENF_SIX=`x`',
  ].join('\r\n')
  expect(load(text)).toMatchObject({
    WATERHOLE_ENF_ONE: 'first',
    WATERHOLE_ENF_TWO: 'begins\nno setting here\n\nends',
    WATERHOLE_ENF_THREE: 'a\nb',
    WATERHOLE_ENF_FOUR: '"not closed',
    WATERHOLE_ENF_FIVE: '',
    WATERHOLE_ENF_SIX: 'x',
  })
})

test('[ENF1303] blanks after the = are an empty value, and the next line is a setting of its own', () => {
  expect(load('WATERHOLE_ENF_ONE= \r\nWATERHOLE_ENF_TWO=\t\nexport WATERHOLE_ENF_THREE=3\n')).toMatchObject({
    WATERHOLE_ENF_ONE: '',
    WATERHOLE_ENF_TWO: '',
    WATERHOLE_ENF_THREE: '3',
  })
})

test('[ENF1830] a name alone is not set here, as Docker Compose has it, and is warned of where the environment does not set it', () => {
  process.env.LOG_LEVEL = 'debug'
  onTestFinished(() => void delete process.env.LOG_LEVEL)
  const text =
    "LOG_LEVEL\r\nPUBLIC_URL\r\n  PORT  \r\nTZ\r\nHOST\r\nHOST=::1\r\nWATERHOLE_ENF_ONE='a\r\nDATA_DIR\r\nb'\r\n"
  const loaded = load(text)
  expect([loaded.LOG_LEVEL, loaded.PUBLIC_URL, loaded.PORT, loaded.HOST]).toEqual([
    'debug',
    undefined,
    undefined,
    '::1',
  ])
  expect(envFileWarnings([...settings, 'WATERHOLE_ENF_ONE'])).toEqual(
    ['PUBLIC_URL', 'PORT'].map(
      (name) =>
        `${name} in .env has no = and no value, and the environment does not set it: it is not set. Write ${name}= and the value, or delete the line.`,
    ),
  )
})

test('[ENF1831] of names alone that are not settings only the lines are reported: they may be parts of a secret', () => {
  load('PORT=8080\nMARKER\n\nHUNTER2\n')
  expect(envFileWarnings(settings)).toEqual([
    'Lines 2, 4 of .env: no =, no value, and no setting of the hub. All settings are in .env.example.',
  ])
  load('MARKER\n'.repeat(5_000))
  expect(envFileWarnings(settings)).toEqual([expect.stringMatching(/^Lines 1, 2, .*, 10 and 4990 more of \.env: no =/)])
})

/** What loading a file with this text ends with. */
function errorOf(text: string): Error | null {
  try {
    load(text)
    return null
  } catch (error) {
    return error as Error
  }
}

function fileWith(text: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '.env')
  if (text !== null) writeFileSync(path, text)
  return { path, read: () => readFileSync(path, 'utf8') }
}

test('[ENF2264] settings are written in place of their former values or at the end, and all other lines stay', () => {
  const { path, read } = fileWith(
    "# Ours\nPUBLIC_URL=https://a.example # EVRIMA_HOST=no\nexport EVRIMA_HOST = 'old\nhost' # why\r\n\nLOG_LEVEL=debug\nEVRIMA_HOST=older\nNOTE='\nEVRIMA_HOSTS=x\n'",
  )
  writeEnvFile(path, ['EVRIMA_HOST=new.example', "EVRIMA_RCON_PASSWORD='a $& b'"])
  expect(read()).toBe(
    "# Ours\nPUBLIC_URL=https://a.example # EVRIMA_HOST=no\nEVRIMA_HOST=new.example\n\nLOG_LEVEL=debug\nNOTE='\nEVRIMA_HOSTS=x\n'\nEVRIMA_RCON_PASSWORD='a $& b'\n",
  )
  writeEnvFile(path, ['EVRIMA_HOST=third.example'])
  expect(parseEnv(read())).toMatchObject({
    EVRIMA_HOST: 'third.example',
    LOG_LEVEL: 'debug',
    NOTE: '\nEVRIMA_HOSTS=x\n',
  })
})

test('[ENF2265] a new file can be read by its owner alone', () => {
  const { path, read } = fileWith(null)
  writeEnvFile(path, ['EVRIMA_HOST=new.example'])
  expect(read()).toBe('EVRIMA_HOST=new.example\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('[ENF2266] a file that could not be changed without changing another setting stays as it is, as does one that cannot be written', () => {
  const text = "NOTE='\nEVRIMA_HOST=inside\n'\n"
  const { path, read } = fileWith(text)
  expect(() => writeEnvFile(path, ['EVRIMA_HOST=new.example'])).toThrow('cannot be kept as they are')
  expect(read()).toBe(text)
  expect(() => writeEnvFile(join(path, 'none', '.env'), ['A=1'])).toThrow(ConfigError)
})
