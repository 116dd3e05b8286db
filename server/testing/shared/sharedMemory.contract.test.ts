import type { SharedPlace } from '../../storage/contract/place.ts'
import { sharedStorageContract } from '../../storage/contract/sharedContract.ts'
import { createTestClock } from '../clock.ts'
import { createSharedMemory, type MemoryNode } from './sharedMemory.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))
const MOST_TURNS = 2_000

/** Nodes of one process in shared memory, on a clock that the test moves. */
async function openSharedMemoryPlace(): Promise<SharedPlace> {
  const clock = createTestClock()
  const memory = createSharedMemory({ clock })
  const opened: MemoryNode[] = []
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      clock.pass(Math.min(50, left))
      await turn()
    }
  }
  return {
    pass,
    async node() {
      const node = memory.open(`n${opened.length + 1}`)
      opened.push(node)
      return {
        storage: node.storage,
        stall: node.pause,
        wake: node.resume,
        drop() {
          for (const channel of ['store', 'bus'] as const) {
            node.cut(channel)
            node.mend(channel)
          }
        },
      }
    },
    async until(holds) {
      for (let turns = 0; turns < MOST_TURNS; turns += 1) {
        if (holds()) return
        await pass(50)
      }
      throw new Error('The condition was not met.')
    },
    trim: async (seq) => memory.trim(seq),
    async remove() {
      for (const node of opened) node.resume()
      for (const { storage } of opened) await storage.close()
    },
  }
}

sharedStorageContract('memory', openSharedMemoryPlace)
