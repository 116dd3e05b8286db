import { useEffect, useState } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type Clock, machineClock } from '../../connection/clock.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import type { Store } from '../../connection/replica.ts'
import { clearEndedCookie, wasSessionChanged } from '../../connection/session.ts'
import { NoticeBar } from '../../ui/Problem.tsx'
import { shownPrincipalAtom } from '../roles/elevation.ts'
import { askedWithinMs } from './SessionFollower.tsx'

/** Explains why the session ended when the user did not end it. */
export function SessionEndedNotice() {
  const { store } = useConnection()
  const [hasEnded, setEnded] = useState(false)
  useEffect(
    () =>
      watchSessionEnd({
        store,
        clock: machineClock,
        wasAsked: wasSessionChanged,
        setEnded,
        clearCookie: clearEndedCookie,
      }),
    [store],
  )
  if (!hasEnded) return null
  return (
    <NoticeBar role="alert" onDismiss={() => setEnded(false)}>
      <p>
        You were logged out: another browser or an admin ended the session, it expired, or a backup of the hub was
        restored. Sign in again.
      </p>
    </NoticeBar>
  )
}

interface SessionEndDeps {
  readonly store: Store
  readonly clock: Clock
  /** Whether this browser has changed its session since then, by the monotonic clock. */
  readonly wasAsked: (since: number) => boolean
  /** True: a session has ended unexpectedly. False: a principal is signed in again. */
  readonly setEnded: (hasEnded: boolean) => void
  /** Removes the cookie of the ended session. Resolves with false where it may not have ended. */
  readonly clearCookie: () => Promise<boolean>
}

/** A sign-in in another tab ends the session of this one shortly before its message arrives. */
const settleMs = 2_000

/** Reports when the principal becomes a guest without a request in this browser. Returns the function that stops this. */
export function watchSessionEnd({ store, clock, wasAsked, setEnded, clearCookie }: SessionEndDeps): () => void {
  const idNow = () => store.get(shownPrincipalAtom)?.id ?? null
  let before = idNow()
  let cancel = () => {}

  const judgeAfter = (ms: number, endedAt: number) => {
    cancel = clock.after(ms, () => void judge(endedAt))
  }
  const judge = async (endedAt: number) => {
    if (idNow() !== null || wasAsked(endedAt - askedWithinMs)) return
    const hasEnded = await clearCookie()
    if (idNow() !== null) return
    if (hasEnded) setEnded(true)
    else judgeAfter(askedWithinMs, endedAt)
  }
  const look = () => {
    if (store.get(helloAtom) === null) return
    const [last, now] = [before, idNow()]
    before = now
    if (last === now) return
    cancel()
    const endedAt = clock.monotonic()
    if (now === null) judgeAfter(settleMs, endedAt)
    else setEnded(false)
  }
  const stop = store.sub(shownPrincipalAtom, look)
  return () => {
    cancel()
    stop()
  }
}
