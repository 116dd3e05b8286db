import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/economy/commands.ts'
import { erasedRewards } from '../../../shared/features/economy/erasedRewards.ts'
import { readHouse } from '../../../shared/features/economy/queries.ts'
import { economyAudit, economySettings } from '../../../shared/features/economy/settings.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import { derive, type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import type { MoneyTotals } from '../ledger/conservation.ts'
import { rememberRewards, rememberUnlinked } from './erasedRewards.ts'
import { changeEconomySettings } from './ownerSettings.ts'
import { grantDemoBalances, visit } from './rewards.ts'

/** Rewards of the hub, the owner's settings for them, and the totals of the house. @param totals of this node, known once it is open */
export const economyFeature = (totals: () => MoneyTotals): Feature => ({
  name: 'economy',
  documents: [economySettings, erasedRewards],
  archives: [economyAudit],
  commands: [
    implement(commands.visit, visit),
    implement(commands.changeEconomySettings, changeEconomySettings),
    implement(commands.grantDemoBalances, grantDemoBalances),
  ],
  queries: [implementQuery(readHouse, () => houseOf(totals()))],
  removals: [{ kind: erasedRewards, remove: (context, { account: erased }) => rememberRewards(context, erased) }],
  derivations: [derive(account, rememberUnlinked)],
})

function houseOf(money: MoneyTotals) {
  const text = (sums: Readonly<Record<Currency, bigint>>) => ({
    voidPearls: `${sums.voidPearls}`,
    razorTalons: `${sums.razorTalons}`,
    sylvanShards: `${sums.sylvanShards}`,
  })
  return {
    currencies: currencies.map((currency) => {
      const { supply, held, drift } = money.totals(currency)
      return { currency, supply: `${supply}`, held: `${held}`, drift: `${drift}` }
    }),
    flows: money.flows().flatMap(({ account, sums }) => {
      const [kind, cause = ''] = account.split(':')
      return kind === 'faucet' || kind === 'sink' ? [{ kind, cause, amounts: text(sums) } as const] : []
    }),
    wallets: money.wallets(),
  }
}
