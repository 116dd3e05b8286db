import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from './configError.ts'

const game = { EVRIMA_HOST: 'game.example.org', EVRIMA_RCON_PASSWORD: 'pw' }
const panel = {
  HOST_PANEL_URL: 'https://panel.example.org',
  HOST_PANEL_KEY: 'ptlc_secret',
  HOST_PANEL_SERVER: '1a2b3c4d',
}
const filesOf = (environment: NodeJS.ProcessEnv) => readConfig({ ...game, ...environment }).gameFiles
const bans = 'PlayerData/PlayerBans.json'

function errorFor(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'it was accepted'
}

test('[FF50] without variables no file of the game server is read', () => {
  expect(filesOf({})).toEqual({
    log: null,
    modBridge: null,
    modBridgeToken: null,
    modBridgeVerbs: {},
    key: null,
    panel: null,
  })
})

test('[FF51] a log is a folder or a file of any place; the ban list is beside Saved/Logs', () => {
  const address = { host: 'host.example.org', port: 2_022, user: 'ann.1a2b3c4d' }
  const key = { GAME_FILES_KEY: 'pw' }
  const logOf = (GAME_LOG: string, more: NodeJS.ProcessEnv = {}) => filesOf({ GAME_LOG, ...more }).log
  const local = (path: string) => ({ kind: 'local', path })
  expect(logOf('/srv/isle/TheIsle/Saved/Logs/')).toEqual({
    place: local('/srv/isle/TheIsle/Saved'),
    folder: 'Logs',
    file: null,
    bans,
  })
  expect(logOf('/srv/isle/Saved/Logs/TheIsle-2.log')).toEqual({
    place: local('/srv/isle/Saved'),
    folder: 'Logs',
    file: 'TheIsle-2.log',
    bans,
  })
  expect(logOf('some/folder')).toEqual({ place: local(resolve('some/folder')), folder: '', file: null, bans: null })
  expect(logOf('/TheIsle.log')).toEqual({ place: local('/'), folder: '', file: 'TheIsle.log', bans: null })
  expect(logOf('sftp://ann.1a2b3c4d@host.example.org:2022/TheIsle/Saved/Logs', key)).toEqual({
    place: { kind: 'sftp', address, path: '/TheIsle/Saved' },
    folder: 'Logs',
    file: null,
    bans,
  })
  expect(logOf('sftp://a%40b@[2001:db8::1]/My%20Logs', key)?.place).toEqual({
    kind: 'sftp',
    address: { host: '2001:db8::1', port: 22, user: 'a@b' },
    path: '/My Logs',
  })
  expect(logOf('panel:TheIsle/Saved/Logs', panel)).toMatchObject({
    place: { kind: 'panel', path: '/TheIsle/Saved' },
    bans,
  })
})

test('[FF52] the mod is reached through its folder, or fetches over HTTP', () => {
  const folder = '/srv/isle/Mods/CommandBridge/Saved'
  expect(filesOf({ MOD_BRIDGE: folder }).modBridge).toEqual({ kind: 'local', path: folder })
  expect(filesOf({ MOD_BRIDGE: `${folder}/commands.ndjson` }).modBridge).toEqual({ kind: 'local', path: folder })
  expect(filesOf({ MOD_BRIDGE: 'http', MOD_BRIDGE_TOKEN: 'x'.repeat(16) })).toMatchObject({
    modBridge: 'http',
    modBridgeToken: 'x'.repeat(16),
  })
})

test('[FF1300] http is known in any case, and other words for a way are not folders', () => {
  for (const given of ['HTTP', 'Http'])
    expect(filesOf({ MOD_BRIDGE: given, MOD_BRIDGE_TOKEN: 'x'.repeat(16) }).modBridge).toBe('http')
  for (const word of ['https', 'HTTP:', 'sftp', 'Panel', 'panel ', 'http://'])
    expect(errorFor({ ...game, MOD_BRIDGE: word })).toMatch(/^MOD_BRIDGE holds .* it needs: (a path|an address)/)
  for (const word of ['http', 'HTTPS', 'SFTP', 'panel', 'ftp'])
    expect(errorFor({ ...game, GAME_LOG: word })).toMatch(/^GAME_LOG holds .* it needs: (a path|an address)/)
  expect(filesOf({ GAME_LOG: './http' }).log).toMatchObject({ place: { kind: 'local', path: resolve('http') } })
})

test('[FF1301] password: in another case is neither a prefix nor silently a part of the password', () => {
  const message = errorFor({ ...game, GAME_LOG: sftp, GAME_FILES_KEY: 'Password:/marker' })
  expect(message).toMatch(/^GAME_FILES_KEY holds a value that is not shown; .* password:/)
  expect(message).not.toContain('marker')
})

test('[FF53] a key is a password, or the path of a private key file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const text = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n'
  writeFileSync(join(folder, 'id'), text)
  writeFileSync(join(folder, 'id.pub'), 'ssh-ed25519 AAAA me')
  const GAME_LOG = 'sftp://steam@host.example.org/Logs'
  const keyOf = (GAME_FILES_KEY: string) => filesOf({ GAME_LOG, GAME_FILES_KEY }).key
  expect(keyOf('hunter2')).toEqual({ password: 'hunter2' })
  expect(keyOf(join(folder, 'id'))).toEqual({ privateKey: text })
  expect(keyOf('password:/not/a/file')).toEqual({ password: '/not/a/file' })
  expect(errorFor({ ...game, GAME_LOG, GAME_FILES_KEY: join(folder, 'none') })).toContain('no file can be read there')
  expect(errorFor({ ...game, GAME_LOG, GAME_FILES_KEY: join(folder, 'id.pub') })).toContain('private key file')
})

const sftp = 'sftp://steam@host.example.org/Logs'
test.each([
  [{ GAME_LOG: 'ftp://host/Logs' }, ['GAME_LOG', 'sftp://user@host:2022/path', 'panel:']],
  [{ GAME_LOG: 'sftp://host.example.org/Logs', GAME_FILES_KEY: 'x' }, ['user before the @']],
  [{ GAME_LOG: 'sftp://steam@host.example.org', GAME_FILES_KEY: 'x' }, ['path of the folder']],
  [{ GAME_LOG: 'sftp://steam@host:99999/Logs', GAME_FILES_KEY: 'x' }, ['sftp://user@host:2022']],
  [{ GAME_LOG: 'sftp:/steam@host/Logs', GAME_FILES_KEY: 'x' }, ['sftp://user@host:2022']],
  [{ GAME_LOG: '/srv/a\nb' }, ['without line breaks']],
  [{ GAME_LOG: sftp }, ['GAME_FILES_KEY is missing', 'private key file']],
  [{ GAME_LOG: 'panel:/Logs' }, ['HOST_PANEL_URL is missing']],
  [{ MOD_BRIDGE: 'panel:/Mods', ...panel }, ['MOD_BRIDGE', 'too slow']],
  [{ MOD_BRIDGE: '/srv/Mods', MOD_BRIDGE_TOKEN: 'x'.repeat(16) }, ['MOD_BRIDGE is not http']],
  [{ MOD_BRIDGE_VERBS: '{"slay":"kill"}' }, ['MOD_BRIDGE is not']],
  [{ MOD_BRIDGE: 'http', REDIS_URL: 'redis://127.0.0.1' }, ['MOD_BRIDGE_TOKEN is missing', 'same']],
  [{ MOD_BRIDGE: '/srv/Mods', MOD_BRIDGE_VERBS: '{"fly":"fly"}' }, ['MOD_BRIDGE_VERBS', 'no command "fly"']],
  [{ MOD_BRIDGE: '/srv/Mods', MOD_BRIDGE_VERBS: '{slay}' }, ['not JSON']],
  [{ MOD_BRIDGE: '/srv/Mods', MOD_BRIDGE_VERBS: '/nowhere.json' }, ['no file']],
  [{ MOD_BRIDGE: 'http', MOD_BRIDGE_TOKEN: 'short' }, ['MOD_BRIDGE_TOKEN', 'at least 16']],
  [{ GAME_FILES_KEY: 'x' }, ['no address begins with sftp://']],
  [{ HOST_PANEL_URL: panel.HOST_PANEL_URL }, ['HOST_PANEL_KEY and HOST_PANEL_SERVER are missing']],
  [{ HOST_PANEL_KEY: 'k', HOST_PANEL_SERVER: '1a' }, ['HOST_PANEL_URL is missing']],
  [
    { ...panel, HOST_PANEL_URL: 'https://panel.example.org/server/1a2b3c4d' },
    ['HOST_PANEL_URL', 'without /api or /server'],
  ],
  [{ ...panel, HOST_PANEL_SERVER: '../x' }, ['HOST_PANEL_SERVER', '1a2b3c4d']],
])('[FF54] %o is refused with what is wrong and what is wanted', (environment, texts) => {
  const message = errorFor({ ...game, ...environment })
  for (const text of texts) expect(message).toContain(text)
})

test('[FF55] no message shows a password or a key', () => {
  const secret = 'hunter2hunter2'
  const messages = [
    errorFor({ ...game, GAME_LOG: `sftp://steam:${secret}@host.example.org/Logs`, GAME_FILES_KEY: 'x' }),
    errorFor({ ...game, GAME_FILES_KEY: secret }),
    errorFor({ ...game, GAME_LOG: sftp, GAME_FILES_KEY: `/${secret}` }),
    errorFor({ ...game, HOST_PANEL_KEY: secret }),
    errorFor({ ...game, ...panel, HOST_PANEL_URL: `https://ann:${secret}@panel.example.org` }),
    errorFor({ ...game, MOD_BRIDGE: 'http', MOD_BRIDGE_TOKEN: `${secret} and more` }),
  ]
  for (const message of messages) expect(message).toMatch(/missing|holds|GAME_FILES_KEY/)
  for (const message of messages) expect(message).not.toContain(secret)
})

test('[FF56] files of a real server are not mixed with the players of the simulator', () => {
  expect(errorFor({ GAME_LOG: '/srv/isle/Saved/Logs' })).toContain('EVRIMA_HOST is not')
  expect(errorFor({ MOD_BRIDGE: 'http' })).toContain('EVRIMA_HOST is not')
})
