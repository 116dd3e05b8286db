import { useState } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type RaiseWish, raiseSession } from './raiseSession.ts'

/** One try at a time: shown in flight, and if it is refused, why. */
export function useRaise(onRaised: (message: string) => void) {
  const connection = useConnection()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** @returns whether it worked */
  const raise = async (wish: RaiseWish) => {
    setProblem(null)
    setBusy(true)
    const told = await raiseSession(connection, wish)
    setBusy(false)
    if (told.ok) onRaised(told.value)
    else setProblem(told.message)
  }
  return { busy, problem, raise, forgive: () => setProblem(null) }
}
