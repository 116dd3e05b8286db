import * as commands from '../../../shared/features/ledger/commands.ts'
import {
  closedWallets,
  currencyGrants,
  ledger,
  ledgerAudit,
  rewardKeys,
} from '../../../shared/features/ledger/ledger.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { addCurrency, addCurrencyToMany, reverseGrant } from './grants.ts'
import { closeWallet } from './post.ts'

/** The currency of all users, kept by double entry, and the grants of staff. */
export const ledgerFeature: Feature = {
  name: 'ledger',
  documents: [wallet, closedWallets, currencyGrants, rewardKeys],
  archives: [ledger, ledgerAudit],
  commands: [
    implement(commands.addCurrency, addCurrency),
    implement(commands.addCurrencyToMany, addCurrencyToMany),
    implement(commands.reverseGrant, reverseGrant),
  ],
  queries: [],
  removals: [{ kind: wallet, remove: (context, { account }) => closeWallet(context, account) }],
}
