import { setTimeout as sleep } from 'node:timers/promises'
import { canMigrate } from '../migrations.ts'
import { RedisRefusal } from './client.ts'
import type { PrepareConnection } from './connection.ts'
import { infoFields } from './durability.ts'
import type { Place } from './keys.ts'
import type { Caller } from './lua/script.ts'

export interface LogCheck {
  /** Runs on each connection that writes. */
  readonly prepare: PrepareConnection
  /** Why nothing may be written at the moment; null when writing is safe. */
  whyUnsafe(): string | null
}

const RETRY_AFTER_MS = 1_000

/**
 * Prevents writes to an append-only file that may be torn. When a full disk or a crash of the machine cuts Redis off in the middle of a
 * transaction, the next start of Redis can leave the beginning of that transaction in its file: at the start after that it executes
 * this beginning and drops what was acknowledged in between (seen with Redis 7.0.15; fixed in Valkey by valkey-io/valkey#4342). So
 * each start of Redis is followed by one BGREWRITEAOF before the hub writes: `run` remembers for which start that was done.
 */
export function createLogCheck(place: Place, warn: (text: string) => void): LogCheck {
  const { keys, name } = place
  let hasWarned = false
  let unsafe: string | null = null

  const rewriteOnce = async (caller: Caller, signal: AbortSignal): Promise<void> => {
    const info = infoFields(await unlessRefused(caller.call(['INFO'])))
    const run = info.get('run_id')
    if (run === undefined || info.get('aof_enabled') !== '1') return
    const isRewritten = async () => (await unlessRefused(caller.call(['GET', keys.run]))) === run
    const isOurs = canMigrate(Number(await unlessRefused(caller.call(['HGET', keys.format, 'form']))))
    if (!isOurs || (await isRewritten())) return
    if (await rewriteInBackground(caller, appendOnlyFile, signal, isRewritten))
      return void (await unlessRefused(caller.call(['SET', keys.run, run])))
    if (!hasWarned) warn(forbiddenText(name))
    hasWarned = true
  }
  /** Until it succeeds or the connection has ended: the next connection begins again. */
  const retry = async (caller: Caller, signal: AbortSignal) => {
    while (unsafe !== null) {
      await sleep(RETRY_AFTER_MS, null, { signal })
      try {
        await rewriteOnce(caller, signal)
        unsafe = null
      } catch (error) {
        if (!(error instanceof NotRewritten)) throw error
      }
    }
  }
  return {
    async prepare(caller, signal) {
      unsafe = null
      try {
        await rewriteOnce(caller, signal)
      } catch (error) {
        if (!(error instanceof NotRewritten)) throw error
        unsafe = unsafeText(name)
        warn(unsafe)
        void retry(caller, signal).catch(() => {})
      }
    },
    whyUnsafe: () => unsafe,
  }
}

const unsafeText = (name: string) =>
  `${name}: this Redis could not rewrite its log (BGREWRITEAOF), as it must once after each of its starts. Nothing is written to it before that: see its log, and whether its disk is full.`

const forbiddenText = (name: string) =>
  `${name}: this Redis does not let the hub use BGREWRITEAOF. Should its log ever be cut off by a full disk or the end of its machine, run BGREWRITEAOF there once it is up: until then its next start may lose what was acknowledged.`

/** A command that Redis does not permit is not an error here. @throws RedisRefusal while Redis is loading */
const unlessRefused = (answer: Promise<unknown>) =>
  answer.catch((error) => {
    if (error instanceof RedisRefusal && error.code !== 'LOADING') return null
    throw error
  })

/**
 * Makes Redis rewrite its files, so that nothing erased is left in them. False when Redis does not permit that: then it happens
 * whenever Redis does so by itself. @param snapshots whether Redis writes snapshots; null when unknown
 * @throws NotRewritten: what was erased may still be in its files
 */
export async function rewriteFiles(caller: Caller, snapshots: boolean | null, signal: AbortSignal): Promise<boolean> {
  const isLogged = infoFields(await caller.call(['INFO', 'persistence'])).get('aof_enabled') === '1'
  const isLogRewritten = !isLogged || (await rewriteInBackground(caller, appendOnlyFile, signal))
  const isSnapshotRewritten = snapshots === false || (await rewriteInBackground(caller, snapshotFile, signal))
  return isLogRewritten && isSnapshotRewritten
}

/** A file that Redis rewrites in the background. */
interface BackgroundFile {
  readonly command: readonly string[]
  /** INFO's fields for a rewrite that runs or is scheduled. */
  readonly running: readonly string[]
  readonly outcome: string
}

const appendOnlyFile: BackgroundFile = {
  command: ['BGREWRITEAOF'],
  running: ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'],
  outcome: 'aof_last_bgrewrite_status',
}
const snapshotFile: BackgroundFile = {
  command: ['BGSAVE', 'SCHEDULE'],
  running: ['rdb_bgsave_in_progress'],
  outcome: 'rdb_last_bgsave_status',
}

/** Redis tried to rewrite a file and failed. */
class NotRewritten extends Error {}

const POLL_EVERY_MS = 25

/**
 * Starts a rewrite when none runs that may have started before, and waits for its end. False when Redis does not permit it.
 * @param isDone asked before the start: another node may have done it @throws NotRewritten
 */
async function rewriteInBackground(
  caller: Caller,
  file: BackgroundFile,
  signal: AbortSignal,
  isDone: () => Promise<boolean> = async () => false,
): Promise<boolean> {
  const untilIdle = async () => {
    for (;;) {
      const info = infoFields(await caller.call(['INFO', 'persistence']))
      if (file.running.every((field) => (info.get(field) ?? '0') === '0')) return info
      await sleep(POLL_EVERY_MS, null, { signal })
    }
  }
  for (;;) {
    await untilIdle()
    if (await isDone()) return true
    try {
      await caller.call(file.command)
      break
    } catch (error) {
      if (!(error instanceof RedisRefusal)) throw error
      if (/can't execute/i.test(error.message)) throw new NotRewritten(error.message)
      if (!/already in progress|can't/i.test(error.message)) return false
    }
  }
  const info = await untilIdle()
  if (info.get(file.outcome) !== 'ok')
    throw new NotRewritten(`${file.command[0]} failed in Redis: see its log. Then try again.`)
  return true
}
