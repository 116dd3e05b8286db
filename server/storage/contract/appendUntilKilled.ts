import type { Storage } from '../../engine/storage.ts'
import { sampleEntries, talliesAt } from './sampleEntries.ts'

const IN_FLIGHT = 8
const CHECKPOINT_EVERY = 40

/**
 * Appends until the process is killed, with several batches in flight and checkpoints meanwhile, and prints `acknowledged <seq>` for
 * each batch after it has become durable. For the tests that kill a hub.
 */
export const appendForever = async (storage: Storage) => {
  const { epoch, lastSeq } = await storage.load()
  let last = lastSeq
  let checkpointing = false

  const keep = async (seq: number) => {
    checkpointing = true
    await storage.checkpoint(seq, talliesAt(seq))
    checkpointing = false
  }
  const appendOn = async (): Promise<never> => {
    for (;;) {
      const first = last + 1
      last += 1 + (first % 3)
      const to = last
      await storage.append(sampleEntries(first, to, epoch))
      process.stdout.write(`acknowledged ${to}\n`)
      if (to % CHECKPOINT_EVERY === 0 && !checkpointing) void keep(to)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, appendOn))
}
