import { useAtomValue } from 'jotai'
import { providerNames } from '../../../shared/features/account/identity.ts'
import { PlayRecord } from '../../../shared/features/play/playRecord.ts'
import { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { Wallet } from '../../../shared/features/wallet/wallet.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Balances } from '../wallet/Balances.tsx'
import { DinosaurPanel } from './DinosaurPanel.tsx'
import { Figures, RecentStays } from './PlayRecord.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import styles from './ProfileScreen.module.css'
import { ProviderMark } from './ProviderMark.tsx'
import type { Profile } from './profileOf.ts'
import { signInAddress, useSignInProviders } from './signIn.ts'

/** The ways to sign in; on a demo hub also a sample of a profile, marked as such. */
export function GuestProfile() {
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const configured = useSignInProviders()
  return (
    <>
      <section className={styles.guest} aria-label="Sign in">
        <h1 className={styles.guestTitle}>Sign in to see your profile</h1>
        <p className={styles.soft}>
          Steam shows your dinosaur, level and play time.
          {configured.includes('discord') ? ' You can link Discord later.' : null}
        </p>
        <div className={styles.waysIn}>
          {configured.map((provider) => (
            <ActionLink key={provider} external tone="main" href={signInAddress(provider, '/profile')}>
              <ProviderMark provider={provider} />
              Sign in with {providerNames[provider]}
            </ActionLink>
          ))}
        </div>
      </section>
      {isDemo ? <DemoProfile /> : null}
    </>
  )
}

const DemoProfile = () => (
  <section className={styles.sample} aria-label="Demo profile">
    <SampleHead />
    <div className={styles.sides}>
      <div className={styles.left}>
        <Balances wallet={demoWallet} />
        <RecentStays record={{ state: 'here', value: demoRecord, at: demoJoinedAt }} />
      </div>
      <div className={styles.right}>
        <DinosaurPanel vitals={demoVitals} isLinked isSample />
      </div>
    </div>
  </section>
)

const badge = <span className={styles.sampleBadge}>Demo profile</span>

function SampleHead() {
  return (
    <ProfileHead profile={demoProfile} rank={null} connection="Example values. They belong to no account." mark={badge}>
      <Figures record={demoRecord} joinedAt={demoJoinedAt} level={demoLevel} />
    </ProfileHead>
  )
}

const hourMs = 3_600_000

/** Sample values, shown to guests of a demo hub only. */
const demoProfile: Profile = {
  provider: 'steam',
  displayName: 'Sample Ranger',
  username: '',
  realName: '',
  idLabel: 'Steam ID',
  id: '7656119…',
  avatar: '',
  profileUrl: '',
  country: 'New Zealand',
  verified: true,
  premium: false,
  language: '',
  madeIn: 2015,
}
const demoWallet = Wallet.parse({ voidPearls: 25_000, razorTalons: 15_000, sylvanShards: 18_000 })
const demoLevel = 42
const demoJoinedAt = Date.UTC(2025, 2, 14)

const evenings = [
  { startedAt: Date.UTC(2026, 0, 18, 18, 5), hours: 3, species: 'Triceratops' },
  { startedAt: Date.UTC(2026, 0, 17, 19, 40), hours: 2, species: 'Triceratops' },
  { startedAt: Date.UTC(2026, 0, 12, 17, 20), hours: 4, species: 'Carnotaurus' },
]
const stayOf = ({ startedAt, hours, species }: (typeof evenings)[number]) =>
  [String(startedAt), { startedAt, endedAt: startedAt + hours * hourMs, species }] as const

const demoRecord = PlayRecord.parse({
  playMs: 245 * hourMs,
  stays: 96,
  firstSeenAt: demoJoinedAt,
  lastSeenAt: Date.UTC(2026, 0, 18, 21, 5),
  recent: Object.fromEntries(evenings.map(stayOf)),
})
export const demoVitals = Vitals.parse({
  online: true,
  animal: {
    species: 'Triceratops',
    gender: 'Female',
    growth: 87,
    health: 94,
    stamina: 71,
    hunger: 62,
    thirst: 48,
    dead: false,
    region: 'south-plains',
  },
})
