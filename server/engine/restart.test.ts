import { expect, test } from 'vitest'
import type { DocumentId } from '../../shared/engine/document.ts'
import { wholeLoad } from '../storage/contract/wholeLoad.ts'
import { freshId, person } from '../testing/principals.ts'
import { purse, sample } from '../testing/sampleFeature.ts'
import { openTestHub } from '../testing/testHub.ts'
import { createHub } from './createHub.ts'
import { NotWritten } from './storage.ts'

const ann = person('ann')
const ids: DocumentId[] = ['purse/ann', 'purse/bob', 'purse/cyd', 'club/a']

test('[EN20] after a restart every document has the same value and version, with and without a checkpoint', async () => {
  const first = await openTestHub()
  for (let round = 0; round < 20; round++) await first.give(ann, round % 2 ? 'bob' : 'cyd', 1)
  await first.ask(ann, 'sample.join', { club: 'a', member: 'ann', isIn: true })
  const stood = ids.map((id) => first.hub.copy(id))
  const fromJournal = await first.restart()
  expect(ids.map((id) => fromJournal.hub.copy(id))).toEqual(stood)
  await fromJournal.hub.close()
  expect((await wholeLoad(first.memory.storage)).entries).toEqual([])
  const fromCheckpoint = await first.restart()
  expect(ids.map((id) => fromCheckpoint.hub.copy(id))).toEqual(stood)
  await fromCheckpoint.give(ann, 'bob', 1)
  expect(first.memory.journal.at(-1)?.seq).toBe(22)
  expect(fromCheckpoint.hub.copy('purse/bob')?.version).toBe(11)
})

test('[EN21] each run has a higher epoch', async () => {
  const first = await openTestHub()
  const second = await first.restart()
  expect(second.hub.epoch).toBe(first.hub.epoch + 1)
})

test('[EN22] a timer runs its command once at its time, even after a restart in between', async () => {
  const first = await openTestHub()
  await first.ask(ann, 'sample.giveLater', { to: 'bob', coins: 5, afterMs: 60_000 })
  first.clock.pass(59_000)
  await first.hub.settled()
  expect(first.hub.read(purse, 'bob').coins).toBe(100)
  await first.hub.close()
  const second = await first.restart()
  second.clock.pass(2_000)
  await second.hub.settled()
  expect(second.hub.read(purse, 'bob').coins).toBe(105)
  await second.hub.close()
  const third = await second.restart()
  third.clock.pass(120_000)
  await third.hub.settled()
  expect(third.hub.read(purse, 'bob').coins).toBe(105)
})

test('[EN23] a timer whose command is refused is reported as a fault and does not run again', async () => {
  const { hub, ask, give, clock, faults } = await openTestHub()
  await ask(ann, 'sample.giveLater', { to: 'bob', coins: 50, afterMs: 1_000 })
  await give(ann, 'cyd', 80)
  clock.pass(1_000)
  await hub.settled()
  await new Promise((resolve) => setImmediate(resolve))
  await hub.settled()
  expect(hub.read(purse, 'bob').coins).toBe(100)
  expect(faults).toEqual(['sample.receive'])
  clock.pass(600_000)
  await hub.settled()
  expect(faults).toHaveLength(1)
})

test('[EN24] a hub does not start, and names the document, when a stored document does not fit its schema', async () => {
  const { memory, restart, hub } = await openTestHub()
  await hub.close()
  await memory.storage.checkpoint(0, [{ id: 'purse/ann', version: 1, value: { coins: 'many' } }])
  await expect(restart()).rejects.toThrow('purse "ann" does not fit this release (coins')
})

test('[EN25] coins are neither made nor lost in a long seeded run of gifts, refusals and restarts', async () => {
  let testHub = await openTestHub()
  const names = ['ann', 'bob', 'cyd', 'dee']
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const nameAt = (index: number) => names[index] ?? 'ann'
  for (let round = 0; round < 400; round++) {
    await testHub.give(person(nameAt(next(4))), nameAt(next(4)), 1 + next(120))
    if (next(40) === 0) testHub = await testHub.restart()
  }
  const total = names.reduce((sum, name) => sum + testHub.hub.read(purse, name).coins, 0)
  expect(total).toBe(400)
})

test('[EN31] replayed changes are in the next checkpoint: crash, restart, orderly close, restart', async () => {
  const crashed = await openTestHub()
  await crashed.give(ann, 'bob', 30)
  const second = await crashed.restart()
  await second.give(person('cyd'), 'dee', 1)
  await second.hub.close()
  const third = await second.restart()
  expect(third.hub.read(purse, 'bob').coins).toBe(130)
  expect(third.hub.copy('purse/ann')?.version).toBe(1)
})

test('[EN32] a timer whose command meets a full disk is retried, and runs once', async () => {
  const { hub, ask, memory, clock, faults } = await openTestHub()
  await ask(ann, 'sample.giveLater', { to: 'bob', coins: 5, afterMs: 1_000 })
  memory.fail(new NotWritten('full', 'the disk is full'))
  clock.pass(1_000)
  await hub.settled()
  memory.fail(null)
  for (let round = 0; round < 4; round++) {
    clock.pass(10_000)
    await hub.settled()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(hub.read(purse, 'bob').coins).toBe(105)
  expect(faults).toEqual([])
})

test('[EN33] documents of an older release are replayed as they were, and then get the new fields', async () => {
  const { memory, clock, hub } = await openTestHub()
  await hub.execute('test', 'sample.join', { club: 'a', member: 'ann', isIn: true })
  const [entry] = memory.journal
  if (!entry) throw new Error('nothing was journaled')
  const old = {
    ...entry,
    changes: [
      {
        id: 'purse/ann' as const,
        version: 1,
        patches: [{ op: 'replace' as const, path: [], value: { silver: { spoons: 1 } } }],
      },
    ],
  }
  const later = {
    ...entry,
    seq: 2,
    changes: [
      {
        id: 'purse/ann' as const,
        version: 2,
        patches: [{ op: 'replace' as const, path: ['silver', 'spoons'], value: 2 }],
      },
    ],
  }
  memory.journal.splice(0, 1, old, later)
  const upgraded = await createHub({ storage: memory.storage, features: [sample], clock, onFault() {} })
  expect(upgraded.copy('purse/ann')).toEqual({ version: 2, value: { coins: 100 } })
})

test('[EN120] a command that is repeated after a restart gets its answer from the store, also behind checkpoints', async () => {
  const first = await openTestHub()
  const id = freshId(first.clock.now())
  const call = { id, name: 'sample.give', input: { to: 'bob', coins: 1 } }
  const answer = await first.hub.dispatch(ann, call)
  expect(answer).toMatchObject({ ok: true })
  await first.hub.close()
  const second = await first.restart()
  expect(await second.hub.dispatch(ann, call)).toEqual(answer)
  expect(second.hub.copy('purse/bob')?.version).toBe(1)
  expect(await second.give(ann, 'cyd', 1)).toMatchObject({ ok: true })
  await second.hub.close()
  const third = await second.restart()
  expect(await third.hub.dispatch(ann, call)).toEqual(answer)
})
