import { useEffect, useState } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type Clock, machineClock } from '../../connection/clock.ts'
import type { Store } from '../../connection/copies.ts'
import { helloAtom } from '../../connection/handshake.ts'
import { clearEnded, followOtherTabs, wasSessionAsked } from '../../connection/session.ts'
import { NoticeBar } from '../../ui/Problem.tsx'
import { shownYouAtom } from '../roles/elevation.ts'

/** Whoever signs in or out in another tab does so in this one as well. */
export function SessionFollower() {
  const connection = useConnection()
  useEffect(() => followOtherTabs(connection), [connection])
  return null
}

/** Whoever was in and is out, without having asked for it, is told why that may be. */
export function EndedNotice() {
  const { store } = useConnection()
  const [hasEnded, tell] = useState(false)
  useEffect(
    () => followEnding({ store, clock: machineClock, wasAsked: wasSessionAsked, tell, clear: clearEnded }),
    [store],
  )
  if (!hasEnded) return null
  return (
    <NoticeBar role="alert" onDismiss={() => tell(false)}>
      <p>You were logged out: the session was ended from another browser, by an admin, or by its age. Sign in again.</p>
    </NoticeBar>
  )
}

interface EndingParts {
  readonly store: Store
  readonly clock: Clock
  /** Whether this browser has itself asked for another session, or for none, since then (epoch ms of this machine). */
  readonly wasAsked: (since: number) => boolean
  /** True: a session has ended by itself. False: somebody is in again. */
  readonly tell: (hasEnded: boolean) => void
  /** Puts the dead cookie away. */
  readonly clear: () => void
}

/** Another tab's sign-in ends the session of this one a moment before its word of it comes. */
const settleMs = 2_000
/** What was asked on a slow line may end the session this much later. */
const askedWithinMs = 20_000

/** Tells when somebody has become a guest and nobody in this browser has asked for it. Returns the way to stop. */
export function followEnding({ store, clock, wasAsked, tell, clear }: EndingParts): () => void {
  const idNow = () => store.get(shownYouAtom)?.id ?? null
  let before = idNow()
  let callOff = () => {}

  const judge = (endedAt: number) => {
    if (idNow() !== null || wasAsked(endedAt - askedWithinMs)) return
    tell(true)
    clear()
  }
  const look = () => {
    if (store.get(helloAtom) === null) return
    const [last, now] = [before, idNow()]
    before = now
    if (last === now) return
    callOff()
    const endedAt = clock.now()
    if (now === null) callOff = clock.after(settleMs, () => judge(endedAt))
    else tell(false)
  }
  const stop = store.sub(shownYouAtom, look)
  return () => {
    callOff()
    stop()
  }
}
