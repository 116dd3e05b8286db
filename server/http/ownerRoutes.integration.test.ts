import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { pastViews } from '../../shared/features/positionViews/commands.ts'
import { positionViews } from '../../shared/features/positionViews/positionViews.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { caches } from '../../shared/features/server/caches.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { server } from '../../shared/features/server/server.ts'
import { readConfig } from '../config.ts'
import { startIslandSimulator } from '../game/simulator/islandSimulator.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'
import { addressFor, routesOf } from './testing/routesOf.ts'

let world: TestApp
let owner: TestClient
let admin: TestClient
let player: TestClient
const ownersSteamId = '76561198000000777'
beforeAll(async () => {
  world = await openTestApp({ ownerSteamIds: [ownersSteamId], gameMode: 'Semi-realism' })
  owner = await world.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  admin = await world.visitAs({ account: 'ada', name: 'Ada', role: 'admin' })
  player = await world.visitAs({ account: 'pia', name: 'Pia', steamId: '76561198000000778' })
  await owner.watch(`roster/${mainServer}`)
  await vi.waitFor(() => expect(hub().read(roster, mainServer).readAt).not.toBeNull(), 120_000)
  await vi.waitFor(() => expect(hub().read(server, mainServer).readAt).not.toBeNull(), 120_000)
})
afterAll(() => world.close())
const hub = () => world.hub().hub
const guest = () => createTestClient(world.address())
const json = async (who: TestClient, path: string) => (await who.get(path)).json()

test('[NG41] owners read how the hub is configured: whether data are real, the features, the environment, and no secrets', async () => {
  const answer = await owner.get('/api/config')
  expect(await answer.json()).toEqual({
    success: true,
    data: {
      realData: false,
      features: HubFeatures.parse({}),
      environment: 'demo',
      variables: expect.arrayContaining([expect.objectContaining({ name: 'EVRIMA_RCON_PASSWORD', value: null })]),
    },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const others = await Promise.all([admin, player, guest()].map((who) => who.get('/api/config')))
  expect(others.map(({ status }) => status)).toEqual([403, 403, 401])
})

test('[NG42] an owner clears what the hub has cached: it says what, every node follows the journal, and the audit has it', async () => {
  const { encodedDocuments } = world.hub().gateway
  await player.watch(`server/${mainServer}`)
  await vi.waitFor(() => expect(encodedDocuments.entries()).toBeGreaterThan(0), 120_000)
  const { status, body } = await owner.post('/api/cache/clear', {})
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: expect.stringMatching(/^Cleared on every node; here: encoded documents \(\d+\)\.$/),
      cleared: [{ cache: 'encoded documents', entries: expect.any(Number) }],
    },
  ])
  expect((body as { cleared: { entries: number }[] }).cleared[0]?.entries).toBeGreaterThan(0)
  expect(hub().read(caches, mainServer)).toMatchObject({ clears: 1, clearedAt: expect.any(Number) })
  const lines = await owner.query('audit.search', { kinds: ['server'] })
  expect(JSON.stringify(lines)).toContain('server.clearCaches')
  const refused = await Promise.all([admin, player, guest()].map((who) => who.post('/api/cache/clear', {})))
  expect(refused.map((each) => each.status)).toEqual([403, 403, 401])
  expect(hub().read(caches, mainServer).clears).toBe(1)
})

test('[NG43] reading all players with their regions over HTTP is recorded as a look, as on the staff map', async () => {
  expect(Object.keys(hub().read(positionViews).open)).not.toContain('ada status')
  const { players } = await json(admin, '/api/server/status')
  expect(players.list.length).toBeGreaterThan(0)
  await vi.waitFor(
    () => expect(hub().read(positionViews).open['ada status']).toMatchObject({ name: 'Ada', at: 'status' }),
    120_000,
  )
  for (const who of [player, guest()]) expect((await json(who, '/api/server/status')).players.list).toBeNull()
  expect(Object.keys(hub().read(positionViews).open).filter((key) => key.endsWith(' status'))).toEqual(['ada status'])
  await world.restart()
  owner = await world.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  const past = await owner.query(pastViews.name, {})
  expect(past).toMatchObject({ ok: true })
  expect(JSON.stringify(past)).toMatch(/"at":"status"/)
})

test('[NG44] a player in the list has play time from the play record, in whole hours', async () => {
  await vi.waitFor(async () => {
    const { players } = await json(owner, '/api/server/status')
    const recorded = players.list.filter(({ playTime }: { playTime: number | null }) => playTime !== null)
    expect(recorded.length).toBeGreaterThan(0)
    expect(recorded.every(({ playTime }: { playTime: number }) => playTime === 0)).toBe(true)
  }, 120_000)
  expect(await json(owner, '/api/server/status')).toMatchObject({ gameMode: 'Semi-realism', discord: null })
})

test('[NG45] no answer with own data may be cached, of any route, and the public ones say for how long', async () => {
  const reads = routesOf(world.hub().app.printRoutes({ commonPrefix: false })).filter(
    ({ method, path }) => method === 'GET' && /^\/(api|auth)\//.test(path) && path !== '/api/tap',
  )
  expect(reads.length).toBeGreaterThan(15)
  const lifetimes: Record<string, string> = {
    '/api/server/info': 'public, max-age=10',
    '/api/server/metrics': 'public, max-age=10',
    '/api/shop/items': 'public, max-age=300',
    '/api/shop/catalogue': 'public, max-age=300',
  }
  for (const route of reads) {
    const url = addressFor(route).replace('/api/player/x', '/api/player/me')
    const answer = await world.hub().app.inject({ method: 'GET', url, headers: { cookie: owner.cookie() } })
    expect([route.path, answer.headers['cache-control']]).toEqual([
      route.path,
      lifetimes[route.path] ?? expect.stringMatching(/no-store/),
    ])
  }
  const asGuest = await guest().get('/api/server/status')
  expect([asGuest.headers.get('cache-control'), asGuest.headers.get('vary')]).toEqual([
    'private, max-age=30',
    expect.stringContaining('cookie'),
  ])
})

test('[NG46] features that are off answer featureOff; with RCON off a command is answered by the mock, and nothing is sent', async () => {
  const { features } = readConfig({
    REAL_INVENTORY: '0',
    REAL_CURRENCY: '0',
    REAL_PLAYER_DATA: '0',
    REAL_SERVER_STATUS: '0',
    RCON: '0',
  })
  expect(Object.values(features)).toEqual([false, false, false, false, false])
  const off = await openTestApp({ features, ownerSteamIds: [ownersSteamId] })
  onTestFinished(() => off.close())
  const boss = await off.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  for (const path of [
    '/api/player/me',
    '/api/player/me/currency',
    '/api/player/me/inventory',
    '/api/server/status',
    '/api/server/info',
    '/api/server/metrics',
  ]) {
    const answer = await boss.get(path)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      { success: false, code: 'featureOff', error: expect.stringContaining('switched off on this hub') },
    ])
  }
  expect(await json(boss, '/api/config')).toMatchObject({ data: { features } })
  const { body } = await boss.post('/api/rcon/command', { command: 'save' })
  expect(body).toMatchObject({ success: true, response: 'Mock: save executed for everybody' })
})

test('[NG47] a game that accepts the password and sends only garbage is not online, and no value is invented', async () => {
  const game = await startIslandSimulator({
    host: '127.0.0.1',
    port: 0,
    password: 'x',
    format: '2026',
    players: 5,
    seed: 1,
  })
  onTestFinished(() => game.close())
  game.faults.garbageNext = Number.POSITIVE_INFINITY
  const evil = await openTestApp({ demo: false, evrima: { host: '127.0.0.1', port: game.port, password: 'x' } })
  onTestFinished(() => evil.close())
  const states = async () => (await fetch(`${evil.address()}/api/server/status`)).json()
  await vi.waitFor(async () => expect((await states()).link.name).toBe('up'), 120_000)
  for (let looks = 0; looks < 20; looks++)
    expect(await states()).toMatchObject({
      online: false,
      readAt: null,
      playerCount: null,
      maxPlayers: null,
      hasPassword: null,
      serverName: null,
      players: { online: null, max: null, list: null },
    })
})
