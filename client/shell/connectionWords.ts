import type { ConnectionState } from '../connection/connectionState.ts'
import { lengthOf, timeOf } from '../ui/durations.ts'

export interface ConnectionWords {
  readonly name: string
  /** What stands beside it, ticking where time matters. */
  readonly words: string
}

/** What the connection sign says. @param now epoch ms of this machine, as `since` is */
export const connectionWords = ({ name, since }: ConnectionState, now: number): ConnectionWords => {
  if (name === 'live') return { name: 'Live', words: '' }
  if (name === 'connecting') return { name: 'Connecting', words: '' }
  if (name === 'reconnecting') return { name: 'Reconnecting', words: lengthOf(now - since) }
  if (name === 'stale') return { name: 'Stale', words: `since ${timeOf(since)}` }
  return { name: 'New version', words: 'is ready' }
}
