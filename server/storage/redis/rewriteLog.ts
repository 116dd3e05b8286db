import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from './answers.ts'
import { fieldsOf } from './readFacts.ts'
import type { Caller } from './script.ts'

const LOOK_EVERY_MS = 25

/** A file that Redis writes anew beside its work. */
export interface Rewriting {
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
export class NotRewritten extends Error {}

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
export async function rewrite(
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
      if (!(error instanceof Refused)) throw error
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
export const rewriteLog = (line: Caller, signal: AbortSignal, isDone?: () => Promise<boolean>) =>
  rewrite(line, log, signal, isDone)
