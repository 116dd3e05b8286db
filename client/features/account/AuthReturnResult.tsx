import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { account } from '../../../shared/features/account/account.ts'
import { type Provider, providerNames } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signIn.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom, type Principal } from '../../connection/connectionState.ts'
import { signOut } from '../../connection/session.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { NoticeBar } from '../../ui/Problem.tsx'
import { Actions } from '../../ui/Stack.tsx'
import type { AuthReturn } from './authReturn.ts'
import { signInAddress, useSessionChange } from './signIn.ts'

interface AuthReturnResultProps {
  readonly result: AuthReturn
  /** The principal who left this page for the provider; null for a guest. */
  readonly previousPrincipal: string | null
  readonly onDismiss: () => void
}

/** What a sign-in at a provider came to: who is signed in or what is linked, or why it failed. */
export const AuthReturnResult = ({ result, previousPrincipal, onDismiss }: AuthReturnResultProps) =>
  result.outcome === 'success' ? (
    <Arrived provider={result.provider} previousPrincipal={previousPrincipal} onDismiss={onDismiss} />
  ) : (
    <FailedReturn result={result} onDismiss={onDismiss} />
  )

interface ArrivedProps {
  readonly provider: Provider
  /** The principal who left this page for the provider; null for a guest. */
  readonly previousPrincipal: string | null
  readonly onDismiss: () => void
}

/**
 * The address is trusted only when the hub confirms it. The first hello after the arrival decides, once: a later sign-in or
 * sign-out is not an error of this one, and the notice would be about another principal.
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

interface FailedReturnProps {
  readonly result: Extract<AuthReturn, { outcome: 'failed' }>
  readonly onDismiss: () => void
}

/** Why a sign-in failed, with the action that helps, if there is one. */
const FailedReturn = ({ result, onDismiss }: FailedReturnProps) => (
  <NoticeBar role="alert" onDismiss={onDismiss}>
    <p>{signInFailureLabel(result.reason, result.provider)}</p>
    <NextStep result={result} onDismiss={onDismiss} />
  </NoticeBar>
)

/** Another attempt now would fail for the same reason. */
const pointlessToRepeat: readonly (SignInReason | null)[] = ['notConfigured', 'readOnly', 'noPublicUrl', 'tooFast']

function NextStep({ result, onDismiss }: FailedReturnProps) {
  const [here] = useLocation()
  const { reason, provider } = result
  if (reason === 'belongsToOther') return <StayOrSwitch result={result} onDismiss={onDismiss} />
  if (reason === 'otherLinked')
    return here === '/profile' ? null : <ActionLink href="/profile">Open your profile</ActionLink>
  if (pointlessToRepeat.includes(reason)) return null
  return (
    <ActionLink external href={signInAddress(provider, here)}>
      Try {providerNames[provider]} again
    </ActionLink>
  )
}

/** The account belongs to another user: stay, or sign out and sign in as that user. */
function StayOrSwitch({ result: { provider }, onDismiss }: FailedReturnProps) {
  const hello = useAtomValue(helloAtom)
  const [here] = useLocation()
  const connection = useConnection()
  const { busyLabel, problem, start } = useSessionChange()
  const becomeOther = async () => {
    if (await start('Logging out', () => signOut(connection))) location.assign(signInAddress(provider, here))
  }
  if (!hello) return null
  if (!hello.principal)
    return (
      <ActionLink external href={signInAddress(provider, here)}>
        Sign in with {providerNames[provider]}
      </ActionLink>
    )
  return (
    <Actions>
      <Button onClick={onDismiss}>Stay as {hello.principal.name}</Button>
      <Button busyLabel={busyLabel} onClick={() => void becomeOther()}>
        Log out and sign in with {providerNames[provider]}
      </Button>
      {problem ? <p>{problem}</p> : null}
    </Actions>
  )
}

const failureLabels: Readonly<Record<SignInReason, (name: string) => string>> = {
  cancelled: (name) => `You cancelled at ${name}. Nothing was changed.`,
  expired: (name) => `The ${name} sign-in took too long or began in another browser. Start it again here.`,
  invalid: (name) => `${name} sign-in couldn't be verified. Try again.`,
  unreachable: (name) => `Can't reach ${name} right now. Try again in a minute.`,
  notConfigured: (name) => `Sign-in with ${name} isn't set up on this hub. Tell the owner.`,
  belongsToOther: (name) => `That ${name} account is linked to another user here.`,
  otherLinked: (name) =>
    `Another ${name} account is already linked to yours. Unlink it on your profile first, then link this one.`,
  readOnly: (name) =>
    `You're viewing the site as another role, so no ${name} account was linked. Stop viewing first, then link it.`,
  tooFast: (name) => `Too many sign-ins from your address. Wait a minute, then try ${name} again.`,
  noPublicUrl: (name) =>
    `${name} can't send you back, because this hub's address isn't configured. Tell the owner to set PUBLIC_URL.`,
  unavailable: (name) =>
    `The hub can't save anything right now, so you weren't signed in with ${name}. Try again later.`,
}

/** Why a sign-in failed, and what to do next. @param reason null if this page does not know the hub's reason */
export const signInFailureLabel = (reason: SignInReason | null, provider: Provider): string => {
  const name = providerNames[provider]
  return reason === null
    ? `${name} sign-in failed. Try again. If it keeps failing, tell the owner.`
    : failureLabels[reason](name)
}
