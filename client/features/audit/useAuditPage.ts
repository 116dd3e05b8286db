import { useEffect, useRef, useState } from 'react'
import { auditHead } from '../../../shared/engine/auditHead.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type AuditLine, searchAudit } from '../../../shared/features/audit/queries.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { type Paging, usePaging } from '../../ui/Pager.tsx'
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
  useFollow(newest.reload)
  const first = useShown(JSON.stringify(filter), newest.state === 'here' ? newest.value : null)
  const isFirst = paging.page === 1
  const query = isFirst ? newest : older
  // A refused page disappears, also where it was read before.
  const value = isFirst ? newest.value && (first.shown ?? newest.value) : older.value
  const lines = value?.lines ?? noLines
  useOutcomes(lines, query.reload)
  return {
    query: { ...query, value },
    paging,
    lines,
    newLines: first.newLines,
    showNew() {
      paging.newest()
      first.showNew()
    },
  }
}

const noLines: readonly AuditLine[] = []

interface AuditPage {
  readonly lines: readonly AuditLine[]
  readonly next: string | null
  readonly searchedTo: number | null
}

/** Entries that came after the page was read. */
export interface NewLines {
  readonly count: number
  /** All that were read are new, so that there may be others. */
  readonly isMore: boolean
}
const noNewLines: NewLines = { count: 0, isMore: false }

/** Holds the first page of a search as it was read, while newer answers to the same search arrive. */
function useShown(search: string, latest: AuditPage | null) {
  const [held, setHeld] = useState<{ readonly search: string; readonly page: AuditPage } | null>(null)
  // In the same render, so that an entry that came first is never counted as new.
  const isHeld = held?.search === search
  if (!isHeld && latest !== null) setHeld({ search, page: latest })
  if (!isHeld || latest === null) return { shown: isHeld ? held.page : latest, newLines: noNewLines, showNew() {} }
  const known = new Set(held.page.lines.map(({ key }) => key))
  const topSeq = held.page.lines[0]?.seq ?? -1
  const count = latest.lines.filter(({ key, seq }) => seq >= topSeq && !known.has(key)).length
  const changed = new Map(latest.lines.map((line) => [line.key, line]))
  return {
    shown: { ...held.page, lines: held.page.lines.map((line) => changed.get(line.key) ?? line) },
    newLines: { count, isMore: count === latest.lines.length && latest.next !== null },
    showNew: () => setHeld({ search, page: latest }),
  }
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

/** Asks again when the audit has grown, but not more often than once in `followMs`. */
function useFollow(reload: () => void) {
  const { value } = useDocument(auditHead, '')
  const rows = value?.rows ?? null
  const last = useRef(rows)
  useEffect(() => {
    if (last.current === rows) return
    const isFirst = last.current === null
    last.current = rows
    if (isFirst) return
    const timer = setTimeout(reload, followMs)
    return () => clearTimeout(timer)
  }, [rows, reload])
}
