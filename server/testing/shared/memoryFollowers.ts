import type { FollowListener } from '../../engine/storage.ts'
import type { NodeLine } from './nodeLine.ts'
import type { SharedStore } from './sharedStore.ts'

const atOnce = 500

/** Tells those of one node who follow the journal of what has come, as soon as the node can be reached. */
export function createMemoryFollowers(line: NodeLine, store: SharedStore) {
  const followers = new Set<() => void>()
  const tell = () => {
    for (const follower of followers) follower()
  }
  line.onMended((which) => {
    if (which === 'store') tell()
  })
  return {
    tell,
    follow(seq: number, { entries, missing }: FollowListener) {
      let position = seq
      let isComing = false
      const arrive = () => {
        isComing = false
        if (!followers.has(come) || line.why('store')) return
        let all: ReturnType<SharedStore['after']> = []
        try {
          all = store.after(position)
        } catch (error) {
          followers.delete(come)
          return missing((error as Error).message)
        }
        const batch = all.slice(0, atOnce)
        position = batch.at(-1)?.seq ?? position
        if (batch.length > 0) entries(batch)
        if (all.length > atOnce) come()
      }
      const come = () => {
        if (isComing || line.why('store')) return
        isComing = true
        line.come(arrive)
      }
      followers.add(come)
      come()
      return () => void followers.delete(come)
    },
    close: () => followers.clear(),
  }
}
export type MemoryFollowers = ReturnType<typeof createMemoryFollowers>
