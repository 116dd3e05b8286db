import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { type DocumentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import type { Clock } from './clock.ts'
import { OrderRefused } from './orderRefused.ts'
import { type Context, type Implementation, implement, Refusal } from './rule.ts'
import { bucketOf, type Timer, timers } from './timers.ts'

/** Carries out what is due. The timer goes and its command's changes come in one entry: once, also after a crash. */
export const fireTimer = defineCommand({
  name: 'timers.fire',
  permission: 'hub',
  input: z.object({ id: z.string(), isRefused: z.boolean() }),
  output: z.object({}),
  refusals: { early: 'That timer is not due yet.' },
})

export const fireTimerWith = (commands: ReadonlyMap<string, Implementation>) =>
  implement(fireTimer, (context, { id, isRefused }) => {
    const { due } = context.edit(timers, bucketOf(id))
    const timer = due[id]
    if (!timer) return {}
    if (timer.at > context.now) context.refuse('early')
    const { command, input } = { ...timer }
    delete due[id]
    if (!isRefused) runDue(commands, context, command, input)
    return {}
  })

function runDue(commands: ReadonlyMap<string, Implementation>, context: Context, command: string, input: unknown) {
  const target = commands.get(command)
  if (!target) throw new Error(`A timer wants the command "${command}", which no feature brings`)
  const refuse = (code: string): never => {
    throw new Refusal(code, target.command.refusals[code] ?? code)
  }
  target.rule({ ...context, refuse }, target.command.input.parse(input))
}

const againMs = 10_000

interface ScheduleParts {
  readonly clock: Clock
  readonly order: (name: string, input: unknown) => Promise<unknown>
  readonly onFault: (command: string, error: unknown) => void
}

/** What is waited for, by bucket and timer. */
function createWaits() {
  const buckets = new Map<string, Map<string, { at: number; cancel: () => void }>>()
  const inBucket = (bucket: string) => {
    const waits = buckets.get(bucket) ?? new Map<string, { at: number; cancel: () => void }>()
    buckets.set(bucket, waits)
    return waits
  }
  return {
    inBucket,
    set: (id: string, at: number, cancel: () => void) => void inBucket(bucketOf(id)).set(id, { at, cancel }),
    forget: (id: string) => void inBucket(bucketOf(id)).delete(id),
    cancelAll() {
      for (const waits of buckets.values()) for (const { cancel } of waits.values()) cancel()
    },
  }
}

/** Gives the command of one timer when its time has come. */
function createFiring({ clock, order, onFault }: ScheduleParts, waits: ReturnType<typeof createWaits>) {
  let isStopped = false
  const fire = async (id: string, timer: Timer) => {
    waits.forget(id)
    try {
      await order(fireTimer.name, { id, isRefused: false })
    } catch (error) {
      if (isStopped) return
      if (error instanceof OrderRefused && error.isOfTheStore) return tryAgain(id, timer)
      onFault(timer.command, error)
      await order(fireTimer.name, { id, isRefused: true }).catch(() => tryAgain(id, timer))
    }
  }
  /** The store could not take it: the timer stands, and its time will come again. */
  const tryAgain = (id: string, timer: Timer) =>
    waits.set(
      id,
      timer.at,
      clock.after(againMs, () => void fire(id, timer)),
    )
  const wait = (id: string, timer: Timer) => {
    const due = () => (timer.at > clock.now() ? wait(id, timer) : void fire(id, timer))
    waits.set(id, timer.at, clock.after(timer.at - clock.now(), due))
  }
  return {
    wait,
    stop() {
      isStopped = true
      waits.cancelAll()
    },
  }
}

/** Watches the timers documents and gives each command when its time has come. */
export function createSchedule(parts: ScheduleParts) {
  const waits = createWaits()
  const { wait, stop } = createFiring(parts, waits)
  return {
    stop,
    /** Looks at a timers document as it is now. */
    follow(document: DocumentId, value: object) {
      if (kindOf(document) !== timers.kind) return
      const waiting = waits.inBucket(keyOf(document))
      const { due } = value as { due: Record<string, Timer> }
      for (const [id, timer] of Object.entries(due)) {
        if (waiting.get(id)?.at === timer.at) continue
        waiting.get(id)?.cancel()
        wait(id, timer)
      }
      for (const [id, { cancel }] of waiting) {
        if (due[id]) continue
        cancel()
        waiting.delete(id)
      }
    },
  }
}
