import { expect, test } from 'vitest'
import { freshId } from '../testing/people.ts'
import { purse } from '../testing/villageFeature.ts'
import { openCluster } from './testing/openCluster.ts'

const forgetting = { ids: ['ann'], words: [], documents: ['purse/ann' as const], lists: [], nameFields: [] }

async function openForgetful() {
  const cluster = openCluster()
  const [a, b, c] = await cluster.openThree()
  for (const coins of [1, 2, 3]) await cluster.until(b.give('ann', 'bob', coins))
  await cluster.pass(100)
  return { ...cluster, a, b, c }
}

test('[CL60] whom the hub forgets, every node has forgotten when it says so', async () => {
  const { a, b, c, until, place } = await openForgetful()
  expect(c.hub.changesSince('purse/ann', 1)).toHaveLength(2)
  await until(a.hub.forget(forgetting))
  for (const { hub } of [a, b, c]) {
    expect(hub.copy('purse/ann')).toMatchObject({ version: 0 })
    expect(hub.changesSince('purse/bob', 1)).toBeNull()
  }
  expect(place.journal().map(({ seq, changes }) => [seq, changes.length])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ])
})

test('[CL61] it may be asked of any node, and whoever was forgotten begins anew on all', async () => {
  const { a, b, c, until, pass } = await openForgetful()
  await until(b.hub.forget(forgetting))
  await until(c.give('cyd', 'ann', 5))
  await pass(100)
  for (const { hub } of [a, b, c]) {
    expect(hub.read(purse, 'ann').coins).toBe(105)
    expect(hub.copy('purse/ann')?.version).toBe(1)
  }
})

test('[CL62] a node that is there and cannot be reached by the store is waited for, and then named', async () => {
  const { a, c, until, pass } = await openForgetful()
  c.at.cut('store')
  await until(a.give('ann', 'cyd', 1))
  const forgotten = a.hub.forget(forgetting)
  await expect(until(forgotten)).rejects.toThrow('c')
  c.at.mend('store')
  await pass(5_000)
  await until(a.hub.forget(forgetting))
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 0 })
})

test('[CL63] a node that was away meanwhile begins anew when it is back', async () => {
  const { a, c, until, pass } = await openForgetful()
  for (const line of ['bus', 'store'] as const) c.at.cut(line)
  await pass(6_000)
  await until(a.hub.forget(forgetting))
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 3 })
  for (const line of ['bus', 'store'] as const) c.at.mend(line)
  await pass(3_000)
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 0 })
  expect(c.hub.copy('purse/bob')).toEqual(a.hub.copy('purse/bob'))
})

test('[CL64] a node that reads an emptied entry has its documents anew instead of missing what it did', async () => {
  const { a, c, until, pass } = await openForgetful()
  c.at.cut('store')
  await until(a.give('ann', 'bob', 10))
  const forgotten = a.hub.forget(forgetting).catch(() => {})
  await pass(2_000)
  c.at.mend('store')
  await until(forgotten)
  await pass(2_000)
  expect(c.hub.copy('purse/bob')).toEqual(a.hub.copy('purse/bob'))
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 0 })
})

test('[CL65] what was refused to them is not remembered either', async () => {
  const { a, b, c, until, clock } = await openForgetful()
  const id = freshId(clock.now())
  expect(await until(b.give('ann', 'bob', 500, id))).toMatchObject({ code: 'tooPoor' })
  await until(a.hub.forget(forgetting))
  expect(await until(c.give('ann', 'bob', 1, id))).toMatchObject({ ok: true })
})
