import type { RowOf } from '../../../shared/engine/archive.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/economy/commands.ts'
import { economyAudit, economySettings } from '../../../shared/features/economy/settings.ts'
import type { MarketSettings } from '../../../shared/features/market/settings.ts'
import { isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import type { TradeLimits } from '../../../shared/features/trades/limits.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { claimOnce, claimOnDay, dayOf } from '../ledger/holds.ts'
import { faucet, move, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'
import { markedRewards } from './erasedRewards.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const visit: Rule<typeof commands.visit> = (context) => {
  const { actor, read, now, newId, refuse } = context
  const player = accountOf(actor)
  if (!actor.session) return refuse('notAPage')
  const day = dayOf(now)
  const nextAt = Date.parse(`${day}T00:00:00.000Z`) + dayMs
  if (!isFeatureOn(read(server, mainServer), 'realCurrency')) return { paid: [], nextAt }
  const { dailyBonus, welcomeGrant } = read(economySettings)
  const isNew = read(account, player).createdAt >= welcomeGrant.since
  const before = markedRewards(context, player)
  const paid: commands.Reward[] = []
  const pay = (cause: commands.Reward['cause'], amount: number, subject: string | null) => {
    const entries = move(faucet(cause), walletOf(player), 'voidPearls', amount)
    post(context, { id: newId(), cause, entries, by: 'rewards', byHub: true, subject })
    paid.push({ cause, currency: 'voidPearls', amount })
  }
  if (welcomeGrant.isOn && isNew && !before.hasWelcome && claimOnce(context, player, 'welcomeGrant'))
    pay('welcomeGrant', welcomeGrant.amount, null)
  if (dailyBonus.isOn && before.day !== day && claimOnDay(context, player, 'dailyBonus', day))
    pay('dailyBonus', dailyBonus.amount, day)
  return { paid, nextAt }
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

export const changeEconomySettings: Rule<typeof commands.changeEconomySettings> = (context, wanted) => {
  const { read, edit, now, actor, archive, origin, refuse } = context
  const before = read(economySettings)
  const audit = (act: RowOf<typeof economyAudit>['act'], was: string, is: string) => {
    if (was === is) return
    const elevated = actor.session?.elevatedUntil != null
    const row = { act, by: accountOf(actor), role: actor.role, elevated, before: was, after: is }
    archive(economyAudit, { ...row, ...origin })
  }
  const { dailyBonus, welcomeGrant, trades, market } = wanted
  if (market && market.feeFloor > market.feeCap)
    return refuse('floorAboveCap', { floor: market.feeFloor, cap: market.feeCap })
  if (dailyBonus) {
    audit('changeDailyBonus', shown(before.dailyBonus), shown(dailyBonus))
    Object.assign(edit(economySettings).dailyBonus, dailyBonus)
  }
  if (welcomeGrant) {
    const since = before.welcomeGrant.isOn ? before.welcomeGrant.since : now
    audit('changeWelcomeGrant', shown(before.welcomeGrant), shown(welcomeGrant))
    Object.assign(edit(economySettings).welcomeGrant, welcomeGrant, welcomeGrant.isOn && { since })
  }
  if (market) {
    audit('changeMarket', marketShown(before.market), marketShown(market))
    Object.assign(edit(economySettings).market, market)
  }
  if (trades) {
    audit('changeTradeLimits', limitsText(before.trades), limitsText(trades))
    Object.assign(edit(economySettings).trades, trades)
  }
  return {}
}

interface Shown {
  readonly isOn: boolean
  readonly amount: number
}
const figures = new Intl.NumberFormat('en-GB')
const shown = ({ isOn, amount }: Shown) => (isOn ? `${figures.format(amount)} Void Pearls` : 'off')
const limitsText = ({ fromHours, perHour, hoursPerDinosaur }: TradeLimits) =>
  `from ${fromHours} h, ${figures.format(perHour)} per hour, ${hoursPerDinosaur} h per dinosaur`

const marketShown = (market: MarketSettings) => {
  const { feePermille, feeFloor, feeCap, listingDays, resaleLockHours } = market
  const fee = `fee ${feePermille / 10} %, ${figures.format(feeFloor)} to ${figures.format(feeCap)}`
  return `${fee}; listings end after ${listingDays} days; resale after ${resaleLockHours} hours`
}

/** From when on something that is bought or given now can be sold or given away: epoch ms, null for at once. */
export function tradableFrom({ read, now }: Pick<Context, 'read' | 'now'>): number | null {
  const { resaleLockHours } = read(economySettings).market
  return resaleLockHours === 0 ? null : now + resaleLockHours * hourMs
}
