import { account } from '../../../shared/features/account/account.ts'
import {
  type Achievement,
  achievementList,
  achievementRecord,
  type recordSights as recordSightsCommand,
  sights,
  type updateAchievements as updateCommand,
} from '../../../shared/features/achievements/achievements.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Rule } from '../../engine/rule.ts'
import { accountsOfPerson } from '../account/persons.ts'
import { markedRewards } from '../economy/erasedRewards.ts'
import { isRewarding, payReward } from '../economy/rewards.ts'
import { claimOnce, isClaimed } from '../ledger/holds.ts'
import { notify } from '../notifications/notify.ts'
import { withoutUnrecorded } from '../play/unrecordedPlayers.ts'
import { challengesOf, factsOf, withStays } from './facts.ts'

/** Facts that change all the time are written in steps, so that an hour of play is not a stream of changes. */
const stepsOf: Readonly<Partial<Record<Achievement['fact'], number>>> = {
  playHours: 10,
  longestStay: 10,
  carnivoreHours: 10,
  herbivoreHours: 10,
}

/** The achievements whose progress differs from what is kept, with the new value. @param now epoch ms */
export function progressOf(read: Reading, id: string, now: number) {
  const known = factsOf(read, id, now)
  const { progress } = read(achievementRecord, id)
  return achievementList.flatMap((achievement) => {
    const steps = stepsOf[achievement.fact] ?? 1
    const value = Math.min(achievement.total, Math.floor(known[achievement.fact] * steps) / steps)
    const before = progress[achievement.id]?.value ?? 0
    return value > before ? [{ achievement, value }] : []
  })
}

type UpdateContext = Parameters<Rule<typeof updateCommand>>[0]

export const updateAchievements: Rule<typeof updateCommand> = (context, { accounts }) => {
  for (const id of accounts) if (context.read(account, id).createdAt > 0) updateOne(context, id)
  return {}
}

function updateOne(context: UpdateContext, id: string) {
  const { read, edit, now } = context
  const changed = progressOf(read, id, now)
  const challenges = challengesOf(read, id)
  if (challenges.all !== read(achievementRecord, id).challenges.all)
    edit(achievementRecord, id).challenges = { ...challenges }
  countStays(context, read(account, id).steamId)
  for (const { achievement, value } of changed) {
    const isEarned = value >= achievement.total
    const paid = isEarned ? pay(context, id, achievement) : 0
    edit(achievementRecord, id).progress[achievement.id] = { value, at: isEarned ? now : null, paid }
    if (isEarned) notifyOfAchievement(context, id, achievement, paid)
  }
}

function countStays({ read, edit }: UpdateContext, steamId: string | null) {
  if (steamId === null) return
  const record = read(playRecord, steamId)
  const before = read(sights, steamId)
  if (record.stays <= before.stays) return
  const { stays, carnivoreMs, herbivoreMs, longestMs } = withStays(before, record)
  Object.assign(edit(sights, steamId), { stays, carnivoreMs, herbivoreMs, longestMs })
}

/** Once for each person and achievement: whatever accounts they had, also erased ones. Returns Void Pearls. */
function pay(context: UpdateContext, player: string, { id, name }: Achievement): number {
  const { read } = context
  const { isOn, amount } = read(economySettings).achievements
  if (!isOn || !isRewarding(context)) return 0
  const others = [...accountsOfPerson(read, player)].filter((one) => one !== player)
  if (others.some((one) => isClaimed(context, one, 'achievement', id))) return 0
  const { steamId } = read(account, player)
  if (steamId !== null && read(sights, steamId).paid[id]) return 0
  if (markedRewards(context, player).achievements.includes(id)) return 0
  if (!claimOnce(context, player, 'achievement', id)) return 0
  if (steamId !== null) context.edit(sights, steamId).paid[id] = true
  return payReward(context, { player, cause: 'achievement', amount, subject: id, item: name })
}

/** `Make a friend: done.` The description alone would read as an order. */
const doneText = (description: string) => `${description.replace(/\.$/, '')}: done.`

function notifyOfAchievement(context: UpdateContext, to: string, { id, name, description }: Achievement, paid: number) {
  notify(context, {
    to,
    type: 'achievement',
    title: `Achievement: ${name}`,
    message:
      paid > 0 ? `${doneText(description)} You earned ${amountInWords(paid, 'voidPearls')}.` : doneText(description),
    link: '/games?tab=achievements',
    details: { achievement: id, voidPearls: paid },
  })
}

/** What readings have shown of players. Those who were erased and have no account since are left out. */
export const recordSights: Rule<typeof recordSightsCommand> = (context, { seen }) => {
  const { read, edit } = context
  const recorded = withoutUnrecorded(
    context,
    seen.map((one) => ({ ...one, id: one.player })),
  )
  for (const { player, grown, regions, nights, carnivorePack, herbivorePack } of recorded) {
    const before = read(sights, player)
    const next = edit(sights, player)
    for (const species of grown) next.grown[species] = true
    for (const region of regions) next.regions[region] = true
    next.nights += nights
    next.carnivorePack = Math.max(before.carnivorePack, carnivorePack)
    next.herbivorePack = Math.max(before.herbivorePack, herbivorePack)
  }
  return {}
}
