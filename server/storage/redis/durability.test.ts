import { describe, expect, test } from 'vitest'
import { durabilityOf, type RedisFacts, unfitness } from './durability.ts'

const safe: RedisFacts = {
  version: '7.0.15',
  role: 'master',
  aof: true,
  fsync: 'always',
  noFsyncOnRewrite: false,
  snapshots: false,
  replicas: 0,
  replicasNeeded: 0,
  maxmemoryPolicy: 'noeviction',
}

describe('[RD15] the durability follows the configuration of Redis', () => {
  test.each([
    [{}, 'always', 'on its disk before anything is acknowledged'],
    [{ fsync: 'everysec' }, 'everysec', 'within a second or two'],
    [{ fsync: 'no' }, 'none', 'when the system decides'],
    [{ noFsyncOnRewrite: true }, 'none', 'not while it rewrites its log'],
    [{ aof: false }, 'none', 'kept in memory only'],
    [{ aof: false, snapshots: true }, 'none', 'kept in snapshots only'],
    [{ fsync: null, noFsyncOnRewrite: null }, 'unknown', 'is unknown, because CONFIG is forbidden'],
    [{ aof: null }, 'unknown', 'is unknown'],
  ] as const)('%o', (facts, level, text) => {
    const durability = durabilityOf('127.0.0.1:6379', { ...safe, ...facts })
    expect(durability.level).toBe(level)
    expect(durability.sentence).toContain(text)
    expect(durability.sentence).toContain('Redis 7.0.15 at 127.0.0.1:6379')
  })
})

test('[RD16] the durability names the replicas, how many a write needs, and their lag', () => {
  expect(durabilityOf('x:1', { ...safe, replicas: 2, replicasNeeded: 1 })).toMatchObject({
    replicas: { connected: 2, needed: 1 },
    sentence: expect.stringMatching(/2 replicas, of which 1 must be at hand for a write, behind by moments/),
  })
  expect(durabilityOf('x:1', { ...safe, replicas: null })).toMatchObject({ replicas: null })
})

test('[RD17] versions are compared by their numbers', () => {
  const said = (version: string | null) => unfitness({ ...safe, version })
  for (const version of ['6.2.0', '6.10.1', '7.0.15', '10.0.0', null]) expect(said(version)).toBeNull()
  for (const version of ['6.0.20', '5.0.14', '2.8.24']) expect(said(version)).toContain(version)
})
