import { providers, providerWords } from '../../../shared/features/account/identity.ts'
import { ActionLink } from '../session/ActionLink.tsx'
import { ProviderMark } from '../session/ProviderMark.tsx'
import { signInAddress } from '../session/signInAddress.ts'
import { Balances } from '../wallet/Balances.tsx'
import { DinosaurPanel } from './DinosaurPanel.tsx'
import { demoJoinedAt, demoProfile, demoRecord, demoVitals, demoWallet } from './demoProfile.ts'
import { Figures } from './Figures.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import styles from './ProfileScreen.module.css'
import { RecentStays } from './RecentStays.tsx'

/** The ways in, and a sample of what waits behind them, marked as one. */
export function GuestProfile() {
  return (
    <>
      <section className={styles.guest} aria-label="Sign in">
        <h1 className={styles.guestTitle}>Your profile is behind a sign-in</h1>
        <p className={styles.soft}>
          With Steam come your dinosaur, your level and your play time. Discord can be linked later.
        </p>
        <div className={styles.waysIn}>
          {providers.map((provider) => (
            <ActionLink key={provider} away tone="main" href={signInAddress(provider, '/profile')}>
              <ProviderMark provider={provider} />
              Sign in with {providerWords[provider]}
            </ActionLink>
          ))}
        </div>
      </section>
      <section className={styles.sample} aria-label="Demo profile">
        <SampleHead />
        <div className={styles.sides}>
          <div className={styles.left}>
            <Balances wallet={demoWallet} />
            <RecentStays record={{ state: 'here', value: demoRecord, at: demoJoinedAt }} />
          </div>
          <DinosaurPanel vitals={demoVitals} isLinked isSample />
        </div>
      </section>
    </>
  )
}

const badge = <span className={styles.sampleBadge}>Demo profile</span>

function SampleHead() {
  return (
    <ProfileHead
      profile={demoProfile}
      rank={null}
      connection="Sample values: nobody’s account, and not from the game."
      mark={badge}
    >
      <Figures record={demoRecord} joinedAt={demoJoinedAt} />
    </ProfileHead>
  )
}
