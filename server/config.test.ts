import { describe, expect, test } from 'vitest'
import { gatewayFrame, toGame } from '../shared/features/world/frame.ts'
import { ConfigError, readConfig } from './config.ts'

const wordsFor = (environment: NodeJS.ProcessEnv) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'it was accepted'
}

test('[CF1] with nothing set the hub is a demo on this machine with the simulator', () => {
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

test('[CF2] a configured game server turns demo mode off, and both together are refused', () => {
  const game = { EVRIMA_HOST: 'game.example.org', EVRIMA_RCON_PASSWORD: 'pw' }
  expect(readConfig(game)).toMatchObject({ demo: false, evrima: { host: 'game.example.org', port: 16_007 } })
  expect(wordsFor({ ...game, DEMO: '1' })).toContain('anyone may sign in as owner')
})

describe('[CF3] what is wrong is named, with what it held and what it wants', () => {
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
  ] as const)('%o', (environment, words) => {
    for (const word of words) expect(wordsFor(environment)).toContain(word)
  })
})

test('[CF4] all that is wrong is told at once', () => {
  expect(wordsFor({ PORT: '0', LOG_LEVEL: 'loud' }).split('\n')).toHaveLength(2)
})

test('[CF5] what a secret held is never shown', () => {
  const words = wordsFor({ REDIS_URL: 'redis://user:hunter2@example.org' })
  expect(words).toContain('REDIS_URL')
  expect(words).not.toContain('hunter2')
})

test('[CF6] an empty variable counts as missing', () => {
  expect(readConfig({ PORT: '', EVRIMA_HOST: '' })).toMatchObject({ port: 8080, evrima: null })
})

test('[CF7] a password in PUBLIC_URL is refused and not shown', () => {
  const words = wordsFor({ PUBLIC_URL: 'https://user:hunter2@hub.example.org' })
  expect(words).toContain('PUBLIC_URL holds a value that is not shown; it wants: an address without user and password')
  expect(words).not.toContain('hunter2')
})

test('[CF8] the address of the game has the game’s own port unless it names another, and is not told unless it is set', () => {
  expect(readConfig({}).gameAddress).toBeNull()
  expect(readConfig({ GAME_ADDRESS: 'play.example.org' }).gameAddress).toEqual({
    host: 'play.example.org',
    port: 16_006,
  })
  expect(readConfig({ GAME_ADDRESS: '[::1]:7777' }).gameAddress).toEqual({ host: '[::1]', port: 7_777 })
})

test('[CF9] two known places, and which way X points, give the frame of the map', () => {
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

test('[CF10] the replay is kept for an hour and in 64 MB unless it is said otherwise', () => {
  expect(readConfig({}).replay).toEqual({ keptMs: 3_600_000, mostBytes: 64 * 1024 * 1024 })
  expect(readConfig({ REPLAY_MINUTES: '0' }).replay.keptMs).toBe(0)
})

test('[CF11] one address may hold two hundred connections unless it is said otherwise', () => {
  expect(readConfig({}).socketsPerAddress).toBe(200)
  expect(readConfig({ SOCKETS_PER_ADDRESS: '0' }).socketsPerAddress).toBe(0)
  expect(wordsFor({ SOCKETS_PER_ADDRESS: '-1' })).toContain('SOCKETS_PER_ADDRESS holds "-1"')
})
