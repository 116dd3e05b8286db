import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { gatewayFrame, toGame } from '../../shared/features/world/frame.ts'
import { readConfig } from '../config.ts'
import { ConfigError } from './configError.ts'

const errorFor = (environment: NodeJS.ProcessEnv) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'it was accepted'
}

test('[CF1] without variables the hub runs in demo mode on localhost with the simulator', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    demo: true,
    evrima: null,
    positionsEveryMs: 2_000,
    frame: gatewayFrame,
    community: 'Waterhole',
  })
})

test('[CF19] the simulator offers its files over SFTP or a panel, and is run by a panel or AMP, as configured', () => {
  expect(readConfig({}).simulatedMachine).toEqual({ files: 'local', runBy: 'panel' })
  const wanted = { SIMULATOR_FILES: 'sftp', SIMULATOR_RUN_BY: 'amp' }
  expect(readConfig(wanted).simulatedMachine).toEqual({ files: 'sftp', runBy: 'amp' })
  expect(errorFor({ SIMULATOR_FILES: 'ftp' })).toContain(
    'SIMULATOR_FILES holds "ftp"; it needs: one of local, sftp, panel.',
  )
})

test('[CF17] a shared simulator replaces the own one, keeps demo mode, and excludes a game server', () => {
  const shared = { SIMULATOR_HOST: '127.0.0.1', SIMULATOR_PASSWORD: 'word' }
  const mod = { SOURCE_RCON_HOST: '127.0.0.1', SOURCE_RCON_PASSWORD: 'word' }
  expect(readConfig({ ...shared, ...mod })).toMatchObject({
    demo: true,
    evrima: null,
    actionLinks: { source: { port: 27_015 } },
    sharedSimulator: { host: '127.0.0.1', port: 16_007, password: 'word' },
  })
  expect(readConfig({}).sharedSimulator).toBeNull()
  expect(errorFor({ SIMULATOR_HOST: 'game' })).toContain('SIMULATOR_PASSWORD is missing')
  expect(errorFor({ SIMULATOR_PASSWORD: 'word' })).toContain('SIMULATOR_HOST is missing')
  expect(errorFor({ ...shared, EVRIMA_HOST: 'game', EVRIMA_RCON_PASSWORD: 'pw' })).toContain('both set')
})

test('[CF2408] beside a game server the refusal of a shared simulator names the variable that is set', () => {
  const game = { EVRIMA_HOST: 'game', EVRIMA_RCON_PASSWORD: 'pw' }
  const andGame = 'and EVRIMA_HOST are both set, and a hub has one game server. Leave one of them out.'
  expect(errorFor({ ...game, SIMULATOR_HOST: '127.0.0.1' })).toContain(`SIMULATOR_HOST ${andGame}`)
  expect(errorFor({ ...game, SIMULATOR_PASSWORD: 'word' })).toContain(`SIMULATOR_PASSWORD ${andGame}`)
  expect(errorFor({ ...game, SIMULATOR_PASSWORD: 'word' })).not.toContain('SIMULATOR_HOST')
})

test('[CF18] a node with a shared store drains its connections when it stops; a lone node does not', () => {
  expect(readConfig({}).drainMs).toBe(0)
  expect(readConfig({ REDIS_URL: 'redis://127.0.0.1' }).drainMs).toBe(3_000)
  expect(readConfig({ DRAIN_SECONDS: '0.5' }).drainMs).toBe(500)
  expect(errorFor({ DRAIN_SECONDS: '301' })).toContain('DRAIN_SECONDS')
})

test('[CF2] a configured game server turns demo mode off; setting both is refused', () => {
  const game = { EVRIMA_HOST: 'game.example.org', EVRIMA_RCON_PASSWORD: 'pw' }
  expect(readConfig(game)).toMatchObject({ demo: false, evrima: { host: 'game.example.org', port: 16_007 } })
  expect(errorFor({ ...game, DEMO: '1' })).toContain('anyone may sign in as owner')
})

describe('[CF3] a wrong variable is named with its value and what is accepted', () => {
  test.each([
    [{ PORT: '99999' }, ['PORT', '"99999"']],
    [{ PORT: 'eighty' }, ['PORT', '"eighty"', '1 to 65535']],
    [{ POSITIONS_SECONDS: '0.1' }, ['POSITIONS_SECONDS', '0.5']],
    [{ PUBLIC_URL: 'hub.example.org' }, ['PUBLIC_URL', 'https://']],
    [{ LOG_LEVEL: 'loud' }, ['LOG_LEVEL', '"loud"', 'one of trace, debug, info']],
    [{ GAME_ADDRESS: 'game:99999' }, ['GAME_ADDRESS', '1 to 65535']],
    [{ GAME_ADDRESS: 'http://game' }, ['GAME_ADDRESS', 'host:port']],
    [{ MAP_FRAME: '1,2,3' }, ['MAP_FRAME', 'minLong,maxLong,minLat,maxLat']],
    [{ MAP_FRAME: '5,-5,0,1' }, ['MAP_FRAME', 'smallest before']],
    [{ MAP_POINTS: '1,2=3,4' }, ['MAP_POINTS', '"1,2=3,4"', 'gameX,gameY=unitX,unitY;gameX,gameY=unitX,unitY']],
    [{ MAP_POINTS: '0,0=100,100;9,9=150,3000' }, ['MAP_POINTS', '50 units apart in x', 'leave MAP_POINTS out']],
    [{ MAP_POINTS: '9,0=100,100;0,9=3000,3000' }, ['MAP_POINTS and MAP_AXES=xLong', 'mirror']],
    [{ MAP_POINTS: '0,0=0,0;9,9=900,900', MAP_FRAME: '0,1,0,1' }, ['MAP_FRAME and MAP_POINTS', 'Leave one']],
    [{ MAP_AXES: 'north' }, ['MAP_AXES', '"north"', 'one of xLong, xLat']],
    [{ REPLAY_MINUTES: '241' }, ['REPLAY_MINUTES', '240']],
    [{ REPLAY_MINUTES: '-1' }, ['REPLAY_MINUTES', '0']],
    [{ REPLAY_MEGABYTES: '0' }, ['REPLAY_MEGABYTES', '1']],
    [{ EVRIMA_HOST: 'game' }, ['EVRIMA_RCON_PASSWORD is missing']],
    [{ EVRIMA_RCON_PASSWORD: 'pw' }, ['EVRIMA_HOST is missing']],
  ] as const)('%o', (environment, parts) => {
    for (const part of parts) expect(errorFor(environment)).toContain(part)
  })
})

test.each([
  ['HOST', 'PORT'],
  ['EVRIMA_HOST', 'EVRIMA_RCON_PORT'],
  ['SOURCE_RCON_HOST', 'SOURCE_RCON_PORT'],
  ['SIMULATOR_HOST', 'SIMULATOR_PORT'],
] as const)('[CF600] %s takes a name or an address alone; its port belongs in %s', (variable, port) => {
  for (const wrong of ['http://1.2.3.4:8888', '1.2.3.4:8888', 'game.example.org/rcon', '[::1]:8888', 'user@game']) {
    const message = errorFor({ [variable]: wrong })
    expect(message).toContain(variable)
    expect(message).toContain(`without http:// and without a port`)
    expect(message).toContain(`the port belongs in ${port}`)
  }
})

test.each(['203.0.113.10', 'game.example.org', 'game_server', '2001:db8::1', '::1', 'fe80::1%eth0'])(
  '[CF601] the host of the game server may be %s',
  (host) => {
    expect(readConfig({ EVRIMA_HOST: host, EVRIMA_RCON_PASSWORD: 'pw' }).evrima?.host).toBe(host)
  },
)

test('[CF4] all wrong variables are reported together', () => {
  expect(errorFor({ PORT: '0', LOG_LEVEL: 'loud' }).split('\n')).toHaveLength(2)
})

test('[CF5] the value of a secret is never shown', () => {
  const message = errorFor({ REDIS_URL: 'http://user:hunter2@example.org' })
  expect(message).toContain('REDIS_URL')
  expect(message).not.toContain('hunter2')
})

test('[CF6] an empty variable counts as missing', () => {
  expect(readConfig({ PORT: '', EVRIMA_HOST: '' })).toMatchObject({ port: 8080, evrima: null })
})

test('[CF7] a password in PUBLIC_URL is refused and not shown', () => {
  const message = errorFor({ PUBLIC_URL: 'https://user:hunter2@hub.example.org' })
  expect(message).toContain(
    'PUBLIC_URL holds a value that is not shown; it needs: an address without user and password',
  )
  expect(message).not.toContain('hunter2')
})

test('[CF8] the game address has the default port unless one is given, and is null unless it is set or the hub is a demo', () => {
  expect(readConfig({ DEMO: '0' }).gameAddress).toBeNull()
  expect(readConfig({ GAME_ADDRESS: 'play.example.org' }).gameAddress).toEqual({
    host: 'play.example.org',
    port: 16_006,
  })
  expect(readConfig({ GAME_ADDRESS: '[::1]:7777' }).gameAddress).toEqual({ host: '[::1]', port: 7_777 })
  expect(readConfig({}).gameAddress).toEqual({ host: '127.0.0.1', port: 16_006 })
})

test('[CF9] two known places and the direction of X give the frame of the map', () => {
  const frame = { minLong: -505, maxLong: 607, minLat: -607, maxLat: 509, axes: 'xLat' } as const
  const place = (x: number, y: number) => {
    const game = toGame(frame, { x, y })
    return `${game.x},${game.y}=${x},${y}`
  }
  const read = readConfig({ MAP_POINTS: `${place(512, 1_024)}; ${place(3_072, 2_048)}`, MAP_AXES: 'xLat' }).frame
  for (const side of ['minLong', 'maxLong', 'minLat', 'maxLat'] as const) expect(read[side]).toBeCloseTo(frame[side], 6)
  expect(read.axes).toBe('xLat')
  expect(readConfig({ MAP_AXES: 'xLat' }).frame).toEqual({ ...gatewayFrame, axes: 'xLat' })
  expect(readConfig({ MAP_FRAME: '0,1,2,3', MAP_AXES: 'xLat' }).frame).toMatchObject({ maxLat: 3, axes: 'xLat' })
})

test('[CF10] by default the replay is kept for an hour and in 64 MB', () => {
  expect(readConfig({}).replay).toEqual({ keptMs: 3_600_000, mostBytes: 64_000_000 })
  expect(readConfig({ REPLAY_MINUTES: '0' }).replay.keptMs).toBe(0)
})

test('[CF11] by default an address may hold 200 connections', () => {
  expect(readConfig({}).socketsPerAddress).toBe(200)
  expect(readConfig({ SOCKETS_PER_ADDRESS: '0' }).socketsPerAddress).toBe(0)
  expect(errorFor({ SOCKETS_PER_ADDRESS: '-1' })).toContain('SOCKETS_PER_ADDRESS holds "-1"')
})

test('[AB28] by default an account may hold 20 connections and send 20 commands a second', () => {
  expect(readConfig({})).toMatchObject({ socketsPerAccount: 20, commandsPerSecond: 20 })
  expect(readConfig({ SOCKETS_PER_ACCOUNT: '0', COMMANDS_PER_SECOND: '100' })).toMatchObject({
    socketsPerAccount: 0,
    commandsPerSecond: 100,
  })
  expect(errorFor({ SOCKETS_PER_ACCOUNT: '1.5' })).toContain('SOCKETS_PER_ACCOUNT holds "1.5"')
  expect(errorFor({ COMMANDS_PER_SECOND: '0' })).toContain('COMMANDS_PER_SECOND holds "0"; it needs:')
})

const hash = `scrypt$16384$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`
const hashNames = [
  'OWNER_KEY_HASH',
  'ROLE_PASSWORD_HASH_OWNER',
  'ROLE_PASSWORD_HASH_ADMIN',
  'ROLE_PASSWORD_HASH_MODERATOR',
  'CHALLENGE_CODE_HASH',
  'EVENT_PASSWORD_HASH',
]

describe('[CF12] wrong sign-in variables are named', () => {
  test.each([
    [{ OWNER_STEAM_IDS: '123' }, ['OWNER_STEAM_IDS', '"123"', '17 digits']],
    [{ STEAM_OPENID_URL: 'steam' }, ['STEAM_OPENID_URL', '"steam"', 'https://provider.example.org']],
    [{ STEAM_API_URL: 'ftp://steam.example' }, ['STEAM_API_URL', 'https://provider.example.org']],
    [{ DISCORD_URL: 'https://discord.example/?a=b' }, ['DISCORD_URL', 'not shown', 'without user, password, ? and #']],
    [{ DISCORD_CLIENT_ID: 'my app' }, ['DISCORD_CLIENT_ID', '"my app"', 'application id']],
    [{ DISCORD_CLIENT_ID: '1234567890' }, ['DISCORD_CLIENT_SECRET is missing']],
    [{ DISCORD_CLIENT_SECRET: 'x' }, ['DISCORD_CLIENT_ID is missing']],
    [{ TRUSTED_PROXIES: 'proxy.example' }, ['TRUSTED_PROXIES', '"proxy.example"', '10.0.0.0/8']],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, ['TRUSTED_PROXIES', '"10.0.0.0/33"']],
    [{ TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' }, ['TRUSTED_PROXIES', 'trust any made-up address']],
    [{ TRUSTED_PROXIES: 'fe80::1%eth0' }, ['TRUSTED_PROXIES']],
    [{ TRUSTED_PROXIES: ' , ' }, ['TRUSTED_PROXIES']],
    ...hashNames.map((name) => [{ [name]: 'scrypt' }, [name, 'npm run hash-secret', 'single quotes']] as const),
  ] as const)('%o', (environment, parts) => {
    for (const part of parts) expect(errorFor(environment)).toContain(part)
  })
})

test.each([
  'EVRIMA_RCON_PASSWORD',
  'SOURCE_RCON_PASSWORD',
  'BRIDGE_TOKEN',
  'STEAM_API_KEY',
  'DISCORD_CLIENT_SECRET',
  ...hashNames,
])('[V16.2.5] the value of %s is in no message, whatever else is wrong', (name) => {
  const secret = 'hunter2 scrypt$1$2'
  for (const environment of [{ [name]: secret }, { [name]: secret, PORT: 'x', DISCORD_URL: `https://${secret}@a` }])
    expect(errorFor(environment)).not.toContain('hunter2')
})

test('[CF13] sign-in variables are read as written', () => {
  const ids = '76561190000000000, 76561190000000001'
  const hashes = Object.fromEntries(hashNames.map((name) => [name, hash]))
  const discord = { DISCORD_CLIENT_ID: '1234567890', DISCORD_CLIENT_SECRET: 'cs', DISCORD_URL: 'http://127.0.0.1:9' }
  expect(readConfig({ OWNER_STEAM_IDS: ids, STEAM_API_KEY: 'sk', ...discord, ...hashes })).toMatchObject({
    ownerSteamIds: ['76561190000000000', '76561190000000001'],
    steam: { apiKey: 'sk', openIdUrl: 'https://steamcommunity.com/openid/login' },
    discord: { url: 'http://127.0.0.1:9', clientId: '1234567890', clientSecret: 'cs' },
    passwords: { ownerKey: hash, owner: hash, admin: hash, moderator: hash, challenges: hash, events: hash },
  })
  expect(readConfig({})).toMatchObject({ ownerSteamIds: [], discord: null, passwords: { ownerKey: null } })
})

test('[CF14] trusted proxies are addresses and ranges of both families, or null', () => {
  expect(readConfig({}).trustedProxies).toBeNull()
  expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 2001:db8::/32' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '2001:db8::/32',
  ])
})

test('[CF15] a hash in single quotes is read from an env file unchanged, including its $', () => {
  const { OWNER_KEY_HASH } = parseEnv(`A=1\nOWNER_KEY_HASH='${hash}'\nscrypt=no\n`)
  expect(readConfig({ OWNER_KEY_HASH }).passwords.ownerKey).toBe(hash)
})

describe('[CF16] the shared store', () => {
  test('is the one in DATA_DIR unless REDIS_URL names another', () => {
    expect(readConfig({}).redis).toBeNull()
    expect(readConfig({ REDIS_URL: 'redis://127.0.0.1:6379' }).redis).toEqual({
      url: 'redis://127.0.0.1:6379',
      prefix: 'waterhole',
    })
    const other = { REDIS_URL: 'rediss://app:p%40ss@redis.example.org:6380/3', REDIS_PREFIX: 'isle-2' }
    expect(readConfig(other).redis).toEqual({ url: other.REDIS_URL, prefix: 'isle-2' })
  })

  test.each([
    [{ REDIS_URL: '127.0.0.1:6379' }, ['REDIS_URL', 'redis://127.0.0.1:6379']],
    [{ REDIS_URL: 'redis://' }, ['REDIS_URL']],
    [{ REDIS_URL: 'redis://host/name' }, ['REDIS_URL']],
    [{ REDIS_URL: 'redis://host:6379/0?password=hunter2' }, ['REDIS_URL']],
    [{ REDIS_URL: 'redis://:hunter2%@host' }, ['REDIS_URL', '%25']],
    [{ REDIS_PREFIX: '{a}' }, ['REDIS_PREFIX', '"{a}"', 'letters']],
    [{ REDIS_PREFIX: 'a:b' }, ['REDIS_PREFIX']],
  ] as const)('%o', (environment, parts) => {
    const message = errorFor(environment)
    for (const part of parts) expect(message).toContain(part)
    expect(message).not.toContain('hunter2')
  })
})
