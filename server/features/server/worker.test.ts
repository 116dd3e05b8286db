import { expect, test } from 'vitest'
import { documentId } from '../../../shared/engine/document.ts'
import { reportLink } from '../../../shared/features/server/commands.ts'
import { server, switches } from '../../../shared/features/server/server.ts'
import { createHub } from '../../engine/createHub.ts'
import type { Principal } from '../../engine/principal.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { guest, person } from '../../testing/principals.ts'
import { serverFeature } from './feature.ts'
import { createLinkReports, startStatusWorker } from './worker.ts'

async function startWorker() {
  const clock = createTestClock()
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: [serverFeature],
    clock,
    onFault() {},
  })
  let tell = () => {}
  const game = {
    link: { name: 'connecting', since: clock.now(), why: null } as {
      name: 'connecting' | 'up' | 'down'
      since: number
      why: string | null
    },
    uptimeSeconds: 600 as number | null,
    timeOfDayMinutes: 480 as number | null,
    isBroken: false,
    flags: { whitelist: false, globalChat: true, humans: null as boolean | null, spawnAI: true },
    metresPerUnit: 2.7,
  }
  const journal = { refusals: 0, faults: [] as string[], reported: [] as string[] }
  const order: typeof hub.execute = async (actor, name, input) => {
    if (name === reportLink.name) {
      const { link } = reportLink.input.parse(input)
      journal.reported.push(link.why ?? link.name)
    }
    if (journal.refusals-- > 0) throw new Error('the journal is full')
    return hub.execute(actor, name, input)
  }
  const worker = startStatusWorker({
    hub: { execute: order },
    clock,
    server: 'main',
    simulated: true,
    mapImage: null,
    everyMs: 10_000,
    metresPerUnit: () => game.metresPerUnit,
    onFault: (what) => void journal.faults.push(what),
    source: {
      state: () => game.link,
      onState(listener) {
        tell = listener
        return () => {}
      },
      counters: () => ({ latencyMs: 12 }),
      async details() {
        if (game.isBroken) throw new Error('garbage')
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
    tell()
    await turns()
  }
  const pass = async (ms: number) => {
    clock.pass(ms)
    await turns()
  }
  const told = () => hub.read(switches, 'main')
  const mayRead = (principal: Principal) => hub.mayRead(principal, documentId(switches, 'main'))
  return { clock, game, journal, worker, enter, pass, told, mayRead, status: () => hub.read(server, 'main') }
}

test('[SV1] as soon as the link is up the game is asked, and again every ten seconds', async () => {
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

test('[SV2] a link that goes down is told at once with its reason; what was known stays, with its age', async () => {
  const { clock, enter, status } = await startWorker()
  await enter('up')
  const readAt = status().readAt
  clock.pass(5_000)
  await enter('down', 'connection reset')
  expect(status()).toMatchObject({ link: { name: 'down', why: 'connection reset' }, playerCount: 87, readAt })
})

test('[SV3] an answer that cannot be read leaves the last good one', async () => {
  const { game, enter, pass, status } = await startWorker()
  await enter('up')
  const before = status()
  game.isBroken = true
  await pass(10_000)
  expect(status()).toEqual(before)
})

test('[SV4] what the game does not tell is not made up', async () => {
  const { game, enter, status } = await startWorker()
  game.uptimeSeconds = null
  game.timeOfDayMinutes = null
  await enter('up')
  expect(status()).toMatchObject({ startedAt: null, clock: null, version: null })
})

test('[SV5] the start of the game does not jitter with each reading', async () => {
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

test('[SV6] a change of the link that the journal refused is told again until it is taken', async () => {
  const { game, journal, enter, pass, status } = await startWorker()
  await enter('up')
  journal.refusals = 1
  await enter('down', 'connection reset')
  expect(status().link.name).toBe('up')
  expect(journal.faults).toEqual(['server.reportLink'])
  await pass(10_000)
  expect(status().link).toEqual(game.link)
  const told = journal.reported.length
  await pass(10_000)
  expect(journal.reported).toHaveLength(told)
})

test('[SV7] changes of the link are told in their order; of those that wait too long, only the last', async () => {
  const { journal, enter, status } = await startWorker()
  await enter('up')
  journal.reported.length = 0
  journal.refusals = 2
  await enter('down', 'connection reset')
  await enter('down', 'no route')
  await enter('up')
  // Refused, refused, and then what was true last before it came up again.
  expect(journal.reported).toEqual(['connection reset', 'connection reset', 'no route', 'up'])
  expect(status().link.name).toBe('up')
})

test('[SV10] how large a unit of the map is follows at once when the map is laid otherwise over the world', async () => {
  const { game, worker, enter, pass, status } = await startWorker()
  await enter('up')
  expect(status()).toMatchObject({ metresPerUnit: 2.7, mapImage: null })
  game.metresPerUnit = 3.1
  worker.mapChanged()
  await pass(0)
  expect(status()).toMatchObject({ metresPerUnit: 3.1, link: { name: 'up' }, playerCount: 87 })
})

test('[SV11] how the switches stand is as the game said last, and unknown where it does not tell', async () => {
  const { clock, game, enter, pass, told } = await startWorker()
  expect(told()).toMatchObject({ askedAt: null, globalChat: null })
  await enter('up')
  const firstAt = clock.now()
  expect(told()).toEqual({ askedAt: firstAt, whitelist: false, globalChat: true, humans: null, spawnAI: true })
  game.flags.globalChat = false
  await pass(10_000)
  expect(told()).toMatchObject({ askedAt: firstAt + 10_000, globalChat: false })
  game.isBroken = true
  game.flags.globalChat = true
  await pass(10_000)
  expect(told()).toMatchObject({ askedAt: firstAt + 10_000, globalChat: false })
})

test('[SV12] the public status is for everyone, the switches for staff alone', async () => {
  const { mayRead } = await startWorker()
  const staff = [person('ann', 'owner'), person('bea', 'admin'), person('cyd', 'moderator')]
  expect(staff.map(mayRead)).toEqual([true, true, true])
  expect([person('dan'), guest].map(mayRead)).toEqual([false, false])
})

/** Reports are answered by the test, in the order in which they came. */
function startTeller() {
  const reported: string[] = []
  const answers: ((isTaken: boolean) => void)[] = []
  const teller = createLinkReports((state: string) => {
    reported.push(state)
    return new Promise<boolean>((resolve) => answers.push(resolve))
  })
  const answer = async (isTaken: boolean) => {
    answers.shift()?.(isTaken)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { teller, reported, answer }
}

test('[SV8] a state is told only after the one before was answered', async () => {
  const { teller, reported, answer } = startTeller()
  void teller.tell('up')
  void teller.tell('down')
  void teller.again()
  expect(reported).toEqual(['up'])
  await answer(true)
  expect(reported).toEqual(['up', 'down'])
  await answer(true)
  void teller.again()
  expect(reported).toEqual(['up', 'down'])
})

test('[SV9] what is refused is told again, and only the last when others came meanwhile', async () => {
  const { teller, reported, answer } = startTeller()
  void teller.tell('up')
  void teller.tell('down')
  void teller.tell('connecting')
  await answer(false)
  expect(reported).toEqual(['up'])
  void teller.again()
  await answer(true)
  expect(reported).toEqual(['up', 'connecting'])
})
