import { useEffect, useRef } from 'react'
import { roleHistory } from '../../../shared/features/roles/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager, usePaging } from '../../ui/Pager.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On } from '../../ui/Time.tsx'
import { changeLabel } from './grants.ts'
import styles from './RoleHistory.module.css'

/** The changes of rights, page by page. @param changedAt the last change of rights: the query is repeated after another one */
export function RoleHistory({ changedAt }: { readonly changedAt: number | null }) {
  const paging = usePaging<number>()
  const { state, value, refusal, reload } = useQuery(roleHistory, { before: paging.before })
  const seen = useRef(changedAt)
  useEffect(() => {
    if (seen.current === changedAt) return
    seen.current = changedAt
    reload()
  }, [changedAt, reload])

  return (
    <div className={styles.history}>
      {refusal && state === 'refused' ? (
        <div className={styles.refused}>
          <Problem>{refusal.message}</Problem>
          <Button onClick={reload}>Refresh</Button>
        </div>
      ) : null}
      {value === null ? (
        state === 'loading' ? (
          <p role="status">Loading history…</p>
        ) : null
      ) : value.changes.length === 0 ? (
        <EmptyState picture="tracks" title="No changes yet" />
      ) : (
        <Changes {...value} />
      )}
      <Pager paging={paging} next={value?.next ?? null} isLoading={state === 'loading'} />
    </div>
  )
}

type HistoryPage = NonNullable<ReturnType<typeof useQuery<typeof roleHistory>>['value']>

const Changes = ({ changes, names }: HistoryPage) => (
  <ol className={styles.list} aria-label="History">
    {changes.map((change) => (
      <li key={change.seq} className={styles.change}>
        <span className={styles.when}>
          <On at={change.at} />
        </span>
        <span className={styles.target}>{names[change.account] || change.account}</span>
        <span>{changeLabel(change)}</span>
        <span className={styles.by}>by {names[change.by] || change.by}</span>
      </li>
    ))}
  </ol>
)
