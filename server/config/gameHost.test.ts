import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from './configError.ts'

const game = { EVRIMA_HOST: 'game.example.org', EVRIMA_RCON_PASSWORD: 'pw' }
const panel = { HOST_PANEL_URL: 'https://panel.example.org', HOST_PANEL_KEY: 'ptlc', HOST_PANEL_SERVER: '1a2b' }
const amp = { HOST_AMP_URL: 'http://10.0.0.1:8081', HOST_AMP_USER: 'hub', HOST_AMP_PASSWORD: 'amp s3cret' }
const commands = { restart: ['docker', 'restart', 'the isle'], status: ['systemctl', 'is-active', 'theisle'] }
const HOST_COMMANDS = JSON.stringify(commands)

const hostOf = (environment: NodeJS.ProcessEnv) => readConfig({ ...game, ...environment }).gameHost
function errorFor(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'it was accepted'
}

test('[HM50] without variables no host is connected', () => {
  expect(hostOf({})).toEqual({ place: null, sendsLines: false })
})

test('[HM51] panel, AMP and programs are read as written', () => {
  expect(hostOf(panel).place).toEqual({
    kind: 'panel',
    panel: { url: 'https://panel.example.org', key: 'ptlc', server: '1a2b' },
  })
  expect(hostOf({ ...amp, HOST_CONSOLE: '1' })).toEqual({
    place: { kind: 'amp', amp: { url: 'http://10.0.0.1:8081', user: 'hub', password: 'amp s3cret' } },
    sendsLines: true,
  })
  expect(hostOf({ HOST_COMMANDS }).place).toMatchObject({ kind: 'commands', commands, saved: null })
})

test('[HM52] the programs get nothing of the environment but what they need', () => {
  const { place } = hostOf({ HOST_COMMANDS, PATH: '/usr/bin', HOME: '/home/hub', STEAM_API_KEY: 'secret' })
  expect(place).toMatchObject({ environment: { PATH: '/usr/bin', HOME: '/home/hub' } })
  expect(JSON.stringify(place)).not.toContain('secret')
  expect(JSON.stringify(place)).not.toContain('"pw"')
})

test('[HM53] the programs may be given as a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-host-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'host.json'), HOST_COMMANDS)
  expect(hostOf({ HOST_COMMANDS: join(folder, 'host.json') }).place).toMatchObject({ commands })
})

test('[HM54] the folder of backups takes the saves beside the log', () => {
  const given = { HOST_COMMANDS, GAME_LOG: '/srv/TheIsle/Saved/Logs/TheIsle.log', HOST_BACKUP_DIR: '/srv/backups' }
  expect(hostOf(given).place).toMatchObject({ saved: { from: '/srv/TheIsle/Saved', to: '/srv/backups' } })
})

test.each([
  [{ HOST_AMP_URL: amp.HOST_AMP_URL }, ['HOST_AMP_USER and HOST_AMP_PASSWORD are missing']],
  [{ ...amp, HOST_AMP_PASSWORD: '' }, ['HOST_AMP_PASSWORD is missing']],
  [{ ...amp, HOST_AMP_URL: 'http://10.0.0.1:8081/API' }, ['HOST_AMP_URL', 'without /API']],
  [{ ...amp, HOST_AMP_URL: 'http://me:pw@10.0.0.1' }, ['HOST_AMP_URL', 'not shown', 'HOST_AMP_PASSWORD']],
  [{ ...panel, ...amp }, ['HOST_PANEL_URL and HOST_AMP_URL are set', 'one host']],
  [{ ...amp, HOST_COMMANDS }, ['HOST_AMP_URL and HOST_COMMANDS are set']],
  [{ HOST_COMMANDS: '{restart}' }, ['HOST_COMMANDS', 'this is not JSON']],
  [{ HOST_COMMANDS: '{"restart": "docker restart theisle"}' }, ['HOST_COMMANDS', 'restart is not one']],
  [{ HOST_COMMANDS: '{"explode": ["rm"]}' }, ['HOST_COMMANDS', 'start, restart, shutdown, status, backup']],
  [{ HOST_COMMANDS: '{"start": []}' }, ['HOST_COMMANDS', 'start is not one']],
  [{ HOST_COMMANDS: '{}' }, ['HOST_COMMANDS', 'an empty object is not one']],
  [{ HOST_COMMANDS: './no/such/file.json' }, ['HOST_COMMANDS', 'no file can be read there']],
  [{ HOST_BACKUP_DIR: '/srv/backups' }, ['HOST_BACKUP_DIR', 'HOST_COMMANDS is not']],
  [{ HOST_COMMANDS, HOST_BACKUP_DIR: '/srv/backups' }, ['GAME_LOG', 'TheIsle/Saved/Logs']],
  [
    { HOST_COMMANDS, HOST_BACKUP_DIR: '/srv/TheIsle/Saved/backups', GAME_LOG: '/srv/TheIsle/Saved/Logs' },
    ['one holds the other'],
  ],
  [
    { HOST_COMMANDS: '{"backup": ["tar"]}', HOST_BACKUP_DIR: '/srv/backups', GAME_LOG: '/srv/TheIsle/Saved/Logs' },
    ['has a backup too'],
  ],
])('[HM55] %o is refused with a message that says what to change', (environment, parts) => {
  for (const part of parts) expect(errorFor({ ...game, ...environment })).toContain(part)
})

test.each([panel, amp, { HOST_COMMANDS }])(
  '[HM56] %o without a game server is refused: a real server would be restarted for simulated players',
  (environment) => {
    expect(errorFor(environment)).toContain('EVRIMA_HOST is not')
  },
)

test('[HM57] no secret is shown in an error', () => {
  expect(errorFor({ ...game, ...amp, HOST_AMP_URL: 'x' })).not.toContain('s3cret')
  expect(errorFor({ ...game, HOST_COMMANDS: '{"start": ["x", "--token=s3cret"], "y": 1}' })).not.toContain('s3cret')
})
