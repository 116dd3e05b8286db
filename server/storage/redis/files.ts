import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from './answers.ts'
import { fieldsOf } from './readFacts.ts'
import type { Caller } from './script.ts'

const LOOK_EVERY_MS = 100

interface Writing {
  readonly command: readonly string[]
  /** INFO's word for one that runs, or is going to. */
  readonly running: readonly string[]
  readonly outcome: string
}

const log: Writing = {
  command: ['BGREWRITEAOF'],
  running: ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'],
  outcome: 'aof_last_bgrewrite_status',
}
const snapshot: Writing = {
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
export const createFiles = ({ line, snapshots, signal }: FilesParts) => {
  const told = async () => fieldsOf(await line.call(['INFO', 'persistence']))
  /** Until none runs that may have begun before. */
  const settle = async ({ running }: Writing) => {
    for (;;) {
      const info = await told()
      if (running.every((word) => (info.get(word) ?? '0') === '0')) return info
      await sleep(LOOK_EVERY_MS, null, { signal })
    }
  }
  const write = async (writing: Writing): Promise<boolean> => {
    await settle(writing)
    try {
      await line.call(writing.command)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (/already in progress|can't/i.test(error.message)) return write(writing)
      return false
    }
    const info = await settle(writing)
    if (info.get(writing.outcome) !== 'ok')
      throw new Error(`${writing.command[0]} failed in Redis: see its log. Then ask again.`)
    return true
  }
  return async (): Promise<boolean> => {
    const isLogged = (await told()).get('aof_enabled') === '1'
    const [isLogWritten, isSnapshotWritten] = [
      isLogged ? await write(log) : true,
      snapshots === false || (await write(snapshot)),
    ]
    return isLogWritten && isSnapshotWritten
  }
}
