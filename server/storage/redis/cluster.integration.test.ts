import { expect, test } from 'vitest'
import { freePort } from '../../testing/freePort.ts'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { createKeys } from './keys.ts'
import { redisBench } from './testing/redisBench.ts'

const bench = redisBench()

const clusterNode = async () =>
  bench.redis({
    config: { 'cluster-enabled': 'yes', 'cluster-node-timeout': '60000', 'cluster-port': `${await freePort()}` },
  })
type ClusterNode = Awaited<ReturnType<typeof clusterNode>>

/** Two nodes of one cluster. */
async function openPair() {
  const [one, two] = [await clusterNode(), await clusterNode()]
  const { 1: busPort } = (await two.command('CONFIG', 'GET', 'cluster-port')) as string[]
  await one.command('CLUSTER', 'MEET', '127.0.0.1', String(two.port), String(busPort))
  await expect.poll(() => one.command('CLUSTER', 'INFO')).toContain('cluster_known_nodes:2')
  await expect.poll(() => two.command('CLUSTER', 'INFO')).toContain('cluster_known_nodes:2')
  return [one, two] as const
}
const settled = async (...nodes: readonly ClusterNode[]) => {
  for (const node of nodes) await expect.poll(() => node.command('CLUSTER', 'INFO')).toContain('cluster_state:ok')
}

test('[RC11] in a cluster all keys are in one slot, and every operation works', async () => {
  const redis = await clusterNode()
  await redis.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await expect.poll(() => redis.command('CLUSTER', 'INFO')).toContain('cluster_state:ok')
  const [storage, other] = [await bench.open(redis.port), await bench.open(redis.port)]
  const { epoch } = await storage.load()
  const received: number[] = []
  await other.loadView()
  other.follow(0, { entries: (entries) => received.push(...entries.map(({ seq }) => seq)), missing: () => {} })
  await storage.append(sampleEntries(1, 30, epoch))
  await storage.checkpoint(30, talliesAt(30))
  await storage.erase({
    ids: ['player1', 'tally/t2'],
    externalIds: [],
    documents: ['tally/t1'],
    archives: {},
  })
  await storage.append([sampleEntry(31, epoch, { changes: [] })])
  await expect.poll(() => received.length).toBe(31)
  expect((await other.tail(0, 99))[0]).toMatchObject({ actor: 'player1', input: null })
  await storage.releaseLease()
  expect((await other.load()).epoch).toBe(epoch + 1)
  const keys = (await redis.command('KEYS', '*')) as string[]
  const slots = await Promise.all(keys.map((key) => redis.command('CLUSTER', 'KEYSLOT', key)))
  expect(keys.length).toBeGreaterThan(8)
  expect(new Set(slots).size).toBe(1)
})

test('[RC12] with the address of any cluster node the hub connects to the node that has its keys', async () => {
  const [one, two] = await openPair()
  const slot = Number(await one.command('CLUSTER', 'KEYSLOT', createKeys('waterhole').journal))
  await two.command('CLUSTER', 'ADDSLOTSRANGE', String(slot), String(slot))
  for (const [from, to] of [
    [0, slot - 1],
    [slot + 1, 16_383],
  ])
    await one.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to))
  await settled(one, two)
  const [near, far] = [await bench.open(two.port), await bench.open(one.port)]
  const { epoch } = await far.load()
  await far.append(sampleEntries(1, 5, epoch))
  await near.loadView()
  expect(await near.tail(0, 9)).toHaveLength(5)
  const received: number[] = []
  far.follow(0, { entries: (entries) => received.push(...entries.map(({ seq }) => seq)), missing: () => {} })
  await expect.poll(() => received).toHaveLength(5)
  expect(await one.command('DBSIZE')).toBe(0)
})

test('[RC13] after a failover to a replica the hub continues there, and nothing is lost', async () => {
  const [one, two] = await openPair()
  await one.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await settled(one)
  const master = String(await one.command('CLUSTER', 'MYID'))
  await expect.poll(() => two.command('CLUSTER', 'REPLICATE', master).catch(String)).toBe('OK')
  await expect.poll(() => two.command('INFO', 'replication')).toContain('master_link_status:up')
  const storage = await bench.open(one.port)
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 5, epoch))
  // It gives up after some seconds on a busy machine, and is asked for again.
  const role = async () => {
    await two.command('CLUSTER', 'FAILOVER').catch(String)
    return two.command('INFO', 'replication')
  }
  await expect.poll(role, { interval: 6_000 }).toContain('role:master')
  for (let seq = 6; seq <= 9; seq += 1) await storage.append([sampleEntry(seq, epoch)])
  expect(await storage.tail(0, 99)).toEqual(sampleEntries(1, 9, epoch))
  expect(await two.command('XLEN', createKeys('waterhole').journal)).toBe(9)
})

test('[RC14] the keys of archives and persons with any name are in the same slot', async () => {
  const redis = await clusterNode()
  const keys = createKeys('isle-2')
  const slot = await redis.command('CLUSTER', 'KEYSLOT', keys.journal)
  for (const list of ['audit/{other}', 'a/{}', '}{', ''])
    expect(await redis.command('CLUSTER', 'KEYSLOT', keys.archive(list))).toBe(slot)
})

test('[RC15] a cluster node that does not have the keys is reported by its address', async () => {
  const redis = await clusterNode()
  await expect(bench.open(redis.port)).rejects.toThrow(/is a cluster with a part missing/)
  await expect(bench.open(`${redis.url}/1`)).rejects.toThrow(/database 0 only/)
})
