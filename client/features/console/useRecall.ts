import { useState } from 'react'

/** Earlier lines by the up and down keys, as a shell has them. What was being typed comes back after the newest. */
export function useRecall(history: readonly string[]) {
  /** How far back, 0 for what is being typed. */
  const [back, setBack] = useState(0)
  const [draft, setDraft] = useState('')
  return {
    /** @param step 1 further back, -1 nearer. Null where there is nothing there. */
    go(step: 1 | -1, typed: string): string | null {
      const next = back + step
      if (next < 0 || next > history.length) return null
      if (back === 0) setDraft(typed)
      setBack(next)
      return next === 0 ? draft : (history[history.length - next] ?? '')
    },
    /** Begin anew from what is being typed. */
    rest: () => setBack(0),
  }
}
