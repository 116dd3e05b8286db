import { describe, expect, test } from 'vitest'
import { secretsIn } from '../config/secrets.ts'
import { readConfig } from '../config.ts'
import { createLog } from './log.ts'

const hash = `scrypt$16384$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`
const secret = 'pa"ss w\\rd&+%'
const config = {
  ...readConfig({
    OWNER_KEY_HASH: hash,
    STEAM_API_KEY: 'steam-key-1',
    REDIS_URL: 'rediss://:redis%40word@store:6380',
    EVRIMA_HOST: 'game',
    EVRIMA_RCON_PASSWORD: secret,
  }),
  logLevel: 'trace' as const,
}

/** The log written by `act`. */
function written(act: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  act(createLog(config, { write: (line) => void lines.push(line) }))
  return lines.join('')
}

describe('[V16.2.5] no secret of the configuration is logged', () => {
  test.each([
    ['in a message', { what: `connect with ${secret}` }],
    ['in an address', { url: `http://x/?p=${encodeURIComponent(secret)}&k=steam-key-1` }],
    ['in JSON in a text', { body: JSON.stringify({ secret, hash }) }],
    ['in base64', { header: Buffer.from(secret).toString('base64') }],
    [
      'in an error, its cause, and on it',
      { err: Object.assign(new Error(secret, { cause: new Error(hash) }), { secret }) },
    ],
    ['in the address of Redis', { url: 'rediss://:redis%40word@store:6380', why: 'AUTH redis@word' }],
  ])('%s', (_where, context) => {
    const line = written((log) => log.error(context, 'a fault'))
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), 'ss w', 'hhhh'])
      expect(line).not.toContain(spelling)
    expect(line).not.toContain('steam-key-1')
    expect(line).not.toMatch(/redis(@|%40)word/)
    expect(JSON.parse(line)).toMatchObject({ msg: 'a fault' })
  })
})

test('[V16.2.5] every variable whose name says that it holds a secret is hidden, and the path of a key file is not', () => {
  const given = {
    EVRIMA_HOST: 'game',
    EVRIMA_RCON_PASSWORD: 'rcon-word',
    HOST_PANEL_URL: 'https://panel.example',
    HOST_PANEL_KEY: 'panel-word',
    HOST_PANEL_SERVER: 'abcdef12',
    DISCORD_WEBHOOK_URL: 'https://discord.com/api/webhooks/123456/discord-word',
    WEBHOOK_URL: 'https://hook.example/x?key=query-word',
    WEBHOOK_SECRET: 'webhook-word-long-enough',
    DONATIONS_KOFI_TOKEN: 'ko-fi-word',
    MOD_BRIDGE: 'http',
    MOD_BRIDGE_TOKEN: 'bridge-word-long-enough',
    PUBLIC_URL: 'https://hub.example',
    GAME_LOG: 'sftp://hub@game.example/logs',
    GAME_FILES_KEY: 'sftp-word',
  }
  const lines: string[] = []
  const { secrets } = readConfig(given)
  const log = createLog({ logLevel: 'trace', secrets }, { write: (line) => void lines.push(line) })
  log.error({ err: new Error(JSON.stringify(given)) }, 'a fault')
  expect(lines.join('')).not.toMatch(/\w+-word/)
  for (const shown of ['panel.example', 'hook.example', 'hub.example', 'game.example'])
    expect(lines.join('')).toContain(shown)
  expect(secretsIn({ GAME_FILES_KEY: '/home/hub/.ssh/id_ed25519' })).toEqual([])
  for (const odd of ['/word-word', '~word-word', '.word-word', 'xy://word-word'])
    expect(secretsIn({ EVRIMA_RCON_PASSWORD: odd }), odd).toEqual([odd])
  expect(secretsIn({ WEBHOOK_URL: 'https://user-word@hook.example/end-word/' })).toEqual(
    expect.arrayContaining(['user-word', 'end-word']),
  )
})

describe('[V16.2.5] no id of a user at a provider and no credential is logged', () => {
  const token = 'aB3-'.repeat(10).concat('aB3')
  test.each([
    ['a cookie', `waterhole_session=${token}; other=1`, token],
    ['a cookie of a https hub', `__Host-waterhole_session=short`, 'short'],
    ['a bearer token', 'Bearer abc.def', 'abc.def'],
    ['an API token', `wht_${token}`, token],
    ['a session token', `of ${token}`, token],
    ['a code of a provider', 'GET /auth/discord/return?code=abc123&state=xyz789', 'abc123'],
    ['the state of an attempt', 'GET /auth/discord/return?code=abc123&state=xyz789', 'xyz789'],
    ['a signature of Steam', '/auth/steam/return?openid.sig=s1gn%3D&openid.mode=id_res', 's1gn'],
    ['an id at Steam', 'https://steamcommunity.com/openid/id/76561198000000001', '76561198000000001'],
    ['an id at Discord', 'user 123456789012345678 came', '123456789012345678'],
  ])('%s', (_what, said, hidden) => {
    expect(written((log) => log.info({ said, nested: [{ said }] }, said))).not.toContain(hidden)
  })

  test('by the name of the field, two levels deep', () => {
    const deep = { token: 'a1', request: { cookie: 'b2', headers: { authorization: 'c3', password: 'd4' } } }
    const line = written((log) => log.info(deep, 'x'))
    for (const value of ['a1', 'b2', 'c3', 'd4']) expect(line).not.toContain(`"${value}"`)
  })
})

test('[V16.2.1] a line has time, level, message, and the type and stack of an error', () => {
  const line = written((log) => log.error({ err: new TypeError('no such thing'), epoch: 12, port: 16_007 }, 'a fault'))
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    msg: 'a fault',
    epoch: 12,
    port: 16_007,
    err: { type: 'TypeError', message: 'no such thing', stack: expect.stringContaining('log.test.ts') },
  })
})

test('[V16.4.1] text of users cannot forge a second log line', () => {
  const said = 'name\n{"level":60,"msg":"forged"}\r\n'
  expect(
    written((log) => log.info({ said }, said))
      .trimEnd()
      .split(/\r?\n/),
  ).toHaveLength(1)
})

test('[GF8] the fingerprint of a host key is logged in full, and a token of the same form is not', () => {
  const text = `${'aB3'.repeat(14)}x`
  const line = written((log) => log.warn(`its host key is SHA256:${text}. The token is ${text}.`))
  expect(line).toContain(`SHA256:${text}.`)
  expect(line).toContain('The token is [hidden].')
})

test('[LG1] properties that a library adds to its error are not logged', () => {
  const error = Object.assign(new Error('failed'), {
    config: { headers: { 'x-anything': 'hung' } },
    code: 'ECONNRESET',
  })
  const line = written((log) => log.error({ err: error }, 'x'))
  expect(line).not.toContain('hung')
  expect(JSON.parse(line)).toMatchObject({ err: { code: 'ECONNRESET' } })
  expect(written((log) => log.error({ err: { secret: 'planted' } }, 'x'))).not.toContain('planted')
})
