import { setTimeout as sleep } from 'node:timers/promises'
import { RedisRefusal } from './client.ts'
import type { PrepareConnection } from './connection.ts'
import { fieldsOf } from './durability.ts'
import type { Place } from './keys.ts'
import type { Caller } from './lua/script.ts'
import { FORMAT } from './open.ts'

/** After so long it is tried again where it failed. */
const againMs = 1_000

interface LogCheck {
  /** For each connection on which something is written. */
  readonly prepare: PrepareConnection
  /** Why nothing may be written at the moment. */
  why(): string | null
}

interface SoundLogParts {
  readonly place: Place
  readonly warn: (words: string) => void
}

/**
 * Nothing is written into a log that may be torn. Where a full disk or the end of the machine cut off Redis in the middle of a
 * transaction, the next start of Redis can leave the beginning of that transaction in its log: once more started, it then carries that
 * beginning out, and drops what was acknowledged in between (seen with Redis 7.0.15;
 * mended in Valkey by valkey-io/valkey#4342). So each start of Redis is followed by one BGREWRITEAOF before the hub writes: `run`
 * remembers for which start that was done.
 */
export function createLogCheck({ place: { keys, name }, warn }: SoundLogParts): LogCheck {
  let isTold = false
  let why: string | null = null

  const see = async (line: Caller, signal: AbortSignal): Promise<void> => {
    const info = fieldsOf(await unlessRefused(line.call(['INFO'])))
    const run = info.get('run_id')
    if (run === undefined || info.get('aof_enabled') !== '1') return
    const isRewritten = async () => (await unlessRefused(line.call(['GET', keys.run]))) === run
    const isOurs = (await unlessRefused(line.call(['HGET', keys.format, 'form']))) === FORMAT
    if (!isOurs || (await isRewritten())) return
    if (await rewriteLog(line, signal, isRewritten))
      return void (await unlessRefused(line.call(['SET', keys.run, run])))
    if (!isTold) warn(unmended(name))
    isTold = true
  }
  /** Until it is done, or the connection has ended: whoever comes with the next one begins anew. */
  const seeAgain = async (line: Caller, signal: AbortSignal) => {
    while (why !== null) {
      await sleep(againMs, null, { signal })
      await see(line, signal).then(
        () => {
          why = null
        },
        (error) => {
          if (!(error instanceof NotRewritten)) throw error
        },
      )
    }
  }
  return {
    async prepare(line, signal) {
      why = null
      try {
        await see(line, signal)
      } catch (error) {
        if (!(error instanceof NotRewritten)) throw error
        why = unsound(name)
        warn(why)
        void seeAgain(line, signal).catch(() => {})
      }
    },
    why: () => why,
  }
}

const unsound = (name: string) =>
  `${name}: this Redis could not write its log anew (BGREWRITEAOF), as it must once after each of its starts. Nothing is written to it before that: see its log, and whether its disk is full.`

const unmended = (name: string) =>
  `${name}: this Redis does not let the hub use BGREWRITEAOF. Should its log ever be cut off by a full disk or the end of its machine, run BGREWRITEAOF there once it is up: until then its next start may lose what was acknowledged.`

/** What it does not let us do is not what is asked here. @throws Refused while it is loading */
const unlessRefused = (answer: Promise<unknown>) =>
  answer.catch((error) => {
    if (error instanceof RedisRefusal && error.code !== 'LOADING') return null
    throw error
  })

const LOOK_EVERY_MS = 25

/** A file that Redis writes anew beside its work. */
interface Rewriting {
  readonly command: readonly string[]
  /** INFO's word for one that runs, or is going to. */
  readonly running: readonly string[]
  readonly outcome: string
}

const log: Rewriting = {
  command: ['BGREWRITEAOF'],
  running: ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'],
  outcome: 'aof_last_bgrewrite_status',
}

/** Redis tried, and could not. */
class NotRewritten extends Error {}

/** Until none runs. */
async function settle(line: Caller, { running }: Rewriting, signal: AbortSignal) {
  for (;;) {
    const info = fieldsOf(await line.call(['INFO', 'persistence']))
    if (running.every((word) => (info.get(word) ?? '0') === '0')) return info
    await sleep(LOOK_EVERY_MS, null, { signal })
  }
}

/**
 * Begins one when none runs that may have begun before, and waits for its end. False when Redis does not let us.
 * @param isDone asked before it is begun: somebody else may have done it @throws NotRewritten when it fails
 */
async function rewrite(
  line: Caller,
  what: Rewriting,
  signal: AbortSignal,
  isDone: () => Promise<boolean> = async () => false,
): Promise<boolean> {
  for (;;) {
    await settle(line, what, signal)
    if (await isDone()) return true
    try {
      await line.call(what.command)
      break
    } catch (error) {
      if (!(error instanceof RedisRefusal)) throw error
      if (/can't execute/i.test(error.message)) throw new NotRewritten(error.message)
      if (!/already in progress|can't/i.test(error.message)) return false
    }
  }
  const info = await settle(line, what, signal)
  if (info.get(what.outcome) !== 'ok')
    throw new NotRewritten(`${what.command[0]} failed in Redis: see its log. Then ask again.`)
  return true
}

/** The log of all that changes. */
const rewriteLog = (line: Caller, signal: AbortSignal, isDone?: () => Promise<boolean>) =>
  rewrite(line, log, signal, isDone)

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
