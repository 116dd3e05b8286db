import { readOneWayFlows } from '../../../shared/features/trades/queries.ts'
import { passedDays, trades } from '../../../shared/features/trades/trades.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { oneWayFlows } from './flows.ts'
import { removePassed } from './passed.ts'

/** What passes between users: limits by the time seen in the game, and flows in one direction for staff. */
export const tradesFeature: Feature = {
  name: 'trades',
  documents: [passedDays],
  archives: [trades],
  commands: [],
  queries: [implementQuery(readOneWayFlows, oneWayFlows)],
  removals: [{ kind: passedDays, remove: (context, { account }) => removePassed(context, account) }],
}
