import { useCallback, useEffect, useState } from 'react'
import { providers } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/meAtom.ts'
import { tellOtherTabs } from '../../connection/session.ts'
import { signInAddress } from '../session/signInAddress.ts'
import { Arrived } from './Arrived.tsx'
import { type AuthReturn, authReturnIn, withoutReturn } from './authReturn.ts'
import { FailedReturn } from './FailedReturn.tsx'
import { forgetLeftAs, leaveAs, leftAs } from './leftAs.ts'

/** What became of a sign-in, told once on whatever page it comes back to; the address is clean at once. */
export function AuthReturnNotice() {
  const [told, tell] = useState<AuthReturn | null>(() => authReturnIn(location.search))
  const account = useLeftAs()
  useEffect(() => {
    if (authReturnIn(location.search) === null) return
    history.replaceState(history.state, '', withoutReturn(location))
    // This page came with the new cookie; the others hold one that is dead.
    tellOtherTabs()
  }, [])
  const dismiss = useCallback(() => tell(null), [])
  if (told === null) return null
  return told.outcome === 'success' ? (
    <Arrived provider={told.provider} leftAs={account} onDismiss={dismiss} />
  ) : (
    <FailedReturn told={told} onDismiss={dismiss} />
  )
}

/** As whom this page was left for a provider; and notes the same when somebody who is signed in goes to one again. */
function useLeftAs() {
  const { store } = useConnection()
  const [account] = useState(leftAs)
  useEffect(forgetLeftAs, [])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const way = target instanceof Element ? target.closest('a')?.getAttribute('href') : null
      const you = store.get(helloAtom)?.you
      if (you && providers.some((provider) => way?.startsWith(signInAddress(provider, '')))) leaveAs(you.id)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [store])
  return account
}
