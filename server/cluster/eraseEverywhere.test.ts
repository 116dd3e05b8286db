import { expect, test } from 'vitest'
import { freshId } from '../testing/principals.ts'
import { purse } from '../testing/sampleFeature.ts'
import { openCluster } from './testing/openCluster.ts'

const erasure = { ids: ['ann'], externalIds: [], documents: ['purse/ann' as const] }

async function openFilled() {
  const cluster = openCluster()
  const [a, b, c] = await cluster.openThree()
  for (const coins of [1, 2, 3]) await cluster.until(b.give('ann', 'bob', coins))
  await cluster.pass(100)
  return { ...cluster, a, b, c }
}

test('[CL60] an erasure resolves when every node has erased the person', async () => {
  const { a, b, c, until, place } = await openFilled()
  expect(c.hub.changesSince('purse/ann', 1)).toHaveLength(2)
  await until(a.hub.erase(erasure))
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

test('[CL61] an erasure may be requested on any node, and erased documents begin again on all nodes', async () => {
  const { a, b, c, until, pass } = await openFilled()
  await until(b.hub.erase(erasure))
  await until(c.give('cyd', 'ann', 5))
  await pass(100)
  for (const { hub } of [a, b, c]) {
    expect(hub.read(purse, 'ann').coins).toBe(105)
    expect(hub.copy('purse/ann')?.version).toBe(1)
  }
})

test('[CL62] a present node that cannot reach the store is waited for, then named', async () => {
  const { a, c, until, pass } = await openFilled()
  c.at.cut('store')
  await until(a.give('ann', 'cyd', 1))
  const erased = a.hub.erase(erasure)
  await expect(until(erased)).rejects.toThrow('c')
  c.at.mend('store')
  await pass(5_000)
  await until(a.hub.erase(erasure))
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 0 })
})

test('[CL63] a node that was away during an erasure reloads when it is back', async () => {
  const { a, c, until, pass } = await openFilled()
  for (const connection of ['bus', 'store'] as const) c.at.cut(connection)
  await pass(6_000)
  await until(a.hub.erase(erasure))
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 3 })
  for (const connection of ['bus', 'store'] as const) c.at.mend(connection)
  await pass(3_000)
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 0 })
  expect(c.hub.copy('purse/bob')).toEqual(a.hub.copy('purse/bob'))
})

test('[CL64] a node that reads an emptied entry reloads its documents', async () => {
  const { a, c, until, pass } = await openFilled()
  c.at.cut('store')
  await until(a.give('ann', 'bob', 10))
  const erased = a.hub.erase(erasure).catch(() => {})
  await pass(2_000)
  c.at.mend('store')
  await until(erased)
  await pass(2_000)
  expect(c.hub.copy('purse/bob')).toEqual(a.hub.copy('purse/bob'))
  expect(c.hub.copy('purse/ann')).toMatchObject({ version: 0 })
})

test('[CL65] refusals to erased persons are not remembered', async () => {
  const { a, b, c, until, clock } = await openFilled()
  const id = freshId(clock.now())
  expect(await until(b.give('ann', 'bob', 500, id))).toMatchObject({ code: 'tooPoor' })
  await until(a.hub.erase(erasure))
  expect(await until(c.give('ann', 'bob', 1, id))).toMatchObject({ ok: true })
})
