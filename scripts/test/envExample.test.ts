import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { filesUnder } from '../build/fingerprint.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')

const known = read('.env.example')

/** Names with their example values, even of lines that are commented out. */
const variablesIn = (text: string) => parseEnv(text.replace(/^# (?=[A-Z][A-Z_]+=)/gm, ''))

const namesServer = /^(?:EVRIMA|SOURCE|BRIDGE)_/

test('[EX1] the example names the variables that the hub reads, and no others', () => {
  const sources = ['server/config.ts', ...filesUnder(repositoryRoot, 'server/config')].filter(
    (file) => !file.includes('.test.'),
  )
  const inConfig = [
    ...new Set(sources.flatMap((file) => [...read(file).matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name))),
  ]
  expect(Object.keys(variablesIn(known)).sort()).toEqual(inConfig.sort())
})

test('[EX2] the hub accepts every example value', () => {
  const { DEMO, MAP_POINTS, SIMULATOR_HOST, SIMULATOR_PASSWORD, ...all } = variablesIn(known)
  const { HOST_COMMANDS, HOST_BACKUP_DIR, HOST_AMP_URL, HOST_AMP_USER, HOST_AMP_PASSWORD, ...values } = all
  expect(readConfig(values)).toMatchObject({ port: 8080, evrima: { port: 8_888 } })
  // A game server has one host: each is tried by itself.
  const { EVRIMA_HOST, EVRIMA_RCON_PASSWORD } = all
  const game = { EVRIMA_HOST, EVRIMA_RCON_PASSWORD, GAME_LOG: '/srv/TheIsle/Saved/Logs' }
  for (const host of [
    { HOST_AMP_URL, HOST_AMP_USER, HOST_AMP_PASSWORD },
    { HOST_COMMANDS, HOST_BACKUP_DIR },
  ])
    expect(readConfig({ ...game, ...host }).gameHost.place).not.toBeNull()
  const others = Object.entries(values).filter(([name]) => !namesServer.test(name) && name !== 'MAP_FRAME')
  const instead = { ...Object.fromEntries(others), DEMO, MAP_POINTS, SIMULATOR_HOST, SIMULATOR_PASSWORD }
  expect(readConfig(instead)).toMatchObject({ demo: true, evrima: null, frame: { minLong: expect.closeTo(-505, 0) } })
})

test('[EX3] an unchanged copy of the example configures the hub as no .env does', () => {
  // All but which variables are set.
  const { variables } = readConfig({})
  expect({ ...readConfig(parseEnv(known)), variables }).toEqual(readConfig({}))
})

test('[EX5] a value that holds a $ is in single quotes, which npm start and docker compose read alike', () => {
  const withDollar = known.split('\n').filter((line) => /^(# )?[A-Z_]+=.*\$/.test(line))
  expect(withDollar).toHaveLength(6)
  for (const line of withDollar) expect(line).toMatch(/='scrypt\$[^']+'$/)
})
