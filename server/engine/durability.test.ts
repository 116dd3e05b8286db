import { expect, test } from 'vitest'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { person } from '../testing/principals.ts'
import { purse, sky } from '../testing/sampleFeature.ts'
import { openTestHub } from '../testing/testHub.ts'
import { NotWritten } from './storage.ts'

const ann = person('ann')
const cyd = person('cyd')
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('[EN1] nothing is acknowledged, published or in a snapshot before it is durable', async () => {
  const { hub, memory, give } = await openTestHub()
  const published: string[] = []
  hub.onPublish((changes) => published.push(...changes.map(({ id }) => id)))
  memory.hold()
  let isAnswered = false
  const answer = give(ann, 'bob', 30).finally(() => {
    isAnswered = true
  })
  await turn()
  await turn()
  expect({ isAnswered, published, coins: hub.read(purse, 'ann').coins }).toEqual({
    isAnswered: false,
    published: [],
    coins: 100,
  })
  memory.release()
  expect(await answer).toMatchObject({ ok: true, output: { left: 70 } })
  expect(published).toEqual(['purse/ann', 'purse/bob'])
  expect(hub.read(purse, 'bob').coins).toBe(130)
})

test('[EN2] a refusal that rests on a change that is not durable yet waits for it', async () => {
  const { memory, give } = await openTestHub()
  memory.hold()
  const first = give(ann, 'bob', 100)
  let isRefused = false
  const second = give(ann, 'cyd', 1).then((answer) => {
    isRefused = true
    return answer
  })
  await turn()
  expect(isRefused).toBe(false)
  memory.release()
  expect(await first).toMatchObject({ ok: true })
  expect(await second).toMatchObject({ ok: false, code: 'tooPoor' })
})

test('[EN3] commands gather while a batch is written, and each gets its own answer', async () => {
  const { memory, give } = await openTestHub()
  memory.hold()
  const first = give(ann, 'bob', 1)
  await turn()
  const rest = Array.from({ length: 50 }, () => give(ann, 'bob', 1))
  memory.release()
  const answers = await Promise.all([first, ...rest])
  expect(answers.map((answer) => answer.ok && (answer.output as { left: number }).left)).toEqual(
    Array.from({ length: 51 }, (_, index) => 99 - index),
  )
  expect(memory.batches).toEqual([1, 50])
})

test('[EN4] after an append with an unknown outcome the hub acknowledges nothing more', async () => {
  const { hub, memory, give } = await openTestHub()
  memory.fail(new Error('input/output error'))
  expect(await give(ann, 'bob', 30)).toMatchObject({ ok: false, code: 'fateUnknown' })
  memory.fail(null)
  expect(await give(ann, 'bob', 30)).toMatchObject({ ok: false, code: 'unavailable' })
  expect(hub.state()).toMatchObject({ name: 'stopped', why: 'input/output error' })
  expect(hub.read(purse, 'ann').coins).toBe(100)
  expect(memory.journal).toEqual([])
})

test('[EN5] a full disk refuses staged commands, keeps acknowledged ones, and serves again when there is room', async () => {
  const { hub, memory, give } = await openTestHub()
  await give(ann, 'bob', 10)
  memory.fail(new NotWritten('full', 'the disk is full'))
  const refused = await Promise.all([give(ann, 'bob', 20), give(ann, 'bob', 20)])
  expect(refused.map((answer) => !answer.ok && answer.code)).toEqual(['storageFull', 'storageFull'])
  expect(hub.state().name).toBe('storageFull')
  expect(hub.read(purse, 'bob').coins).toBe(110)
  memory.fail(null)
  expect(await give(ann, 'bob', 20)).toMatchObject({ ok: true, output: { left: 70 } })
  expect(hub.state().name).toBe('serving')
  expect(memory.journal.map(({ seq }) => seq)).toEqual([1, 2])
})

/** A store that takes several appends at once. */
const openBusyHub = () => {
  const memory = createMemoryStorage()
  return openTestHub({ ...memory, storage: { ...memory.storage, appendsAtOnce: 3 } })
}

test('[AO1] a store that takes several appends gets the next ones before the first is written, and answers stay in order', async () => {
  const { hub, memory, give } = await openBusyHub()
  const answered: number[] = []
  memory.hold()
  const all = Array.from({ length: 160 }, (_, nth) =>
    give(nth % 2 === 0 ? ann : cyd, 'bob', 1).then(() => answered.push(nth)),
  )
  await turn()
  expect(hub.read(purse, 'bob').coins).toBe(100)
  memory.release()
  await Promise.all(all)
  expect(memory.batches).toEqual([32, 32, 32, 64])
  expect(answered).toEqual(Array.from({ length: 160 }, (_, nth) => nth))
  expect(memory.journal.map(({ seq }) => seq)).toEqual(Array.from({ length: 160 }, (_, nth) => nth + 1))
})

test('[AO2] after an append that was not written all that was sent after it is taken back, and the next follows', async () => {
  const { hub, memory, give } = await openBusyHub()
  await give(ann, 'bob', 10)
  memory.hold()
  memory.fail(new NotWritten('full', 'the disk is full'))
  const all = Array.from({ length: 80 }, () => give(ann, 'bob', 1))
  await turn()
  memory.release()
  const refused = await Promise.all(all)
  expect(new Set(refused.map((answer) => !answer.ok && answer.code))).toEqual(new Set(['storageFull']))
  expect(hub.read(purse, 'bob').coins).toBe(110)
  memory.fail(null)
  expect(await give(ann, 'bob', 20)).toMatchObject({ ok: true, output: { left: 70 } })
  expect(memory.journal.map(({ seq }) => seq)).toEqual([1, 2])
})

test('[EN6] live documents are never journaled, and are published also while nothing can be stored', async () => {
  const { hub, memory, ask } = await openTestHub()
  await hub.execute('weather', 'sample.blow', { clouds: 3 })
  expect(hub.read(sky).clouds).toBe(3)
  expect(memory.journal).toEqual([])
  await ask(ann, 'sample.blow', { clouds: 4 })
  expect(memory.journal.map(({ changes }) => changes)).toEqual([[]])
  memory.fail(new Error('gone'))
  await ask(ann, 'sample.give', { to: 'bob', coins: 1 })
  await hub.execute('weather', 'sample.blow', { clouds: 8 })
  expect(hub.read(sky).clouds).toBe(8)
})

test('[EN7] versions have no gaps, and a client that missed some gets exactly those', async () => {
  const { hub, give } = await openTestHub()
  const versions: number[] = []
  hub.onPublish((changes) =>
    versions.push(...changes.filter(({ id }) => id === 'purse/bob').map(({ version }) => version)),
  )
  for (let round = 0; round < 5; round++) await give(ann, 'bob', 1)
  expect(versions).toEqual([1, 2, 3, 4, 5])
  expect(hub.changesSince('purse/bob', 3)?.map(({ version }) => version)).toEqual([4, 5])
  expect(hub.changesSince('purse/bob', 5)).toEqual([])
  expect(hub.changesSince('purse/bob', 6)).toBeNull()
})

test('[EN8] a listener that throws stops neither the others nor the acknowledgement', async () => {
  const { hub, give, faults } = await openTestHub()
  let heard = 0
  hub.onPublish(() => {
    throw new Error('a bug in a listener')
  })
  hub.onPublish(() => {
    heard += 1
  })
  expect(await give(ann, 'bob', 1)).toMatchObject({ ok: true })
  expect({ heard, faults }).toEqual({ heard: 1, faults: ['publish'] })
})

test('[EN29] the hub finds out by itself that a full disk has room again', async () => {
  const { hub, memory, give, clock } = await openTestHub()
  memory.fail(new NotWritten('full', 'the disk is full'))
  await give(ann, 'bob', 20)
  clock.pass(10_000)
  await hub.settled()
  expect(hub.state().name).toBe('storageFull')
  memory.fail(null)
  await turn()
  clock.pass(10_000)
  await hub.settled()
  expect(hub.state().name).toBe('serving')
})

test('[EN30] in a stopped hub a command that needs the journal is refused without harm to live ones', async () => {
  const { hub, memory, give } = await openTestHub()
  memory.fail(new Error('gone'))
  await give(ann, 'bob', 1)
  const weather = hub.execute('weather', 'sample.blow', { clouds: 8 })
  expect(await give(ann, 'bob', 1)).toMatchObject({ code: 'unavailable' })
  await weather
  expect(hub.read(sky).clouds).toBe(8)
})

test('[MA4] a store that stops while it writes leaves the hub stopped, even when that write succeeds', async () => {
  const memory = createMemoryStorage()
  const stops: ((why: string) => void)[] = []
  const storage = { ...memory.storage, onStopped: (listener: (why: string) => void) => void stops.push(listener) }
  const { hub, give } = await openTestHub({ ...memory, storage })
  memory.hold()
  const underWay = give(ann, 'bob', 1)
  await turn()
  for (const stop of stops) stop('the journal was removed')
  memory.release()
  expect(await underWay).toMatchObject({ ok: true })
  expect(hub.state()).toMatchObject({ name: 'stopped', why: 'the journal was removed' })
  expect(await give(ann, 'bob', 1)).toMatchObject({ code: 'unavailable' })
})
