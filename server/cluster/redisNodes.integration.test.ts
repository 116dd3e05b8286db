import { afterEach, expect, test } from 'vitest'
import type { CommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { systemClock } from '../engine/clock.ts'
import { openSharedRedis } from '../storage/redis/testing/sharedRedisPlace.ts'
import { freshId, guest } from '../testing/principals.ts'
import { purse, sampleFeatures, sky } from '../testing/sampleFeature.ts'
import { type ClusterNodeDeps, createClusterNode } from './clusterNode.ts'
import { userInSession } from './testing/openCluster.ts'

const clock = systemClock
let remove = async () => {}
afterEach(() => remove())

/** Three nodes over a real Redis, each with a connection that can be stalled or cut. */
async function openNodes(leaseMs?: number) {
  const place = await openSharedRedis()
  const faults: string[] = []
  const open = async () => {
    const connection = await place.node(leaseMs)
    const onFault = (what: string, error: unknown) => void faults.push(`${what}: ${String(error)}`)
    const principalFromProof: ClusterNodeDeps['principalFromProof'] = (proof) =>
      proof.by === 'guest' ? guest : userInSession(proof.hash)
    const node = await createClusterNode({
      storage: connection.storage,
      clock,
      features: sampleFeatures,
      principalFromProof,
      onFault,
      onClockApart() {},
    })
    /** Repeats the command as a page does: on a busy machine a leader can be away for longer than a node waits. */
    const give = async (to: string, coins: number, id: CommandId = freshId(Date.now())): Promise<Answer> => {
      const answer = await node.hub.dispatch(userInSession('ann'), { id, name: 'sample.give', input: { to, coins } })
      const isOpen = !answer.ok && ['fateUnknown', 'unavailable'].includes(answer.code)
      return isOpen ? give(to, coins, id) : answer
    }
    return { node, give, connection, hub: node.hub }
  }
  const nodes = [await open(), await open(), await open()] as const
  remove = async () => {
    for (const { connection } of nodes) connection.wake()
    await Promise.all(nodes.map(({ node }) => node.close()))
    await place.remove()
  }
  const leader = () => nodes.find(({ node }) => node.role() === 'leader')
  await expect.poll(() => nodes.every(({ node }) => node.state().isReady) && leader() !== undefined).toBe(true)
  return { place, nodes, faults, leader }
}

const journalOf = ({ place }: Awaited<ReturnType<typeof openNodes>>) =>
  place.redis.command('XLEN', '{waterhole}:journal').then(Number)

test('[CL70] on a real Redis: all nodes show what one acknowledges, live or journaled', async () => {
  const { nodes, leader, faults } = await openNodes()
  for (const [nth, { give, hub }] of nodes.entries()) {
    expect(await give('bob', 5)).toMatchObject({ ok: true })
    expect(hub.read(purse, 'bob').coins).toBe(100 + 5 * (nth + 1))
  }
  await leader()?.node.term()?.hub.execute('weather', 'sample.blow', { clouds: 7 })
  for (const { hub } of nodes) {
    await expect.poll(() => hub.read(sky).clouds).toBe(7)
    await expect.poll(() => hub.read(purse, 'bob').coins).toBe(115)
  }
  expect(faults).toEqual([])
})

test('[CL71] on a real Redis: a stalled leader is replaced, and each command is done once', async () => {
  const opened = await openNodes(3_000)
  await expect.poll(opened.leader).toBeDefined()
  const first = opened.leader()
  const [other] = opened.nodes.filter((node) => node !== first)
  first?.connection.stall()
  const [late, given] = [first?.give('bob', 1), other?.give('bob', 2)]
  expect(await given).toMatchObject({ ok: true })
  expect(opened.leader()).not.toBe(first)
  first?.connection.wake()
  expect(await late).toMatchObject({ ok: true })
  expect(await journalOf(opened)).toBe(2)
  await expect.poll(() => opened.nodes.map(({ hub }) => hub.read(purse, 'bob').coins)).toEqual([103, 103, 103])
})

test('[CL72] on a real Redis: after a crash of Redis all nodes recover everything that was acknowledged', async () => {
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

test('[CL73] on a real Redis: an orderly stop hands over without waiting for the end of the lease', async () => {
  const { nodes, leader } = await openNodes()
  const first = leader()
  const [other] = nodes.filter((node) => node !== first)
  // Its lease would last for longer than this test may take.
  const closing = first?.node.close()
  expect(await other?.give('bob', 3)).toMatchObject({ ok: true })
  await closing
})
