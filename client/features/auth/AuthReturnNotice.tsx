import { useCallback, useEffect, useState } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/meAtom.ts'
import { tellOtherTabs } from '../../connection/session.ts'
import { Arrived } from './Arrived.tsx'
import { type AuthReturn, authReturnIn, withoutReturn } from './authReturn.ts'
import { FailedReturn } from './FailedReturn.tsx'
import { leaveAs, takeLeftAs } from './leftAs.ts'

/** What became of a sign-in, told once on whatever page it comes back to; the address is clean at once. */
export function AuthReturnNotice() {
  const [told, tell] = useState<AuthReturn | null>(() => authReturnIn(location.search))
  const leftAs = useLeftAs()
  useEffect(() => {
    if (authReturnIn(location.search) === null) return
    history.replaceState(history.state, '', withoutReturn(location))
    // This page came with the new cookie; the others hold one that is dead.
    tellOtherTabs()
  }, [])
  const dismiss = useCallback(() => tell(null), [])
  if (told === null) return null
  return told.outcome === 'success' ? (
    <Arrived provider={told.provider} leftAs={leftAs} onDismiss={dismiss} />
  ) : (
    <FailedReturn told={told} onDismiss={dismiss} />
  )
}

/** As whom the page was left last; and notes the same when it is left again. */
function useLeftAs() {
  const { store } = useConnection()
  const [leftAs] = useState(takeLeftAs)
  useEffect(() => {
    const onLeave = () => leaveAs(store.get(helloAtom)?.you?.id ?? null)
    addEventListener('pagehide', onLeave)
    return () => removeEventListener('pagehide', onLeave)
  }, [store])
  return leftAs
}
