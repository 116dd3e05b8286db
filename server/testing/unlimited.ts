import type { BudgetLimits } from '../engine/budgets.ts'

const any = { perSecond: 1e9, burst: 1e9 }

/** Limits for measurements and tests in which many clients share one account. */
export const unlimited: BudgetLimits = {
  commands: any,
  queries: any,
  watches: any,
  sockets: any,
  networkFactor: 1,
  socketsPerAccount: 0,
  socketsPerAddress: 0,
}
