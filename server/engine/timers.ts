import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { type DocumentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import { type Clock, onWallTimeSet } from './clock.ts'
import { CommandRefused } from './dispatch.ts'
import { isOutdated, isRecurrence, nextUndone, withRun } from './recurrence.ts'
import { type Context, type Implementation, implement, Refusal } from './rule.ts'
import { doneAs, doneOf, type Timer, timerBucketOf, timers } from './schedule.ts'
import { plain } from './transaction.ts'

/** A run later than this was missed: the hub was down, or its store took nothing. */
const onTimeMs = 60_000
/** One that was made up for still later may be one of a clock that was years ahead: its time is to come, and it runs then. */
const latestCountedMs = 24 * 3_600_000
/** Runs that took place later than so are of a clock that was ahead. */
const furthestBehindMs = 31 * 24 * 3_600_000

/** Runs a due command. The timer's removal, or its next run, and the command's changes share one entry: it runs once, even after a crash. */
export const fireTimer = defineCommand({
  name: 'timers.fire',
  permission: 'hub',
  input: z.object({ id: z.string(), isRefused: z.boolean() }),
  output: z.object({}),
  refusals: { early: 'That timer is not due yet.' },
})

export const fireTimerWith = (commands: ReadonlyMap<string, Implementation>) =>
  implement(fireTimer, (context, { id, isRefused }) => {
    const { due } = context.edit(timers, timerBucketOf(id))
    const timer = due[id]
    if (!timer) return {}
    if (timer.at > context.now) context.refuse('early')
    const before = plain(timer)
    const { at, command, input, recurrence } = before
    const lateMs = context.now - at
    // A clock that was behind has set it: later runs have taken place, so this one was not missed.
    const isLeftOver = doneOf(before).some(({ from, to }) => to > at && from - at <= furthestBehindMs)
    const isSkipped = lateMs > onTimeMs && (recurrence?.missed === 'skip' || isLeftOver)
    const isDone = !isRefused && !isSkipped && lateMs <= latestCountedMs
    const runs = recurrence && isDone ? withRun(recurrence, doneOf(before), at) : doneOf(before)
    // A zone that this release's data does not know any more is reported, and then dropped.
    const isOver = !recurrence || (isRefused && !isRecurrence(recurrence))
    const next = isOver ? null : nextUndone(recurrence, runs, context.now)
    if (recurrence && next !== null) due[id] = { at: next, command, input, recurrence, ...doneAs(runs) }
    else delete due[id]
    if (!isRefused && !isSkipped) runDue(commands, context, command, input)
    return {}
  })

/** Computes the next run again where it is outdated: a recurrence is stored as wall time and zone, and the rules of a zone may have changed since. */
export const reviewTimer = defineCommand({
  name: 'timers.review',
  permission: 'hub',
  input: z.object({ id: z.string() }),
  output: z.object({}),
  refusals: {},
})

export const reviewing = implement(reviewTimer, ({ edit, now }, { id }) => {
  const timer = edit(timers, timerBucketOf(id)).due[id]
  if (timer?.recurrence && mustReview(timer, now))
    timer.at = nextUndone(timer.recurrence, doneOf(plain(timer)), now) ?? timer.at
  return {}
})

const mustReview = ({ at, recurrence }: Timer, now: number) =>
  Boolean(recurrence && at > now && isRecurrence(recurrence) && isOutdated(recurrence, at, now))

function runDue(commands: ReadonlyMap<string, Implementation>, context: Context, name: string, input: unknown) {
  const target = commands.get(name)
  if (!target) throw new Error(`A timer is set for the command "${name}", which no feature declares`)
  const refuse = (code: string): never => {
    throw new Refusal(code, target.command.refusals[code] ?? code)
  }
  target.rule({ ...context, command: name, refuse }, target.command.input.parse(input))
}

/** The error with which a run failed; one that says that the timer ends with it, where its recurrence cannot be read. */
function faultOf(id: string, { command, recurrence }: Timer, cause: unknown): unknown {
  if (!recurrence || isRecurrence(recurrence)) return cause
  const { rule, zone } = recurrence
  const why = `its recurrence "${rule}" in "${zone}" cannot be read`
  return new Error(`The timer "${id}" of the command "${command}" was dropped: ${why}`, { cause })
}

const retryMs = 10_000

interface TimersDeps {
  readonly clock: Clock
  readonly registry: { readonly commands: Pick<ReadonlyMap<string, Implementation>, 'get'> }
  readonly execute: (name: string, input: unknown) => Promise<unknown>
  readonly onFault: (command: string, error: unknown) => void
}

interface Waiting {
  readonly at: number
  readonly cancel: () => void
  /** Absent while the store is asked again, and where this release cannot run it. */
  readonly timer?: Timer
  /** One that this release cannot run. */
  readonly kept?: Timer
}

/** Follows the timers documents and runs each command at its time. */
export function createTimers({ clock, registry, execute, onFault }: TimersDeps) {
  /** By bucket, then by timer. */
  const waiting = new Map<string, Map<string, Waiting>>()
  /** Commands with timers that this release cannot run, which have been reported. */
  const reported = new Set<string>()
  let isStopped = false
  let stopWatching: (() => void) | null = null

  const inBucket = (bucket: string) => {
    const waits = waiting.get(bucket) ?? new Map<string, Waiting>()
    waiting.set(bucket, waits)
    return waits
  }

  function review(id: string, timer: Timer) {
    if (mustReview(timer, clock.now()))
      void execute(reviewTimer.name, { id }).catch((error) => onFault(reviewTimer.name, error))
  }

  function wait(id: string, timer: Timer) {
    const due = () => (timer.at > clock.now() ? wait(id, timer) : void fire(id, timer))
    inBucket(timerBucketOf(id)).set(id, { at: timer.at, timer, cancel: clock.after(timer.at - clock.now(), due) })
    stopWatching ??= onWallTimeSet(clock, waitAgain)
  }

  /**
   * Wall time was set: what is due by it now runs now, and the rest waits for as long as is left. A recurrence keeps its next run, so that
   * one which has run today does not run again when the clock is set back, unless the clock was far ahead.
   */
  function waitAgain() {
    const timersNow = [...waiting.values()].flatMap((waits) => [...waits])
    for (const [id, { timer, cancel }] of timersNow) {
      if (!timer) continue
      cancel()
      review(id, timer)
      wait(id, timer)
    }
  }

  function stopWatchingIfIdle() {
    if ([...waiting.values()].some(({ size }) => size > 0)) return
    stopWatching?.()
    stopWatching = null
  }

  async function fire(id: string, timer: Timer) {
    if (whyUnreadable(timer) !== null) return keep(id, timer)
    inBucket(timerBucketOf(id)).delete(id)
    try {
      await execute(fireTimer.name, { id, isRefused: false })
    } catch (error) {
      if (isStopped) return
      if (error instanceof CommandRefused && error.isStorageFailure) return retry(id, timer)
      onFault(timer.command, faultOf(id, timer, error))
      await execute(fireTimer.name, { id, isRefused: true }).catch(() => retry(id, timer))
    }
  }

  /** Why this release cannot run a timer; null where it can. One that recurs has further runs, and is not lost with one. */
  function whyUnreadable({ command: name, input, recurrence }: Timer): string | null {
    const known = registry.commands.get(name)
    if (!known) return 'which no feature of this release declares'
    if (recurrence || known.command.input.safeParse(input).success) return null
    return 'whose input this release cannot read'
  }

  /** Leaves a timer to the next leader whose release can run it: this one may be older than the one that set it. */
  function keep(id: string, timer: Timer) {
    const { at, command } = timer
    inBucket(timerBucketOf(id)).set(id, { at, kept: timer, cancel() {} })
    if (reported.has(command)) return
    reported.add(command)
    const all = [...waiting.values()].flatMap((waits) => [...waits.values()].map((one) => one.timer ?? one.kept))
    const count = all.filter((one) => one?.command === command && whyUnreadable(one) !== null).length
    const are = count === 1 ? 'A timer is' : `${count} timers are`
    onFault(command, new Error(`${are} set for the command "${command}", ${whyUnreadable(timer)}`))
  }

  /** The store could not take it: the timer is still set. */
  function retry(id: string, timer: Timer) {
    const cancel = clock.after(retryMs, () => void fire(id, timer))
    inBucket(timerBucketOf(id)).set(id, { at: timer.at, cancel })
  }

  return {
    /** Takes up a timers document as it is now. */
    follow(document: DocumentId, value: object) {
      // What was being written when a term ended is shown after it.
      if (isStopped || kindOf(document) !== timers.kind) return
      const waits = inBucket(keyOf(document))
      const { due } = value as { due: Record<string, Timer> }
      for (const [id, timer] of Object.entries(due)) {
        const known = waits.get(id)
        // Set again for the same time it may have another input. An entry without a timer asks the store again.
        if (known?.at === timer.at && (known.timer ?? known.kept ?? timer) === timer) continue
        known?.cancel()
        review(id, timer)
        wait(id, timer)
      }
      for (const [id, { cancel }] of waits) {
        if (due[id]) continue
        cancel()
        waits.delete(id)
      }
      stopWatchingIfIdle()
    },
    stop() {
      isStopped = true
      stopWatching?.()
      for (const waits of waiting.values()) for (const { cancel } of waits.values()) cancel()
    },
  }
}
