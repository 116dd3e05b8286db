import { expect, test, vi } from 'vitest'
import { newCommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { freshId, person } from '../testing/principals.ts'
import { purse, sampleFeatures } from '../testing/sampleFeature.ts'
import { type AnswerLimits, answerWindowMs } from './answers.ts'
import { createHub, type HubOptions } from './createHub.ts'

const ann = person('ann')
const bob = person('bob')
const minute = 60_000
const few: AnswerLimits = { answers: 3, characters: 1_000_000, unstored: 3 }

async function openHub(options: Partial<HubOptions> = {}, memory = createMemoryStorage(), clock = createTestClock()) {
  const faults: string[] = []
  const onFault = (what: string) => void faults.push(what)
  const hub = await createHub({ features: sampleFeatures, storage: memory.storage, clock, onFault, ...options })
  const give = (who: typeof ann, coins: number, id = freshId(clock.now())) =>
    hub.dispatch(who, { id, name: 'sample.give', input: { to: 'cyd', coins } })
  return { hub, memory, clock, faults, give, restart: () => openHub(options, memory, clock) }
}

test('[AM7] a new command id needs no look into the store, also right after a restart; a repeated one is answered from there', async () => {
  const first = await openHub()
  const id = freshId(first.clock.now())
  const answer = await first.give(ann, 1, id)
  for (let count = 0; count < 50; count += 1) await first.give(ann, 1)
  expect(first.memory.lookUps()).toBe(0)
  await first.hub.close()
  first.clock.pass(2_000)
  const second = await first.restart()
  for (let count = 0; count < 20; count += 1) expect(await second.give(ann, 1)).toMatchObject({ ok: true })
  expect(second.memory.lookUps()).toBe(0)
  expect(await second.give(ann, 1, id)).toEqual(answer)
  expect(second.memory.lookUps()).toBe(1)
  expect(second.hub.read(purse, 'ann').coins).toBe(100 - 71)
})

test('[AM8] only so many answers are in memory: an older id is answered from the store, and nothing is done twice', async () => {
  const { clock, give, memory, hub } = await openHub({ answerLimits: few })
  const given: { id: ReturnType<typeof freshId>; answer: Answer }[] = []
  for (let count = 0; count < 10; count += 1) {
    const id = freshId(clock.now())
    given.push({ id, answer: await give(ann, 1, id) })
    clock.pass(1_000)
  }
  expect(memory.lookUps()).toBe(0)
  for (const { id, answer } of given) expect(await give(ann, 1, id)).toEqual(answer)
  expect(memory.lookUps()).toBe(7)
  expect(await give(ann, 1)).toMatchObject({ ok: true })
  expect(memory.lookUps()).toBe(7)
  expect(hub.read(purse, 'ann').coins).toBe(100 - 11)
})

test('[AM9] large answers leave memory before small ones would, and are answered from the store', async () => {
  const { clock, give, memory } = await openHub({ answerLimits: { ...few, answers: 100, characters: 120 } })
  const ids = []
  for (let count = 0; count < 6; count += 1) {
    ids.push(freshId(clock.now()))
    await give(ann, 1, ids.at(-1))
    clock.pass(1_000)
  }
  for (const id of ids) expect(await give(ann, 1, id)).toMatchObject({ ok: true })
  expect(memory.lookUps()).toBeGreaterThan(1)
  expect(memory.lookUps()).toBeLessThan(6)
})

test('[AM22] clients whose clocks are ahead do not make the commands of others look into the store', async () => {
  const { clock, give, memory } = await openHub({ answerLimits: few })
  await give(bob, 1, freshId(clock.now() + 4 * minute))
  for (let count = 0; count < 20; count += 1) {
    clock.pass(1_000)
    expect(await give(ann, 1)).toMatchObject({ ok: true })
  }
  expect(memory.lookUps()).toBe(0)
})

test('[AM24] where more is answered in a second than memory keeps, a new command id still needs no look into the store', async () => {
  const { clock, give, memory } = await openHub({ answerLimits: { ...few, answers: 40 } })
  for (let count = 0; count < 200; count += 1) {
    clock.pass(10)
    expect(await give(person(`p${count}`), 1)).toMatchObject({ ok: true })
  }
  expect(memory.lookUps()).toBe(0)
})

test('[AM25] after the clock was set by a day no answer waits for the hub to look through that day for what it may drop', async () => {
  const { clock, give } = await openHub({ answerLimits: few })
  await give(ann, 1)
  clock.setWallBy(24 * 60 * minute)
  const looks = vi.spyOn(Map.prototype, 'has')
  for (let count = 0; count < 6; count += 1) {
    clock.pass(1_000)
    expect(await give(ann, 1)).toMatchObject({ ok: true })
  }
  const many = looks.mock.calls.length
  looks.mockRestore()
  expect(many).toBeLessThan(10_000)
})

test('[AM10] an id is answered once whatever the clock that made it shows: five minutes ahead, or an hour behind', async () => {
  for (const awayMs of [5 * minute - 1, -60 * minute + 5_000]) {
    const first = await openHub({ answerLimits: few })
    const id = freshId(first.clock.now() + awayMs)
    const answer = await first.give(ann, 1, id)
    expect(answer).toMatchObject({ ok: true })
    for (let count = 0; count < 9; count += 1) {
      first.clock.pass(100)
      await first.give(bob, 1)
    }
    expect(await first.give(ann, 1, id)).toEqual(answer)
    const second = await first.restart()
    expect(await second.give(ann, 1, id)).toEqual(answer)
    expect(second.hub.read(purse, 'ann').coins).toBe(99)
  }
})

test('[AM11] an id is answered once by the next hub, whose clock is wrong by an hour in either direction', async () => {
  for (const awayMs of [60 * minute, -60 * minute]) {
    const first = await openHub()
    const id = freshId(first.clock.now())
    const answer = await first.give(ann, 1, id)
    const clock = createTestClock()
    clock.pass(first.clock.now() - clock.now())
    clock.setWallBy(awayMs)
    const second = await openHub({}, first.memory, clock)
    expect(await second.give(ann, 1, id)).toEqual(answer)
    expect(second.hub.read(purse, 'ann').coins).toBe(99)
  }
})

test("[AM12] one actor's commands are carried out in their order while an earlier one is looked up, and others do not wait", async () => {
  const first = await openHub()
  await first.give(bob, 1, freshId(first.clock.now() + minute))
  const { memory, clock } = first
  const gate = Promise.withResolvers<void>()
  const { findAnswer } = memory.storage
  Object.assign(memory.storage, {
    findAnswer: async (actor: string, id: string) => {
      await gate.promise
      return findAnswer(actor, id)
    },
  })
  const { hub, give } = await openHub({}, memory, clock)
  const looked = freshId(clock.now())
  const slow = [give(ann, 60, looked), give(ann, 60, looked)]
  const later = give(ann, 70, freshId(clock.now() + 2 * minute))
  expect(await give(bob, 5, freshId(clock.now() + 2 * minute))).toMatchObject({ ok: true })
  expect(hub.read(purse, 'ann').coins).toBe(100)
  gate.resolve()
  const [once, twice] = await Promise.all(slow)
  expect(once).toMatchObject({ ok: true, output: { left: 40 } })
  expect(twice).toEqual(once)
  expect(await later).toMatchObject({ ok: false, code: 'tooPoor' })
})

test('[AM13] a command whose answer cannot be looked up is not carried out, and its result is reported as unknown; it may be repeated', async () => {
  const first = await openHub()
  const id = freshId(first.clock.now())
  await first.give(ann, 1, id)
  const { memory } = first
  const { findAnswer } = memory.storage
  Object.assign(memory.storage, { findAnswer: () => Promise.reject(new Error('The store is away.')) })
  const { give, hub, faults } = await first.restart()
  expect(await give(ann, 1, id)).toMatchObject({ ok: false, code: 'fateUnknown' })
  expect([hub.read(purse, 'ann').coins, faults]).toEqual([99, ['look up an answer']])
  Object.assign(memory.storage, { findAnswer })
  expect(await give(ann, 1, id)).toMatchObject({ ok: true, output: { left: 99 } })
})

test('[AM14] refusals for which memory has no room are written to the journal, and stay refusals', async () => {
  const { clock, give, memory, hub } = await openHub({ answerLimits: few })
  const ids = Array.from({ length: 12 }, () => freshId(clock.now()))
  const refusals: Answer[] = []
  for (const id of ids) refusals.push(await give(ann, 500, id))
  expect(refusals.every((answer) => !answer.ok && answer.code === 'tooPoor')).toBe(true)
  expect(memory.journal.map(({ refused }) => refused?.code)).toEqual(Array.from({ length: 9 }, () => 'tooPoor'))
  // Now she could.
  for (let count = 0; count < 5; count += 1)
    await hub.execute('test', 'sample.receive', { from: 'bob', to: 'ann', coins: 20 })
  await hub.execute('test', 'sample.receive', { from: 'cyd', to: 'ann', coins: 100 })
  await hub.execute('test', 'sample.receive', { from: 'dee', to: 'ann', coins: 100 })
  await hub.execute('test', 'sample.receive', { from: 'eli', to: 'ann', coins: 100 })
  for (const [at, id] of ids.entries()) expect(await give(ann, 500, id)).toEqual(refusals[at])
  clock.pass(answerWindowMs + minute)
  await give(bob, 0 + 1)
  const before = memory.journal.length
  await give(bob, 500)
  expect(memory.journal).toHaveLength(before)
})

test("[AM15] after an erasure no answer of the person is in memory, and the store's has no output", async () => {
  const { clock, give, memory, hub } = await openHub()
  const id = freshId(clock.now())
  expect(await give(ann, 1, id)).toMatchObject({ output: { left: 99 } })
  await hub.erase({ ids: ['ann'], externalIds: [], documents: ['purse/ann'] })
  expect(await memory.storage.findAnswer('ann', id)).toMatchObject({ output: null })
  expect(await give(ann, 1, newCommandId(clock.now(), new Uint8Array(10)))).toMatchObject({ output: { left: 99 } })
})
