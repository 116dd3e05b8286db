import { fieldsOf } from './readFacts.ts'
import { type Rewriting, rewrite, rewriteLog } from './rewriteLog.ts'
import type { Caller } from './script.ts'

const snapshot: Rewriting = {
  command: ['BGSAVE', 'SCHEDULE'],
  running: ['rdb_bgsave_in_progress'],
  outcome: 'rdb_last_bgsave_status',
}

interface FilesParts {
  readonly line: Caller
  /** Whether Redis writes snapshots; null when it does not tell. */
  readonly snapshots: boolean | null
  readonly signal: AbortSignal
}

/**
 * Lets Redis write its files anew, so that nothing that was changed or removed is left in them. False when it does not let us:
 * then that happens whenever it does so by itself. @throws when it fails: what was removed may still be in its files
 */
export const createFiles =
  ({ line, snapshots, signal }: FilesParts) =>
  async (): Promise<boolean> => {
    const isLogged = fieldsOf(await line.call(['INFO', 'persistence'])).get('aof_enabled') === '1'
    const [isLogWritten, isSnapshotWritten] = [
      isLogged ? await rewriteLog(line, signal) : true,
      snapshots === false || (await rewrite(line, snapshot, signal)),
    ]
    return isLogWritten && isSnapshotWritten
  }
