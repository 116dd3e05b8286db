import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/ledger/commands.ts'
import {
  closedWallets,
  currencyGrants,
  ledger,
  ledgerAudit,
  payments,
  rewardKeys,
} from '../../../shared/features/ledger/ledger.ts'
import * as queries from '../../../shared/features/ledger/queries.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { addCurrency, addCurrencyToMany, reverseGrant, reverseGrants } from './grants.ts'
import { closeWallet } from './post.ts'
import { accountAsked, receiptOf, searchLines } from './search.ts'

const exportPageLines = 1_000

/** The currency of all users, kept by double entry, and the grants of staff. */
export const ledgerFeature: Feature = {
  name: 'ledger',
  documents: [wallet, closedWallets, currencyGrants, payments, rewardKeys],
  archives: [ledger, ledgerAudit],
  commands: [
    implement(commands.addCurrency, addCurrency),
    implement(commands.addCurrencyToMany, addCurrencyToMany),
    implement(commands.reverseGrant, reverseGrant),
    implement(commands.reverseGrants, reverseGrants),
  ],
  queries: [
    implementQuery(queries.searchLedger, async (context, { player, before, limit, ...filter }) => {
      const about = accountAsked(context, player)
      const found = await searchLines(context, { filter, about, before, limit })
      return { ...found, name: context.read(account, about).name }
    }),
    implementQuery(queries.exportOwnLedger, (context, { before, ...filter }) =>
      searchLines(context, { filter, about: accountAsked(context, null), before, limit: exportPageLines }),
    ),
    implementQuery(queries.readReceipt, receiptOf),
  ],
  removals: [{ kind: wallet, remove: (context, { account }) => closeWallet(context, account) }],
}
