import { kindOf } from '../../shared/engine/document.ts'
import { erasures, erasuresKey } from '../../shared/features/erasure/erasures.ts'
import type { Hub } from '../engine/hub.ts'
import type { Replay } from '../features/replay/replay.ts'
import type { Fault } from './workers.ts'

interface FollowParts {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  readonly replay: Pick<Replay, 'forget'>
  readonly onFault: Fault
}

/**
 * Every node has recorded the game: whoever is to be forgotten is taken out of it at each of them, not only where it is decided.
 * Returns the way to stop.
 */
export function followErasures({ hub, replay, onFault }: FollowParts): () => void {
  const begun = new Set<string>()

  const forget = (erasure: string, words: readonly string[]) => {
    begun.add(erasure)
    replay.forget(words).catch((error: unknown) => {
      begun.delete(erasure)
      onFault('take somebody out of what is recorded', error)
    })
  }
  const look = () => {
    const { pending } = hub.read(erasures, erasuresKey)
    for (const erasure of begun) if (!Object.hasOwn(pending, erasure)) begun.delete(erasure)
    for (const [erasure, { words }] of Object.entries(pending))
      if (words.length > 0 && !begun.has(erasure)) forget(erasure, words)
  }
  look()
  return hub.onPublish((published) => {
    if (published.some(({ id }) => kindOf(id) === erasures.kind)) look()
  })
}
