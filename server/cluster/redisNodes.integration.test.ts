import { afterEach, expect, test } from 'vitest'
import type { CommandId } from '../../shared/engine/ids.ts'
import { systemClock } from '../engine/clock.ts'
import { openSharedRedis } from '../storage/redis/testing/sharedRedisPlace.ts'
import { freshId, guest } from '../testing/people.ts'
import { purse, sky, villageFeatures } from '../testing/villageFeature.ts'
import { createNode, type NodeParts } from './createNode.ts'
import { villager } from './testing/openCluster.ts'

const clock = systemClock
let remove = async () => {}
afterEach(() => remove())

/** Three nodes over a real Redis, each on a line of its own that can be stalled or cut. */
async function openNodes() {
  const place = await openSharedRedis()
  const faults: string[] = []
  const open = async () => {
    const line = await place.node()
    const onFault = (what: string, error: unknown) => void faults.push(`${what}: ${String(error)}`)
    const principalFromProof: NodeParts['principalFromProof'] = (proof) =>
      proof.by === 'guest' ? guest : villager(proof.hash)
    const node = await createNode({
      storage: line.storage,
      clock,
      features: villageFeatures,
      principalFromProof,
      onFault,
    })
    const give = (to: string, coins: number, id: CommandId = freshId(Date.now())) =>
      node.hub.dispatch(villager('ann'), { id, name: 'village.give', input: { to, coins } })
    return { ...{ node, give, line }, hub: node.hub }
  }
  const nodes = [await open(), await open(), await open()] as const
  remove = async () => {
    for (const { line } of nodes) line.wake()
    await Promise.all(nodes.map(({ node }) => node.close()))
    await place.remove()
  }
  const authority = () => nodes.find(({ node }) => node.role() === 'authority')
  await expect.poll(() => nodes.every(({ node }) => node.state().isReady) && authority() !== undefined).toBe(true)
  return { place, nodes, faults, authority }
}

const journalOf = ({ place }: Awaited<ReturnType<typeof openNodes>>) =>
  place.redis.command('XLEN', '{waterhole}:journal').then(Number)

test('[CL70] over a real Redis: what one node acknowledges all show, live or kept', async () => {
  const { nodes, authority, faults } = await openNodes()
  for (const { give, hub } of nodes) {
    const before = hub.read(purse, 'bob').coins
    expect(await give('bob', 5)).toMatchObject({ ok: true })
    expect(hub.read(purse, 'bob').coins).toBe(before + 5)
  }
  await authority()?.node.run()?.hub.order('weather', 'village.blow', { clouds: 7 })
  for (const { hub } of nodes) {
    await expect.poll(() => hub.read(sky).clouds).toBe(7)
    await expect.poll(() => hub.read(purse, 'bob').coins).toBe(115)
  }
  expect(faults).toEqual([])
})

test('[CL71] over a real Redis: an authority that stands still is replaced, and what was asked is done once', async () => {
  const opened = await openNodes()
  const first = opened.authority()
  const [other] = opened.nodes.filter((node) => node !== first)
  first?.line.stall()
  const [late, given] = [first?.give('bob', 1), other?.give('bob', 2)]
  expect(await given).toMatchObject({ ok: true })
  expect(opened.authority()).not.toBe(first)
  first?.line.wake()
  expect(await late).toMatchObject({ ok: true })
  expect(await journalOf(opened)).toBe(2)
  await expect.poll(() => opened.nodes.map(({ hub }) => hub.read(purse, 'bob').coins)).toEqual([103, 103, 103])
})

test('[CL72] over a real Redis: it is killed and comes back, and so do all nodes, with what was acknowledged', async () => {
  const opened = await openNodes()
  const [node] = opened.nodes
  expect(await node.give('bob', 1)).toMatchObject({ ok: true })
  await opened.place.redis.kill()
  const given = opened.nodes.map(({ give }) => give('bob', 10))
  await opened.place.redis.restart()
  const answers = await Promise.all(given)
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true])
  expect(await journalOf(opened)).toBe(4)
  await expect.poll(() => opened.nodes.map(({ hub }) => hub.read(purse, 'bob').coins)).toEqual([131, 131, 131])
  await expect.poll(() => opened.nodes.every(({ node: { state } }) => state().isReady)).toBe(true)
})

test('[CL73] over a real Redis: an orderly stop hands over at once', async () => {
  const { nodes, authority } = await openNodes()
  const first = authority()
  const [other] = nodes.filter((node) => node !== first)
  const began = performance.now()
  const closing = first?.node.close()
  expect(await other?.give('bob', 3)).toMatchObject({ ok: true })
  expect(performance.now() - began).toBeLessThan(5_000)
  await closing
})
