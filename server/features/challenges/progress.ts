import type { Goal, Run } from '../../../shared/features/challenges/challenge.ts'
import { seenOf } from '../../../shared/features/challenges/challenge.ts'
import type { Sight } from '../../../shared/features/challenges/commands.ts'
import type { Fight } from '../../../shared/features/gameLog/gameLog.ts'
import { dietOf } from '../../../shared/features/world/species.ts'

/**
 * An animal grows by about a point a minute. More than this between two readings was not growing: the animal was changed by staff, redeemed, or
 * is another one.
 */
export const mostGrownAtOnce = 5

type Counted = Pick<Run, 'challenge' | 'count' | 'ms' | 'regions' | 'life'>

/** Whether the animal is one that counts. Omnivores are neither: they eat both. */
const isOfKind = ({ species, diet }: Goal, seen: string) =>
  (species === null || species === seen) && (diet === null || diet === dietOf(seen))

/** Counts what a reading shows, in place. Returns whether anything has changed. */
export function countSight(run: Counted, sight: Sight): boolean {
  const { goal } = run.challenge
  if (goal.measure === 'judged' || goal.measure === 'kills') return false
  const before = JSON.stringify([run.count, run.ms, run.regions, run.life])
  const { life } = run
  const isSameLife = life !== null && sight.isAlive && life.species === sight.species && sight.growth >= life.growth
  if (life !== null && !isSameLife && goal.oneLife) beginAgain(run)
  const grown = isSameLife ? sight.growth - life.growth : 0
  if (sight.isAlive && isOfKind(goal, sight.species) && sight.pack >= goal.pack) countInPlace(run, goal, sight, grown)
  const isKept = goal.measure === 'growth' || goal.oneLife
  run.life = isKept && sight.isAlive ? { species: sight.species, growth: sight.growth } : null
  return JSON.stringify([run.count, run.ms, run.regions, run.life]) !== before
}

function countInPlace(run: Counted, goal: Goal, sight: Sight, grown: number) {
  if (goal.measure === 'growth' && grown <= mostGrownAtOnce) run.count += grown
  if (goal.measure === 'regions' && sight.region !== null) run.regions[sight.region] = true
  if (goal.measure === 'minutes' && (goal.region === null || goal.region === sight.region)) run.ms += sight.ms
}

const beginAgain = (run: Counted) => Object.assign(run, { count: 0, ms: 0, regions: {}, life: null })

/** Counts a kill or a death that the game's log reported, in place. @param pack members of the pack who play now */
export function countFight(run: Counted & Pick<Run, 'acceptedAt' | 'deadline'>, fight: Fight, pack: number) {
  const { goal } = run.challenge
  if (fight.at < run.acceptedAt || fight.at > run.deadline) return
  // Readings may miss a death between two lives of one species.
  if (fight.act === 'death' && goal.oneLife) beginAgain(run)
  if (goal.measure !== 'kills' || fight.act !== 'kill' || pack < goal.pack) return
  const isAnyone = goal.species === null && goal.diet === null
  if (isAnyone || (fight.species !== null && isOfKind(goal, fight.species))) run.count += 1
}

export const isReached = (run: Counted) => seenOf(run) >= run.challenge.goal.target
