import { type DocumentId, type DocumentKind, keyOf, kindOf, type ReadDocument } from '../../shared/engine/document.ts'
import type { Documents } from './documents.ts'
import type { Principal } from './principal.ts'
import type { Registry } from './registry.ts'

interface MayReadParts {
  readonly registry: Pick<Registry, 'kinds'>
  readonly documents: Pick<Documents, 'durable'>
  readonly read: ReadDocument
}

/**
 * Who may read what, by the durable copies. A document's audience may hang on the documents that it names in `decidedBy` and on no
 * others: of a change of those nobody would be asked anew. @throws when it asks another one
 */
export function createMayRead({ registry, documents, read }: MayReadParts) {
  const readFor =
    ({ kind, decidedBy = [] }: DocumentKind, key: string): ReadDocument =>
    (decider, deciderKey) => {
      if (deciderKey === key && decidedBy.some((named) => named.kind === decider.kind)) return read(decider, key)
      throw new Error(
        `"${kind}" must not ask ${decider.kind}/${deciderKey} who may read it: decidedBy does not name it.`,
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
