import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ArchivePage, ArchiveQuery, Erasure } from '../../engine/storage.ts'
import type { DocumentText } from '../documentSlices.ts'
import type { Piece } from './leftovers.ts'
import type { DocumentsText } from './load.ts'
import type { StoreSettings } from './open.ts'
import { type Problem, toError } from './problems.ts'
import type { PrunedPiece, PruneRequest } from './prune.ts'

/** What is in a store. Its documents are asked for some at a time, with `documents`. */
export interface FoundState {
  readonly epoch: number
  readonly checkpointSeq: number
  readonly lastSeq: number
}
export interface LoadedState extends FoundState {
  readonly newestIdAt: number
}

/** A row of an archive, of an entry of the batch. Without names, which would be sent with each row. */
export type BatchRow = readonly [kind: string, position: number, at: number, about: readonly string[]]

/** Entries that are written together or not at all. */
export interface Batch {
  readonly first: number
  /** The times of the entries from `first` on. */
  readonly ats: readonly number[]
  /** As the journal's column has them. */
  readonly commandIds: readonly (string | null)[]
  readonly rows: readonly BatchRow[]
  /**
   * The JSON of the entries, then that of the rows, in UTF-8, one behind the other. As bytes it is passed on to the thread, and the collector
   * does not copy it while it waits to be written.
   */
  readonly texts: Uint8Array<ArrayBuffer>
  /** Where each text ends. */
  readonly ends: readonly number[]
  /** The refusals for lack of space that the sender knew of: a batch that was sent before it knew of one follows a refused batch. */
  readonly refusals: number
}

/** The requests of the hub's thread to the journal's thread, with their answers. */
export interface Requests {
  /** Reads what is there, and leaves it as it is; `tail` may then be asked for, before `load` is. */
  look: { input: null; answer: FoundState }
  /** After a `look` the documents are not asked for again. */
  load: { input: null; answer: LoadedState }
  /** The next ones that were found, still as text: parsed where they are used. Null behind the last ones. Each is kept until it is sent. */
  documents: { input: null; answer: DocumentsText | null }
  append: { input: Batch; answer: undefined }
  beginCheckpoint: { input: { seq: number }; answer: unknown }
  /** Writes a slice of the index by person, which covers at least the rows up to the checkpoint; answers how much is left. */
  indexRows: { input: null; answer: number }
  keepDocuments: { input: { documents: readonly DocumentText[] }; answer: unknown }
  /** @param now epoch ms */
  finishCheckpoint: { input: { seq: number; now: number }; answer: unknown }
  /** Clears a slice of what the checkpoint has replaced; answers how many documents are left to clear. */
  sweep: { input: null; answer: number }
  /** Removes a slice of the entries that are not needed any more; answers whether some are left. */
  trim: { input: { now: number }; answer: boolean }
  beginErasure: { input: Erasure; answer: unknown }
  /** Does the next piece of the erasure; answers what it has looked at, or null when nothing is left. */
  erasePiece: { input: null; answer: Piece | null }
  /** From now on, until `letGo`, another process may read the files. */
  hold: { input: null; answer: unknown }
  isHeld: { input: null; answer: boolean }
  letGo: { input: null; answer: unknown }
  prunePiece: { input: PruneRequest; answer: PrunedPiece }
  tail: { input: { seq: number; limit: number }; answer: readonly string[] }
  findAnswer: { input: { actor: string; commandId: string }; answer: string | null }
  archivePage: { input: ArchiveQuery; answer: ArchivePage | Promise<ArchivePage> }
  close: { input: null; answer: unknown }
}

export type RequestKind = keyof Requests
export type Request = {
  [K in RequestKind]: { readonly id: number; readonly kind: K; readonly input: Requests[K]['input'] }
}[RequestKind]
export type AppendRequest = Extract<Request, { kind: 'append' }>

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  /** `refusals` so far, see Batch. */
  | { readonly id: number; readonly problem: Problem; readonly refusals: number }
  /** Sent without a request: why nothing is written any more. */
  | { readonly stopped: string }

/** Sent in place of a request: no more will follow, and the thread ends when everything is answered. */
export const endOfRequests = 'end'

const ENDS_WITHIN_MS = 5_000

/** Starts the journal's thread. Requests are carried out in order, and each is answered. */
export const openThread = (settings: StoreSettings, onStopped: (why: string) => void) => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'journal',
    workerData: settings,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const pending = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let count = 0
  let refusals = 0
  let ended: Error | null = null
  let hasExited = false

  const receive = (reply: Reply) => {
    if ('stopped' in reply) return onStopped(reply.stopped)
    const request = pending.get(reply.id)
    pending.delete(reply.id)
    if ('answer' in reply) return request?.resolve(reply.answer)
    refusals = reply.refusals
    request?.reject(toError(reply.problem))
  }
  const end = (error: Error) => {
    ended ??= error
    for (const { reject } of pending.values()) reject(ended)
    pending.clear()
  }
  worker.on('message', (replies: readonly Reply[]) => replies.forEach(receive))
  worker.on('error', (error) => end(new Error("The journal's thread failed.", { cause: error })))
  worker.on('exit', () => {
    hasExited = true
    end(new Error("The journal's thread has ended."))
  })
  return {
    /** The number of refusals for lack of space that were answered so far, see Batch. */
    refusals: () => refusals,
    /** @param passedOn buffers of the input that this thread has no longer afterwards */
    request<K extends RequestKind>(
      kind: K,
      input: Requests[K]['input'],
      passedOn: readonly ArrayBuffer[] = [],
    ): Promise<Awaited<Requests[K]['answer']>> {
      if (ended) return Promise.reject(ended)
      const id = ++count
      return new Promise<unknown>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, kind, input }, passedOn)
      }) as Promise<Awaited<Requests[K]['answer']>>
    },
    hasEnded: () => ended !== null,
    stop: () => (hasExited ? Promise.resolve() : endThread(worker)),
  }
}
export type StoreThread = ReturnType<typeof openThread>

/** The thread ends itself: terminating a thread inside SQLite may crash the process. */
async function endThread(worker: Worker) {
  const exited = once(worker, 'exit')
  worker.postMessage(endOfRequests)
  const late = setTimeout(() => void worker.terminate(), ENDS_WITHIN_MS)
  await exited
  clearTimeout(late)
}
