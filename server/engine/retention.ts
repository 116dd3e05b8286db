import type { Archive } from '../../shared/engine/archive.ts'
import { type Clock, every } from './clock.ts'
import type { Storage } from './storage.ts'

const dayMs = 86_400_000
/** Rows may be kept for so much longer. */
const everyMs = 3_600_000
const firstAfterMs = 60_000

/** Days by kind of archive, in place of those that archives declare; null keeps the rows. */
export type KeptDays = Readonly<Record<string, number | null>>

interface RetentionDeps {
  readonly storage: Pick<Storage, 'prune'>
  readonly clock: Clock
  readonly archives: Iterable<Pick<Archive, 'kind' | 'keptDays'>>
  readonly keptDays: KeptDays
  readonly onFault: (what: string, error: unknown) => void
}

/** Removes what archives keep for a number of days only: soon after the start, then once an hour. Returns the way to stop. */
export function startRetention({ storage, clock, archives, keptDays, onFault }: RetentionDeps): () => void {
  const limited = [...archives].flatMap(({ kind, keptDays: declared = null }) => {
    const days = keptDays[kind] === undefined ? declared : keptDays[kind]
    return days === null ? [] : [{ kind, days }]
  })
  if (limited.length === 0) return () => {}
  let isFirst = true
  let isStopped = false
  const prune = async () => {
    isFirst = false
    for (const { kind, days } of limited) {
      if (isStopped) return
      // Also after a refusal for lack of space: the next run repeats it.
      await storage.prune(kind, clock.now() - days * dayMs).catch((error) => {
        if (!isStopped) onFault(`remove old rows of ${kind}`, error)
      })
    }
  }
  const stop = every(clock, () => (isFirst ? firstAfterMs : everyMs), prune)
  return () => {
    isStopped = true
    stop()
  }
}
