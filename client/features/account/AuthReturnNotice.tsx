import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { type Provider, providerNames, providers } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom, type Principal } from '../../connection/connectionState.ts'
import { notifyOtherTabs } from '../../connection/session.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { NoticeBar } from '../../ui/Problem.tsx'
import {
  type AuthReturn,
  authReturnIn,
  forgetPrincipal,
  rememberedPrincipal,
  rememberPrincipal,
  withoutReturn,
} from './authReturn.ts'
import { FailedReturn } from './FailedReturn.tsx'
import { signInAddress } from './signIn.ts'

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
  return result.outcome === 'success' ? (
    <Arrived provider={result.provider} previousPrincipal={account} onDismiss={dismiss} />
  ) : (
    <FailedReturn result={result} onDismiss={dismiss} />
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

interface ArrivedProps {
  readonly provider: Provider
  /** The principal who left this page for the provider; null for a guest. */
  readonly previousPrincipal: string | null
  readonly onDismiss: () => void
}

/**
 * The address is trusted only when the hub confirms it. The first hello after the arrival decides, once: a later sign-in or
 * sign-out is no error of this one, and the notice would be about another principal.
 */
function Arrived({ provider, previousPrincipal, onDismiss }: ArrivedProps) {
  const hello = useAtomValue(helloAtom)
  const [first, setFirst] = useState(hello)
  if (first === null && hello !== null) setFirst(hello)
  const isOver = first !== null && first.principal?.id !== hello?.principal?.id
  useEffect(() => {
    if (isOver) onDismiss()
  }, [isOver, onDismiss])
  if (first === null || isOver) return null
  if (first.principal === null)
    return (
      <NoticeBar role="alert" onDismiss={onDismiss}>
        <p>
          {providerNames[provider]} signed you in, but this browser kept no session. Allow cookies for this site and
          sign in again.
        </p>
      </NoticeBar>
    )
  return first.principal.id === previousPrincipal ? (
    <Linked provider={provider} principal={first.principal} onDismiss={onDismiss} />
  ) : (
    <SignedIn provider={provider} principal={first.principal} onDismiss={onDismiss} />
  )
}

interface ReturnedProps {
  readonly provider: Provider
  readonly principal: Principal
  readonly onDismiss: () => void
}

const SignedIn = ({ provider, principal, onDismiss }: ReturnedProps) => (
  <NoticeBar role="status" onDismiss={onDismiss}>
    <p>
      Signed in with {providerNames[provider]} as <strong>{principal.name}</strong>.
    </p>
  </NoticeBar>
)

/** A signed-in user returned with a second account; this names that account. */
function Linked({ provider, principal, onDismiss }: ReturnedProps) {
  const { state, value } = useDocument(account, principal.id)
  if (state === 'loading') return null
  const identity = value?.[provider]
  if (!identity) return <SignedIn provider={provider} principal={principal} onDismiss={onDismiss} />
  return (
    <NoticeBar role="status" onDismiss={onDismiss}>
      <p>
        {providerNames[provider]} (<strong>{identity.displayName}</strong>) is linked to your account.
      </p>
    </NoticeBar>
  )
}
