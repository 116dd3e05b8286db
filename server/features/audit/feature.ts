import { exportAudit, searchAudit } from '../../../shared/features/audit/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { createOutcomes } from './outcomes.ts'
import { searchLines } from './searchLines.ts'

const exportedAtOnce = 1_000

/** Who did what: read from what the other features write down. */
export function auditFeature(): Feature {
  const outcomes = createOutcomes()
  return {
    name: 'audit',
    documents: [],
    commands: [],
    queries: [
      implementQuery(searchAudit, (context, { before, limit, ...filter }) =>
        searchLines(context, outcomes, { filter, before, limit }),
      ),
      implementQuery(exportAudit, (context, { before, ...filter }) =>
        searchLines(context, outcomes, { filter, before, limit: exportedAtOnce }),
      ),
    ],
  }
}
