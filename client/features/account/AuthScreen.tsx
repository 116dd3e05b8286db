import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import {
  type Identity,
  idAtProvider,
  type Provider,
  providers,
  providerWords,
} from '../../../shared/features/account/identity.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { helloAtom } from '../../connection/handshake.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Blank } from '../../ui/Blank.tsx'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './AuthScreen.module.css'
import { ConnectToServer, StandingLine, standingOf } from './ConnectToServer.tsx'
import { LogOutEverywhere } from './LogOutEverywhere.tsx'
import { LastWord, WhoIsHere } from './PrincipalGate.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { demoWishOf, signInAddress, useDemoSignIn } from './signIn.ts'

/** Where one sees how the hub knows one, mends it, and goes on into the game. */
export function AuthScreen() {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>Authentication test centre</h1>
      <WhoIsHere guest={<Guest />}>{(me) => <Known me={me} />}</WhoIsHere>
    </main>
  )
}

function Guest() {
  return (
    <>
      <StandingLine standing="disconnected" />
      <div className={styles.providers}>
        {providers.map((provider) => (
          <ProviderStatus key={provider} provider={provider} identity={null} />
        ))}
      </div>
      <ConnectToServer standing="disconnected" />
      <footer className={styles.clear}>
        <Button tone="danger" disabled>
          Clear all authentication
        </Button>
        <p className={styles.why}>There is nothing to clear: you are not signed in.</p>
      </footer>
    </>
  )
}

function Known({ me }: { readonly me: string }) {
  const own = useDocument(account, me)
  const animal = useDocument(vitals, me).value
  const [asks, ask] = useState(false)
  if (own.state === 'refused') return <Blank picture="gate" title="Your account is not open to this session" />
  if (!own.value) return <Blank picture="lantern" title="Checking authentication..." />
  const standing = standingOf(own.value, animal)
  return (
    <>
      <LastWord />
      <StandingLine standing={standing} />
      <div className={styles.providers}>
        {providers.map((provider) => (
          <ProviderStatus key={provider} provider={provider} identity={own.value[provider]} />
        ))}
      </div>
      <ConnectToServer standing={standing} />
      <footer className={styles.clear}>
        <Button tone="danger" onClick={() => ask(true)}>
          Clear all authentication
        </Button>
        <p className={styles.why}>Logs you out of every browser. Linked accounts stay linked.</p>
      </footer>
      {asks ? <LogOutEverywhere title="Clear all authentication?" act="Clear all" onDone={() => ask(false)} /> : null}
    </>
  )
}

interface ProviderStatusProps {
  readonly provider: Provider
  /** Null while it is not connected. */
  readonly identity: Identity | null
}

/** Whether one of the two is connected, as whom, and the way there if it is not. */
export function ProviderStatus({ provider, identity }: ProviderStatusProps) {
  const name = providerWords[provider]
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
          <Ways provider={provider} />
        </>
      )}
    </section>
  )
}

function Ways({ provider }: Pick<ProviderStatusProps, 'provider'>) {
  const hello = useAtomValue(helloAtom)
  const { busy, problem, signIn, link } = useDemoSignIn()
  const name = providerWords[provider]
  const own = hello?.you ? demoWishOf(hello.you.id) : null
  const begin = () => (own ? link({ ...own, provider }) : signIn({ role: 'player', provider }))
  return (
    <div className={styles.ways}>
      <ActionLink away href={signInAddress(provider, '/auth')}>
        Authenticate with {name}
      </ActionLink>
      {hello?.demo && (own || !hello.you) ? (
        <Button tone="quiet" flight={busy} onClick={() => void begin()}>
          Demo {name}
        </Button>
      ) : null}
      {problem ? <Problem>{problem}</Problem> : null}
    </div>
  )
}
