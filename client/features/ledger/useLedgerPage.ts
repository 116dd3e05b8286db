import { type LedgerLine, searchLedger } from '../../../shared/features/ledger/queries.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { type Paging, usePaging } from '../../ui/Pager.tsx'
import { useHeldPage } from '../../ui/useHeldPage.ts'
import type { filterOf } from './LedgerFilters.tsx'

const linesPerPage = 50
/** Purchases come in bursts: the page asks at most this often. */
const followMs = 1_000

/**
 * One page of a ledger. New operations are counted and never move what is being read: they are shown when asked for.
 * @param account whose; its wallet changes with each operation, and tells that there is a new one
 */
export function useLedgerPage(filter: ReturnType<typeof filterOf>, account: string) {
  const paging: Paging<number> = usePaging<number>(filter)
  const newest = useQuery(searchLedger, { ...filter, limit: linesPerPage })
  const older = useQuery(
    searchLedger,
    paging.before === null ? null : { ...filter, limit: linesPerPage, before: paging.before },
  )
  const own = useDocument(wallet, account).value
  useFollow(own && JSON.stringify(own), newest.reload, followMs)
  const first = useHeldPage({
    search: JSON.stringify(filter),
    latest: newest.state === 'here' ? newest.value : null,
    rowsOf: ({ lines }) => lines,
    keyOf: ({ key }) => key,
    orderOf: ({ key }) => Number(key),
  })
  const isFirst = paging.page === 1
  const query = isFirst ? newest : older
  // A refused page disappears, also where it was read before.
  const value = isFirst ? newest.value && (first.page ?? newest.value) : older.value
  const lines: readonly LedgerLine[] = value === null ? [] : value === first.page ? first.rows : value.lines
  return {
    query: { ...query, value },
    name: newest.value?.name ?? '',
    paging,
    lines,
    newRows: first.newRows,
    showNew() {
      paging.newest()
      first.showNew()
    },
  }
}
