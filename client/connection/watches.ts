import type { DocumentId } from '../../shared/engine/document.ts'
import type { Clock } from './clock.ts'

/** How long a document is still watched after the last screen let go of it: going back fetches nothing anew. */
export const lingerMs = 5_000

export interface Watches {
  /** Counts one more who wants it. What is returned lets go, once. */
  hold(id: DocumentId): () => void
  wanted(): DocumentId[]
  isWanted(id: DocumentId): boolean
}

interface Want {
  holders: number
  callOffEnd: () => void
}

/** Who wants what: the first holder starts a watch, and some time after the last has let go it ends. */
export function createWatches(clock: Clock, start: (id: DocumentId) => void, end: (id: DocumentId) => void): Watches {
  const wants = new Map<DocumentId, Want>()

  const begin = (id: DocumentId): Want => {
    const want = { holders: 0, callOffEnd: () => {} }
    wants.set(id, want)
    start(id)
    return want
  }
  const letGo = (id: DocumentId, want: Want) => {
    want.holders -= 1
    if (want.holders > 0) return
    want.callOffEnd = clock.after(lingerMs, () => {
      wants.delete(id)
      end(id)
    })
  }

  return {
    hold(id) {
      const want = wants.get(id) ?? begin(id)
      want.callOffEnd()
      want.holders += 1
      let held = true
      return () => {
        if (held) letGo(id, want)
        held = false
      }
    },
    wanted: () => [...wants.keys()],
    isWanted: (id) => wants.has(id),
  }
}
