import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { freshId, guest, person } from '../testing/principals.ts'
import { purse, sampleFeatures, sky } from '../testing/sampleFeature.ts'
import { openTestHub } from '../testing/testHub.ts'
import { createHubAnswers, newHubCommandId } from './answers.ts'
import { createHub, type HubOptions } from './createHub.ts'
import { NotWritten } from './storage.ts'

const ann = person('ann')

async function openHub(more: Partial<HubOptions> = {}, memory = createMemoryStorage(), clock = createTestClock()) {
  const onFault = (what: string, error: unknown) => {
    throw new Error(what, { cause: error })
  }
  const hub = await createHub({ storage: memory.storage, features: sampleFeatures, clock, onFault, ...more })
  return { hub, memory, clock, restart: () => openHub(more, memory, clock) }
}
const receive = (to: string) => ['post', 'sample.receive', { from: 'ann', to, coins: 1 }] as const

test('[EN60] a fenced leader stops, and answers that nothing was done', async () => {
  const { hub, memory, give } = await openTestHub()
  memory.fail(new NotWritten('fenced', 'another node has the lease'))
  expect(await give(ann, 'bob', 30)).toMatchObject({ code: 'unavailable' })
  memory.fail(null)
  expect(await give(ann, 'bob', 30)).toMatchObject({ code: 'unavailable' })
  expect(hub.state()).toMatchObject({ name: 'stopped', why: 'another node has the lease' })
  expect([hub.read(purse, 'ann').coins, memory.journal.length]).toEqual([100, 0])
})

test('[EN61] a store that refuses for now is reported as such, and the hub tries it again by itself', async () => {
  const { hub, memory, give, clock } = await openTestHub()
  memory.fail(new NotWritten('refused', 'it is a replica now'))
  expect(await give(ann, 'bob', 30)).toMatchObject({ code: 'unavailable' })
  expect(hub.state()).toMatchObject({ name: 'storageRefused', why: 'it is a replica now' })
  memory.fail(null)
  clock.pass(10_000)
  await hub.settled()
  expect(hub.state().name).toBe('serving')
  expect(await give(ann, 'bob', 30)).toMatchObject({ ok: true, output: { left: 70 } })
})

test('[EN62] live versions begin at the given number, and the first change holds the whole document', async () => {
  const { hub } = await openHub({ liveVersionsFrom: (epoch) => epoch * 1_000 })
  expect(hub.copy('sky/')).toMatchObject({ version: 1_000, value: { clouds: 0 } })
  expect(hub.copy('purse/ann')).toMatchObject({ version: 0 })
  const published: unknown[] = []
  hub.onPublish((group) => published.push(...group))
  for (const clouds of [3, 4]) await hub.execute('weather', 'sample.blow', { clouds })
  expect(published).toEqual([
    { id: 'sky/', version: 1_001, patches: [{ op: 'replace', path: [], value: { clouds: 3, colour: 'blue' } }] },
    { id: 'sky/', version: 1_002, patches: [{ op: 'replace', path: ['clouds'], value: 4 }] },
  ])
  expect(hub.liveDocuments()).toEqual([{ id: 'sky/', version: 1_002, value: { clouds: 4, colour: 'blue' } }])
  expect(hub.read(sky).clouds).toBe(4)
})

test('[EN63] a command of the hub with an id is done once, even after a restart, and live ones leave no entry', async () => {
  const { hub, memory, restart } = await openHub()
  const id = newHubCommandId(1, '1')
  const answers = await Promise.all([1, 2].map(() => hub.executeOnce(...receive('bob'), id)))
  expect(answers).toEqual([answers[0], answers[0]])
  expect(memory.journal.map(({ commandId }) => commandId)).toEqual([id])
  const { hub: next } = await restart()
  expect(await next.executeOnce(...receive('bob'), id)).toEqual(answers[0])
  await next.executeOnce('weather', 'sample.blow', { clouds: 4 }, newHubCommandId(1, '2'))
  expect(memory.journal).toHaveLength(1)
  expect(await next.executeOnce('post', 'sample.receive', {}, newHubCommandId(1, '3'))).toMatchObject({
    code: 'badInput',
  })
  expect(await next.executeOnce('post', 'sample.none', {}, newHubCommandId(1, '4'))).toMatchObject({
    code: 'unknownCommand',
  })
})

test('[EN64] answers to commands of the hub are kept for two minutes at most, by timers and not by the time of day', async () => {
  const clock = createTestClock()
  const findAnswer = async () => ({ seq: 1, output: {} })
  const answers = createHubAnswers({ findAnswer }, clock, 2)
  for (let order = 0; order < 50; order += 1)
    answers.keep(newHubCommandId(1, `${order}`), Promise.resolve({ ok: true, output: {}, seq: 2 }))
  clock.pass(60_000)
  expect(await answers.find(newHubCommandId(1, '7'))).toMatchObject({ seq: 2 })
  expect(answers.count()).toBe(50)
  clock.pass(60_000)
  expect([answers.count(), clock.waits()]).toEqual([0, 0])
})

test('[AM6] only a command of the hub that was first sent to an earlier leader is looked up in the store', async () => {
  const looked: string[] = []
  const findAnswer = async (_actor: string, id: string) => {
    looked.push(id)
    return { seq: 1, output: {} }
  }
  const answers = createHubAnswers({ findAnswer }, createTestClock(), 2)
  const [early, own] = [newHubCommandId(1, 'early'), newHubCommandId(2, 'own')]
  expect(answers.lookUp('post', own)).toBeUndefined()
  expect(await answers.lookUp('post', early)).toMatchObject({ ok: true, seq: 1 })
  expect(looked).toEqual([early])
})

test('[EN65] a refusal by an earlier leader is repeated unchanged', async () => {
  const clock = createTestClock()
  const id = freshId(clock.now())
  const answer = { ok: false, code: 'tooPoor', message: 'You did not have that many coins.' } as const
  const { hub } = await openHub({ knownRefusals: () => [{ actor: 'ann', id, answer }] }, createMemoryStorage(), clock)
  expect(await hub.dispatch(ann, { id, name: 'sample.give', input: { to: 'bob', coins: 1 } })).toEqual(answer)
  expect(hub.read(purse, 'bob').coins).toBe(100)
})

test('[EN83] where other nodes may get the same command a refusal is durable before it is answered, without the input', async () => {
  const memory = createMemoryStorage()
  const clock = createTestClock()
  const { hub } = await openHub({ recordsRefusals: true }, memory, clock)
  const call = { id: freshId(clock.now()), name: 'sample.give', input: { to: 'bob', coins: 150 } }
  memory.hold()
  const answer = hub.dispatch(ann, call)
  const early = await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'nothing yet'))])
  expect(early).toBe('nothing yet')
  memory.release()
  expect(await answer).toMatchObject({ ok: false, code: 'tooPoor' })
  const { code, message } = (await answer) as { code: string; message: string }
  expect(memory.journal).toMatchObject([
    { seq: 1, actor: 'ann', commandId: call.id, input: null, output: null, changes: [], refused: { code, message } },
  ])
  expect(await hub.dispatch(ann, call)).toEqual(await answer)
  expect(memory.journal).toHaveLength(1)

  await hub.execute('post', 'sample.receive', { from: 'bob', to: 'ann', coins: 100 })
  const { hub: next } = await openHub({ recordsRefusals: true }, memory, clock)
  expect(next.read(purse, 'ann').coins).toBe(200)
  expect(await next.dispatch(ann, call)).toEqual(await answer)
})

test('[EN84] refusals to guests, and of command ids that are too old by any clock, are not kept', async () => {
  const { hub, memory, clock } = await openHub({ recordsRefusals: true })
  const late = freshId(clock.now() - 3 * 3_600_000)
  const give = { name: 'sample.give', input: { to: 'bob', coins: 1 } }
  expect(await hub.dispatch(guest, { id: freshId(clock.now()), ...give })).toMatchObject({ code: 'forbidden' })
  expect(await hub.dispatch(ann, { id: late, ...give })).toMatchObject({ code: 'badId' })
  expect(memory.journal).toEqual([])
})

test('[EN66] an abandoned hub writes nothing more by itself', async () => {
  const { hub, memory, clock } = await openHub()
  await hub.dispatch(ann, {
    id: freshId(clock.now()),
    name: 'sample.giveLater',
    input: { to: 'bob', coins: 5, afterMs: 1_000 },
  })
  let checkpoints = 0
  memory.storage.checkpoint = async () => {
    checkpoints += 1
  }
  hub.abandon()
  clock.pass(200_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect([memory.journal.length, checkpoints, clock.waits()]).toEqual([1, 0, 0])
})

test('[EN67] an erasure from memory reports at which entry it was done', async () => {
  const erased: unknown[] = []
  const { hub } = await openHub({ onErased: ({ ids }, seq) => erased.push([ids, seq]) })
  for (const to of ['bob', 'cyd']) await hub.execute(...receive(to))
  await hub.erase({ ids: ['ann'], externalIds: [], documents: ['purse/ann'] })
  expect(erased).toEqual([[['ann'], 2]])
})
