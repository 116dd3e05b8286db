import { readOneWayFlows } from '../../../shared/features/trades/queries.ts'
import { passedDays, trades } from '../../../shared/features/trades/trades.ts'
import { type Feature, implementQuery, type PersonRemoval } from '../../engine/feature.ts'
import { oneWayFlows } from './flows.ts'

/** An erased user is in the days of those with whom they traded, too. */
const removePassed: PersonRemoval['remove'] = ({ read, edit }, { account }) => {
  const { gave, got } = read(passedDays, account)
  for (const [days, direction] of [
    [gave, 'got'],
    [got, 'gave'],
  ] as const)
    for (const [day, others] of Object.entries(days))
      for (const other of Object.keys(others)) {
        const theirs = read(passedDays, other)[direction][day]
        if (theirs && Object.hasOwn(theirs, account)) delete edit(passedDays, other)[direction][day]?.[account]
      }
  Object.assign(edit(passedDays, account), { gave: {}, got: {} })
}

/** What passes between users: limits by the time seen in the game, and flows in one direction for staff. */
export const tradesFeature: Feature = {
  name: 'trades',
  documents: [passedDays],
  archives: [trades],
  commands: [],
  queries: [implementQuery(readOneWayFlows, oneWayFlows)],
  removals: [{ kind: passedDays, remove: removePassed }],
}
