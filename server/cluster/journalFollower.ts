import { isDeepStrictEqual } from 'node:util'
import { freeze } from 'immer'
import { type DocumentId, type DocumentKind, kindOf } from '../../shared/engine/document.ts'
import type { Clock } from '../engine/clock.ts'
import { blankCopies, patched, replayFrom } from '../engine/documents.ts'
import type { Entry, EntryChange } from '../engine/entry.ts'
import type { Copy, Published } from '../engine/hub.ts'
import type { SharedStorage } from '../engine/storage.ts'

const retryAfterMs = 1_000
/** Of reading everything, when the store is erased from meanwhile. */
const mostTries = 5

/** The copies as of an entry. */
interface View {
  readonly seq: number
  readonly epoch: number
  readonly held: Map<DocumentId, Copy>
}

interface JournalFollowerDeps {
  readonly storage: Pick<SharedStorage, 'loadView' | 'tail' | 'follow'>
  readonly clock: Clock
  readonly copies: ReturnType<typeof createJournaledCopies>
  /** An entry or a view has this epoch. Called before its changes are published, with the seq shown entry by entry until then. */
  readonly onEpoch: (epoch: number, shownSeq: number) => void
  readonly publish: (changes: readonly Published[]) => void
  /** These documents were shown here in a version that the store does not have. */
  readonly onLost: (ids: readonly DocumentId[]) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** Applies the journal entry by entry to this node's copies, and reloads them all when the next entry does not fit. */
export function createJournalFollower(deps: JournalFollowerDeps) {
  const { storage, clock, copies, onFault } = deps
  let seq = 0
  let isClosed = false
  let stopFollowing = () => {}
  let reloading: Promise<void> | null = null
  let isReloadWanted = false

  /** @throws VersionGap */
  const apply = (entry: Entry): readonly Published[] => {
    deps.onEpoch(entry.epoch, seq)
    if (entry.seq <= seq) return []
    if (entry.seq > seq + 1) throw new VersionGap(`Entry ${entry.seq} came after ${seq}.`)
    const published = copies.apply(entry)
    seq = entry.seq
    return published
  }
  const take = (entries: readonly Entry[]) => {
    const published: Published[] = []
    try {
      for (const entry of entries) published.push(...apply(entry))
    } catch (error) {
      if (!(error instanceof VersionGap)) onFault('apply the journal', error)
      void reload()
    }
    deps.publish(published)
  }
  const show = ({ seq: shownSeq, epoch, held }: View) => {
    const { differing, lost } = copies.replaceBy(held)
    seq = shownSeq
    deps.onEpoch(epoch, 0)
    stopFollowing = storage.follow(seq, { entries: take, missing: () => void reload() })
    deps.onLost(lost)
    deps.publish(copies.wholes(differing))
  }
  const loadView = async () => {
    stopFollowing()
    for (let tries = 1; ; tries += 1) {
      try {
        const view = await copies.read(storage)
        if (!isClosed) show(view)
        return
      } catch (error) {
        if (!(error instanceof VersionGap) || tries === mostTries) throw error
      }
    }
  }
  const reloadUntilDone = async () => {
    while (isReloadWanted && !isClosed) {
      isReloadWanted = false
      try {
        await loadView()
      } catch (error) {
        onFault('reload all documents', error)
        isReloadWanted = true
        await new Promise<void>((resolve) => void clock.after(retryAfterMs, resolve))
      }
    }
    reloading = null
  }
  /** Reloads once more if it is called meanwhile: the running reload may have begun too early. */
  function reload(): Promise<void> {
    isReloadWanted = true
    reloading ??= reloadUntilDone()
    return reloading
  }
  return {
    seq: () => seq,
    /** @throws what the store throws: there is nothing to show yet */
    start: loadView,
    reload,
    isReloading: () => reloading !== null,
    close() {
      isClosed = true
      stopFollowing()
    },
  }
}

/** The copies are not those for which an entry was made: something was missed, and they must be reloaded. */
export class VersionGap extends Error {}

/** The journaled documents of a node. */
export function createJournaledCopies(kinds: ReadonlyMap<string, DocumentKind>) {
  let held = new Map<DocumentId, Copy>()
  /** Entry at which a document that was deleted began again. */
  const beganAt = new Map<DocumentId, number>()
  const blanks = blankCopies(kinds, 0)

  const changed = (seq: number, { id, version, patches }: EntryChange): Copy => {
    const before = version === 1 ? { version: 0, value: {} } : held.get(id)
    if (before?.version !== version - 1)
      throw new VersionGap(
        `Entry ${seq} makes version ${version} of ${id}, and this node has version ${before?.version ?? 0}.`,
      )
    return { version, value: freeze(patched(kinds.get(kindOf(id)), before.value, patches), true) }
  }
  const keep = (seq: number, id: DocumentId, copy: Copy) => {
    held.set(id, copy)
    if (copy.version === 1) beganAt.set(id, seq)
  }
  return {
    get: (id: DocumentId) => held.get(id),
    /** Each as a whole; the kind's default for one that was never written. */
    wholes: (ids: Iterable<DocumentId>): readonly Published[] =>
      [...ids].flatMap((id) => {
        const copy = held.get(id) ?? blanks.get(kindOf(id))
        return copy ? [wholeOf(id, copy)] : []
      }),
    count: () => held.size,
    ids: () => held.keys(),
    /** Applies all changes of the entry or none. @throws VersionGap */
    apply(entry: Entry): readonly Published[] {
      if (isErased(entry)) throw new VersionGap(`The content of entry ${entry.seq} was erased.`)
      const copies = entry.changes.map((change) => ({ id: change.id, copy: changed(entry.seq, change) }))
      for (const { id, copy } of copies) keep(entry.seq, id, copy)
      return entry.changes
    },
    /** The documents of the store, as of its last entry. Changes nothing here. @throws VersionGap, and what the store throws */
    async read(storage: Pick<SharedStorage, 'loadView' | 'tail'>): Promise<View> {
      const loaded = await storage.loadView()
      let { epoch } = loaded
      const read = await replayFrom(storage, kinds, loaded, (entries) => {
        for (const entry of entries) {
          // A checkpoint that is newer than the one that was loaded holds what it did.
          if (isErased(entry)) throw new VersionGap(`The content of entry ${entry.seq} was erased.`)
          epoch = Math.max(epoch, entry.epoch)
        }
      })
      return { seq: loaded.lastSeq, epoch, held: read }
    },
    /** Replaces all copies. @returns ids that differ, and those of them whose version was higher here than in the store */
    replaceBy(copies: Map<DocumentId, Copy>) {
      const before = held
      held = copies
      beganAt.clear()
      return compare(before, held)
    },
    /** Drops these documents as of `seq`: one that began again later stays. */
    drop(ids: readonly DocumentId[], seq: number) {
      for (const id of ids) {
        if ((beganAt.get(id) ?? 0) > seq) continue
        held.delete(id)
        beganAt.delete(id)
      }
    },
  }
}

function compare(before: ReadonlyMap<DocumentId, Copy>, now: ReadonlyMap<DocumentId, Copy>) {
  const ids = [...new Set([...before.keys(), ...now.keys()])]
  const differing = ids.filter((id) => !isDeepStrictEqual(before.get(id), now.get(id)))
  const isLost = (id: DocumentId) => (before.get(id)?.version ?? 0) >= (now.get(id)?.version ?? 0)
  return { differing, lost: differing.filter(isLost) }
}

/** Whether the store has emptied the entry because it mentioned an erased person. No command has null for its input. */
const isErased = ({ input, output, changes, refused }: Entry) =>
  !refused && input === null && output === null && changes.length === 0

/** The document as a change that replaces any copy. */
export const wholeOf = (id: DocumentId, { version, value }: Copy): Published => ({
  id,
  version,
  patches: [{ op: 'replace', path: [], value }],
  isWhole: true,
})
