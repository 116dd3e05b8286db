import { kindOf } from '../../../shared/engine/document.ts'
import { dropWords, finishErasure } from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey, type Pending } from '../../../shared/features/erasure/erasures.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'

/** A store that could not do it, for want of room or whatever, is asked again. */
const againMs = 60_000
/** Archive lines of many kinds say by these what people are called. */
const nameFields = ['name', 'byName']

interface ErasingParts {
  readonly hub: Pick<Hub, 'read' | 'order' | 'onPublish' | 'forget'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Has the store forget whoever is pending, one after the other; also those of an earlier run that did not get so far. In two
 * steps: by their ids elsewhere first, and when those are not even pending any more once again, so that what was left
 * behind of them where they were noted goes too. Each step may be done twice.
 */
export function startErasing({ hub, clock, onFault }: ErasingParts) {
  let working: Promise<void> | null = null
  let cancel = () => {}
  let isClosed = false

  const forget = async (erasure: string, { account: id, words, documents }: Pending) => {
    const forgetting = { id, lists: [{ archive: 'signIns', key: id }], nameFields }
    if (words.length > 0) {
      await hub.forget({ ...forgetting, words, documents })
      await hub.order('erasure', dropWords.name, { erasure })
    }
    await hub.forget({ ...forgetting, words: [], documents: [] })
    await hub.order('erasure', finishErasure.name, { erasure })
  }
  const next = () => Object.entries(hub.read(erasures, erasuresKey).pending)[0]
  const workOff = async () => {
    for (let one = next(); one && !isClosed; one = next()) await forget(...one)
  }
  const work = () => {
    if (working || isClosed || !next()) return
    cancel()
    working = workOff()
      .catch((error: unknown) => {
        onFault('forget who has left', error)
        cancel = clock.after(againMs, work)
      })
      .finally(() => {
        working = null
      })
  }
  const stopListening = hub.onPublish((published) => {
    if (published.some(({ id }) => kindOf(id) === erasures.kind)) work()
  })
  work()
  return {
    /** Finishes the one that it is at. The others wait for the next start. */
    async close() {
      isClosed = true
      stopListening()
      cancel()
      await working
    },
  }
}
