import type { Limits } from './limits.ts'
import { createTokenBucket } from './tokenBucket.ts'

export type Ask = 'command' | 'query' | 'watch'
/** `over`: answered with a no. `enough`: the socket is closed. */
export type Verdict = 'fine' | 'over' | 'enough'

export interface Allowance {
  ask(what: Ask): Verdict
  /** A message that was none. Never fine. */
  garble(): Verdict
}

/** What one socket may still ask, and how far patience with it goes. */
export function createAllowance(limits: Limits, now: () => number): Allowance {
  const asks = {
    command: createTokenBucket(limits.commands, now),
    query: createTokenBucket(limits.queries, now),
    watch: createTokenBucket(limits.watches, now),
  }
  const patience = createTokenBucket(limits.patience, now)
  const malformed = createTokenBucket(limits.malformed, now)
  return {
    ask: (what) => (asks[what].take() ? 'fine' : patience.take() ? 'over' : 'enough'),
    garble: () => (malformed.take() ? 'over' : 'enough'),
  }
}
