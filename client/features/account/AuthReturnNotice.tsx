import { Suspense, useCallback, useEffect, useState } from 'react'
import { providers } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/connectionState.ts'
import { notifyOtherTabs } from '../../connection/session.ts'
import { later } from '../../shell/screenCode.ts'
import {
  type AuthReturn,
  authReturnIn,
  forgetPrincipal,
  rememberedPrincipal,
  rememberPrincipal,
  withoutReturn,
} from './authReturn.ts'
import { signInAddress } from './signIn.ts'

const AuthReturnResult = later(() => import('./AuthReturnResult.tsx').then((module) => module.AuthReturnResult))

/** The result of a sign-in at a provider, shown once on the page that it returns to; the address is cleaned at once. */
export function AuthReturnNotice() {
  const [result, setResult] = useState<AuthReturn | null>(() => authReturnIn(location.search))
  const account = usePreviousPrincipal()
  useEffect(() => {
    if (authReturnIn(location.search) === null) return
    history.replaceState(history.state, '', withoutReturn(location))
    // This page was loaded with the new cookie; the other tabs still use an ended one.
    notifyOtherTabs()
  }, [])
  const dismiss = useCallback(() => setResult(null), [])
  if (result === null) return null
  return (
    <Suspense>
      <AuthReturnResult result={result} previousPrincipal={account} onDismiss={dismiss} />
    </Suspense>
  )
}

/** The principal who left this page for a provider; also notes it when a signed-in user follows a link to one. */
function usePreviousPrincipal() {
  const { store } = useConnection()
  const [account] = useState(rememberedPrincipal)
  useEffect(forgetPrincipal, [])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const way = target instanceof Element ? target.closest('a')?.getAttribute('href') : null
      const principal = store.get(helloAtom)?.principal
      if (principal && providers.some((provider) => way?.startsWith(signInAddress(provider, ''))))
        rememberPrincipal(principal.id)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [store])
  return account
}
