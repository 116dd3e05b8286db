import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'

/** Balances. Nothing changes them yet: the economy will, through a ledger. */
export const walletFeature: Feature = { name: 'wallet', documents: [wallet], commands: [], queries: [] }
