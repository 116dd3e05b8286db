import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { defineDocument, nobody, notPersonal } from '../../shared/engine/document.ts'
import { bucketOf } from '../../shared/engine/hashBuckets.ts'
import { Recurrence } from '../../shared/engine/recurrence.ts'
import { type DoneRuns, isRecurrence, nextRun } from './recurrence.ts'
import { plain, type Transaction } from './transaction.ts'

const Runs = z.object({ from: z.number(), to: z.number() })

const Timer = z.object({
  at: z.number(),
  command: z.string(),
  input: z.unknown(),
  /** Of a timer that recurs: `at` is its next run. */
  recurrence: Recurrence.exactOptional(),
  /** Its first and last run, epoch ms, of those that have taken place one after the other without a gap. */
  done: Runs.exactOptional(),
  /** The same of other runs, which a gap or a clock that was behind parts from those. */
  otherDone: z.array(Runs).exactOptional(),
})
export type Timer = z.infer<typeof Timer>

/** All runs of a timer that are known to have taken place, those to which one was added last at the end. */
export const doneOf = ({ done, otherDone = [] }: Timer): readonly DoneRuns[] =>
  done ? [...otherDone, done] : otherDone

/** Fields of a timer with these runs. */
export function doneAs(runs: readonly DoneRuns[]): Pick<Timer, 'done' | 'otherDone'> {
  const otherDone = runs.map((one) => ({ ...one }))
  const done = otherDone.pop()
  return { ...(done && { done }), ...(otherDone.length > 0 && { otherDone }) }
}

/** Commands to be run later. Split over buckets, so that setting one stays cheap among thousands. */
export const timers = defineDocument({
  kind: 'timers',
  schema: z.object({ due: z.record(z.string(), Timer).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('holds commands to be run later; they find erased persons gone'),
})

const timerBuckets = 64

export const timerBucketOf = (id: string): string => bucketOf(id, timerBuckets)

export interface Scheduler {
  /** Runs `command` at epoch ms `at`. Replaces an earlier timer of the same id. */
  set(id: string, at: number, command: string, input: unknown): void
  /**
   * Runs `command` at the times of `recurrence`. Replaces an earlier timer of the same id; one that recurs in the same way keeps its
   * next run, so that this may be called at every start. Returns the next run, epoch ms; null if there is none any more.
   * @throws when the rule or the zone cannot be read
   */
  every(id: string, recurrence: Recurrence, command: string, input: unknown): number | null
  cancel(id: string): void
}

/** A class, and not functions for each rule: every command has one, and few use it. */
export class RuleScheduler implements Scheduler {
  private readonly transaction: Transaction
  private readonly now: number

  constructor(transaction: Transaction, now: number) {
    this.transaction = transaction
    this.now = now
  }

  set(id: string, at: number, command: string, input: unknown): void {
    this.transaction.edit(timers, timerBucketOf(id)).due[id] = { at, command, input }
  }

  every(id: string, recurrence: Recurrence, command: string, input: unknown): number | null {
    if (!isRecurrence(recurrence))
      throw new RangeError(`"${recurrence.rule}" in "${recurrence.zone}" is not a valid recurrence`)
    const { edit, read } = this.transaction
    const before = plain(read(timers, timerBucketOf(id)).due[id])
    const recursAlready = isDeepStrictEqual(before?.recurrence, recurrence)
    const at = before && recursAlready ? before.at : nextRun(recurrence, this.now)
    const done = before && recursAlready ? doneAs(doneOf(before)) : {}
    const timer = at === null ? undefined : { at, command, input, recurrence, ...done }
    if (isDeepStrictEqual(before, timer)) return at
    if (timer) edit(timers, timerBucketOf(id)).due[id] = timer
    else delete edit(timers, timerBucketOf(id)).due[id]
    return at
  }

  cancel(id: string): void {
    delete this.transaction.edit(timers, timerBucketOf(id)).due[id]
  }
}
