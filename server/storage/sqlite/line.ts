import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type AskKind, type Asks, endOfAsks, type Reply } from './asks.ts'
import type { SqliteSettings } from './lease.ts'
import { toError } from './problem.ts'

/** Longer nobody waits for a thread that is asked to end. */
const endsWithinMs = 5_000

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

const startWorker = (settings: SqliteSettings) =>
  new Worker(new URL('../sqliteWorker.ts', import.meta.url), {
    name: 'journal',
    workerData: settings,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })

/** It ends itself: a thread that is ended from outside at work in SQLite may take the whole process with it. */
async function endThread(worker: Worker) {
  const exited = once(worker, 'exit')
  worker.postMessage(endOfAsks)
  const late = setTimeout(() => void worker.terminate(), endsWithinMs)
  await exited
  clearTimeout(late)
}

/** The line to the journal's thread: asks in order, an answer to each. */
export const openLine = (settings: SqliteSettings) => {
  const worker = startWorker(settings)
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let refusals = 0
  let ended: Error | null = null
  let hasExited = false

  const receive = (reply: Reply) => {
    const asker = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('answer' in reply) return asker?.resolve(reply.answer)
    refusals = reply.refusals
    asker?.reject(toError(reply.problem))
  }

  const end = (error: Error) => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }

  worker.on('message', (replies: readonly Reply[]) => replies.forEach(receive))
  worker.on('error', (error) => end(new Error('The journal’s thread failed.', { cause: error })))
  worker.on('exit', () => {
    hasExited = true
    end(new Error('The journal’s thread has ended.'))
  })

  return {
    /** How many refusals for want of room have been answered so far, see Batch. */
    refusals: () => refusals,
    ask<K extends AskKind>(kind: K, ask: Asks[K]['ask']): Promise<Asks[K]['answer']> {
      if (ended) return Promise.reject(ended)
      const id = ++asked
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, kind, ask })
      }) as Promise<Asks[K]['answer']>
    },
    hasEnded: () => ended !== null,
    stop: () => (hasExited ? Promise.resolve() : endThread(worker)),
  }
}
export type Line = ReturnType<typeof openLine>
