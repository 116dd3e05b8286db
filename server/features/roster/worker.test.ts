import { expect, test } from 'vitest'
import { reportRoster } from '../../../shared/features/roster/commands.ts'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { gatewayFrame, toGame } from '../../../shared/features/world/frame.ts'
import { createTestClock } from '../../testing/clock.ts'
import type { ObservedAnimal } from './reading.ts'
import { placesOfAll } from './slots.ts'
import { createRosterSink, mostSlots, startRosterWorker } from './worker.ts'

const sighted = (id: string, x: number, y: number, health = 1): ObservedAnimal => ({
  id,
  name: `Name ${id}`,
  species: 'Troodon',
  gender: null,
  health,
  growth: 0.504,
  stamina: 0.93,
  hunger: 0.5,
  thirst: 1.2,
  location: toGame(gatewayFrame, { x, y }),
})

function startWorker({ idleMs = 0 } = {}) {
  const clock = createTestClock()
  const game = { link: 'up', rows: [sighted('1', 2_000, 1_000)], listed: ['1'], asked: 0, isBroken: false }
  const seen = {
    frame: gatewayFrame,
    watched: true,
    reports: [] as RosterEntry[][],
    calls: [] as string[],
    everyMs: [] as number[],
  }
  const hub = {
    async execute(_actor: string, _name: string, input: unknown) {
      const { players, everyMs } = input as { players: RosterEntry[]; everyMs: number }
      seen.reports.push(players)
      seen.everyMs.push(everyMs)
      seen.calls.push('roster')
    },
  }
  const show = (places: ReadonlyMap<number, { x: number; y: number }>) =>
    seen.calls.push(`places ${[...places].map(([slot, { x, y }]) => `${slot} ${x},${y}`).join(' ')}`)
  const worker = startRosterWorker({
    clock,
    frame: () => seen.frame,
    everyMs: 2_000,
    idleMs,
    source: {
      state: () => ({ name: game.link }),
      players: async () => {
        game.asked += 1
        if (game.isBroken) throw new Error('garbage')
        return game.listed.map((id) => ({ id, name: `Name ${id}` }))
      },
      animals: async () => game.rows,
    },
    sinks: [
      {
        report: async () => {
          throw new Error('no sink of ours')
        },
        flush: async () => {
          throw new Error('no sink of ours')
        },
      },
      createRosterSink({ hub, server: 'main' }),
      { send: (reading) => show(placesOfAll(reading)), flush: async () => seen.calls.push('flush') },
    ],
    isWatched: () => seen.watched,
    onFault: (what) => seen.calls.push(`fault ${what}`),
  })
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  /** A client begins to watch and stops as soon as the worker was woken. */
  const glance = async () => {
    seen.watched = true
    worker.wake()
    seen.watched = false
    worker.wake()
    await turns()
  }
  const pass = async (ms: number) => {
    clock.pass(ms)
    await turns()
  }
  return { game, seen, worker, clock, turns, glance, pass }
}

test('[RO7] the game is read every two seconds while something is watched, and otherwise not where idle readings are off', async () => {
  const { game, seen, worker, turns, pass } = startWorker()
  await turns()
  await pass(2_000)
  expect(game.asked).toBe(2)
  seen.watched = false
  await pass(2_000)
  await pass(2_000)
  expect(game.asked).toBe(2)
  seen.watched = true
  worker.wake()
  await turns()
  expect(game.asked).toBe(3)
})

test('[RO17] while nothing is watched the game is read every ten seconds; a new watcher is served as soon as a reading is due', async () => {
  const { game, seen, worker, turns, pass } = startWorker({ idleMs: 10_000 })
  seen.watched = false
  await turns()
  expect(game.asked).toBe(1)
  await pass(9_900)
  expect(game.asked).toBe(1)
  await pass(100)
  expect(game.asked).toBe(2)
  expect(seen.everyMs.at(-1)).toBe(10_000)
  await pass(1_000)
  seen.watched = true
  worker.wake()
  await turns()
  expect(game.asked).toBe(2)
  await pass(1_000)
  expect(game.asked).toBe(3)
  expect(seen.everyMs.at(-1)).toBe(2_000)
})

test('[RO48] mutations are reported as the game names them', async () => {
  const { game, seen, turns } = startWorker()
  game.rows = [{ ...sighted('1', 2_000, 1_000), mutations: ['Wader', 'Night Eyes'] }]
  await turns()
  expect(seen.reports.at(-1)?.[0]?.animal?.mutations).toEqual(['Wader', 'Night Eyes'])
})

test('[RO8] positions follow the roster in the same turn, in whole map units; a sink that fails does not affect the others', async () => {
  const { seen, turns } = startWorker()
  await turns()
  expect(seen.calls).toEqual(['roster', 'fault passing on a reading', 'places 0 2000,1000'])
  expect(seen.reports[0]?.[0]).toMatchObject({
    name: 'Name 1',
    animal: { growth: 50, health: 100, stamina: 95, hunger: 50, thirst: 100, slot: 0, dead: false },
  })
})

test('[RO49] when the hub stops, each sink writes what it has counted, even after another one failed', async () => {
  const { seen, worker, turns } = startWorker()
  await turns()
  seen.calls.length = 0
  await worker.stop()
  expect(seen.calls.toSorted()).toEqual(['fault writing what was counted', 'flush'])
})

test('[RO20] a new calibration of the map applies from the next reading on', async () => {
  const { seen, turns, pass } = startWorker()
  await turns()
  seen.frame = { ...gatewayFrame, minLong: gatewayFrame.maxLong - 2 * (gatewayFrame.maxLong - gatewayFrame.minLong) }
  await pass(2_000)
  expect(seen.calls.filter((call) => call.startsWith('places'))).toEqual(['places 0 2000,1000', 'places 0 3048,1000'])
})

test('[RO9] rows of players who left do not count, and of two rows the living one counts', async () => {
  const { game, seen, turns, pass } = startWorker()
  await turns()
  game.rows = [sighted('2', 1, 1), sighted('1', 5, 5, 0), sighted('1', 7, 7)]
  await pass(2_000)
  expect(seen.reports.at(-1)?.map(({ id, animal }) => [id, animal?.dead])).toEqual([['1', false]])
  expect(seen.calls.at(-1)).toBe('places 0 7,7')
})

test('[MZ3] the living row of a player counts, whether the body is listed before or after it', async () => {
  const { game, seen, turns, pass } = startWorker()
  await turns()
  const [body, living] = [sighted('1', 5, 5, 0), sighted('1', 7, 7)]
  for (const rows of [
    [body, living],
    [living, body],
  ]) {
    game.rows = rows
    await pass(2_000)
    expect(seen.reports.at(-1)?.map(({ animal }) => animal?.dead)).toEqual([false])
    expect(seen.calls.at(-1)).toBe('places 0 7,7')
  }
})

test('[RO10] a player choosing a class is listed without an animal, and a dead animal as dead', async () => {
  const { game, seen, turns, pass } = startWorker()
  await turns()
  game.listed = ['1', '9']
  game.rows = [sighted('1', 2_000, 1_000, 0)]
  await pass(2_000)
  expect(seen.reports.at(-1)?.map(({ id, animal }) => [id, animal?.dead ?? null])).toEqual([
    ['1', true],
    ['9', null],
  ])
})

test('[RO11] a failed reading changes nothing, and the next one is tried', async () => {
  const { game, seen, turns, pass } = startWorker()
  await turns()
  game.isBroken = true
  await pass(2_000)
  expect(seen.reports).toHaveLength(1)
  game.isBroken = false
  await pass(2_000)
  expect(seen.reports).toHaveLength(2)
  game.link = 'down'
  await pass(2_000)
  expect(game.asked).toBe(3)
})

test('[RO13] however often clients begin to watch, the game is not read more often', async () => {
  const { game, seen, worker, turns, glance, pass } = startWorker()
  seen.watched = false
  await turns()
  expect(game.asked).toBe(1)
  for (let glances = 0; glances < 100; glances++) {
    await glance()
    await pass(20)
  }
  expect(game.asked).toBeLessThanOrEqual(2)
  const { asked } = game
  seen.watched = true
  worker.wake()
  await pass(2_000)
  expect(game.asked).toBe(asked + 1)
})

test('[RO14] a client that begins to watch during a reading is served by the next one', async () => {
  const { game, seen, worker, turns, pass } = startWorker()
  seen.watched = false
  worker.wake()
  seen.watched = true
  worker.wake()
  await turns()
  expect(game.asked).toBe(1)
  await pass(2_000)
  expect(game.asked).toBe(2)
})

test('[RO15] a link that comes up is read at once', async () => {
  const { game, worker, turns, pass } = startWorker()
  await turns()
  game.link = 'down'
  await pass(4_000)
  await pass(100)
  game.link = 'up'
  worker.wake()
  await turns()
  expect(game.asked).toBe(2)
})

test('[RO16] an animal without a free slot is listed without a position', async () => {
  const { game, seen, turns, pass } = startWorker()
  await turns()
  const ids = Array.from({ length: mostSlots + 1 }, (_none, index) => String(index + 1))
  game.listed = ids
  game.rows = ids.map((id) => sighted(id, 2_000, 1_000))
  await pass(2_000)
  const { animal } = seen.reports.at(-1)?.at(-1) ?? {}
  expect(animal).toMatchObject({ species: 'Troodon', slot: null })
  expect(reportRoster.input.shape.players.safeParse(seen.reports.at(-1)).success).toBe(true)
})

test('[GH4] a player whose place is not legible stays on the roster, without a marker and without a region', async () => {
  const { game, seen, turns, pass } = startWorker()
  await turns()
  game.rows = [{ ...sighted('1', 0, 0), location: null, name: 'Shy' }, sighted('2', 2_000, 1_000)]
  game.listed = ['1', '2']
  await pass(2_000)
  const animals = seen.reports.at(-1)?.map(({ id, animal }) => [id, animal?.isPlaced, animal?.region, animal?.species])
  expect(animals).toEqual([
    ['1', false, null, 'Troodon'],
    ['2', true, null, 'Troodon'],
  ])
  expect(seen.calls.at(-1)).toBe('places 1 2000,1000')
})

test.each([-7_200_000, -120_000, 120_000, 7_200_000])(
  '[MC1] the game is read at the same interval when the clock of the machine is set by %i ms',
  async (byMs) => {
    const { game, clock, turns, pass } = startWorker()
    await turns()
    await pass(1_000)
    clock.setWallBy(byMs)
    await pass(999)
    expect(game.asked).toBe(1)
    for (const asked of [2, 3, 4]) {
      await pass(asked === 2 ? 1 : 2_000)
      expect(game.asked).toBe(asked)
    }
  },
)
