import { expect, test } from 'vitest'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import type { ReadPlayer } from '../roster/reading.ts'
import { playFeature } from './feature.ts'
import { createPlayRecorder } from './playRecorder.ts'

const ann = '76561198000000001'
const minute = 60_000

const troodon: ReadPlayer['animal'] = {
  species: 'Troodon',
  gender: null,
  growth: 50,
  health: 100,
  stamina: 100,
  hunger: 100,
  thirst: 100,
  dead: false,
  slot: 1,
  region: null,
  square: null,
  near: null,
  place: { x: 1, y: 1 },
}

async function startRecorder() {
  const clock = createTestClock()
  const faults: string[] = []
  const onFault = (what: string) => void faults.push(what)
  const hub = await createHub({ storage: createMemoryStorage().storage, features: [playFeature], clock, onFault })
  const game = { link: 'up', listed: [ann], asked: 0, isBroken: false }
  const journal = { isFull: false }
  const recorder = createPlayRecorder({
    clock,
    server: 'main',
    onFault,
    hub: {
      async execute(...order) {
        if (journal.isFull) throw new Error('the journal is full')
        return hub.execute(...order)
      },
    },
    source: {
      state: () => ({ name: game.link }),
      async players() {
        game.asked += 1
        if (game.isBroken) throw new Error('garbage')
        return game.listed.map((id) => ({ id }))
      },
    },
  })
  const pass = async (ms: number) => {
    clock.pass(ms)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  /** A reading of the roster in which every player has an animal. */
  const read = (...ids: string[]) =>
    recorder.sink.report({
      at: clock.now(),
      everyMs: 10_000,
      players: ids.map((id) => ({ id, name: id, animal: troodon })),
    })
  return { clock, faults, game, journal, recorder, pass, read, record: () => hub.read(playRecord, ann) }
}

test('[PL14] while there are readings the recorder does not ask the game', async () => {
  const { game, pass, read, record } = await startRecorder()
  for (let reading = 0; reading < 30; reading += 1) {
    await read(ann)
    await pass(10_000)
  }
  expect(game.asked).toBe(0)
  expect(record()).toMatchObject({ species: 'Troodon', stays: 0 })
})

test('[PL15] without readings the list of players is read once a minute: presence counts, and the species is kept', async () => {
  const { clock, game, pass, read, record } = await startRecorder()
  const began = clock.now()
  await read(ann)
  for (let passed = 0; passed < 10; passed += 1) await pass(minute)
  expect(game.asked).toBe(10)
  expect(record()).toMatchObject({ species: 'Troodon', since: began })
  game.listed = []
  await pass(minute)
  expect(record()).toMatchObject({ since: null, playMs: 10 * minute, stays: 1 })
})

test('[PL16] a link that is down or answers nonsense changes no record', async () => {
  const { game, faults, pass, read, record } = await startRecorder()
  await read(ann)
  game.link = 'down'
  await pass(minute)
  expect(game.asked).toBe(0)
  game.link = 'up'
  game.isBroken = true
  await pass(minute)
  expect([game.asked, faults.length]).toEqual([1, 0])
  expect(record().since).not.toBeNull()
})

test('[PL17] a reading that could not be recorded does not count', async () => {
  const { clock, game, journal, faults, pass, read, record } = await startRecorder()
  await read(ann)
  const seenAt = clock.now()
  journal.isFull = true
  await pass(minute)
  expect(faults).toEqual(['record who plays'])
  await expect(read(ann)).rejects.toThrow('full')
  journal.isFull = false
  game.listed = []
  await read()
  expect(record()).toMatchObject({ since: null, lastSeenAt: seenAt, playMs: 0 })
})

test('[PL18] an invalid id does not keep other players from being recorded', async () => {
  const { read, record } = await startRecorder()
  await read('constructor', '../x', '', ann)
  expect(record().since).not.toBeNull()
})

test('[PL19] a stopped recorder asks no more', async () => {
  const { game, recorder, pass } = await startRecorder()
  recorder.stop()
  await pass(10 * minute)
  expect(game.asked).toBe(0)
})
