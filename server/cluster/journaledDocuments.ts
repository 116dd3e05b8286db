import { isDeepStrictEqual } from 'node:util'
import { freeze } from 'immer'
import { type DocumentId, type DocumentKind, kindOf } from '../../shared/engine/document.ts'
import { blankCopies, replay } from '../engine/documents.ts'
import type { Entry, EntryChange } from '../engine/entry.ts'
import type { Copy, Published } from '../engine/hub.ts'
import { patched } from '../engine/patched.ts'
import type { Loaded } from '../engine/storage.ts'

/** The copies are not those that an entry was made for: something was missed, and they must be had anew. */
export class Misfit extends Error {}

/** The journaled documents of a node, as the journal makes them. */
export function createJournaledDocuments(kinds: ReadonlyMap<string, DocumentKind>) {
  let held = new Map<DocumentId, Copy>()
  /** At which entry those began that have begun since. */
  const bornAt = new Map<DocumentId, number>()
  const blanks = blankCopies(kinds, 0)

  const changed = (seq: number, { id, version, patches }: EntryChange): Copy => {
    const before = version === 1 ? { version: 0, value: {} } : held.get(id)
    if (before?.version !== version - 1)
      throw new Misfit(`Entry ${seq} makes ${id} version ${version}, and it stands at ${before?.version ?? 0} here.`)
    return { version, value: freeze(patched(kinds.get(kindOf(id)), before.value, patches), true) }
  }
  const keep = (seq: number, id: DocumentId, copy: Copy) => {
    held.set(id, copy)
    if (copy.version === 1) bornAt.set(id, seq)
  }
  const wholes = (ids: Iterable<DocumentId>): readonly Published[] =>
    [...ids].flatMap((id) => {
      const copy = held.get(id) ?? blanks.get(kindOf(id))
      return copy ? [wholeOf(id, copy)] : []
    })
  return {
    get: (id: DocumentId) => held.get(id),
    /** As they stand, or as nobody having written them. */
    wholes,
    count: () => held.size,
    /** All of what it changes, or nothing. @throws Misfit */
    apply(entry: Entry): readonly Published[] {
      if (isHollow(entry)) throw new Misfit(`Of entry ${entry.seq} was forgotten what it did.`)
      const copies = entry.changes.map((change) => ({ id: change.id, copy: changed(entry.seq, change) }))
      for (const { id, copy } of copies) keep(entry.seq, id, copy)
      return entry.changes
    },
    /** All of them as the store has them. Gives those that differ, and which of them were further on here than they are there. */
    replaceBy(loaded: Loaded) {
      const before = held
      held = replay(kinds, loaded)
      bornAt.clear()
      return compared(before, held)
    },
    /** As they were at `seq`: what has begun anew since stays. */
    drop(ids: readonly DocumentId[], seq: number) {
      for (const id of ids) {
        if ((bornAt.get(id) ?? 0) > seq) continue
        held.delete(id)
        bornAt.delete(id)
      }
    },
  }
}

function compared(before: ReadonlyMap<DocumentId, Copy>, now: ReadonlyMap<DocumentId, Copy>) {
  const ids = [...new Set([...before.keys(), ...now.keys()])]
  const differing = ids.filter((id) => !isDeepStrictEqual(before.get(id), now.get(id)))
  const isLost = (id: DocumentId) => (before.get(id)?.version ?? 0) >= (now.get(id)?.version ?? 0)
  return { differing, lost: differing.filter(isLost) }
}

/** What a store leaves of an entry that spoke of somebody who was forgotten. No command has null for its input. */
const isHollow = ({ input, output, changes, refused }: Entry) =>
  !refused && input === null && output === null && changes.length === 0

/** In place of whatever was there. */
export const wholeOf = (id: DocumentId, { version, value }: Copy): Published => ({
  id,
  version,
  patches: [{ op: 'replace', path: [], value }],
  isWhole: true,
})
