import type { Command, OutputOf } from '../../../shared/engine/command.ts'
import type { Clock } from '../../engine/clock.ts'
import { CommandRefused } from '../../engine/execute.ts'
import type { Hub } from '../../engine/hub.ts'

/** Delay before a command that the journal did not take is executed again. */
export const retryAfterMs = 1_000

interface ReporterOptions {
  readonly hub: Pick<Hub, 'execute'>
  readonly server: string
  readonly delays: Delays
  readonly onFault: (what: string, error: unknown) => void
}

/** Reports the course of deliveries to the hub. A report is durable when its promise resolves. */
export function createReporter({ hub, server, delays, onFault }: ReporterOptions) {
  const execute = async <C extends Command>(command: C, input: object): Promise<OutputOf<C> | 'moved' | 'notKept'> => {
    try {
      return (await hub.execute('deliveries', command.name, { server, ...input })) as OutputOf<C>
    } catch (error) {
      if (error instanceof CommandRefused && error.code === 'moved') return 'moved'
      if (!(error instanceof CommandRefused && error.isStorageFailure)) onFault(command.name, error)
      return 'notKept'
    }
  }
  return {
    /** One attempt. Null where the delivery has moved on, or where the store failed; then it resolves after a delay. */
    async record<C extends Command>(command: C, input: object): Promise<OutputOf<C> | null> {
      const output = await execute(command, input)
      if (output === 'notKept') await delays.delay(retryAfterMs)
      return output === 'notKept' || output === 'moved' ? null : output
    },
    /** Repeats until it is durable, the delivery has moved on, or the worker stops: only the worker knows what happened. */
    async recordUntilKept<C extends Command>(command: C, input: object): Promise<void> {
      while ((await execute(command, input)) === 'notKept' && !delays.isStopped()) await delays.delay(retryAfterMs)
    },
  }
}
export type Reporter = ReturnType<typeof createReporter>

/** Delays that end early when the worker stops. */
export function createDelays(clock: Clock) {
  const pending = new Set<() => void>()
  let isStopped = false
  return {
    isStopped: () => isStopped,
    delay: (ms: number) =>
      new Promise<void>((resolve) => {
        if (isStopped) return resolve()
        const end = () => {
          pending.delete(end)
          cancel()
          resolve()
        }
        const cancel = clock.after(ms, end)
        pending.add(end)
      }),
    /** The result of the work, or null after `ms`. An error of the work is thrown unless it comes after that. */
    within: async <T>(ms: number, work: Promise<T>): Promise<{ readonly result: T } | null> => {
      let cancel = () => {}
      const timeout = new Promise<null>((resolve) => {
        cancel = clock.after(ms, () => resolve(null))
      })
      const done = work.then((result) => ({ result }))
      done.catch(() => {})
      return Promise.race([done, timeout]).finally(cancel)
    },
    stop() {
      isStopped = true
      for (const end of [...pending]) end()
    },
  }
}
export type Delays = ReturnType<typeof createDelays>
