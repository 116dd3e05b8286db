import { kindOf } from '../../../shared/engine/document.ts'
import { dropWords, finishErasure } from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey, type Pending } from '../../../shared/features/erasure/erasures.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Forgetting } from '../../engine/storage.ts'

/** A store that could not do it, for want of room or whatever, is asked again. */
const againMs = 60_000
/** All appends wait while the store forgets, however many it forgets: whoever asks later is forgotten with the others. */
const restMs = 5 * 60_000
const mostAtOnce = 200
/** Archive lines of many kinds say by these what people are called. */
const nameFields = ['name', 'byName']
/** From where somebody did it is theirs; what others did to them says where those were. */
const deedFields = { by: ['by', 'account'], from: ['address'] }

interface ErasingParts {
  readonly hub: Pick<Hub, 'read' | 'order' | 'onPublish' | 'forget'>
  /** Has what is recorded of the game forget these ids. */
  readonly forgetRecorded: (ids: readonly string[]) => Promise<void>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}
type Erasure = readonly [string, Pending]

/** Has the store forget whoever is pending: the first at once, and who comes later together. Also those of an earlier run that did not get so far. */
export function startErasing({ clock, onFault, ...parts }: ErasingParts) {
  const { hub } = parts
  const forget = createRound(parts)
  let working: Promise<void> | null = null
  let isResting = false
  let cancel = () => {}
  let isClosed = false

  const rest = (ms: number) => {
    isResting = true
    cancel = clock.after(ms, () => {
      isResting = false
      work()
    })
  }
  const pending = () => Object.entries(hub.read(erasures, erasuresKey).pending).slice(0, mostAtOnce)
  const work = () => {
    const those = pending()
    if (working || isResting || isClosed || those.length === 0) return
    working = forget(those)
      .then(() => rest(restMs))
      .catch((error: unknown) => {
        onFault('forget who has left', error)
        rest(againMs)
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
    /** Finishes what it is at. The others wait for the next start. */
    async close() {
      isClosed = true
      stopListening()
      await working
      cancel()
    },
  }
}

/**
 * In two steps: by their ids elsewhere first, and when those are not even pending any more once again, so that what was left
 * behind of them where they were noted goes too. Each step may be done twice.
 */
const createRound =
  ({ hub, forgetRecorded }: Pick<ErasingParts, 'hub' | 'forgetRecorded'>) =>
  async (those: readonly Erasure[]) => {
    const all = forgettingOf(those)
    if (all.words.length > 0) {
      await forgetRecorded(all.words)
      await hub.forget({ ...all, leavesTraces: true })
      for (const [erasure] of those) await hub.order('erasure', dropWords.name, { erasure })
    }
    await hub.forget({ ...all, words: [], documents: [] })
    for (const [erasure] of those) await hub.order('erasure', finishErasure.name, { erasure })
  }

const forgettingOf = (those: readonly Erasure[]): Forgetting => {
  const all = those.map(([, pending]) => pending)
  const ids = all.map(({ account }) => account)
  const lists = ids.map((key) => ({ archive: 'signIns', key }))
  const [words, documents] = [all.flatMap((one) => one.words), all.flatMap((one) => one.documents)]
  return { ids, words, documents, lists, nameFields, deedFields }
}
