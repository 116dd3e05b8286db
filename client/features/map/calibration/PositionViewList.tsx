import { pastViews } from '../../../../shared/features/positionViews/commands.ts'
import type { ViewEntry } from '../../../../shared/features/positionViews/positionViews.ts'
import { useQuery } from '../../../connection/useQuery.ts'
import { Button } from '../../../ui/Button.tsx'
import { lengthOf, timeOf } from '../../../ui/durations.ts'
import { usePaging } from '../../../ui/Pager.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import styles from './PositionViewList.module.css'

/** Who viewed all positions, newest first, in pages. */
export function PositionViewList() {
  const paging = usePaging<number>()
  const { state, value, refusal, reload } = useQuery(pastViews, { before: paging.before })
  const next = value?.next ?? null
  return (
    <section id="looks" className={styles.views} aria-labelledby="looks-title" aria-busy={state === 'loading'}>
      <header className={styles.head}>
        <h2 id="looks-title">Who has viewed</h2>
        <Button tone="quiet" onClick={paging.page === 1 ? reload : paging.newest}>
          Newest
        </Button>
      </header>
      <p className={styles.hint}>
        Each view of all positions, on the map, in the replay or over HTTP, and each look at the timeline is recorded
        when it ends.
      </p>
      {refusal ? <Problem>{refusal.message}</Problem> : null}
      {value ? <ViewsTable views={value.views} /> : refusal ? null : <p className={styles.hint}>Loading…</p>}
      {next !== null ? (
        <Button busyLabel={state === 'loading' ? 'Loading…' : null} onClick={() => paging.older(next)}>
          Older
        </Button>
      ) : null}
    </section>
  )
}

const places = { map: 'Map', replay: 'Replay', timeline: 'Timeline', status: 'Status over HTTP' } as const

function ViewsTable({ views }: { readonly views: readonly ViewEntry[] }) {
  if (views.length === 0) return <p className={styles.hint}>No views yet.</p>
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Where</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col" className={styles.length}>
            Length
          </th>
        </tr>
      </thead>
      {viewsByDay(views).map(({ day, views: viewsOfDay }) => (
        <tbody key={day}>
          <tr className={styles.day}>
            <th scope="rowgroup" colSpan={5}>
              {day}
            </th>
          </tr>
          {viewsOfDay.map((view) => (
            <ViewRow key={`${view.account} ${view.from} ${view.at}`} view={view} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function ViewRow({ view }: { readonly view: ViewEntry }) {
  const { name, account, at, from, to, cut } = view
  return (
    <>
      <tr>
        <th scope="row" title={account}>
          {name || account}
        </th>
        <td>{places[at]}</td>
        <td>{timeOf(from)}</td>
        <td>{timeOf(to)}</td>
        <td className={styles.length}>{lengthOf(to - from)}</td>
      </tr>
      {cut ? (
        <tr className={styles.incomplete}>
          <td colSpan={5}>The hub stopped during this view. It last ran at {timeOf(to)}.</td>
        </tr>
      ) : null}
    </>
  )
}

const dayFace = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Groups by the local day on which each view began, keeping the order. */
export function viewsByDay(views: readonly ViewEntry[]): { readonly day: string; readonly views: ViewEntry[] }[] {
  const days: { day: string; views: ViewEntry[] }[] = []
  for (const view of views) {
    const day = dayFace.format(view.from)
    const last = days.at(-1)
    if (last?.day === day) last.views.push(view)
    else days.push({ day, views: [view] })
  }
  return days
}
