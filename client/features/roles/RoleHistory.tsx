import { useEffect, useRef, useState } from 'react'
import { roleHistory } from '../../../shared/features/roles/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On } from '../../ui/Time.tsx'
import { changeWords } from './grants.ts'
import styles from './RoleHistory.module.css'

/** Who changed whose rights, page by page. @param changedAt when rights last changed: the newest page is asked for anew then */
export function RoleHistory({ changedAt }: { readonly changedAt: number | null }) {
  /** Where each page begins that was turned to, the newest first. */
  const [turned, setTurned] = useState<readonly number[]>([])
  const { state, value, refusal, reload } = useQuery(roleHistory, { before: turned.at(-1) ?? null })
  const seen = useRef(changedAt)
  useEffect(() => {
    if (seen.current === changedAt) return
    seen.current = changedAt
    reload()
  }, [changedAt, reload])

  const next = value?.next ?? null
  return (
    <div className={styles.history}>
      {refusal && state === 'refused' ? (
        <div className={styles.refused}>
          <Problem>{refusal.message}</Problem>
          <Button onClick={reload}>Ask again</Button>
        </div>
      ) : null}
      {value === null ? (
        state === 'loading' ? (
          <p role="status">Fetching the history.</p>
        ) : null
      ) : value.changes.length === 0 ? (
        <Blank picture="tracks" title="No rights were ever changed" />
      ) : (
        <Changes {...value} />
      )}
      {turned.length > 0 || next !== null ? (
        <div className={styles.pages}>
          <Button disabled={turned.length === 0} onClick={() => setTurned(turned.slice(0, -1))}>
            Newer
          </Button>
          <Button disabled={next === null || state === 'loading'} onClick={() => next && setTurned([...turned, next])}>
            Older
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type Page = NonNullable<ReturnType<typeof useQuery<typeof roleHistory>>['value']>

const Changes = ({ changes, names }: Page) => (
  <ol className={styles.list} aria-label="History">
    {changes.map((change) => (
      <li key={change.seq} className={styles.change}>
        <span className={styles.when}>
          <On at={change.at} />
        </span>
        <span className={styles.whom}>{names[change.account] || change.account}</span>
        <span>{changeWords(change)}</span>
        <span className={styles.by}>by {names[change.by] || change.by}</span>
      </li>
    ))}
  </ol>
)
