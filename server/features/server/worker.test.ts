import { expect, test } from 'vitest'
import { server } from '../../../shared/features/server/server.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { serverFeature } from './feature.ts'
import { startStatusWorker } from './worker.ts'

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
  }
  const worker = startStatusWorker({
    ...{ hub, clock, server: 'main', simulated: true, metresPerUnit: 2.7, everyMs: 10_000, onFault() {} },
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
          ...{ name: 'Test | Server', map: 'Gateway', maxPlayers: 300, currentPlayers: 87, hasPassword: false },
          ...{ dayLengthMinutes: 90, nightLengthMinutes: 20, version: null },
          ...{ timeOfDayMinutes: game.timeOfDayMinutes, uptimeSeconds: game.uptimeSeconds },
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
  return { clock, game, worker, enter, pass, status: () => hub.read(server, 'main') }
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
