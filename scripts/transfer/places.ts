import type { Config } from '../../server/config.ts'
import { openRedisSource } from '../../server/storage/redis/openRedisSource.ts'
import { openRedisTarget } from '../../server/storage/redis/openRedisTarget.ts'
import { openSqliteSource } from '../../server/storage/sqlite/openSqliteSource.ts'
import { openSqliteTarget } from '../../server/storage/sqlite/openSqliteTarget.ts'
import type { TransferSource } from '../../server/storage/transfer/transferSource.ts'
import type { TransferTarget } from '../../server/storage/transfer/transferTarget.ts'

/** The store that the hub of this configuration would open. */
export const openSource = ({ redis, dataDir }: Config): Promise<TransferSource> =>
  redis ? openRedisSource(redis) : openSqliteSource(dataDir)
export const openTarget = ({ redis, dataDir }: Config): Promise<TransferTarget> =>
  redis ? openRedisTarget(redis) : openSqliteTarget(dataDir)
