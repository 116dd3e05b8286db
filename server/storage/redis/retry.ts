import { setTimeout as sleep } from 'node:timers/promises'
import { DamagedStore, NotWritten } from '../../engine/storage.ts'
import { NoAnswer, NotSent, RedisRefusal } from './client.ts'
import type { Connection } from './connection.ts'
import { fenced, notWritten } from './errors.ts'
import type { Place } from './keys.ts'
import type { Lease } from './lease.ts'
import { type Caller, runScript, type Script, type ScriptAnswer } from './lua/script.ts'
import { readFormat } from './open.ts'

/** Refusals that pass by themselves in a moment. */
const TRANSIENT = new Set(['LOADING', 'BUSY', 'MOVED'])
const RETRY_AFTER_MS = 100
/** The code of a call that was not even sent, because writing is not safe at the moment. */
const UNSAFE = 'UNSAFE'

interface WithRetryDeps {
  readonly place: Place
  readonly connection: Connection
  readonly lease: Lease
  /** Why nothing may be written at the moment; null when writing is safe. */
  readonly whyUnsafe: () => string | null
}

/**
 * Runs a script that may be repeated, until it is known whether it was carried out, for as long as the lease may be held.
 * @throws NotWritten, DamagedStore: certainly nothing was written. Any other error: the outcome is unknown.
 */
export const createWithRetry =
  ({ place, connection, lease, whyUnsafe }: WithRetryDeps) =>
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
        const unsafe = whyUnsafe()
        if (unsafe !== null) throw new RedisRefusal(`${UNSAFE} ${unsafe}`)
        return unlessFenced(await runScript(connection, script, keys, args))
      } catch (error) {
        if (error instanceof NotWritten) throw error
        if (error instanceof NoAnswer) mayBeWritten = true
        else if (error instanceof RedisRefusal) await judge(error, mayBeWritten)
        else if (!(error instanceof NotSent)) throw error
      }
      await connection.whenUp(held.ended)
      if (!held.ended.aborted) continue
      if (!mayBeWritten) throw fenced(place, '')
      throw new Error(
        `${place.name} did not answer before the lease ended: it is unknown whether the last write was done.`,
      )
    }

    /** After the lease is lost nothing that is still on its way can be carried out. */
    function unlessFenced(answer: ScriptAnswer): ScriptAnswer {
      if (answer[0] !== 'fenced') return answer
      const error = fenced(place, String(answer[1]))
      lease.lose(error.message)
      throw error
    }

    /** Once an answer was lost, a refusal says nothing about what was sent before: the script is repeated until that is known. */
    async function judge(refusal: RedisRefusal, mayBeWritten: boolean) {
      const error =
        refusal.code === UNSAFE
          ? new NotWritten('refused', refusal.message.slice(UNSAFE.length + 1))
          : notWritten(place, refusal)
      if (!error) throw refusal
      if (!mayBeWritten && !TRANSIENT.has(refusal.code))
        throw refusal.code === 'WRONGTYPE' ? await nameKey(place, connection, lease, error) : error
      await sleep(RETRY_AFTER_MS)
    }
  }
export type WithRetry = ReturnType<typeof createWithRetry>

/** The error that names a key of another type. The lease ends where no load accepts that key: /health says so until it is mended. */
async function nameKey(place: Place, caller: Caller, lease: Lease, unnamed: Error): Promise<Error> {
  const named = await readFormat(place, caller).catch((error: unknown) => error)
  if (!(named instanceof DamagedStore)) return unnamed
  lease.lose(named.message)
  return named
}

/** Repeats a call that only reads while the connection is lost for a moment, for a limited time. @throws the last error */
export const createWhenConnected = (connection: Connection, withinMs: number): Caller => ({
  async call(args, answerWithinMs) {
    const until = performance.now() + withinMs
    for (;;) {
      try {
        return await connection.call(args, answerWithinMs)
      } catch (error) {
        const leftMs = until - performance.now()
        if (!isTransient(error) || leftMs <= 0) throw error
        if (error instanceof NotSent) await connection.whenUp(AbortSignal.timeout(Math.ceil(leftMs)))
        else await sleep(RETRY_AFTER_MS)
      }
    }
  },
})

const isTransient = (error: unknown) =>
  error instanceof NotSent || error instanceof NoAnswer || (error instanceof RedisRefusal && error.code === 'LOADING')
