import { setTimeout as sleep } from 'node:timers/promises'
import { NoAnswer, NotSent, Refused } from './answers.ts'
import type { Connection } from './connection.ts'
import type { Caller } from './script.ts'

const AGAIN_AFTER_MS = 100

const mayPass = (error: unknown) =>
  error instanceof NotSent || error instanceof NoAnswer || (error instanceof Refused && error.word === 'LOADING')

/** For what may be asked twice: a connection that is lost for a moment is waited for, at most so long. @throws what was wrong last */
export const createPatient = (line: Connection, patienceMs: number): Caller => ({
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
