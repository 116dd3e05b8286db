import { useState } from 'react'
import type { SessionChange } from '../../connection/session.ts'

export interface SessionChangeUse {
  /** What is in flight, in words; null when nothing is. */
  readonly busy: string | null
  readonly problem: string | null
  /** @param words what to say while it is in flight @returns whether it worked */
  start(words: string, change: () => Promise<SessionChange>): Promise<boolean>
}

/** One change of the session at a time: shown in flight, and if it is refused, why. */
export function useSessionChange(): SessionChangeUse {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const start = async (words: string, change: () => Promise<SessionChange>) => {
    setProblem(null)
    setBusy(words)
    const outcome = await change()
    setBusy(null)
    if (!outcome.ok) setProblem(outcome.message)
    return outcome.ok
  }
  return { busy, problem, start }
}
