import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from './answers.ts'
import { FORM } from './checkKeys.ts'
import type { Preparing } from './keptWire.ts'
import type { Place } from './place.ts'
import { fieldsOf } from './readFacts.ts'
import { NotRewritten, rewriteLog } from './rewriteLog.ts'
import type { Caller } from './script.ts'

/** After so long it is tried again where it failed. */
const againMs = 1_000

export interface SoundLog {
  /** For each connection on which something is written. */
  readonly prepare: Preparing
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
export function createSoundLog({ place: { keys, name }, warn }: SoundLogParts): SoundLog {
  let isTold = false
  let why: string | null = null

  const see = async (line: Caller, signal: AbortSignal): Promise<void> => {
    const info = fieldsOf(await unlessRefused(line.call(['INFO'])))
    const run = info.get('run_id')
    if (run === undefined || info.get('aof_enabled') !== '1') return
    const isRewritten = async () => (await unlessRefused(line.call(['GET', keys.run]))) === run
    const isOurs = (await unlessRefused(line.call(['HGET', keys.format, 'form']))) === FORM
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
    if (error instanceof Refused && error.word !== 'LOADING') return null
    throw error
  })
