import { useAtomValue } from 'jotai'
import { type Account, account } from '../../../shared/features/account/account.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { PageSheet } from '../../ui/templates/PageFrame.tsx'
import { Settled, StaleNote, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { EarnedAchievements } from '../achievements/EarnedAchievements.tsx'
import { OwnTier } from '../campaigns/OwnTier.tsx'
import { OwnFights } from '../gameLog/OwnFights.tsx'
import { TakesGifts } from '../gifts/TakesGifts.tsx'
import { ParkButton } from '../inventory/ParkButton.tsx'
import { ParkedDinosaurs } from '../inventory/ParkedDinosaurs.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { useIsGameLive } from '../server/LinkStatus.tsx'
import { Balances, BalancesProblem } from '../wallet/Balances.tsx'
import { DinosaurPanel } from './DinosaurPanel.tsx'
import { GuestProfile } from './GuestProfile.tsx'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { OwnData } from './OwnData.tsx'
import { Figures, RecentStays, usePlayRecord } from './PlayRecord.tsx'
import { PrincipalGate } from './PrincipalGate.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import styles from './ProfileScreen.module.css'
import { connectionLabel, type Profile, profileOf } from './profileOf.ts'
import { useSignInProviders } from './signIn.ts'

/** The user's own profile: identity, possessions and dinosaur. */
export function ProfileScreen() {
  return (
    <PageSheet density="card" width="wide">
      <PrincipalGate guest={<GuestProfile />}>{(id) => <OwnProfile key={id} accountId={id} />}</PrincipalGate>
    </PageSheet>
  )
}

const refusal = { code: 'forbidden', message: "This session can't see your account. Log out, then sign in again." }

function OwnProfile({ accountId }: { readonly accountId: string }) {
  const own = useDocument(account, accountId)
  return (
    <>
      <StaleNote />
      <StatefulContent {...statesOf({ ...own, refusal }, () => false, null)}>
        {own.value ? <Known accountId={accountId} own={own.value} /> : null}
      </StatefulContent>
    </>
  )
}

/** For an account without a linked identity. */
const nameless = (own: Account): Profile => ({
  provider: own.active,
  displayName: own.name || 'Nameless',
  username: '',
  realName: '',
  avatar: '',
  idLabel: 'Steam ID',
  id: own.steamId ?? 'none linked',
  profileUrl: '',
  country: '',
  language: '',
  verified: false,
  premium: false,
  madeIn: null,
})

function Known({ accountId, own }: { readonly accountId: string; readonly own: Account }) {
  const principal = useAtomValue(accessAtom).principal
  const animal = useDocument(vitals, accountId).value
  const balances = useDocument(wallet, accountId).value
  const record = usePlayRecord(own.steamId)
  const hasInventory = useFeature('realInventory')
  const isInGame = useIsGameLive() && (animal?.online ?? false)
  const seenFirst = [
    useDocument(vitals, accountId).state,
    useDocument(wallet, accountId).state,
    record?.state ?? 'here',
  ]
  const connection = connectionLabel(own, useSignInProviders()) + (isInGame ? ', in the game now' : '')
  return (
    <Settled parts={seenFirst} hasLines>
      <ProfileHead profile={profileOf(own) ?? nameless(own)} rank={principal?.role ?? null} connection={connection}>
        <IfOn feature="realPlayerData">
          <Figures record={record?.value ?? null} joinedAt={own.createdAt || null} />
        </IfOn>
      </ProfileHead>
      <div className={styles.sides}>
        <div className={styles.left}>
          <IfOn feature="realCurrency">
            <Balances wallet={balances} />
            <BalancesProblem account={accountId} />
          </IfOn>
          <OwnTier account={accountId} />
          <LinkedAccounts own={own} />
          <IfOn feature="realPlayerData">
            <RecentStays record={record} />
            <OwnFights steamId={own.steamId} />
          </IfOn>
          <EarnedAchievements account={accountId} />
          <IfOn feature="realInventory">
            <ParkedDinosaurs accountId={accountId} animal={animal?.animal ?? null} />
          </IfOn>
          <IfOn feature="realCurrency">
            <TakesGifts account={accountId} />
          </IfOn>
          <OwnData name={own.name} />
        </div>
        <div className={styles.right}>
          <DinosaurPanel vitals={animal} isLinked={own.steamId !== null}>
            {animal?.animal ? (
              <ActionLink tone="main" href="/map">
                Show on the map
              </ActionLink>
            ) : null}
            {animal?.animal && hasInventory ? <ParkButton accountId={accountId} animal={animal.animal} /> : null}
          </DinosaurPanel>
        </div>
      </div>
    </Settled>
  )
}
