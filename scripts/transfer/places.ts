import type { Config } from '../../server/config.ts'
import { openSqliteSource } from '../../server/storage/sqlite/openSqliteSource.ts'
import { openSqliteTarget } from '../../server/storage/sqlite/openSqliteTarget.ts'
import type { TransferSource } from '../../server/storage/transfer/transferSource.ts'
import type { TransferTarget } from '../../server/storage/transfer/transferTarget.ts'

/** The store that the hub of this configuration would open. */
export const openSource = ({ dataDir }: Config): Promise<TransferSource> => openSqliteSource(dataDir)
export const openTarget = ({ dataDir }: Config): Promise<TransferTarget> => openSqliteTarget(dataDir)
