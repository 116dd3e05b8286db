import type { DocumentId } from '../../shared/engine/document.ts'
import type { Hub } from '../engine/hub.ts'
import type { Audience } from './audience.ts'
import type { Streams } from './streams.ts'

export interface ConcernedParts {
  readonly hub: Pick<Hub, 'decides'>
  readonly audience: Audience
  readonly streams: Streams
  onFault(what: string, error: unknown): void
}

/** What has its audience asked for anew when these documents change: they themselves, and what they decide. */
export function createConcerned({ hub, audience, streams, onFault }: ConcernedParts) {
  /** A stream that cannot say what decides it is decided by everything. */
  const isDecided = (id: DocumentId, changed: ReadonlySet<DocumentId>) => {
    try {
      return (
        streams
          .get(id)
          ?.decidedBy()
          .some((decider) => changed.has(decider)) ?? false
      )
    } catch (error) {
      onFault(`what decides ${id}`, error)
      return true
    }
  }
  return (changed: ReadonlySet<DocumentId>): ReadonlySet<DocumentId> => {
    const documents = [...changed].flatMap((id) => [id, ...hub.decides(id)])
    const watched = changed.size === 0 ? [] : [...streams.kinds()].flatMap(audience.idsOf)
    return new Set([...documents, ...watched.filter((id) => isDecided(id, changed))])
  }
}
