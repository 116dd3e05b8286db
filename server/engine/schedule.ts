import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { type DocumentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import type { Clock } from './clock.ts'
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

interface ScheduleParts {
  readonly clock: Clock
  readonly order: (name: string, input: unknown) => Promise<unknown>
  readonly onFault: (command: string, error: unknown) => void
}

/** Watches the timers documents and gives each command when its time has come. */
export function createSchedule({ clock, order, onFault }: ScheduleParts) {
  /** What is waited for, by bucket and timer. */
  const buckets = new Map<string, Map<string, { at: number; cancel: () => void }>>()
  const waitsIn = (bucket: string) => {
    const waits = buckets.get(bucket) ?? new Map<string, { at: number; cancel: () => void }>()
    buckets.set(bucket, waits)
    return waits
  }
  let isStopped = false

  const fire = async (id: string, timer: Timer) => {
    waitsIn(bucketOf(id)).delete(id)
    try {
      await order(fireTimer.name, { id, isRefused: false })
    } catch (error) {
      if (isStopped) return
      onFault(timer.command, error)
      await order(fireTimer.name, { id, isRefused: true }).catch((second: unknown) => onFault(fireTimer.name, second))
    }
  }
  const wait = (id: string, timer: Timer) => {
    const cancel = clock.after(timer.at - clock.now(), () =>
      timer.at > clock.now() ? wait(id, timer) : void fire(id, timer),
    )
    waitsIn(bucketOf(id)).set(id, { at: timer.at, cancel })
  }
  return {
    /** Looks at a timers document as it is now. */
    follow(document: DocumentId, value: object) {
      if (kindOf(document) !== timers.kind || isStopped) return
      const waits = waitsIn(keyOf(document))
      const { due } = value as { due: Record<string, Timer> }
      for (const [id, timer] of Object.entries(due)) {
        if (waits.get(id)?.at === timer.at) continue
        waits.get(id)?.cancel()
        wait(id, timer)
      }
      for (const [id, { cancel }] of waits) {
        if (due[id]) continue
        cancel()
        waits.delete(id)
      }
    },
    stop() {
      isStopped = true
      for (const waits of buckets.values()) for (const { cancel } of waits.values()) cancel()
    },
  }
}
