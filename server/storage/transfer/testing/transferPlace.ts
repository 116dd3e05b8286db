import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../../../engine/storage.ts'
import { startRedis } from '../../../testing/redisProcess.ts'
import { openRedisStorage } from '../../redis/redis.ts'
import { longLeaseTimes } from '../../redis/testing/leaseTimes.ts'
import { nodeName } from '../../redis/testing/redisPlace.ts'
import { openRedisSource } from '../../redis/transferSource.ts'
import { openRedisTarget } from '../../redis/transferTarget.ts'
import { openSqliteStorage } from '../../sqlite/sqlite.ts'
import { openSqliteSource } from '../../sqlite/transferSource.ts'
import { openSqliteTarget } from '../../sqlite/transferTarget.ts'
import type { TransferSource, TransferTarget } from '../transferPort.ts'

/** A place for a store, empty at first, that is exported and imported. */
export interface TransferPlace {
  /** Opened, not loaded; the caller closes it. */
  storage(): Promise<Storage>
  source(): Promise<TransferSource>
  target(): Promise<TransferTarget>
  /** Removes the place. */
  remove(): Promise<void>
}

export const redisPlace = async (): Promise<TransferPlace & { readonly url: string }> => {
  const redis = await startRedis({ config: { appendonly: 'no' } })
  const { url } = redis
  const address = { url, prefix: 'waterhole' }
  return {
    url,
    storage: () => openRedisStorage({ url, node: nodeName(), times: longLeaseTimes }),
    source: () => openRedisSource(address),
    target: () => openRedisTarget(address),
    remove: redis.remove,
  }
}

export const sqlitePlace = async (): Promise<TransferPlace & { readonly folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-transfer-'))
  return {
    folder,
    storage: () => openSqliteStorage({ folder }),
    source: () => openSqliteSource(folder),
    target: () => openSqliteTarget(folder),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
