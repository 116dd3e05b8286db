import { mainServer } from '../../../shared/engine/ids.ts'
import {
  type Achievement,
  type AchievementRecord,
  achievementList,
  achievementRecord,
  type Category,
  categories,
} from '../../../shared/features/achievements/achievements.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { leaderboards } from '../../../shared/features/leaderboards/leaderboards.ts'
import { noRewardText } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { SignInWays } from '../account/SignInMenu.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import styles from './Achievements.module.css'

/** All achievements with the user's progress. @param account null for a guest */
export function AchievementsPanel({ account }: { readonly account: string | null }) {
  const hasCurrency = useFeature('realCurrency')
  if (account === null)
    return (
      <EmptyState picture="gate" title="Sign in to see your achievements.">
        <p>
          {achievementList.length} achievements for what you do on the island and on this site.
          {hasCurrency ? ' Each one earns Void Pearls, once.' : ''}
        </p>
        <SignInWays />
      </EmptyState>
    )
  return <Wall account={account} />
}

function Wall({ account }: { readonly account: string }) {
  const own = useDocument(achievementRecord, account)
  const reward = useDocument(economySettings).value?.achievements
  const hasCurrency = useFeature('realCurrency')
  const rewardText = reward?.isOn ? (hasCurrency ? earnsText(reward.amount) : `${noRewardText}.`) : ''
  const hasLog = useDocument(leaderboards).value?.log === 'following'
  const game = useDocument(server, mainServer).value
  const hints: Hints = {
    ...(!hasLog && { kills: "Needs the game's log, which isn't connected." }),
    ...(game?.link.name === 'up' && !game.clock && { nights: "Needs the time of day, which the game doesn't report." }),
  }
  return (
    <StatefulContent {...statesOf(own, () => false, null)}>
      {own.value ? (
        <div className={styles.wall}>
          <Summary earned={earnedOf(own.value)} rewardText={rewardText} />
          {categories.map((category) => (
            <Shelf key={category} category={category} progress={own.value.progress} hints={hints} />
          ))}
        </div>
      ) : null}
    </StatefulContent>
  )
}

const earnsText = (amount: number) => `Each one earns ${amountInWords(amount, 'voidPearls')}, once.`

const earnedOf = ({ progress }: AchievementRecord) =>
  achievementList.filter(({ id }) => (progress[id]?.at ?? null) !== null).length

const Summary = ({ earned, rewardText }: { readonly earned: number; readonly rewardText: string }) => (
  <div className={styles.summary}>
    <p className={styles.earned}>
      {earned}
      <span className={styles.soft}> of {achievementList.length} earned</span>
    </p>
    {rewardText === '' ? null : <p className={styles.soft}>{rewardText}</p>}
  </div>
)

interface ShelfProps {
  readonly category: Category
  readonly progress: AchievementRecord['progress']
  readonly hints: Hints
}

/** Why some facts cannot be counted. */
type Hints = { readonly [fact in Achievement['fact']]?: string }

function Shelf({ category, progress, hints }: ShelfProps) {
  const all = achievementList.filter((one) => one.category === category)
  const earned = all.filter(({ id }) => (progress[id]?.at ?? null) !== null).length
  return (
    <section aria-label={category}>
      <h2 className={styles.category}>
        {category}{' '}
        <span className={styles.soft}>
          {earned} of {all.length}
        </span>
      </h2>
      <ul className={styles.shelf}>
        {all.map((one) => (
          <li key={one.id}>
            <AchievementCard achievement={one} progress={progress[one.id] ?? null} missing={hints[one.fact] ?? null} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AchievementCardProps {
  readonly achievement: Achievement
  readonly progress: AchievementRecord['progress'][string] | null
  /** Why it cannot be counted; null if it can. */
  readonly missing: string | null
}

export const star = 'M10 2.500l2.300 4.800 5.200.7-3.800 3.700.9 5.200L10 14.400l-4.600 2.500.9-5.200L2.500 8l5.200-.7z'

function AchievementCard({ achievement: { name, description, total }, progress, missing }: AchievementCardProps) {
  const at = progress?.at ?? null
  const value = progress?.value ?? 0
  return (
    <article className={styles.card} data-earned={at !== null || undefined}>
      <span className={styles.star}>
        <Stroke size={22}>
          <path d={star} />
        </Stroke>
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>{name}</h3>
        <p>{description}</p>
        {at !== null ? (
          <p className={styles.soft}>
            Earned on <On at={at} />
            {progress !== null && progress.paid > 0 ? `, ${amountInWords(progress.paid, 'voidPearls')}` : ''}
          </p>
        ) : missing !== null && value === 0 ? (
          <p className={styles.soft}>{missing}</p>
        ) : (
          <ProgressBar
            label="Progress"
            value={value}
            max={total}
            text={`${figures.format(value)} of ${figures.format(total)}`}
          />
        )}
      </div>
    </article>
  )
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
