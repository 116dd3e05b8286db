import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ArchiveListPage, Erasure, KeptAnswer } from '../../engine/storage.ts'
import type { KeptDocument } from './load.ts'
import type { SqliteSettings } from './open.ts'
import { type Problem, toError } from './problems.ts'

/** Longer nobody waits for a thread that is asked to end. */
const endsWithinMs = 5_000

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

const startWorker = (settings: SqliteSettings) =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'journal',
    workerData: settings,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })

/** It ends itself: a thread that is ended from outside at work in SQLite may take the whole process with it. */
async function endThread(worker: Worker) {
  const exited = once(worker, 'exit')
  worker.postMessage(endOfRequests)
  const late = setTimeout(() => void worker.terminate(), endsWithinMs)
  await exited
  clearTimeout(late)
}

/** The line to the journal's thread: asks in order, an answer to each. */
export const openThread = (settings: SqliteSettings) => {
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
    ask<K extends RequestKind>(kind: K, ask: Requests[K]['ask']): Promise<Requests[K]['answer']> {
      if (ended) return Promise.reject(ended)
      const id = ++asked
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, kind, ask })
      }) as Promise<Requests[K]['answer']>
    },
    hasEnded: () => ended !== null,
    stop: () => (hasExited ? Promise.resolve() : endThread(worker)),
  }
}
export type StoreThread = ReturnType<typeof openThread>

/** What was loaded, still as text: parsed where it is used. */
export interface LoadedTexts {
  readonly epoch: number
  readonly documents: readonly KeptDocument[]
  readonly checkpointSeq: number
  readonly entries: readonly string[]
}

/** An archive line of an entry of the batch. */
export interface BatchLine {
  readonly archive: string
  readonly key: string
  readonly place: number
  readonly at: number
  readonly json: string
}

/** Entries that are written together or not at all. */
export interface Batch {
  readonly first: number
  /** The entries from `first` on, and beside them their times. */
  readonly jsons: readonly string[]
  readonly ats: readonly number[]
  readonly lines: readonly BatchLine[]
  /** The refusals for want of room that the sender knew of: a batch sent in ignorance builds on one that was refused. */
  readonly refusals: number
}

/** What the hub's thread may ask the journal's thread, and what it gets. */
export interface Requests {
  load: { ask: null; answer: LoadedTexts }
  append: { ask: Batch; answer: unknown }
  beginCheckpoint: { ask: { seq: number }; answer: unknown }
  keepDocuments: { ask: { documents: readonly KeptDocument[] }; answer: unknown }
  finishCheckpoint: { ask: { seq: number }; answer: unknown }
  /** Clears a slice of what the checkpoint has replaced; answers how many documents are left to clear. */
  sweep: { ask: null; answer: number }
  forget: { ask: Erasure; answer: unknown }
  tail: { ask: { seq: number; limit: number }; answer: readonly string[] }
  answers: { ask: { since: number }; answer: readonly KeptAnswer[] }
  readArchive: { ask: ArchiveRequest; answer: ArchiveListPage }
  close: { ask: null; answer: unknown }
}

export interface ArchiveRequest {
  readonly archive: string
  readonly key: string
  readonly before: number | null
  readonly limit: number
}

export type RequestKind = keyof Requests
export type Request = { [K in RequestKind]: { readonly id: number; readonly kind: K; readonly ask: Requests[K]['ask'] } }[RequestKind]
export type AppendRequest = Extract<Request, { kind: 'append' }>

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  /** `refusals` so far, see Batch. */
  | { readonly id: number; readonly problem: Problem; readonly refusals: number }

/** Told in place of an ask: nothing is asked any more, and the thread ends once all is answered. */
export const endOfRequests = 'end'
