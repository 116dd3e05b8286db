import { useState } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { providers } from '../../../shared/features/account/identity.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Button } from '../../ui/Button.tsx'
import { LastWord } from '../session/LastWord.tsx'
import { LogOutEverywhere } from '../session/LogOutEverywhere.tsx'
import { WhoIsHere } from '../session/WhoIsHere.tsx'
import styles from './AuthScreen.module.css'
import { ConnectToServer } from './ConnectToServer.tsx'
import { ProviderStatus } from './ProviderStatus.tsx'
import { StandingLine } from './StandingLine.tsx'
import { standingOf } from './standing.ts'

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
