import { useEffect } from 'react'
import { auditHead } from '../../../shared/engine/auditHead.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type AuditLine, searchAudit } from '../../../shared/features/audit/queries.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { followMs, useLivePage } from '../../ui/useLivePage.ts'
import type { filterOf } from './AuditFilters.tsx'
import { openStates } from './auditLabels.ts'

/** One page of the audit. The outcomes of shown entries follow. */
export function useAuditPage(filter: ReturnType<typeof filterOf>) {
  const page = useLivePage({
    query: searchAudit,
    filter,
    mark: useDocument(auditHead, '').value?.rows ?? null,
    rowsOf: ({ lines }): readonly AuditLine[] => lines,
    keyOf: ({ key }) => key,
    orderOf: ({ seq }) => seq,
  })
  useOutcomes(page.rows, page.query.reload)
  return page
}

/** Asks again when a delivery of a shown entry has gone on: that adds nothing to the audit. */
function useOutcomes(lines: readonly AuditLine[], reload: () => void) {
  const { value } = useDocument(deliveries, mainServer)
  const stateNow = (id: string) => value?.entries[id]?.state ?? 'gone'
  const changed =
    value === null ? [] : lines.filter((line) => isOpen(line) && stateNow(line.delivery) !== line.outcome.state)
  const key = changed.map(({ delivery }) => `${delivery} ${stateNow(delivery ?? '')}`).join()
  useEffect(() => {
    if (key === '') return
    const timer = setTimeout(reload, followMs)
    return () => clearTimeout(timer)
  }, [key, reload])
}

type OpenLine = AuditLine & { readonly delivery: string; readonly outcome: NonNullable<AuditLine['outcome']> }
const isOpen = (line: AuditLine): line is OpenLine =>
  line.delivery !== null && line.outcome !== null && openStates.includes(line.outcome.state)
