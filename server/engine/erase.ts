import type { Answers } from './answers.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { CommitQueue } from './commitQueue.ts'
import type { Documents } from './documents.ts'
import type { Publisher } from './publisher.ts'
import type { Erasure, Storage } from './storage.ts'

interface EraseDeps {
  readonly storage: Pick<Storage, 'erase'>
  readonly documents: Documents
  readonly queue: CommitQueue
  readonly checkpoints: Checkpoints
  readonly answers: Answers
  readonly publisher: Publisher
  readonly onErased: ((erasure: Erasure, seq: number) => void) | undefined
}

/**
 * Erases persons whose documents were cleared: first from memory, while nothing of them is being written; then, behind a checkpoint
 * so that no start needs the journal up to it, from the store.
 */
export function createErase({ storage, documents, queue, checkpoints, answers, publisher, onErased }: EraseDeps) {
  return async (erasure: Erasure): Promise<void> => {
    const fromMemory = () => {
      if (!documents.drop(erasure.documents)) return false
      for (const id of erasure.ids) answers.erase(id)
      publisher.dropKept()
      onErased?.(erasure, queue.durableSeq())
      return true
    }
    const isDone = () => checkpoints.exclusively(fromMemory, () => storage.erase(erasure))
    await queue.settled()
    while (!(await isDone())) await queue.settled()
  }
}
