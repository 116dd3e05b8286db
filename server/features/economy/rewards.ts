import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/economy/commands.ts'
import { economyAudit, economySettings } from '../../../shared/features/economy/settings.ts'
import { isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { claimOnce, claimOnDay, dayOf } from '../ledger/holds.ts'
import { faucet, move, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'

const dayMs = 86_400_000

export const visit: Rule<typeof commands.visit> = (context) => {
  const { actor, read, now, newId, refuse } = context
  const player = accountOf(actor)
  if (!actor.session) return refuse('notAPage')
  const day = dayOf(now)
  const nextAt = Date.parse(`${day}T00:00:00.000Z`) + dayMs
  if (!isFeatureOn(read(server, mainServer), 'realCurrency')) return { paid: [], nextAt }
  const { dailyBonus, welcomeGrant } = read(economySettings)
  const isNew = read(account, player).createdAt >= welcomeGrant.since
  const paid: commands.Reward[] = []
  const pay = (cause: commands.Reward['cause'], amount: number, subject: string | null) => {
    const entries = move(faucet(cause), walletOf(player), 'voidPearls', amount)
    post(context, { id: newId(), cause, entries, by: 'rewards', byHub: true, subject })
    paid.push({ cause, currency: 'voidPearls', amount })
  }
  if (welcomeGrant.isOn && isNew && claimOnce(context, player, 'welcomeGrant'))
    pay('welcomeGrant', welcomeGrant.amount, null)
  if (dailyBonus.isOn && claimOnDay(context, player, 'dailyBonus', day)) pay('dailyBonus', dailyBonus.amount, day)
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
  const { read, edit, now, actor, archive, origin } = context
  const before = read(economySettings)
  const audit = (act: 'changeDailyBonus' | 'changeWelcomeGrant', was: Shown, is: Shown) => {
    if (shown(was) === shown(is)) return
    const elevated = actor.session?.elevatedUntil != null
    const row = { act, by: accountOf(actor), role: actor.role, elevated, before: shown(was), after: shown(is) }
    archive(economyAudit, { ...row, ...origin })
  }
  const { dailyBonus, welcomeGrant } = wanted
  if (dailyBonus) {
    audit('changeDailyBonus', before.dailyBonus, dailyBonus)
    Object.assign(edit(economySettings).dailyBonus, dailyBonus)
  }
  if (welcomeGrant) {
    const since = before.welcomeGrant.isOn ? before.welcomeGrant.since : now
    audit('changeWelcomeGrant', before.welcomeGrant, welcomeGrant)
    Object.assign(edit(economySettings).welcomeGrant, welcomeGrant, welcomeGrant.isOn && { since })
  }
  return {}
}

interface Shown {
  readonly isOn: boolean
  readonly amount: number
}
const figures = new Intl.NumberFormat('en-GB')
const shown = ({ isOn, amount }: Shown) => (isOn ? `${figures.format(amount)} Void Pearls` : 'off')
