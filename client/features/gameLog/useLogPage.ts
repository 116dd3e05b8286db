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
import { useLivePage } from '../../ui/useLivePage.ts'

export type LogQuery = typeof searchKills | typeof searchVisits | typeof searchChat | typeof searchAdminActs
export type FoundRow<Q extends LogQuery> = z.output<Q['output']>['rows'][number]

/**
 * One page of what the game's log reported.
 * @param filter the filter of the query, without its page
 * @param kinds the lines that the query finds: only those ask again
 */
export const useLogPage = <Q extends LogQuery>(query: Q, filter: object, kinds: readonly LogLine['kind'][]) =>
  useLivePage({
    query,
    filter,
    mark: useLatestLine(kinds),
    rowsOf: ({ rows }): readonly FoundRow<Q>[] => rows,
    keyOf: ({ key }) => key,
    orderOf: ({ key }) => Number(key),
  })

/** The id of the latest line of these kinds; null until the feed has come. */
export function useLatestLine(kinds: readonly LogLine['kind'][]): string | null {
  const { value } = useDocument(logFeed, mainServer)
  if (value === null) return null
  const ids = Object.entries(value.lines).flatMap(([id, { kind }]) => (kinds.includes(kind) ? id : []))
  return ids.reduce((latest, id) => (id > latest ? id : latest), '')
}
