import { useEffect } from 'react'
import { auditHead } from '../../../shared/engine/auditHead.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type AuditLine, searchAudit } from '../../../shared/features/audit/queries.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { type Paging, usePaging } from '../../ui/Pager.tsx'
import { useHeldPage } from '../../ui/useHeldPage.ts'
import type { filterOf } from './AuditFilters.tsx'
import { openStates } from './auditLabels.ts'

const linesPerPage = 50
/** New entries come in bursts: the page asks at most this often. */
const followMs = 1_000

/**
 * One page of the audit. New entries are counted and never move what is being read: they are shown when asked for. The outcomes of shown
 * entries follow.
 */
export function useAuditPage(filter: ReturnType<typeof filterOf>) {
  const paging: Paging<string> = usePaging<string>(filter)
  const newest = useQuery(searchAudit, { ...filter, limit: linesPerPage })
  const older = useQuery(
    searchAudit,
    paging.before === null ? null : { ...filter, limit: linesPerPage, before: paging.before },
  )
  useFollow(useDocument(auditHead, '').value?.rows ?? null, newest.reload, followMs)
  const first = useHeldPage({
    search: JSON.stringify(filter),
    latest: newest.state === 'here' ? newest.value : null,
    rowsOf: ({ lines }) => lines,
    keyOf: ({ key }) => key,
    orderOf: ({ seq }) => seq,
  })
  const isFirst = paging.page === 1
  const query = isFirst ? newest : older
  // A refused page disappears, even where it was read before.
  const value = isFirst ? newest.value && (first.page ?? newest.value) : older.value
  const lines = value === null ? noLines : value === first.page ? first.rows : value.lines
  useOutcomes(lines, query.reload)
  return {
    query: { ...query, value },
    paging,
    lines,
    newRows: first.newRows,
    showNew() {
      paging.newest()
      first.showNew()
    },
  }
}

const noLines: readonly AuditLine[] = []

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
