import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { providerWords } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signIn.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/handshake.ts'
import { signOut } from '../../connection/session.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { NoticeBar } from '../../ui/Problem.tsx'
import { Acts } from '../../ui/Stack.tsx'
import { type AuthReturn, failureWords } from './authReturn.ts'
import { signInAddress, useSessionChange } from './signIn.ts'

interface FailedReturnProps {
  readonly told: Extract<AuthReturn, { outcome: 'failed' }>
  readonly onDismiss: () => void
}

/** Why a sign-in did not come about, with the one thing to do about it where there is one. */
export const FailedReturn = ({ told, onDismiss }: FailedReturnProps) => (
  <NoticeBar role="alert" onDismiss={onDismiss}>
    <p>{failureWords(told.reason, told.provider)}</p>
    <WayOn told={told} onDismiss={onDismiss} />
  </NoticeBar>
)

/** Another try at once would fail as this one did. */
const needless: readonly (SignInReason | null)[] = ['notConfigured', 'readOnly', 'noPublicUrl', 'tooFast']

function WayOn({ told, onDismiss }: FailedReturnProps) {
  const [here] = useLocation()
  const { reason, provider } = told
  if (reason === 'belongsToOther') return <WhoToBe told={told} onDismiss={onDismiss} />
  if (reason === 'otherLinked')
    return here === '/profile' ? null : <ActionLink href="/profile">Open your profile</ActionLink>
  if (needless.includes(reason)) return null
  return (
    <ActionLink away href={signInAddress(provider, here)}>
      Try {providerWords[provider]} again
    </ActionLink>
  )
}

/** One is one person at a time: stay, or leave and come in as the other. */
function WhoToBe({ told: { provider }, onDismiss }: FailedReturnProps) {
  const hello = useAtomValue(helloAtom)
  const [here] = useLocation()
  const connection = useConnection()
  const { busy, problem, start } = useSessionChange()
  const becomeOther = async () => {
    if (await start('Signing out', () => signOut(connection))) location.assign(signInAddress(provider, here))
  }
  if (!hello) return null
  if (!hello.you)
    return (
      <ActionLink away href={signInAddress(provider, here)}>
        Sign in with {providerWords[provider]}
      </ActionLink>
    )
  return (
    <Acts>
      <Button onClick={onDismiss}>Stay as {hello.you.name}</Button>
      <Button flight={busy} onClick={() => void becomeOther()}>
        Sign out and sign in with {providerWords[provider]}
      </Button>
      {problem ? <p>{problem}</p> : null}
    </Acts>
  )
}
