import { createHmac } from 'node:crypto'
import { dayOf } from '../../../shared/engine/utcDay.ts'
import { type Account, account } from '../../../shared/features/account/account.ts'
import { erasedRewards, erasedRewardsSecret, type RewardMark } from '../../../shared/features/economy/erasedRewards.ts'
import { questionsPerDay } from '../../../shared/features/trivia/trivia.ts'
import type { Context } from '../../engine/rule.ts'
import { identityKey, identityKeyOf } from '../account/rules.ts'
import { claimedKeys, isClaimed, isClaimedOnDay } from '../ledger/holds.ts'

type Reads = Pick<Context, 'read'>

/** The identities by which the user of an account may sign in again, as hashes. */
function identitiesOf({ read }: Reads, id: string): readonly string[] {
  const own = read(account, id)
  const { formerSteamIds, formerDiscordKeys, demo } = own
  return [
    ...linkedOf(own),
    ...formerSteamIds.map((former) => identityKeyOf('steam', former, demo)),
    ...formerDiscordKeys,
  ]
}

const linkedOf = ({ steam, discord, demo }: Pick<Account, 'steam' | 'discord' | 'demo'>): readonly string[] =>
  [steam, discord].flatMap((one) => (one === null ? [] : [identityKey(one, demo)]))

/** Whether a question of the day was paid to this account. */
export const hasTriviaOf = (context: Reads, account: string, day: string): boolean =>
  Array.from({ length: questionsPerDay }, (_, slot) => String(slot)).some((slot) =>
    isClaimedOnDay(context, account, 'trivia', day, slot),
  )

/** Where the mark of an identity is. Without the secret no one finds the identity by it, not even by trying all of them. */
function placeOf(secret: string, identity: string) {
  const mark = createHmac('sha256', secret).update(`erased rewards ${identity}`).digest('base64url')
  return { key: mark.slice(0, 1), field: mark.slice(1, 33) }
}

/**
 * Remembers of an erased user which rewards were paid (the bonus and the trivia of this day, the welcome grant, achievements, challenges of the last days), and nothing else: otherwise they would be paid again to each
 * account that is erased and made again. Marks that say nothing after their day are dropped.
 * @param under the identities under which it is remembered, as hashes
 */
export function rememberRewards(
  context: Pick<Context, 'read' | 'edit' | 'now' | 'newId'>,
  erased: string,
  under = identitiesOf(context, erased),
) {
  const { read, edit, now, newId } = context
  const today = dayOf(now)
  const before = markedRewards(context, erased)
  const mark: RewardMark = {
    day: isClaimedOnDay(context, erased, 'dailyBonus', today) || before.day === today ? today : '',
    hasWelcome: isClaimed(context, erased, 'welcomeGrant') || before.hasWelcome,
    triviaDay: hasTriviaOf(context, erased, today) || before.triviaDay === today ? today : '',
    achievements: [...new Set([...claimedKeys(context, erased, 'achievement'), ...before.achievements])].sort(),
    ...challengesOf(context, erased, before),
  }
  const isLasting = mark.hasWelcome || mark.achievements.length > 0
  if (mark.day === '' && mark.triviaDay === '' && mark.challengeDay === '' && !isLasting) return
  if (read(erasedRewards, erasedRewardsSecret).secret === '')
    edit(erasedRewards, erasedRewardsSecret).secret = `${newId()}${newId()}${newId()}`
  const { secret } = read(erasedRewards, erasedRewardsSecret)
  for (const identity of under) {
    const { key, field } = placeOf(secret, identity)
    const { marks } = edit(erasedRewards, key)
    for (const [old, { day, triviaDay, hasWelcome, achievements, challengeDay }] of Object.entries(marks)) {
      const isOver = day !== today && triviaDay !== today && challengeDay < challengesFrom(now)
      if (isOver && !hasWelcome && achievements.length === 0) delete marks[old]
    }
    marks[field] = mark
  }
}

/**
 * Remembers under an identity that was unlinked what the account was paid until then: otherwise an account that it is linked to next is paid
 * the same again. So each identity leads to one payment, and moving it makes no more.
 */
export function rememberUnlinked(
  context: Pick<Context, 'read' | 'edit' | 'now' | 'newId'>,
  id: string,
  before: Readonly<Account>,
) {
  const after = context.read(account, id)
  if (after.createdAt === 0) return
  const kept = linkedOf(after)
  const gone = linkedOf(before).filter((identity) => !kept.includes(identity))
  if (gone.length > 0) rememberRewards(context, id, gone)
}

/** A weekly set is offered for a week, and what is accepted of it may take four days more. */
const challengeMs = 12 * 86_400_000
const challengesFrom = (now: number) => dayOf(now - challengeMs)

function challengesOf(
  context: Pick<Context, 'read' | 'now'>,
  erased: string,
  before: Pick<RewardMark, 'challenges' | 'challengeDay'>,
): Pick<RewardMark, 'challenges' | 'challengeDay'> {
  const { now } = context
  const own = claimedKeys(context, erased, 'challenge', now - challengeMs)
  const earlier = before.challengeDay >= challengesFrom(now) ? before.challenges : []
  const challengeDay = own.length > 0 ? dayOf(now) : earlier.length > 0 ? before.challengeDay : ''
  return { challenges: [...new Set([...own, ...earlier])].sort(), challengeDay }
}

/** What accounts of the same person got that were erased, or that an identity was unlinked from. */
export function markedRewards(context: Reads, id: string): RewardMark {
  const { secret } = context.read(erasedRewards, erasedRewardsSecret)
  const marks = identitiesOf(context, id).flatMap((identity) => {
    const { key, field } = placeOf(secret, identity)
    const { marks: all } = context.read(erasedRewards, key)
    return secret !== '' && Object.hasOwn(all, field) ? [all[field] as RewardMark] : []
  })
  const latest = (days: readonly string[]) => days.toSorted().at(-1) ?? ''
  return {
    day: latest(marks.map(({ day }) => day)),
    hasWelcome: marks.some(({ hasWelcome }) => hasWelcome),
    triviaDay: latest(marks.map(({ triviaDay }) => triviaDay)),
    achievements: [...new Set(marks.flatMap(({ achievements }) => achievements))],
    challenges: [...new Set(marks.flatMap(({ challenges }) => challenges))],
    challengeDay: latest(marks.map(({ challengeDay }) => challengeDay)),
  }
}
