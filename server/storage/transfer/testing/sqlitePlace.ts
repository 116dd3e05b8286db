import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteSource } from '../../sqlite/openSqliteSource.ts'
import { openSqliteTarget } from '../../sqlite/openSqliteTarget.ts'
import { openSqliteStorage } from '../../sqlite.ts'
import type { TransferPlace } from './transferPlace.ts'

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
