import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { reportLink, reportServer } from '../../shared/features/server/commands.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { createHub } from '../engine/createHub.ts'
import type { Principal } from '../engine/principal.ts'
import { serverFeature } from '../features/server/feature.ts'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { unconfiguredServer } from '../testing/neverCalled.ts'
import { guest } from '../testing/principals.ts'
import { type StatusDeps, statusRoutes } from './statusRoutes.ts'

const host = () => ({
  cpu: 12.5,
  memory: 40,
  networkIn: 1_000,
  networkOut: null,
  hub: { cpu: 3, memory: 2, uptime: 60 },
})

async function openStatus(wanted: Partial<StatusDeps> = {}, principal: Principal = guest) {
  const clock = createTestClock()
  const feature = serverFeature(unconfiguredServer)
  const hub = await createHub({ storage: createMemoryStorage().storage, features: [feature], clock, onFault() {} })
  const app = fastify()
  onTestFinished(() => app.close())
  statusRoutes(app, {
    hub,
    principalOf: () => principal,
    clock,
    serverKey: 'main',
    features: HubFeatures.parse({}),
    told: () => ({ gameAddress: null, gameMode: null, discordInvite: null }),
    host,
    ...wanted,
  })
  const enter = (name: 'up' | 'down') =>
    hub.execute('link', reportLink.name, {
      server: 'main',
      link: { name, since: clock.now(), why: null },
      simulated: false,
      metresPerUnit: 2.7,
      mapImage: null,
    })
  const read = (more: object = {}) =>
    hub.execute('link', reportServer.name, {
      server: 'main',
      reading: {
        readAt: clock.now(),
        latencyMs: 12,
        name: 'Isle',
        map: 'Gateway',
        version: null,
        playerCount: 7,
        maxPlayers: 100,
        hasPassword: false,
        dayLengthMinutes: 45,
        nightLengthMinutes: null,
        startedAt: clock.now() - 60_000,
        clock: null,
        ...more,
      },
      switches: { askedAt: clock.now() },
    })
  const get = async (path: string) => (await app.inject(path)).json()
  return { app, clock, enter, read, get, status: () => get('/api/server/status') }
}

const unknown = {
  online: false,
  readAt: null,
  playerCount: null,
  maxPlayers: null,
  serverName: null,
  name: null,
  map: null,
  version: null,
  uptime: null,
  lastRestart: null,
  players: { online: null, max: null, list: null },
  ping: null,
  hasPassword: null,
  dayLength: null,
  nightLength: null,
}

test('[NG30] before the first reading everything about the game is null, whether the link is down or up', async () => {
  const { enter, status } = await openStatus()
  expect(await status()).toMatchObject({ ...unknown, state: 'none' })
  await enter('down')
  expect(await status()).toMatchObject({ ...unknown, state: 'down' })
  await enter('up')
  expect(await status()).toMatchObject({ ...unknown, state: 'unread' })
})

test('[NG31] values that the reply did not hold are null, and those it held are reported', async () => {
  const { enter, read, status } = await openStatus()
  await enter('up')
  await read({ name: null, playerCount: null, hasPassword: null, startedAt: null })
  expect(await status()).toMatchObject({
    online: true,
    state: 'online',
    name: null,
    playerCount: null,
    maxPlayers: 100,
    hasPassword: null,
    uptime: null,
    dayLength: 45,
    nightLength: null,
  })
})

test('[NG32] a silent game is stale with the time of its last reading, then down without figures of the moment', async () => {
  const { clock, enter, read, status } = await openStatus()
  await enter('up')
  await read()
  const readAt = clock.now()
  clock.pass(31_000)
  expect(await status()).toMatchObject({
    online: false,
    state: 'stale',
    staleSince: new Date(readAt).toISOString(),
    playerCount: 7,
  })
  clock.pass(120_000)
  expect(await status()).toMatchObject({
    online: false,
    state: 'silent',
    staleSince: null,
    readAt,
    playerCount: null,
    players: { online: null, max: 100, list: null },
    uptime: null,
    ping: null,
    maxPlayers: 100,
    map: 'Gateway',
  })
})

test('[MG15] the time of day is given while the game is read, and not guessed for a game that is down or silent', async () => {
  const { app, clock, enter, read } = await openStatus()
  const info = async () => (await app.inject('/api/server/info')).statusCode
  await enter('up')
  await read({ clock: { minutes: 600, at: clock.now(), dayLengthMinutes: 45, nightLengthMinutes: 15 } })
  expect(await info()).toBe(200)
  clock.pass(121_000)
  expect(await info()).toBe(503)
  await read({ clock: { minutes: 700, at: clock.now(), dayLengthMinutes: 45, nightLengthMinutes: 15 } })
  expect(await info()).toBe(200)
  await enter('down')
  expect((await app.inject('/api/server/info')).json()).toMatchObject({ success: false, code: 'noClock' })
})

test('[NG33] the game mode, the invite and the address are those of the configuration, and the metrics those of the machine', async () => {
  const told = { gameAddress: { host: 'h', port: 1 }, gameMode: 'Semi-realism', discordInvite: 'https://discord.gg/x' }
  const { status } = await openStatus({ told: () => told })
  const { cpu, memory, networkIn, hub } = host()
  expect(await status()).toMatchObject({
    ip: 'h',
    port: 1,
    gameMode: 'Semi-realism',
    discord: 'https://discord.gg/x',
    metrics: { cpu, memory, networkIn, tickRate: null, hub },
  })
})

test('[NG34] the metrics have the fields of the specification; what is not measured is null', async () => {
  const { enter, read, get } = await openStatus()
  const { cpu, memory, networkIn, networkOut, hub } = host()
  const measured = { cpu, memory, networkIn, networkOut, hub, tickRate: null }
  expect(await get('/api/server/metrics')).toEqual({
    success: true,
    data: { ...measured, uptime: null, lastRestart: null },
  })
  await enter('up')
  await read()
  expect((await get('/api/server/metrics')).data).toMatchObject({
    uptime: 60,
    lastRestart: expect.stringMatching(/^2025-12-31T23:59/),
  })
})

test('[NG35] with the server status switched off each of its routes says so with the code featureOff', async () => {
  const { app } = await openStatus({ features: HubFeatures.parse({ realServerStatus: false }) })
  const error = 'The server status is switched off on this hub.'
  for (const [path, before] of [
    ['status', ''],
    ['info', ''],
    ['metrics', 'Failed to get server metrics: '],
  ]) {
    const answer = await app.inject(`/api/server/${path}`)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { success: false, code: 'featureOff', error: `${before}${error}` },
    ])
  }
})
