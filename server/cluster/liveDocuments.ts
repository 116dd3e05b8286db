import { freeze } from 'immer'
import { type DocumentId, type DocumentKind, kindOf } from '../../shared/engine/document.ts'
import { blankCopies } from '../engine/documents.ts'
import type { Copy, Published } from '../engine/hub.ts'
import { patched } from '../engine/patched.ts'
import { wholeOf } from './journaledDocuments.ts'
import type { LiveChanges, LiveState } from './wire.ts'

/** So many changes of one live document no epoch sees, nor does any of them outlive its epoch. */
export const liveVersionsFrom = (epoch: number) => epoch * 1_000_000_000

/** The live documents of a node, all of one epoch. */
export function createLiveDocuments(kinds: ReadonlyMap<string, DocumentKind>) {
  const held = new Map<DocumentId, Copy>()
  let from = 0
  let blanks = blankCopies(kinds, from)

  const changed = ({ id, version, patches }: Published): Copy | null => {
    const before = held.get(id) ?? blanks.get(kindOf(id))
    if (before && version !== before.version + 1) return null
    // The first change holds the whole.
    const value = patched(kinds.get(kindOf(id)), version === from + 1 ? {} : (before?.value ?? {}), patches)
    return { version, value: freeze(value, true) }
  }
  return {
    get: (id: DocumentId) => held.get(id),
    blank: (id: DocumentId) => blanks.get(kindOf(id)),
    count: () => held.size,
    ids: () => held.keys(),
    /** None is left of an earlier epoch: what stood is published as nobody having written it. */
    begin(epoch: number): readonly Published[] {
      from = liveVersionsFrom(epoch)
      blanks = blankCopies(kinds, from)
      const gone = [...held.keys()]
      held.clear()
      return gone.flatMap((id) => {
        const blank = blanks.get(kindOf(id))
        return blank ? [wholeOf(id, blank)] : []
      })
    },
    /** Those that fit what stands here, up to the first that does not. */
    apply(changes: LiveChanges['changes']): readonly Published[] {
      const misfit = changes.findIndex((change) => {
        const copy = changed(change)
        if (copy) held.set(change.id, copy)
        return copy === null
      })
      return misfit < 0 ? changes : changes.slice(0, misfit)
    },
    replaceBy(documents: LiveState['documents']): readonly Published[] {
      const before = new Map(held)
      held.clear()
      for (const { id, version, value } of documents) held.set(id, { version, value: freeze(value, true) })
      return [...held].flatMap(([id, copy]) => (before.get(id)?.version === copy.version ? [] : [wholeOf(id, copy)]))
    },
    drop(ids: readonly DocumentId[]) {
      for (const id of ids) held.delete(id)
    },
  }
}
