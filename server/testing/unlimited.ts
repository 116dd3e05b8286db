import type { BudgetLimits } from '../engine/budgets.ts'
import type { Limits } from '../gateway/limits.ts'

const any = { perSecond: 1e9, burst: 1e9 }

/** Limits for measurements and tests in which many clients share one account. */
export const unlimited: BudgetLimits & Pick<Limits, 'handshakes'> = {
  commands: any,
  queries: any,
  watches: any,
  sockets: any,
  networkFactor: 1,
  socketsPerAccount: 0,
  socketsPerAddress: 0,
  handshakes: { perSecond: 0, burst: 0 },
}
