import { expect, test } from 'vitest'
import { freshId, person } from '../testing/principals.ts'
import { purse } from '../testing/sampleFeature.ts'
import { openTestHub } from '../testing/testHub.ts'
import type { PersonErasure } from './storage.ts'

const ann = person('ann')
const erasure: PersonErasure = { ids: ['ann'], externalIds: [], documents: ['purse/ann'] }

test('[EN79] an erased document is written again from version 1, even after a restart, beside other commands', async () => {
  const { hub, memory, give } = await openTestHub()
  await give(ann, 'bob', 30)
  const beside = Promise.all(Array.from({ length: 20 }, () => give(person('cyd'), 'ann', 1)))
  await Promise.all([hub.erase(erasure), beside])
  await give(person('cyd'), 'ann', 1)
  const { version, value } = hub.copy('purse/ann') ?? {}
  const again = await openTestHub(memory)
  expect(again.hub.copy('purse/ann')).toEqual({ version, value })
  expect(again.hub.read(purse, 'bob').coins).toBe(130)
})

test('[EN80] the entries of an erased person keep the actor, the time and the command', async () => {
  const { hub, memory, give } = await openTestHub()
  await give(ann, 'bob', 30)
  await give(person('bob'), 'cyd', 1)
  await hub.erase(erasure)
  const [first, second] = memory.journal
  expect(first).toMatchObject({ seq: 1, actor: 'ann', command: 'sample.give' })
  expect(first).toMatchObject({ input: null, output: null, changes: [], archive: [] })
  expect(second).toMatchObject({ actor: 'bob', input: { to: 'cyd', coins: 1 } })
})

test('[EN81] erasing clears memory as well: no answer is repeated, no kept change is sent', async () => {
  const { hub, clock, give } = await openTestHub()
  const call = { id: freshId(clock.now()), name: 'sample.give', input: { to: 'bob', coins: 1 } }
  await hub.dispatch(ann, call)
  await give(ann, 'bob', 1)
  expect(hub.changesSince('purse/bob', 1)).toHaveLength(1)
  await hub.erase(erasure)
  expect(hub.changesSince('purse/bob', 1)).toBeNull()
  expect(await hub.dispatch(ann, call)).toMatchObject({ output: { left: 99 } })
  expect(hub.read(purse, 'bob').coins).toBe(103)
})

test('[EN82] an erasure that the store refuses fails and can be repeated', async () => {
  const { hub, memory, give } = await openTestHub()
  await give(ann, 'bob', 30)
  const { erase: forget } = memory.storage
  memory.storage.erase = async () => {
    throw new Error('no room')
  }
  await expect(hub.erase(erasure)).rejects.toThrow('no room')
  memory.storage.erase = forget
  await give(person('cyd'), 'ann', 1)
  await hub.erase(erasure)
  expect(memory.journal[0]).toMatchObject({ changes: [] })
  expect((await openTestHub(memory)).hub.read(purse, 'ann').coins).toBe(100)
})
