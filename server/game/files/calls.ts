import type { Clock } from '../../engine/clock.ts'
import { FolderError } from './folder.ts'

/** Ms: without any progress, and in all. */
export interface CallLimits {
  readonly idleMs: number
  readonly mostMs: number
}

export const callLimits: CallLimits = { idleMs: 10_000, mostMs: 60_000 }

export interface Call {
  /** Aborted when the call was given up: what still runs then has nobody to answer to. */
  readonly signal: AbortSignal
  /** Something arrived: the limit without progress begins again. */
  progress(): void
}

interface CallsOptions {
  /** Of the folder, for messages. */
  readonly name: string
  readonly clock: Clock
  readonly limits?: CallLimits | undefined
  /** The error for whatever a call threw. */
  errorOf(error: unknown): FolderError
  /** A call got no answer in time. */
  onTimeout?(): void
}

/** Calls to a place that may never answer: each settles within its limits, and at once when the folder is closed. */
export function createCalls({ name, clock, limits = callLimits, errorOf, onTimeout }: CallsOptions) {
  const open = new Set<(error: FolderError) => void>()
  const closedError = () => new FolderError('closed', `The folder ${name} was closed.`)
  let isClosed = false

  return {
    run<T>(act: (call: Call) => Promise<T>): Promise<T> {
      if (isClosed) return Promise.reject(closedError())
      return new Promise<T>((resolve, reject) => {
        const controller = new AbortController()
        const giveUp = (error: FolderError) => {
          end()
          reject(error)
          controller.abort(error)
        }
        const late = (ms: number) => () => {
          giveUp(
            new FolderError('timeout', `${name} did not answer within ${ms / 1_000} s. It will be tried again later.`),
          )
          onTimeout?.()
        }
        let cancelIdle = clock.after(limits.idleMs, late(limits.idleMs))
        const cancelMost = clock.after(limits.mostMs, late(limits.mostMs))
        const end = () => {
          open.delete(giveUp)
          cancelIdle()
          cancelMost()
        }
        const progress = () => {
          if (!open.has(giveUp)) return
          cancelIdle()
          cancelIdle = clock.after(limits.idleMs, late(limits.idleMs))
        }
        open.add(giveUp)
        act({ signal: controller.signal, progress })
          .finally(end)
          .then(resolve, (error: unknown) => reject(error instanceof FolderError ? error : errorOf(error)))
      })
    },
    /** Rejects all calls under way. */
    failAll(error: FolderError) {
      for (const giveUp of [...open]) giveUp(error)
    },
    close() {
      isClosed = true
      for (const giveUp of [...open]) giveUp(closedError())
    },
  }
}
