import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import {
  type Identity,
  idAtProvider,
  type Provider,
  providerNames,
  providers,
} from '../../../shared/features/account/identity.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { PageFrame } from '../../ui/templates/PageFrame.tsx'
import { LinkInGame } from '../gameLog/LinkInGame.tsx'
import { useIsGameLive } from '../server/LinkStatus.tsx'
import { useOwnBan } from '../server/OwnBan.tsx'
import styles from './AuthScreen.module.css'
import { ConnectToServer, JoinProgress } from './ConnectToServer.tsx'
import { LogOutEverywhere } from './LogOutEverywhere.tsx'
import { PrincipalGate } from './PrincipalGate.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { linkStatusOf } from './profileOf.ts'
import { demoSignInOf, signInAddress, useDemoSignIn, useSignInProviders } from './signIn.ts'

/** Shows the linked identities of the user, the missing ones, and the way into the game. */
export function AuthScreen() {
  return (
    <PageFrame title="Authentication test centre" density="card" width="wide">
      <PrincipalGate guest={<Guest />}>{(id) => <Known accountId={id} />}</PrincipalGate>
    </PageFrame>
  )
}

function Guest() {
  const configured = useSignInProviders()
  return (
    <>
      <JoinProgress status="disconnected" configured={configured} />
      <div className={styles.providers}>
        {configured.map((provider) => (
          <ProviderStatus key={provider} provider={provider} identity={null} />
        ))}
      </div>
      <ConnectToServer status="disconnected" configured={configured} />
      <footer className={styles.clear}>
        <Button tone="danger" disabled>
          Clear all authentication
        </Button>
        <p className={styles.why}>There's nothing to clear. You're not signed in.</p>
      </footer>
    </>
  )
}

function Known({ accountId }: { readonly accountId: string }) {
  const own = useDocument(account, accountId)
  const animal = useDocument(vitals, accountId).value
  const isGameLive = useIsGameLive()
  const configured = useSignInProviders()
  const { ban } = useOwnBan()
  const [isConfirming, setConfirming] = useState(false)
  if (own.state === 'refused')
    return <EmptyState picture="gate" title="This session can't see your account. Log out, then sign in again." />
  if (!own.value) return <EmptyState picture="lantern" title="Checking authentication..." />
  const { value } = own
  const status = linkStatusOf(value, configured)
  const shown = providers.filter((provider) => value[provider] || configured.includes(provider))
  return (
    <>
      <JoinProgress
        status={status}
        configured={configured}
        ban={ban}
        isInGame={isGameLive && (animal?.online ?? false)}
      />
      <div className={styles.providers}>
        {shown.map((provider) => (
          <ProviderStatus key={provider} provider={provider} identity={value[provider]} />
        ))}
      </div>
      <LinkInGame accountId={accountId} own={value} />
      <ConnectToServer status={status} configured={configured} ban={ban} />
      <footer className={styles.clear}>
        <Button tone="danger" onClick={() => setConfirming(true)}>
          Clear all authentication
        </Button>
        <p className={styles.why}>Logs you out of every browser. Linked accounts stay linked.</p>
      </footer>
      {isConfirming ? (
        <LogOutEverywhere title="Clear all authentication?" action="Clear all" onDone={() => setConfirming(false)} />
      ) : null}
    </>
  )
}

interface ProviderStatusProps {
  readonly provider: Provider
  /** Null while it is not linked. */
  readonly identity: Identity | null
}

/** Whether a provider is linked, with which account, and the link to it if not. */
export function ProviderStatus({ provider, identity }: ProviderStatusProps) {
  const name = providerNames[provider]
  return (
    <section className={styles.provider} aria-label={`${name} status`} data-connected={identity !== null || undefined}>
      <ProviderMark provider={provider} size={32} />
      <h2 className={styles.providerName}>{name}</h2>
      {identity ? (
        <>
          <p className={styles.connected}>Connected</p>
          <p className={styles.as}>
            {identity.displayName}
            <span className={styles.id}>{idAtProvider(identity)}</span>
          </p>
        </>
      ) : (
        <>
          <p className={styles.unconnected}>Not connected</p>
          <WaysToConnect provider={provider} />
        </>
      )}
    </section>
  )
}

function WaysToConnect({ provider }: Pick<ProviderStatusProps, 'provider'>) {
  const hello = useAtomValue(helloAtom)
  const { busyLabel, problem, signIn, link } = useDemoSignIn()
  const name = providerNames[provider]
  const own = hello?.principal ? demoSignInOf(hello.principal.id) : null
  const begin = () => (own ? link({ ...own, provider }) : signIn({ role: 'player', provider }))
  return (
    <div className={styles.ways}>
      <ActionLink external href={signInAddress(provider, '/auth')}>
        Authenticate with {name}
      </ActionLink>
      {hello?.demo && (own || !hello.principal) ? (
        <Button tone="quiet" busyLabel={busyLabel} onClick={() => void begin()}>
          Demo {name}
        </Button>
      ) : null}
      {problem ? <Problem>{problem}</Problem> : null}
    </div>
  )
}
