import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { providerWords } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/meAtom.ts'
import { signOut, tellOtherTabs } from '../../connection/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { ActionLink } from '../session/ActionLink.tsx'
import { signInAddress } from '../session/signInAddress.ts'
import { useSessionChange } from '../session/useSessionChange.ts'
import styles from './AuthReturnNotice.module.css'
import { type AuthReturn, authReturnIn, withoutReturn } from './authReturn.ts'
import { failureWords } from './failureWords.ts'

/** What became of a sign-in, told once on whatever page it comes back to; the address is clean at once. */
export function AuthReturnNotice() {
  const [told, tell] = useState<AuthReturn | null>(() => authReturnIn(location.search))
  useEffect(() => {
    if (authReturnIn(location.search) === null) return
    history.replaceState(history.state, '', withoutReturn(location))
    // This page came with the new cookie; the others hold one that is dead.
    tellOtherTabs()
  }, [])
  if (told === null) return null
  const dismiss = () => tell(null)
  return told.outcome === 'success' ? (
    <Arrived told={told} onDismiss={dismiss} />
  ) : (
    <Failed told={told} onDismiss={dismiss} />
  )
}

interface NoticeProps<Told> {
  readonly told: Told
  readonly onDismiss: () => void
}

/** What the address says is believed only once the hub says so too. */
function Arrived({ told, onDismiss }: NoticeProps<AuthReturn>) {
  const hello = useAtomValue(helloAtom)
  const provider = providerWords[told.provider]
  if (!hello) return null
  return hello.you ? (
    <Bar role="status" onDismiss={onDismiss}>
      <p>
        {provider} knows you: you are signed in as <strong>{hello.you.name}</strong>.
      </p>
    </Bar>
  ) : (
    <Bar role="alert" onDismiss={onDismiss}>
      <p>
        {provider} let you through, yet this browser kept no session. Allow cookies for this site and sign in again.
      </p>
    </Bar>
  )
}

function Failed({ told, onDismiss }: NoticeProps<Extract<AuthReturn, { outcome: 'failed' }>>) {
  const [here] = useLocation()
  const { reason, provider } = told
  return (
    <Bar role="alert" onDismiss={onDismiss}>
      <p>{failureWords(reason, provider)}</p>
      {reason === 'belongsToOther' ? (
        <WhoToBe told={told} onDismiss={onDismiss} />
      ) : reason === 'otherLinked' ? (
        <ActionLink href="/profile">Open your profile</ActionLink>
      ) : reason === 'notConfigured' ? null : (
        <ActionLink away href={signInAddress(provider, here)}>
          Try {providerWords[provider]} again
        </ActionLink>
      )}
    </Bar>
  )
}

/** One is one person at a time: stay, or leave and come in as the other. */
function WhoToBe({ told: { provider }, onDismiss }: NoticeProps<AuthReturn>) {
  const you = useAtomValue(helloAtom)?.you
  const [here] = useLocation()
  const connection = useConnection()
  const { busy, problem, start } = useSessionChange()
  const becomeOther = async () => {
    if (await start('Signing out', () => signOut(connection))) location.assign(signInAddress(provider, here))
  }
  if (!you) return null
  return (
    <div className={styles.choice}>
      <Button onClick={onDismiss}>Stay as {you.name}</Button>
      <Button flight={busy} onClick={() => void becomeOther()}>
        Sign out and sign in with {providerWords[provider]}
      </Button>
      {problem ? <p>{problem}</p> : null}
    </div>
  )
}

interface BarProps {
  readonly role: 'status' | 'alert'
  readonly onDismiss: () => void
  readonly children: ReactNode
}

function Bar({ role, onDismiss, children }: BarProps) {
  return (
    <div className={styles.bar} role={role} data-role={role}>
      <div className={styles.words}>{children}</div>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={onDismiss}>
        <Stroke size={16}>
          <path d="M4 4l12 12M16 4 4 16" />
        </Stroke>
      </button>
    </div>
  )
}
