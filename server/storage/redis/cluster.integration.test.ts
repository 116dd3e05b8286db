import { expect, test } from 'vitest'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { createKeys } from './keys.ts'
import { redisBench } from './testing/redisBench.ts'

const bench = redisBench()

test('[RC1] in a cluster all keys lie in one slot, and everything that the hub does there is done', async () => {
  const redis = await bench.redis({ config: { 'cluster-enabled': 'yes' } })
  await redis.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await expect.poll(() => redis.command('CLUSTER', 'INFO')).toContain('cluster_state:ok')
  const [storage, other] = [await bench.open(redis.port), await bench.open(redis.port)]
  const { epoch } = await storage.load()
  const heard: number[] = []
  await other.view()
  other.follow(0, { entries: (entries) => heard.push(...entries.map(({ seq }) => seq)), missing: () => {} })
  await storage.append(sampleEntries(1, 30, epoch))
  await storage.checkpoint(30, talliesAt(30))
  await storage.forget({
    ids: ['player1'],
    words: [],
    documents: ['tally/t1'],
    lists: [{ archive: 'audit', key: 'tally/t2' }],
    nameFields: [],
  })
  await storage.append([sampleEntry(31, epoch, { changes: [] })])
  await expect.poll(() => heard.length).toBe(31)
  expect((await other.tail(0, 99))[0]).toMatchObject({ actor: 'player1', input: null })
  await storage.giveBack()
  expect((await other.load()).epoch).toBe(epoch + 1)
  const keys = (await redis.command('KEYS', '*')) as string[]
  const slots = await Promise.all(keys.map((key) => redis.command('CLUSTER', 'KEYSLOT', key)))
  expect(keys.length).toBeGreaterThan(8)
  expect(new Set(slots).size).toBe(1)
})

test('[RC2] whatever a list is called, its key stays in the slot', async () => {
  const redis = await bench.redis({ config: { 'cluster-enabled': 'yes' } })
  const keys = createKeys('isle-2')
  const slot = await redis.command('CLUSTER', 'KEYSLOT', keys.journal)
  for (const list of ['audit/{other}', 'a/{}', '}{', ''])
    expect(await redis.command('CLUSTER', 'KEYSLOT', keys.archive(list))).toBe(slot)
})

test('[RC3] a node of a cluster on which the keys do not lie is named', async () => {
  const redis = await bench.redis({ config: { 'cluster-enabled': 'yes' } })
  await expect(bench.open(redis.port)).rejects.toThrow(/is a cluster of which a part is missing/)
  await expect(bench.open(`${redis.url}/1`)).rejects.toThrow(/database 0 only/)
})
