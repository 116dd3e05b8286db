import { useAtomValue } from 'jotai'
import { type ComponentType, useState } from 'react'
import { z } from 'zod'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { type Account, account } from '../../../shared/features/account/account.ts'
import type { SwitchName } from '../../../shared/features/settings/switches.ts'
import { type Vitals, vitals } from '../../../shared/features/vitals/vitals.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { DinosaurPanel } from '../account/DinosaurPanel.tsx'
import { Figures, usePlayRecord } from '../account/PlayRecord.tsx'
import { AchievementsPanel } from '../achievements/AchievementWall.tsx'
import { ChallengesPanel } from '../challenges/ChallengesPanel.tsx'
import { ConsolePanel } from '../console/ConsolePanel.tsx'
import { CommunityEvents } from '../events/CommunityEvents.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { ServerWarning } from '../server/LinkStatus.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { ServerCard } from '../server/ServerCard.tsx'
import { useOff } from '../server/switchedOff.ts'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import { TriviaPanel } from '../trivia/TriviaPanel.tsx'
import styles from './GameManager.module.css'
import { SlayButton } from './SlayButton.tsx'

const tabKeys = ['challenges', 'status', 'console', 'trivia', 'community', 'achievements', 'manager'] as const
type GamesTabKey = (typeof tabKeys)[number]

interface GamesTab {
  /** In the address: `/games?tab=trivia`. */
  readonly key: GamesTabKey
  readonly name: string
  /** Others are not shown the tab. */
  readonly needs?: Permission
  /** Not shown while this is switched off. */
  readonly hiddenBy?: SwitchName
  /** What the tab shows. It has states of its own. @param account null for a guest */
  readonly Panel: ComponentType<{ readonly account: string | null }>
}

/** The tabs of the games hub, in the order of the specification: each feature adds its own panel here. */
const gamesTabs: readonly GamesTab[] = [
  { key: 'challenges', name: 'Daily Challenges', Panel: ChallengesPanel },
  { key: 'status', name: 'Server Status', Panel: ServerCard },
  { key: 'console', name: 'RCON Admin', needs: 'runConsole', Panel: ConsolePanel },
  { key: 'trivia', name: 'Dino Trivia', hiddenBy: 'trivia', Panel: TriviaPanel },
  { key: 'community', name: 'Community Events', hiddenBy: 'events', Panel: CommunityEvents },
  { key: 'achievements', name: 'Achievements', Panel: AchievementsPanel },
  { key: 'manager', name: 'Game Manager', needs: 'play', Panel: GameManager },
]

/** What the address keeps; no tab named is the first one. */
const GamesAddress = z.object({ tab: z.enum(['', ...tabKeys]).default('') })

/** The games hub. Its tabs are in the address; each panel has states of its own. */
export function GamesScreen() {
  const { principal, may } = useAtomValue(accessAtom)
  const { filters, setFilters } = useAddressFilters(GamesAddress)
  const off = useOff()
  const tabs = gamesTabs.filter(
    ({ needs, hiddenBy }) =>
      (needs === undefined || may.includes(needs)) && (hiddenBy === undefined || !Object.hasOwn(off, hiddenBy)),
  )
  const chosen = tabs.find(({ key }) => key === filters.tab) ?? tabs[0]
  if (!chosen) return null
  const account = principal?.id ?? null
  return (
    <BoardPage<GamesTabKey>
      title="Games"
      top={<ServerWarning />}
      tabs={tabs}
      chosen={chosen.key}
      onChoose={(tab) => setFilters({ tab: tab === tabs[0]?.key ? '' : tab })}
      {...alwaysReady}
    >
      {/* Another principal gets new components, so that no state of the one before stays. */}
      <chosen.Panel key={`${chosen.key} ${account}`} account={account} />
    </BoardPage>
  )
}

const refusedText = "This session can't see your game. Log out, then sign in again."

/** The user's own game: the dinosaur, the actions on it, and the play record. Nothing for guests. */
function GameManager({ account: id }: { readonly account: string | null }) {
  return id === null ? null : <OwnManager account={id} />
}

function OwnManager({ account: accountId }: { readonly account: string }) {
  const own = useDocument(account, accountId)
  const animal = useDocument(vitals, accountId)
  if (animal.state === 'refused') return <ErrorState picture="gate" title={refusedText} />
  const refusal = { code: 'forbidden', message: refusedText }
  return (
    <StatefulContent {...statesOf({ ...own, refusal }, () => false, null)}>
      {own.value ? <OwnGame own={own.value} vitals={animal.value} /> : null}
    </StatefulContent>
  )
}

interface OwnGameProps {
  readonly own: Account
  readonly vitals: Vitals | null
}

function OwnGame({ own, vitals }: OwnGameProps) {
  const [issued, setIssued] = useState<string | null>(null)
  const record = usePlayRecord(own.steamId)
  return (
    <div className={styles.manager}>
      <DinosaurPanel vitals={vitals} isLinked={own.steamId !== null}>
        <LinkWarning />
        <SlayButton animal={vitals?.animal ?? null} issued={issued} onIssued={setIssued} />
        {issued ? <DeliveryCard id={issued} /> : null}
      </DinosaurPanel>
      <Part title="Quick stats">
        <IfOn feature="realPlayerData">
          <Figures record={record?.value ?? null} joinedAt={own.createdAt || null} />
        </IfOn>
      </Part>
    </div>
  )
}
