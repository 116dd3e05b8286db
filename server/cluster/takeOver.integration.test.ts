import { afterEach, expect, test } from 'vitest'
import type { CommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { freshId } from '../testing/principals.ts'
import type { TestClient } from '../testing/testClient.ts'
import { openTestCluster, type TestCluster, type TestNode, until } from '../testing/testCluster.ts'

let cluster: TestCluster | null = null
afterEach(async () => {
  await cluster?.close()
  cluster = null
})

async function openStaff(environment: Readonly<Record<string, string>> = {}) {
  const opened = await openTestCluster({ environment })
  cluster = opened
  const { leader, term } = await until(async () => {
    const leader = await opened.leader()
    const node = (await leader.health())?.node
    return node?.role === 'leader' ? { leader, term: node.epoch } : null
  })
  const others = opened.nodes.filter((node) => node !== leader)
  const [one, other] = others as [TestNode, TestNode]
  const clients = await Promise.all([opened.visit(one, 'admin'), opened.visit(other, 'player', 2)])
  return { cluster: opened, leader, term, others, one, other, admin: clients[0], player: clients[1] }
}

const setOpacity = (client: TestClient, mapOpacity: number, id?: CommandId): Promise<Answer> =>
  client.command('mapSettings.change', { mapOpacity }, id)
const watchAll = (client: TestClient) => client.watch('roster/main', 'positions/main')
/** The number of keys that have expired in Redis; the lease is the only key that can. */
const expiredIn = async (redis: TestCluster['redis']) =>
  Number(/expired_keys:(\d+)/.exec(String(await redis.command('INFO', 'stats')))?.[1])

const epochsIn = async (redis: TestCluster['redis']) => {
  const entries = (await redis.command('XRANGE', '{waterhole}:journal', '-', '+')) as [string, string[]][]
  return entries.map(([, fields]) => (JSON.parse(fields[1] ?? '{}') as { epoch: number }).epoch)
}

test('[TK25] another node leads after a crash of the leader; calls made meanwhile are answered', async () => {
  const { cluster, leader, term, others, admin, player } = await openStaff()
  await watchAll(admin)
  await admin.until(() => admin.frames.length > 3)
  const began = performance.now()
  leader.kill('SIGKILL')
  const asked = setOpacity(player, 0.5)
  const next = await cluster.leader(others)
  const tookMs = performance.now() - began
  expect(await asked).toMatchObject({ ok: true })
  expect((await next.health())?.node.epoch).toBeGreaterThan(term)
  const had = admin.frames.length
  await admin.until(() => admin.frames.length > had + 3)
  await admin.until(() => Object.keys((admin.copies.get('roster/main') as { players: object }).players).length > 20)
  console.log(`another node leads after ${Math.round(tookMs)} ms`)
})

test('[TK26] a leader that is stopped in order hands over without waiting for the end of its lease, and reports that it drains before it closes', async () => {
  // A node without sockets drains for a third of it: so long that a poll on a busy machine sees it.
  const { cluster, leader, others, player } = await openStaff({ DRAIN_SECONDS: '9' })
  const expired = await expiredIn(cluster.redis)
  const began = performance.now()
  leader.kill('SIGTERM')
  const draining = await until(async () => {
    const health = await leader.health()
    return health?.status === 'draining' ? health : null
  })
  expect([draining.code, draining.ready]).toEqual([503, false])
  await cluster.leader(others)
  console.log(`another node leads after ${Math.round(performance.now() - began)} ms`)
  expect(await expiredIn(cluster.redis)).toBe(expired)
  expect(await setOpacity(player, 0.6)).toMatchObject({ ok: true })
  expect(await leader.ended()).toBe(0)
})

test('[TK27] a leader that was paused past its lease appends nothing when it wakes, and serves as a follower', async () => {
  const { cluster, leader, others, player } = await openStaff()
  const waiting = await cluster.visit(leader, 'player', 3)
  leader.kill('SIGSTOP')
  const id = freshId(Date.now())
  const pending = setOpacity(waiting, 0.4, id).catch(() => null)
  const next = await cluster.leader(others)
  expect(await setOpacity(player, 0.7)).toMatchObject({ ok: true })
  const { epoch } = (await until(() => next.health())).node
  leader.kill('SIGCONT')
  await cluster.ready([leader])
  const woken = await until(async () => {
    const node = (await leader.health())?.node
    return node && node.epoch >= epoch ? node : null
  })
  // On a busy machine the lease may have ended again since, and any node may lead by now.
  if (woken.epoch === epoch) expect(woken.role).toBe('follower')
  // On a busy machine the client may have given its silent socket up: it connects again and repeats the command, as a page does.
  if (!(await pending)) await waiting.connect()
  expect((await pending) ?? (await setOpacity(waiting, 0.4, id))).toMatchObject({ ok: true })
  expect(await setOpacity(waiting, 0.8)).toMatchObject({ ok: true })
  const epochs = await epochsIn(cluster.redis)
  expect(epochs).toEqual(epochs.toSorted((one, another) => one - another))
  expect(epochs.at(-1)).toBeGreaterThanOrEqual(epoch)
  const awake = await cluster.visit(leader, 'admin')
  await watchAll(awake)
  await awake.until(() => awake.frames.length > 3)
})

test('[TK2089] a leader that loses its store reports that, and what its workers could not save as warnings and not as faults of the program', async () => {
  const { cluster, leader, admin } = await openStaff()
  await watchAll(admin)
  await admin.until(() => admin.frames.length > 3)
  const here = await cluster.visit(leader, 'player', 3)
  await cluster.redis.stop()
  // What the workers report meanwhile waits behind it.
  const asked = setOpacity(here, 0.5)
  await until(() => /couldn't reach its journal/.test(leader.output()))
  await cluster.redis.restart()
  await asked
  expect(leader.output()).toMatch(/"level":40[^\n]*"msg":"[\w. ]+: The hub couldn't reach its journal/)
  expect(leader.output()).not.toContain('fault in')
})
