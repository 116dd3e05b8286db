import {
  type DocumentId,
  type DocumentKind,
  type DocumentOf,
  documentId,
  keyOf,
  kindOf,
} from '../../shared/engine/document.ts'
import { createAsk } from './ask.ts'
import type { Clock } from './clock.ts'
import type { Copy } from './hub.ts'
import { createMayRead } from './mayRead.ts'
import type { createPublisher } from './publisher.ts'
import type { Registry } from './registry.ts'
import type { Storage } from './storage.ts'

interface ReadingParts {
  readonly registry: Registry
  readonly documents: { durable(id: DocumentId): Copy | undefined; count(): number }
  readonly publisher: ReturnType<typeof createPublisher>
  readonly storage: Pick<Storage, 'readArchive'>
  readonly clock: Pick<Clock, 'now'>
  readonly onFault: (what: string, error: unknown) => void
}

/** The side of a hub that only looks: durable copies, and nothing else. */
export function createReadingSide({ registry, documents, publisher, storage, clock, onFault }: ReadingParts) {
  const read = <K extends DocumentKind>(kind: K, key = '') =>
    documents.durable(documentId(kind, key))?.value as DocumentOf<K>
  return {
    read,
    copy: documents.durable,
    documentCount: documents.count,
    query: createAsk({ registry, storage, read, now: () => clock.now(), onFault }),
    memoryOf: (id: DocumentId) => registry.kinds.get(kindOf(id))?.memory,
    mayRead: createMayRead({ registry, documents, read }),
    decides: (id: DocumentId) =>
      (registry.decides.get(kindOf(id)) ?? []).map((kind) => documentId({ kind }, keyOf(id))),
    changesSince(id: DocumentId, version: number) {
      const kind = registry.kinds.get(kindOf(id))
      if (kind?.audience === 'changing' || kind?.decidedBy) return null
      return publisher.since(id, version, documents.durable(id)?.version ?? 0)
    },
    onPublish: publisher.listen,
  }
}
