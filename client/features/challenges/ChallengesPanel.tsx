import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { account } from '../../../shared/features/account/account.ts'
import {
  type ChallengeSet,
  challengeRuns,
  challenges,
  isOpenRun,
  type Run,
} from '../../../shared/features/challenges/challenge.ts'
import { switchedOffText } from '../../../shared/features/settings/switches.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { LoadingState, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { SignInWays } from '../account/SignInMenu.tsx'
import { GateButton } from '../roles/GateButton.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import { ChallengeCard } from './ChallengeCard.tsx'
import styles from './Challenges.module.css'
import { nextDay, nextMonday, runsByChallenge } from './challengeTexts.ts'

const ChallengeStaff = lazy(() => import('./ChallengeStaff.tsx').then((module) => ({ default: module.ChallengeStaff })))

/** The daily and the weekly set, with what the user accepted of them; for staff also the generator. @param account null for a guest */
export function ChallengesPanel({ account: own }: { readonly account: string | null }) {
  const sets = useDocument(challenges)
  const { may } = useAtomValue(accessAtom)
  const { daily = null, weekly = null } = sets.value ?? {}
  if (useSwitchedOff('challenges'))
    return (
      <Stack gap="wide">
        <p role="status">{switchedOffText('challenges')} What you have accepted can still be completed.</p>
        {own === null ? null : <OwnSets own={own} daily={null} weekly={null} />}
      </Stack>
    )
  return (
    <Stack gap="wide">
      {may.includes('manageChallenges') ? (
        <Suspense fallback={<LoadingState />}>
          <ChallengeStaff />
        </Suspense>
      ) : own === null ? null : (
        <Actions>
          <GateButton
            gate="challenges"
            name="Challenge generator"
            label="Species code"
            hint="Opens the generator for this session."
            needed="Enter the species code."
          />
        </Actions>
      )}
      <StatefulContent
        {...statesOf(sets, () => daily === null && weekly === null, { title: 'No challenges available' })}
      >
        {own === null ? (
          <GuestSets daily={daily} weekly={weekly} />
        ) : (
          <OwnSets own={own} daily={daily} weekly={weekly} />
        )}
      </StatefulContent>
    </Stack>
  )
}

interface SetsProps {
  readonly daily: ChallengeSet | null
  readonly weekly: ChallengeSet | null
}

const GuestSets = ({ daily, weekly }: SetsProps) => (
  <>
    <div className={styles.hint}>
      <p>Sign in to accept a challenge{useFeature('realCurrency') ? ' and earn its reward' : ''}.</p>
      <SignInWays />
    </div>
    <Sets daily={daily} weekly={weekly} runs={null} isLinked={false} />
  </>
)

function OwnSets({ own, ...sets }: SetsProps & { readonly own: string }) {
  const runs = useDocument(challengeRuns, own)
  const isLinked = useDocument(account, own).value?.steamId !== null
  return (
    <StatefulContent {...statesOf(runs, () => false, null)}>
      {isLinked ? null : (
        <p className={styles.hint}>
          The hub counts what you do in the game. <Link href="/auth">Link your Steam account</Link> to accept
          challenges.
        </p>
      )}
      {runs.value ? <Sets {...sets} runs={Object.values(runs.value.runs)} isLinked={isLinked} /> : null}
    </StatefulContent>
  )
}

interface ShownSetsProps extends SetsProps {
  /** Null for a guest. */
  readonly runs: readonly Run[] | null
  readonly isLinked: boolean
}

function Sets({ daily, weekly, runs, isLinked }: ShownSetsProps) {
  const latest = runsByChallenge(runs ?? [])
  const shown = [daily, weekly].filter((set) => set !== null)
  const isShown = ({ set }: Pick<Run, 'set'>) => shown.some(({ id }) => id === set)
  const earlier = (runs ?? []).filter((run) => !isShown(run) && isOpenRun(run))
  const common = { isGuest: runs === null, isLinked, hasCurrency: useFeature('realCurrency') }
  return (
    <>
      {earlier.length > 0 ? (
        <Part title="Still open" description="From earlier sets. They count until their time is up.">
          <CardGrid
            label="Still open"
            rows={earlier}
            keyOf={({ id }) => id}
            card={(run) => (
              <ChallengeCard {...common} challenge={run.challenge} set={run.set} run={run} isOffered={false} />
            )}
          />
        </Part>
      ) : null}
      {shown.map((set) => (
        <Part
          key={set.kind}
          title={set.kind === 'daily' ? 'Daily challenges' : 'Weekly challenges'}
          action={
            set.kind === 'daily' ? (
              <Countdown label="Next set in" to={nextDay(set)} over="Changing…" />
            ) : (
              <Countdown label="Next set in" to={nextMonday(set)} over="Changing…" />
            )
          }
        >
          <CardGrid
            label={set.kind === 'daily' ? 'Daily challenges' : 'Weekly challenges'}
            rows={Object.values(set.challenges)}
            keyOf={({ id }) => id}
            card={(challenge) => (
              <ChallengeCard
                {...common}
                challenge={challenge}
                set={set.id}
                run={latest.get(`${set.id} ${challenge.id}`) ?? null}
                isOffered
              />
            )}
          />
        </Part>
      ))}
    </>
  )
}
