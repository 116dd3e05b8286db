import { expect, test } from 'vitest'
import { documentId } from '../../../shared/engine/document.ts'
import { reportLink } from '../../../shared/features/server/commands.ts'
import { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import { server, switches } from '../../../shared/features/server/server.ts'
import { serverStateAt } from '../../../shared/features/server/serverState.ts'
import { createHub } from '../../engine/createHub.ts'
import type { Principal } from '../../engine/principal.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { unconfiguredServer } from '../../testing/neverCalled.ts'
import { guest, person } from '../../testing/principals.ts'
import { serverFeature } from './feature.ts'
import { startStatusWorker } from './worker.ts'

const emptyDetails = {
  name: '',
  map: null,
  maxPlayers: null,
  currentPlayers: null,
  hasPassword: null,
  dayLengthMinutes: null,
  nightLengthMinutes: null,
  version: null,
  timeOfDayMinutes: null,
  uptimeSeconds: null,
  flags: { whitelist: null, globalChat: null, humans: null, spawnAI: null },
}

async function startWorker(features: Partial<HubFeatures> = {}) {
  const clock = createTestClock()
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: [serverFeature(unconfiguredServer)],
    clock,
    onFault() {},
  })
  let linkChanged = () => {}
  const game = {
    link: { name: 'connecting', since: clock.now(), why: null } as {
      name: 'connecting' | 'up' | 'down'
      since: number
      why: string | null
    },
    uptimeSeconds: 600 as number | null,
    timeOfDayMinutes: 480 as number | null,
    isBroken: false,
    isEmpty: false,
    asked: 0,
    flags: { whitelist: false, globalChat: true, humans: null as boolean | null, spawnAI: true },
    metresPerUnit: 2.7,
  }
  const journal = { refusals: 0, faults: [] as string[], reported: [] as string[] }
  const execute: typeof hub.execute = async (actor, name, input) => {
    if (name === reportLink.name) {
      const { link } = reportLink.input.parse(input)
      journal.reported.push(link.why ?? link.name)
    }
    if (journal.refusals-- > 0) throw new Error('the journal is full')
    return hub.execute(actor, name, input)
  }
  const worker = startStatusWorker({
    hub: { execute },
    clock,
    server: 'main',
    simulated: true,
    mapImage: null,
    features: HubFeatures.parse(features),
    everyMs: 10_000,
    metresPerUnit: () => game.metresPerUnit,
    onFault: (what) => void journal.faults.push(what),
    source: {
      state: () => game.link,
      onState(listener) {
        linkChanged = listener
        return () => {}
      },
      counters: () => ({ latencyMs: 12 }),
      async details() {
        game.asked += 1
        if (game.isBroken) throw new Error('garbage')
        if (game.isEmpty) return emptyDetails
        return {
          name: 'Test | Server',
          map: 'Gateway',
          maxPlayers: 300,
          currentPlayers: 87,
          hasPassword: false,
          dayLengthMinutes: 90,
          nightLengthMinutes: 20,
          version: null,
          timeOfDayMinutes: game.timeOfDayMinutes,
          uptimeSeconds: game.uptimeSeconds,
          flags: game.flags,
        }
      },
    },
  })
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const enter = async (name: 'up' | 'down', why: string | null = null) => {
    game.link = { name, since: clock.now(), why }
    linkChanged()
    await turns()
  }
  const pass = async (ms: number) => {
    clock.pass(ms)
    await turns()
  }
  const switchStates = () => hub.read(switches, 'main')
  const mayRead = (principal: Principal) => hub.mayRead(principal, documentId(switches, 'main'))
  return { clock, game, journal, worker, enter, pass, switchStates, mayRead, status: () => hub.read(server, 'main') }
}

test('[SV1] the game is asked as soon as the link is up, and then every ten seconds', async () => {
  const { clock, enter, pass, status } = await startWorker()
  await enter('up')
  expect(status()).toMatchObject({
    link: { name: 'up' },
    playerCount: 87,
    map: 'Gateway',
    readAt: clock.now(),
    simulated: true,
  })
  await pass(10_000)
  expect(status().readAt).toBe(clock.now())
})

test('[SV2] a link that goes down is reported at once with its reason; the known status stays, with its age', async () => {
  const { clock, enter, status } = await startWorker()
  await enter('up')
  const readAt = status().readAt
  clock.pass(5_000)
  await enter('down', 'connection reset')
  expect(status()).toMatchObject({ link: { name: 'down', why: 'connection reset' }, playerCount: 87, readAt })
})

test('[SV3] an unreadable answer leaves the last good status', async () => {
  const { game, enter, pass, status } = await startWorker()
  await enter('up')
  const before = status()
  game.isBroken = true
  await pass(10_000)
  expect(status()).toEqual(before)
})

test('[SV4] values that the game does not report stay null', async () => {
  const { game, enter, status } = await startWorker()
  game.uptimeSeconds = null
  game.timeOfDayMinutes = null
  await enter('up')
  expect(status()).toMatchObject({ startedAt: null, clock: null, version: null })
})

test('[SV5] the start time of the game does not change with each reading', async () => {
  const { game, enter, pass, status } = await startWorker()
  await enter('up')
  const { startedAt } = status()
  game.uptimeSeconds = 611
  await pass(10_000)
  expect(status().startedAt).toBe(startedAt)
  game.uptimeSeconds = 3
  await pass(10_000)
  expect(status().startedAt).not.toBe(startedAt)
})

test('[SV6] a report of the link that the journal refused is repeated until it is accepted', async () => {
  const { game, journal, enter, pass, status } = await startWorker()
  await enter('up')
  journal.refusals = 1
  await enter('down', 'connection reset')
  expect(status().link.name).toBe('up')
  expect(journal.faults).toEqual(['server.reportLink'])
  await pass(10_000)
  expect(status().link).toEqual(game.link)
  const reports = journal.reported.length
  await pass(10_000)
  expect(journal.reported).toHaveLength(reports)
})

test('[SV7] changes of the link are reported in order; of several that wait, only the last', async () => {
  const { journal, enter, status } = await startWorker()
  await enter('up')
  journal.reported.length = 0
  journal.refusals = 2
  await enter('down', 'connection reset')
  await enter('down', 'no route')
  await enter('up')
  // Two refusals, then the last state before the link came up again.
  expect(journal.reported).toEqual(['connection reset', 'connection reset', 'no route', 'up'])
  expect(status().link.name).toBe('up')
})

test('[SV10] the size of a map unit is reported at once when the map is moved', async () => {
  const { game, worker, enter, pass, status } = await startWorker()
  await enter('up')
  expect(status()).toMatchObject({ metresPerUnit: 2.7, mapImage: null })
  game.metresPerUnit = 3.1
  worker.mapChanged()
  await pass(0)
  expect(status()).toMatchObject({ metresPerUnit: 3.1, link: { name: 'up' }, playerCount: 87 })
})

test("[SV11] the switches have the game's last answer, and null for what it does not report", async () => {
  const { clock, game, enter, pass, switchStates } = await startWorker()
  expect(switchStates()).toMatchObject({ askedAt: null, globalChat: null })
  await enter('up')
  const firstAt = clock.now()
  expect(switchStates()).toEqual({ askedAt: firstAt, whitelist: false, globalChat: true, humans: null, spawnAI: true })
  game.flags.globalChat = false
  await pass(10_000)
  expect(switchStates()).toMatchObject({ askedAt: firstAt + 10_000, globalChat: false })
  game.isBroken = true
  game.flags.globalChat = true
  await pass(10_000)
  expect(switchStates()).toMatchObject({ askedAt: firstAt + 10_000, globalChat: false })
})

test('[SV12] everyone reads the status, only staff the switches', async () => {
  const { mayRead } = await startWorker()
  const staff = [person('ann', 'owner'), person('bea', 'admin'), person('cyd', 'moderator')]
  expect(staff.map(mayRead)).toEqual([true, true, true])
  expect([person('dan'), guest].map(mayRead)).toEqual([false, false])
})

test('[NG11] a reply without a single legible value is not a reading: the server does not become online by it', async () => {
  const { clock, game, enter, pass, status } = await startWorker()
  game.isEmpty = true
  await enter('up')
  await pass(10_000)
  expect(status()).toMatchObject({ readAt: null, playerCount: null, maxPlayers: null, hasPassword: null, name: null })
  expect(serverStateAt(status(), clock.now())).toBe('unread')
})

test('[NG12] a game that falls silent is stale after 30 s and silent after 2 minutes, while its connection stays open', async () => {
  const { clock, game, enter, pass, status } = await startWorker()
  await enter('up')
  await pass(10_000)
  game.isBroken = true
  const states = []
  for (let passed = 10; passed <= 150; passed += 10) {
    await pass(10_000)
    states.push(serverStateAt(status(), clock.now()))
  }
  expect(states.slice(0, 3)).toEqual(['online', 'online', 'online'])
  expect(new Set(states.slice(3, 12))).toEqual(new Set(['stale']))
  expect(new Set(states.slice(12))).toEqual(new Set(['silent']))
  game.isBroken = false
  await pass(10_000)
  expect(serverStateAt(status(), clock.now())).toBe('online')
})

test('[NG13] with the server status switched off the game is not asked for it, and pages learn that it is off', async () => {
  const { game, enter, pass, status } = await startWorker({ realServerStatus: false })
  await enter('up')
  await pass(60_000)
  expect(game.asked).toBe(0)
  expect(status()).toMatchObject({
    link: { name: 'up' },
    readAt: null,
    features: { realServerStatus: false, rcon: true },
  })
})

test('[NG5] a clock that is set back does not keep a silent game online: its last reading keeps its true age', async () => {
  const { clock, game, enter, pass, status } = await startWorker()
  await enter('up')
  game.isBroken = true
  clock.setWallBy(-600_000)
  await pass(10_000)
  expect(clock.now() - (status().readAt ?? 0)).toBe(10_000)
  await pass(30_000)
  expect(serverStateAt(status(), clock.now())).toBe('stale')
  await pass(120_000)
  expect(serverStateAt(status(), clock.now())).toBe('silent')
})
