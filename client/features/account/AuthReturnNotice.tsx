import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { type Provider, providers, providerWords } from '../../../shared/features/account/identity.ts'
import type { Hello } from '../../../shared/protocol/hello.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/handshake.ts'
import { tellOtherTabs } from '../../connection/session.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { NoticeBar } from '../../ui/Problem.tsx'
import { type AuthReturn, authReturnIn, forgetLeftAs, leaveAs, leftAs, withoutReturn } from './authReturn.ts'
import { FailedReturn } from './FailedReturn.tsx'
import { signInAddress } from './signIn.ts'

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

interface ArrivedProps {
  readonly provider: Provider
  /** As whom this page was left for the provider; null for a guest. */
  readonly leftAs: string | null
  readonly onDismiss: () => void
}

type You = NonNullable<Hello['you']>

/**
 * What the address says is believed only once the hub says so too. That is decided once, by its first word after the
 * arrival: whoever signs in or out later has not met with a fault, and what was told is about nobody who is here.
 */
function Arrived({ provider, leftAs, onDismiss }: ArrivedProps) {
  const hello = useAtomValue(helloAtom)
  const [first, decide] = useState(hello)
  if (first === null && hello !== null) decide(hello)
  const isOver = first !== null && first.you?.id !== hello?.you?.id
  useEffect(() => {
    if (isOver) onDismiss()
  }, [isOver, onDismiss])
  if (first === null || isOver) return null
  if (first.you === null)
    return (
      <NoticeBar role="alert" onDismiss={onDismiss}>
        <p>
          {providerWords[provider]} let you through, yet this browser kept no session. Allow cookies for this site and
          sign in again.
        </p>
      </NoticeBar>
    )
  return first.you.id === leftAs ? (
    <Linked provider={provider} you={first.you} onDismiss={onDismiss} />
  ) : (
    <SignedIn provider={provider} you={first.you} onDismiss={onDismiss} />
  )
}

interface ComeBackProps {
  readonly provider: Provider
  readonly you: You
  readonly onDismiss: () => void
}

const SignedIn = ({ provider, you, onDismiss }: ComeBackProps) => (
  <NoticeBar role="status" onDismiss={onDismiss}>
    <p>
      {providerWords[provider]} knows you: you are signed in as <strong>{you.name}</strong>.
    </p>
  </NoticeBar>
)

/** Whoever was signed in before came for a second account, and sees here which one it is. */
function Linked({ provider, you, onDismiss }: ComeBackProps) {
  const { state, value } = useDocument(account, you.id)
  if (state === 'loading') return null
  const identity = value?.[provider]
  if (!identity) return <SignedIn provider={provider} you={you} onDismiss={onDismiss} />
  return (
    <NoticeBar role="status" onDismiss={onDismiss}>
      <p>
        {providerWords[provider]} (<strong>{identity.displayName}</strong>) is linked to your account.
      </p>
    </NoticeBar>
  )
}
