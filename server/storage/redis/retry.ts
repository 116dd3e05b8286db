import { setTimeout as sleep } from 'node:timers/promises'
import { NotWritten } from '../../engine/storage.ts'
import { NoAnswer, NotSent, RedisRefusal } from './client.ts'
import type { Connection } from './connection.ts'
import { fenced, notWritten } from './errors.ts'
import type { Place } from './keys.ts'
import type { Lease } from './lease.ts'
import { type Caller, runScript, type Script, type ScriptAnswer } from './lua/script.ts'

/** Passes by itself in a moment. */
const passing = new Set(['LOADING', 'BUSY', 'MOVED'])
const againAfterMs = 100
/** The word of what was not even sent, because nothing may be written at the moment. */
const byUs = 'BARRED'

interface SteadyParts {
  readonly place: Place
  readonly line: Connection
  readonly lease: Lease
  /** Why nothing may be written at the moment; null when it may. */
  readonly barred: () => string | null
}

/**
 * Runs a script that may be repeated, again and again until it is known whether it was done, for as long as the lease may be held.
 * @throws NotWritten, DamagedStore: certainly nothing was written. Anything else: nobody knows.
 */
export const createWithRetry =
  ({ place, line, lease, barred }: SteadyParts) =>
  async (
    script: Script,
    keys: readonly string[],
    argsFor: (lease: string) => readonly (string | number)[],
  ): Promise<ScriptAnswer> => {
    const held = lease.held()
    if (!held || !lease.holds()) throw fenced(place, '')
    const args = argsFor(held.value)
    let mayBeWritten = false
    for (;;) {
      try {
        const why = barred()
        if (why !== null) throw new RedisRefusal(`${byUs} ${why}`)
        return unfenced(await runScript(line, script, keys, args))
      } catch (error) {
        if (error instanceof NotWritten) throw error
        if (error instanceof NoAnswer) mayBeWritten = true
        else if (error instanceof RedisRefusal) await judge(error, mayBeWritten)
        else if (!(error instanceof NotSent)) throw error
      }
      await line.whenUp(held.ended)
      if (!held.ended.aborted) continue
      if (!mayBeWritten) throw fenced(place, '')
      throw new Error(
        `${place.name} did not answer before the lease ended: nobody knows whether the last write was done.`,
      )
    }

    /** Whoever is fenced can have nothing on its way any more that would still be done. */
    function unfenced(answer: ScriptAnswer): ScriptAnswer {
      if (answer[0] !== 'fenced') return answer
      const known = fenced(place, String(answer[1]))
      lease.lose(known.message)
      throw known
    }

    /** Once an answer was lost, a refusal says nothing of what was sent before: then it is asked again until it is done or known. */
    async function judge(refused: RedisRefusal, mayBeWritten: boolean) {
      const isByUs = refused.code === byUs
      const known = isByUs
        ? new NotWritten('refused', refused.message.slice(byUs.length + 1))
        : notWritten(place, refused)
      if (!known) throw refused
      if (!mayBeWritten && !passing.has(refused.code)) throw known
      await sleep(againAfterMs)
    }
  }
export type WithRetry = ReturnType<typeof createWithRetry>

const AGAIN_AFTER_MS = 100

const mayPass = (error: unknown) =>
  error instanceof NotSent || error instanceof NoAnswer || (error instanceof RedisRefusal && error.code === 'LOADING')

/** For what may be asked twice: a connection that is lost for a moment is waited for, at most so long. @throws what was wrong last */
export const createWhenConnected = (line: Connection, patienceMs: number): Caller => ({
  async call(words, withinMs) {
    const until = performance.now() + patienceMs
    for (;;) {
      try {
        return await line.call(words, withinMs)
      } catch (error) {
        const leftMs = until - performance.now()
        if (!mayPass(error) || leftMs <= 0) throw error
        if (error instanceof NotSent) await line.whenUp(AbortSignal.timeout(Math.ceil(leftMs)))
        else await sleep(AGAIN_AFTER_MS)
      }
    }
  },
})
