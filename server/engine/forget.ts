import type { Answers } from './answers.ts'
import type { createCheckpointing } from './checkpointing.ts'
import type { CommitQueue } from './commitQueue.ts'
import type { Documents } from './documents.ts'
import type { createPublisher } from './publisher.ts'
import type { Forgetting, Storage } from './storage.ts'

interface ForgetParts {
  readonly storage: Pick<Storage, 'forget'>
  readonly documents: Pick<Documents, 'drop'>
  readonly queue: Pick<CommitQueue, 'settled' | 'durableSeq'>
  readonly checkpointing: Pick<ReturnType<typeof createCheckpointing>, 'between'>
  readonly answers: Pick<Answers, 'forget'>
  readonly publisher: Pick<ReturnType<typeof createPublisher>, 'forget'>
  readonly onForgotten?: (forgetting: Forgetting, seq: number) => void
}

/**
 * Forgets people whose documents were cleared: first in memory, while nothing of it is being written; then a checkpoint, so
 * that nobody needs the journal up to it; then in the store.
 */
export function createForget({
  storage,
  documents,
  queue,
  checkpointing,
  answers,
  publisher,
  onForgotten,
}: ForgetParts) {
  return async (forgetting: Forgetting): Promise<void> => {
    const fromMemory = () => {
      if (!documents.drop(forgetting.documents)) return false
      for (const id of forgetting.ids) answers.forget(id)
      publisher.forget()
      onForgotten?.(forgetting, queue.durableSeq())
      return true
    }
    const isDone = () => checkpointing.between(fromMemory, () => storage.forget(forgetting))
    await queue.settled()
    while (!(await isDone())) await queue.settled()
  }
}
