import {
  type DocumentId,
  type DocumentKind,
  type DocumentOf,
  documentId,
  keyOf,
  kindOf,
  type ReadDocument,
} from '../../shared/engine/document.ts'
import type { Clock } from './clock.ts'
import type { Copy } from './hub.ts'
import type { Principal } from './principal.ts'
import type { Publisher } from './publisher.ts'
import { createQueries, type QueryCalls } from './query.ts'
import type { Registry } from './registry.ts'
import type { Storage } from './storage.ts'

interface ReadModelDeps {
  readonly registry: Registry
  readonly documents: {
    durable(id: DocumentId): Copy | undefined
    count(kind?: string): number
    journaledIds(): Iterable<DocumentId>
  }
  readonly publisher: Publisher
  readonly storage: Pick<Storage, 'archivePage'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** What counts the calls of costly queries, if other nodes count them too. */
  readonly queryCalls?: QueryCalls | undefined
  readonly onFault: (what: string, error: unknown) => void
}

/** The reading part of a hub, at the leader and at every follower: durable copies, and who may read them. */
export function createReadModel({ registry, documents, publisher, storage, clock, ...deps }: ReadModelDeps) {
  const read = <K extends DocumentKind>(kind: K, key = '') =>
    documents.durable(documentId(kind, key))?.value as DocumentOf<K>
  return {
    read,
    copy: documents.durable,
    documentCount: documents.count,
    journaledIds: documents.journaledIds,
    query: createQueries({ registry, storage, read, clock, ...deps }),
    memoryOf: (id: DocumentId) => registry.kinds.get(kindOf(id))?.memory,
    mayRead: createMayRead({ registry, documents, read }),
    documentsDecidedBy: (id: DocumentId) =>
      (registry.decides.get(kindOf(id)) ?? []).map((kind) => documentId({ kind }, keyOf(id))),
    changesSince(id: DocumentId, version: number) {
      const kind = registry.kinds.get(kindOf(id))
      if (kind?.audience === 'changing' || kind?.decidedBy) return null
      return publisher.since(id, version, documents.durable(id)?.version ?? 0)
    },
    onPublish: publisher.listen,
  }
}

interface MayReadDeps {
  readonly registry: Pick<Registry, 'kinds'>
  readonly documents: { durable(id: DocumentId): Copy | undefined }
  readonly read: ReadDocument
}

/**
 * Who may read what, by the durable copies. A document's readers may depend on the documents that it names in `decidedBy` and on no
 * others: a change of others would not check the readers again. @throws when it reads another document
 */
export function createMayRead({ registry, documents, read }: MayReadDeps) {
  const readFor =
    ({ kind, decidedBy = [] }: DocumentKind, key: string): ReadDocument =>
    (decider, deciderKey) => {
      if (deciderKey === key && decidedBy.some((named) => named.kind === decider.kind)) return read(decider, key)
      throw new Error(
        `"${kind}" must not read ${decider.kind}/${deciderKey} to find its readers: decidedBy does not name it.`,
      )
    }
  return (principal: Principal, id: DocumentId): boolean => {
    const kind = registry.kinds.get(kindOf(id))
    const copy = documents.durable(id)
    const key = keyOf(id)
    return (
      kind !== undefined &&
      copy !== undefined &&
      kind.readableBy(principal, key, copy.value as never, readFor(kind, key))
    )
  }
}
