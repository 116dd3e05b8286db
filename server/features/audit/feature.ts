import { exportAudit, searchAudit } from '../../../shared/features/audit/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { createOutcomes } from './outcomes.ts'
import { searchAuditLines } from './search.ts'

const exportPageLines = 1_000

/** Searches and exports the rows that the other features recorded in their archives. */
export function auditFeature(): Feature {
  const outcomes = createOutcomes()
  return {
    name: 'audit',
    documents: [],
    commands: [],
    queries: [
      implementQuery(searchAudit, (context, { before, limit, ...filter }) =>
        searchAuditLines(context, outcomes, { filter, before, limit }),
      ),
      implementQuery(exportAudit, (context, { before, ...filter }) =>
        searchAuditLines(context, outcomes, { filter, before, limit: exportPageLines }),
      ),
    ],
  }
}
