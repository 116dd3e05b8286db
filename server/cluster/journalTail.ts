import type { DocumentId } from '../../shared/engine/document.ts'
import type { Clock } from '../engine/clock.ts'
import type { Entry } from '../engine/entry.ts'
import type { Published } from '../engine/hub.ts'
import type { Loaded, SharedStorage } from '../engine/storage.ts'
import { type createJournaledDocuments, Misfit } from './journaledDocuments.ts'

const againMs = 1_000

interface TailParts {
  readonly storage: Pick<SharedStorage, 'view' | 'follow'>
  readonly clock: Clock
  readonly documents: ReturnType<typeof createJournaledDocuments>
  /** An entry or a view is of this epoch. Told before what it changed is published, with the seq that was shown entry by entry. */
  readonly onEpoch: (epoch: number, shownSeq: number) => void
  readonly publish: (changes: readonly Published[]) => void
  /** What was shown here, and the store does not have. */
  readonly onLost: (ids: readonly DocumentId[]) => void
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Shows what the journal says, entry by entry, and has all documents anew where it cannot go on from those it has. To start it throws
 * what the store throws: there is nothing to show yet.
 */
export function createJournalTail(parts: TailParts) {
  const { storage, documents } = parts
  let [seq, isClosed, stopFollowing] = [0, false, () => {}]

  /** @throws Misfit */
  const apply = (entry: Entry): readonly Published[] => {
    parts.onEpoch(entry.epoch, seq)
    if (entry.seq <= seq) return []
    if (entry.seq > seq + 1) throw new Misfit(`Entry ${entry.seq} came after ${seq}.`)
    const published = documents.apply(entry)
    seq = entry.seq
    return published
  }
  const take = (entries: readonly Entry[]) => {
    const published: Published[] = []
    try {
      for (const entry of entries) published.push(...apply(entry))
    } catch (error) {
      if (!(error instanceof Misfit)) parts.onFault('show the journal', error)
      missing()
    }
    parts.publish(published)
  }
  const show = (loaded: Loaded) => {
    const { differing, lost } = documents.replaceBy(loaded)
    seq = loaded.entries.at(-1)?.seq ?? loaded.checkpointSeq
    parts.onEpoch(Math.max(loaded.epoch, loaded.entries.at(-1)?.epoch ?? 0), 0)
    stopFollowing = storage.follow(seq, { entries: take, missing })
    parts.onLost(lost)
    parts.publish(documents.wholes(differing))
  }
  const look = async () => {
    stopFollowing()
    const loaded = await storage.view()
    if (!isClosed) show(loaded)
  }
  const missing = () => void anew.begin()
  const anew = createAnew(parts, look, () => isClosed)
  return {
    seq: () => seq,
    start: look,
    /** Has all documents anew, once more if it is doing so already. */
    anew: anew.begin,
    isWhole: () => !anew.isUnderWay(),
    close() {
      isClosed = true
      stopFollowing()
    },
  }
}

/** Does it until it is done, and once more when it was asked for meanwhile: what was read then may lack what it is asked for. */
function createAnew({ clock, onFault }: TailParts, look: () => Promise<void>, isClosed: () => boolean) {
  let underWay: Promise<void> | null = null
  let isWanted = false

  const pause = () => new Promise<void>((resolve) => void clock.after(againMs, resolve))
  const run = async () => {
    while (isWanted && !isClosed()) {
      isWanted = false
      try {
        await look()
      } catch (error) {
        onFault('have all documents anew', error)
        isWanted = true
        await pause()
      }
    }
    underWay = null
  }
  return {
    isUnderWay: () => underWay !== null,
    begin(): Promise<void> {
      isWanted = true
      underWay ??= run()
      return underWay
    },
  }
}
