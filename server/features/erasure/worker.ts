import { kindOf } from '../../../shared/engine/document.ts'
import { dropExternalIds, finishErasure } from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey, type PendingErasure } from '../../../shared/features/erasure/erasures.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { PersonErasure } from '../../engine/storage.ts'

/** Pause after a failure, as when the disk is full. */
const retryMs = 60_000
/** The store looks through all that it holds, however many accounts it erases: requests in this time are erased together. */
const pauseMs = 5 * 60_000
const mostAtOnce = 200

interface ErasureWorkerDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish' | 'erase'>
  /** Erases these ids from the recordings of the game. */
  readonly forgetRecorded: (ids: readonly string[]) => Promise<void>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Makes the store erase the accounts of pending erasures, including those left from an earlier run: the first one at once, further
 * ones together after a pause.
 */
export function startErasureWorker({ hub, forgetRecorded, clock, onFault }: ErasureWorkerDeps) {
  let working: Promise<void> | null = null
  let isPaused = false
  let isClosed = false
  let cancelPause = () => {}

  function work() {
    const batch = Object.entries(hub.read(erasures, erasuresKey).pending).slice(0, mostAtOnce)
    if (working || isPaused || isClosed || batch.length === 0) return
    working = eraseAll(batch)
      .then(() => pause(pauseMs))
      .catch((error: unknown) => {
        onFault('erase accounts from the store', error)
        pause(retryMs)
      })
      .finally(() => {
        working = null
      })
  }
  function pause(ms: number) {
    isPaused = true
    cancelPause = clock.after(ms, () => {
      isPaused = false
      work()
    })
  }
  /**
   * Erases in two passes, each of which may be repeated: first by external ids; then, after the pending erasure has dropped those
   * ids, once more, so that the journal entries that listed them go too.
   */
  async function eraseAll(batch: readonly (readonly [string, PendingErasure])[]) {
    const all = erasureOf(batch.map(([, pending]) => pending))
    if (all.externalIds.length > 0) {
      await forgetRecorded(all.externalIds)
      await hub.erase({ ...all, skipCompaction: true })
      for (const [erasure] of batch) await hub.execute('erasure', dropExternalIds.name, { erasure })
    }
    await hub.erase({ ...all, externalIds: [], documents: [] })
    for (const [erasure] of batch) await hub.execute('erasure', finishErasure.name, { erasure })
  }

  const stopListening = hub.onPublish((published) => {
    if (published.some(({ id }) => kindOf(id) === erasures.kind)) work()
  })
  work()
  return {
    /** Finishes the current round. Further pending erasures are carried out after the next start. */
    async close() {
      isClosed = true
      stopListening()
      await working
      cancelPause()
    },
  }
}

const erasureOf = (pending: readonly PendingErasure[]): PersonErasure => ({
  ids: pending.map(({ account }) => account),
  externalIds: pending.flatMap(({ externalIds }) => externalIds),
  documents: pending.flatMap(({ documents }) => documents),
})
