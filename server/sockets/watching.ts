import type { DocumentId } from '../../shared/engine/document.ts'
import { Unwatch, Watch, type Watching } from '../../shared/protocol/watch.ts'
import type { Audience } from './audience.ts'
import type { Flush } from './flush.ts'
import type { Limits } from './limits.ts'
import type { Viewer } from './viewer.ts'

export interface WatchingParts {
  readonly audience: Audience
  readonly flush: Pick<Flush, 'joining'>
  readonly limits: Pick<Limits, 'watched'>
  mayWatch(viewer: Viewer, id: DocumentId): boolean
}

/** Watch and unwatch. Each says whether the message was one; what is missing comes with the next flush. */
export function createWatching({ audience, flush, limits, mayWatch }: WatchingParts) {
  const hasRoom = ({ watching }: Viewer, id: DocumentId) => watching.has(id) || watching.size < limits.watched

  const begin = (viewer: Viewer, { id: named, held }: Watch['documents'][number]): boolean => {
    const id = named as DocumentId
    const may = hasRoom(viewer, id) && mayWatch(viewer, id)
    if (may) flush.joining(audience.join(viewer, id, held))
    else audience.leave(viewer, id)
    return may
  }

  return {
    watch(viewer: Viewer, message: unknown, acknowledge: (watching: Watching) => void): boolean {
      const { data: watch } = Watch.safeParse(message)
      if (!watch) return false
      const refused = watch.documents.filter((document) => !begin(viewer, document)).map(({ id }) => id)
      acknowledge({ refused })
      return true
    },
    unwatch(viewer: Viewer, message: unknown): boolean {
      const { data: unwatch } = Unwatch.safeParse(message)
      for (const id of unwatch?.documents ?? []) audience.leave(viewer, id as DocumentId)
      return unwatch !== undefined
    },
  }
}
export type WatchingEvents = ReturnType<typeof createWatching>
