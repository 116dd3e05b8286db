import { createHmac } from 'node:crypto'
import { account } from '../../../shared/features/account/account.ts'
import { erasedRewards, erasedRewardsSecret, type RewardMark } from '../../../shared/features/economy/erasedRewards.ts'
import type { Context } from '../../engine/rule.ts'
import { identityKey, identityKeyOf } from '../account/rules.ts'
import { dayOf, isClaimed, isClaimedOnDay } from '../ledger/holds.ts'

type Reads = Pick<Context, 'read'>

/** The identities by which the user of an account may sign in again, as hashes. */
function identitiesOf({ read }: Reads, id: string): readonly string[] {
  const { steam, discord, formerSteamIds, formerDiscordKeys, demo } = read(account, id)
  const linked = [steam, discord].flatMap((one) => (one === null ? [] : [identityKey(one, demo)]))
  return [...linked, ...formerSteamIds.map((former) => identityKeyOf('steam', former, demo)), ...formerDiscordKeys]
}

/** Where the mark of an identity is. Without the secret no one finds the identity by it, also by trying all of them. */
function placeOf(secret: string, identity: string) {
  const mark = createHmac('sha256', secret).update(`erased rewards ${identity}`).digest('base64url')
  return { key: mark.slice(0, 1), field: mark.slice(1, 33) }
}

/**
 * Remembers of an erased user that the bonus of this day and the welcome grant were paid, and nothing else: else they would be paid again to each
 * account that is erased and made again. Marks that say nothing after their day are dropped.
 */
export function rememberRewards(context: Pick<Context, 'read' | 'edit' | 'now' | 'newId'>, erased: string) {
  const { read, edit, now, newId } = context
  const today = dayOf(now)
  const before = markedRewards(context, erased)
  const mark: RewardMark = {
    day: isClaimedOnDay(context, erased, 'dailyBonus', today) || before.day === today ? today : '',
    hasWelcome: isClaimed(context, erased, 'welcomeGrant') || before.hasWelcome,
  }
  if (mark.day === '' && !mark.hasWelcome) return
  if (read(erasedRewards, erasedRewardsSecret).secret === '')
    edit(erasedRewards, erasedRewardsSecret).secret = `${newId()}${newId()}${newId()}`
  const { secret } = read(erasedRewards, erasedRewardsSecret)
  for (const identity of identitiesOf(context, erased)) {
    const { key, field } = placeOf(secret, identity)
    const { marks } = edit(erasedRewards, key)
    for (const [old, { day, hasWelcome }] of Object.entries(marks)) if (!hasWelcome && day !== today) delete marks[old]
    marks[field] = mark
  }
}

/** What earlier, erased accounts of the same person got. */
export function markedRewards(context: Reads, id: string): RewardMark {
  const { secret } = context.read(erasedRewards, erasedRewardsSecret)
  const marks = identitiesOf(context, id).flatMap((identity) => {
    const { key, field } = placeOf(secret, identity)
    const { marks: all } = context.read(erasedRewards, key)
    return secret !== '' && Object.hasOwn(all, field) ? [all[field] as RewardMark] : []
  })
  const days = marks.map(({ day }) => day).toSorted()
  return { day: days.at(-1) ?? '', hasWelcome: marks.some(({ hasWelcome }) => hasWelcome) }
}
