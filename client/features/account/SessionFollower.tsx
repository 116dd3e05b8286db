import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { machineClock } from '../../connection/clock.ts'
import { forgetDrafts } from '../../connection/draftStorage.ts'
import { followOtherTabs, wasSessionChanged } from '../../connection/session.ts'
import { shownPrincipalAtom } from '../roles/elevation.ts'

/** On a slow connection a requested end of the session may take effect this much later. */
export const askedWithinMs = 20_000

/** Follows a sign-in or sign-out in another tab, and forgets what the user before has typed into forms of this one. */
export function SessionFollower() {
  const connection = useConnection()
  useEffect(() => followOtherTabs(connection), [connection])
  const account = useAtomValue(shownPrincipalAtom)?.id ?? null
  const before = useRef(account)
  useEffect(() => {
    const wasAsked = wasSessionChanged(machineClock.monotonic() - askedWithinMs)
    // The drafts of a session that ended by itself wait for its user, who may sign in again.
    if (account !== null) forgetDrafts(account)
    else if (before.current !== null && wasAsked) forgetDrafts(null)
    before.current = account
  }, [account])
  return null
}
