import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'

/** Balances. No command changes them yet. */
export const walletFeature: Feature = { name: 'wallet', documents: [wallet], commands: [], queries: [] }
