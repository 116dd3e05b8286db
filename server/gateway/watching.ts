import type { DocumentId } from '../../shared/engine/document.ts'
import { Unwatch, Watch, type Watching } from '../../shared/protocol/watch.ts'
import type { Hub } from '../engine/hub.ts'
import type { Audience } from './audience.ts'
import type { Flush } from './flush.ts'
import type { Limits } from './limits.ts'
import type { Viewer } from './viewer.ts'

/** For so long somebody who has just come may have seen more elsewhere than is known here. */
const behindMs = 4_000

export interface WatchingParts {
  readonly hub: Pick<Hub, 'epoch' | 'copy'>
  readonly now: () => number
  readonly audience: Audience
  readonly flush: Pick<Flush, 'joining'>
  readonly limits: Pick<Limits, 'watched'>
  mayWatch(viewer: Viewer, id: DocumentId): boolean
}

type Asked = Watch['documents'][number]

/** Watch and unwatch. Each says whether the message was one; what is missing comes with the next flush. */
export function createWatching({ hub, now, audience, flush, limits, mayWatch }: WatchingParts) {
  const hasRoom = ({ watching }: Viewer, id: DocumentId) => watching.has(id) || watching.size < limits.watched

  const begin = (viewer: Viewer, { id: named, held }: Asked): boolean => {
    const id = named as DocumentId
    const may = hasRoom(viewer, id) && mayWatch(viewer, id)
    if (may) flush.joining(audience.join(viewer, id, held))
    else audience.leave(viewer, id)
    return may
  }

  /** Whoever comes from a node that was further on has seen what is not here yet: their rights may be as new as that. */
  const isBehind = ({ cameAt }: Viewer, { id, held }: Asked) =>
    held?.epoch === hub.epoch && held.version > (hub.copy(id as DocumentId)?.version ?? 0) && now() - cameAt < behindMs

  return {
    /** A "no" that rests on less than the viewer has seen is not told: unanswered, they ask once more. */
    watch(viewer: Viewer, message: unknown, acknowledge: (watching: Watching) => void): boolean {
      const { data: watch } = Watch.safeParse(message)
      if (!watch) return false
      const refused = watch.documents.filter((document) => !begin(viewer, document))
      if (!refused.some((document) => isBehind(viewer, document))) acknowledge({ refused: refused.map(({ id }) => id) })
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
