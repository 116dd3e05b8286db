import { dayOf } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { claimOnce, claimOnDay, isClaimedOnDay } from '../ledger/holds.ts'
import { faucet, move, walletOf } from '../ledger/operation.ts'
import { type PostContext, post } from '../ledger/post.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { markedRewards } from './erasedRewards.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const visit: Rule<typeof commands.visit> = (context) => {
  const { actor, read, now, newId, refuse } = context
  const player = accountOf(actor)
  if (!actor.session) return refuse('notAPage')
  const day = dayOf(now)
  const tomorrow = Date.parse(`${day}T00:00:00.000Z`) + dayMs
  // Achievements count visits, whatever is paid for them.
  claimOnDay(context, player, 'visit', day)
  const { dailyBonus, welcomeGrant } = read(economySettings)
  const before = markedRewards(context, player)
  const isDue = before.day !== day && !isClaimedOnDay(context, player, 'dailyBonus', day)
  const ifSwitchedOn = isDue ? Math.min(tomorrow, now + hourMs) : tomorrow
  if (!isRewarding(context)) return { paid: [], nextAt: ifSwitchedOn }
  const isNew = read(account, player).createdAt >= welcomeGrant.since
  const paid: commands.Reward[] = []
  const pay = (cause: commands.Reward['cause'], amount: number, subject: string | null) => {
    const entries = move(faucet(cause), walletOf(player), 'voidPearls', amount)
    post(context, { id: newId(), cause, entries, by: 'rewards', byHub: true, subject })
    paid.push({ cause, currency: 'voidPearls', amount })
  }
  if (welcomeGrant.isOn && isNew && !before.hasWelcome && claimOnce(context, player, 'welcomeGrant'))
    pay('welcomeGrant', welcomeGrant.amount, null)
  if (dailyBonus.isOn && isDue && claimOnDay(context, player, 'dailyBonus', day))
    pay('dailyBonus', dailyBonus.amount, day)
  return { paid, nextAt: dailyBonus.isOn ? tomorrow : ifSwitchedOn }
}

/** Whether the hub pays rewards at all. */
export const isRewarding = (context: Pick<Context, 'read' | 'setting'>): boolean =>
  isSwitchedOn(context, 'realCurrency')

interface PaidReward {
  readonly player: string
  readonly cause: 'trivia' | 'achievement'
  /** Void Pearls, more than 0. */
  readonly amount: number
  readonly subject: string
  readonly item?: string
}

/** Pays a reward whose natural key the caller has claimed. Returns what was paid: 0 where the wallet is full. */
export function payReward(
  context: PostContext & Pick<Context, 'newId'>,
  { player, amount, cause, ...about }: PaidReward,
): number {
  const entries = move(faucet(cause), walletOf(player), 'voidPearls', amount)
  try {
    post(context, { id: context.newId(), cause, entries, by: 'rewards', byHub: true, ...about })
    return amount
  } catch (error) {
    if (error instanceof Refusal) return 0
    throw error
  }
}

export const grantDemoBalances: Rule<typeof commands.grantDemoBalances> = (context, { account: player }) => {
  const { read, newId } = context
  if (!read(account, player).demo || !claimOnce(context, player, 'demoGrant')) return {}
  const entries = currencies.flatMap((currency) =>
    move(faucet('demoGrant'), walletOf(player), currency, commands.demoBalances[currency]),
  )
  post(context, { id: newId(), cause: 'demoGrant', entries, by: 'rewards', byHub: true })
  return {}
}

/** From when on something that is bought or given now can be sold or given away: epoch ms, null for at once. */
export function tradableFrom({ read, now }: Pick<Context, 'read' | 'now'>): number | null {
  const { resaleLockHours } = read(economySettings).market
  return resaleLockHours === 0 ? null : now + resaleLockHours * hourMs
}

/**
 * From when on something that waits can be traded: never later than what is got now. A time beyond that was set while the clock was ahead, or
 * while an owner had set a longer wait.
 */
export const boundedWait = (context: Pick<Context, 'read' | 'now'>, tradableAt: number | null): number | null =>
  tradableAt === null || tradableAt <= context.now
    ? tradableAt
    : Math.min(tradableAt, tradableFrom(context) ?? context.now)
