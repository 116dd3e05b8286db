import type { Limits } from './limits.ts'
import { fullBucket, type TokenBucket, takeToken } from './tokenBucket.ts'

type Rated = 'commands' | 'queries' | 'watches' | 'malformed' | 'patience'
/** What a socket has used of its rates so far; empty for one that has only looked on, as most do. */
export type Spent = { [Name in Rated]?: TokenBucket }

export type Ask = 'command' | 'query' | 'watch'
/** `over`: answered with a no. `enough`: the socket is closed. */
export type Verdict = 'fine' | 'over' | 'enough'

export interface Allowance {
  ask(spent: Spent, what: Ask): Verdict
  /** A message that was none. Never fine. */
  garble(spent: Spent): Verdict
}

const rateOf = { command: 'commands', query: 'queries', watch: 'watches' } as const

/** What sockets may still ask, and how far patience with each of them goes. */
export function createAllowance(limits: Pick<Limits, Rated>, now: () => number): Allowance {
  const take = (spent: Spent, rate: Rated) => {
    const bucket = spent[rate] ?? fullBucket(limits[rate], now())
    spent[rate] = bucket
    return takeToken(bucket, limits[rate], now())
  }
  return {
    ask: (spent, what) => (take(spent, rateOf[what]) ? 'fine' : take(spent, 'patience') ? 'over' : 'enough'),
    garble: (spent) => (take(spent, 'malformed') ? 'over' : 'enough'),
  }
}
