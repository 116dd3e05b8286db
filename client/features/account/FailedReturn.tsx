import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { providerNames } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signIn.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/connectionState.ts'
import { signOut } from '../../connection/session.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { NoticeBar } from '../../ui/Problem.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { type AuthReturn, signInFailureLabel } from './authReturn.ts'
import { signInAddress, useSessionChange } from './signIn.ts'

interface FailedReturnProps {
  readonly result: Extract<AuthReturn, { outcome: 'failed' }>
  readonly onDismiss: () => void
}

/** Why a sign-in failed, with the action that helps, if there is one. */
export const FailedReturn = ({ result, onDismiss }: FailedReturnProps) => (
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
    if (await start('Signing out', () => signOut(connection))) location.assign(signInAddress(provider, here))
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
