import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Hold } from '../engine/storage.ts'
import { startBackupsWorker } from '../features/backups/worker.ts'
import type { Log } from '../observability/log.ts'
import { createBackupFolder } from '../storage/backups/backupFolder.ts'
import { createFormerData } from '../storage/backups/formerData.ts'
import { askRestore } from '../storage/backups/restore.ts'

type BackupConfig = Pick<Config, 'dataDir' | 'backupDir' | 'redis'>

export const backupFolderOf = ({ backupDir, dataDir }: Pick<Config, 'dataDir' | 'backupDir'>) =>
  backupDir ?? join(dataDir, 'backups')

interface BackupsDeps {
  readonly hub: Hub
  readonly config: BackupConfig
  readonly clock: Clock
  readonly node: string
  hold(): Promise<Hold>
  /** Closes the hub and starts it again, on the restored data; null where the process cannot do that. */
  readonly startAgain: (() => void) | null
  readonly log: Pick<Log, 'warn'>
  readonly onFault: (what: string, error: unknown) => void
}

const withRedis =
  'Its data is in Redis, which other nodes use too. Stop all nodes, run npm run restore -- FILE, and start them again.'
const notHere = 'It was not started in a way that lets it start again. Stop it, and run npm run restore -- FILE.'

/** Makes, tries and restores backups while this node leads. Returns the way to stop. */
export function startBackups({ hub, config, clock, node, hold, startAgain, log, onFault }: BackupsDeps): () => void {
  const { dataDir, redis } = config
  const place = redis ? { dataDir, redis } : { dataDir, redis: null }
  const files = createBackupFolder({
    folder: backupFolderOf(config),
    isNamed: config.backupDir !== null,
    place,
    hold,
    now: clock.now,
  })
  const former = createFormerData({ dataDir, now: clock.now })
  const restore = async (id: string) => {
    const { file } = await files.find(id)
    askRestore({ dataDir, file: files.pathOf(file), now: clock.now() })
    startAgain?.()
    // The hub stops now. The task is not over before the hub has started again.
    await new Promise(() => {})
  }
  const whyNot = redis ? withRedis : startAgain === null ? notHere : null
  const worker = startBackupsWorker({
    hub,
    files,
    former,
    clock,
    node,
    restore: whyNot ?? restore,
    warn: (text) => log.warn(text),
    onFault,
  })
  return worker.stop
}
