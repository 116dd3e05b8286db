import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StorePlace } from '../../server/storage/backups/runBackupProcess.ts'
import { openRedisStorage } from '../../server/storage/redis/redis.ts'
import { longLeaseTimes } from '../../server/storage/redis/testing/leaseTimes.ts'
import { nodeName } from '../../server/storage/redis/testing/redisPlace.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { createRealStore } from '../../server/testing/realStore.ts'
import { type RedisProcess, startRedis } from '../../server/testing/redisProcess.ts'

/** Runs live in another year than this machine: nothing of theirs is old enough to be trimmed. */
export const keepsAll = { journalKeptMs: 100 * 365 * 86_400_000 }

/** Redis holds a few hundred keys at most. */
const removeAll = "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end"

export const storeKinds = ['embedded', 'redis'] as const
export type StoreKind = (typeof storeKinds)[number]

/** Real stores for runs: an embedded one in a folder of its own, or a prefix of a Redis that all runs of this process share. */
export function createStores() {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-torture-'))
  const started = new Map<string, RedisProcess>()
  let made = 0

  /** Started when it is first needed. */
  const redis = async (fsync: 'always' | 'everysec') => {
    const found = started.get(fsync) ?? (await startRedis({ config: { appendfsync: fsync } }))
    started.set(fsync, found)
    return found
  }
  const embedded = async () => {
    const dataDir = mkdtempSync(join(root, 'store-'))
    const open = () => openSqliteStorage({ folder: dataDir, ...keepsAll })
    const place: StorePlace = { dataDir, redis: null }
    return { store: createRealStore(open, 3), place, remove: async () => rmSync(dataDir, { recursive: true }) }
  }
  const shared = async () => {
    const server = await redis('always')
    const prefix = `run${++made}`
    const address = { url: server.url, prefix }
    const open = () => openRedisStorage({ ...address, node: nodeName(), times: longLeaseTimes, ...keepsAll })
    const place: StorePlace = { dataDir: root, redis: address }
    const remove = async () => void (await server.command('EVAL', removeAll, '0', `{${prefix}}:*`))
    return { store: createRealStore(open), place, remove }
  }
  return {
    redis,
    folder: () => mkdtempSync(join(root, 'folder-')),
    /** Gives `work` an empty store, and removes it afterwards. */
    async using<T>(kind: StoreKind, work: (store: UsedStore) => Promise<T>): Promise<T> {
      const { store, place, remove } = await (kind === 'embedded' ? embedded() : shared())
      try {
        return await work({ store, place })
      } finally {
        await store.close()
        await remove()
      }
    },
    async close() {
      for (const one of started.values()) await one.remove()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
export type Stores = ReturnType<typeof createStores>

export interface UsedStore {
  readonly store: ReturnType<typeof createRealStore>
  readonly place: StorePlace
}
