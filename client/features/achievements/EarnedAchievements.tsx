import { achievementList, achievementRecord } from '../../../shared/features/achievements/achievements.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Part } from '../../ui/Part.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { On } from '../../ui/Time.tsx'
import styles from './Achievements.module.css'
import { star } from './AchievementWall.tsx'

const mostShown = 6

/** The wall of the own profile: what was earned, the latest first. */
export function EarnedAchievements({ account }: { readonly account: string }) {
  const { value } = useDocument(achievementRecord, account)
  if (value === null) return null
  const earned = achievementList
    .map((one) => ({ ...one, at: value.progress[one.id]?.at ?? null }))
    .filter((one): one is typeof one & { at: number } => one.at !== null)
    .toSorted((one, other) => other.at - one.at)
  return (
    <Part
      title="Achievements"
      description={`${earned.length} of ${achievementList.length} earned.`}
      action={<ActionLink href="/games?tab=achievements">See all</ActionLink>}
    >
      {earned.length === 0 ? (
        <p className={styles.soft}>
          None yet. The first ones come quickly: play for an hour, or answer a trivia question.
        </p>
      ) : (
        <ul className={styles.badges} aria-label="Latest achievements">
          {earned.slice(0, mostShown).map(({ id, name, at }) => (
            <li key={id} className={styles.badge}>
              <Stroke size={18}>
                <path d={star} />
              </Stroke>
              <span>
                <strong>{name}</strong>{' '}
                <span className={styles.soft}>
                  <On at={at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
