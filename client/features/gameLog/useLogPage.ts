import type { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { logFeed } from '../../../shared/features/gameLog/gameLog.ts'
import type { LogLine } from '../../../shared/features/gameLog/lines.ts'
import type {
  searchAdminActs,
  searchChat,
  searchKills,
  searchVisits,
} from '../../../shared/features/gameLog/queries.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { type Paging, usePaging } from '../../ui/Pager.tsx'
import { useHeldPage } from '../../ui/useHeldPage.ts'

export type LogQuery = typeof searchKills | typeof searchVisits | typeof searchChat | typeof searchAdminActs
export type FoundRow<Q extends LogQuery> = z.output<Q['output']>['rows'][number]
type LogPage<Q extends LogQuery> = Omit<z.output<Q['output']>, 'rows'> & { readonly rows: readonly FoundRow<Q>[] }

const rowsPerPage = 50
/** Lines come in bursts: the page asks at most this often. */
const followMs = 1_000

/**
 * One page of what the game's log reported. New lines are counted and never move what is being read: they are shown when asked for.
 * @param filter the filter of the query, without its page
 * @param kinds the lines that the query finds: only those ask again
 */
export function useLogPage<Q extends LogQuery>(query: Q, filter: object, kinds: readonly LogLine['kind'][]) {
  const paging: Paging<number> = usePaging<number>(filter)
  const inputOf = (before: number | null) => ({ ...filter, before, limit: rowsPerPage }) as z.input<Q['input']>
  const newest = useQuery(query, inputOf(null))
  const older = useQuery(query, paging.before === null ? null : inputOf(paging.before))
  useFollow(useLatestLine(kinds), newest.reload, followMs)
  const first = useHeldPage({
    search: JSON.stringify(filter),
    latest: newest.state === 'here' ? (newest.value as LogPage<Q> | null) : null,
    rowsOf: ({ rows }) => rows,
    keyOf: ({ key }) => key,
    orderOf: ({ key }) => Number(key),
  })
  const isFirst = paging.page === 1
  const { state, refusal, reload, value: answer } = isFirst ? newest : older
  // A refused page disappears, even where it was read before.
  const value = (isFirst ? answer && (first.page ?? answer) : answer) as LogPage<Q> | null
  return {
    source: { state, refusal, reload, value },
    paging,
    rows: value === null ? [] : value === first.page ? first.rows : value.rows,
    newRows: first.newRows,
    showNew() {
      paging.newest()
      first.showNew()
    },
  }
}

/** The id of the latest line of these kinds; null until the feed has come. */
export function useLatestLine(kinds: readonly LogLine['kind'][]): string | null {
  const { value } = useDocument(logFeed, mainServer)
  if (value === null) return null
  const ids = Object.entries(value.lines).flatMap(([id, { kind }]) => (kinds.includes(kind) ? id : []))
  return ids.reduce((latest, id) => (id > latest ? id : latest), '')
}
