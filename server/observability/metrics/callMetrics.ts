import type { CallTold } from '../../engine/tellingCalls.ts'
import { type Meters, shortMs } from './meters.ts'
import { nameOf, outcomeOf } from './outcomeOf.ts'

/** What people wait for, on the node that their socket or request came to: with the way to the node that decides and back. */
export function createCallMetrics({ counter, histogram }: Meters) {
  const calls = counter('calls_total', 'Commands and queries of people that were answered here', ['kind', 'outcome'])
  const callMs = histogram('call_ms', 'How long people waited for the answer, ms', shortMs, ['kind'])
  const queryMs = histogram('query_ms', 'How long a query took, ms', shortMs, ['query'])
  return ({ kind, name, answer, ms }: CallTold) => {
    calls.inc({ kind, outcome: outcomeOf(answer) })
    callMs.observe({ kind }, ms)
    if (kind === 'query') queryMs.observe({ query: nameOf(name, answer) }, ms)
  }
}
