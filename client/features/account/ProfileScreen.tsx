import { useAtomValue } from 'jotai'
import { type Account, account, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { meAtom } from '../../connection/handshake.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { Balances } from '../wallet/Balances.tsx'
import { DinosaurPanel } from './DinosaurPanel.tsx'
import { GuestProfile } from './GuestProfile.tsx'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { OwnData } from './OwnData.tsx'
import { Figures, RecentStays, usePlayRecord } from './PlayRecord.tsx'
import { LastWord, WhoIsHere } from './PrincipalGate.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import styles from './ProfileScreen.module.css'
import { type Profile, profileOf, statusWords } from './profileOf.ts'

/** Who one is here, what one has, and how one's dinosaur fares. */
export function ProfileScreen() {
  return (
    <main className={styles.page}>
      <WhoIsHere guest={<GuestProfile />}>{(me) => <OwnProfile key={me} me={me} />}</WhoIsHere>
      <Toasts />
    </main>
  )
}

function OwnProfile({ me }: { readonly me: string }) {
  const { state, value: own } = useDocument(account, me)
  if (state === 'refused')
    return (
      <Blank picture="gate" title="Your account is not open to this session">
        <p>Sign out and in again.</p>
      </Blank>
    )
  if (!own) return <Blank picture="lantern" title="Fetching your profile …" />
  return (
    <>
      <LastWord />
      <Known me={me} own={own} />
    </>
  )
}

/** Made before accounts had a name at a provider, or after both were taken away. */
const nameless = (own: Account): Profile => ({
  ...{ provider: own.active, displayName: own.name || 'Nameless', username: '', realName: '', avatar: '' },
  ...{ idLabel: 'Steam ID', id: own.steamId ?? 'none linked', profileUrl: '', country: '', language: '' },
  ...{ verified: false, premium: false, madeIn: null },
})

function Known({ me, own }: { readonly me: string; readonly own: Account }) {
  const you = useAtomValue(meAtom).you
  const animal = useDocument(vitals, me).value
  const balances = useDocument(wallet, me).value
  const record = usePlayRecord(own.steamId)
  const connection = statusWords[connectionStatusOf(own)] + (animal?.online ? ', in the game now' : '')
  return (
    <>
      <ProfileHead profile={profileOf(own) ?? nameless(own)} rank={you?.role ?? null} connection={connection}>
        <Figures record={record?.value ?? null} joinedAt={own.createdAt || null} />
      </ProfileHead>
      <div className={styles.sides}>
        <div className={styles.left}>
          <Balances wallet={balances} />
          <LinkedAccounts own={own} />
          <RecentStays record={record} />
          <OwnData name={own.name} />
        </div>
        <div className={styles.right}>
          <DinosaurPanel vitals={animal} isLinked={own.steamId !== null} />
        </div>
      </div>
    </>
  )
}
