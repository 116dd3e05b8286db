import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Query } from '../../../shared/engine/query.ts'
import { dayMs, hourMs } from '../../../shared/features/statistics/sums.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type QueryUse, useQuery } from '../../connection/useQuery.ts'
import { Select } from '../../ui/Select.tsx'
import { useNow } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { type ScreenState, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Statistics.module.css'

/** How often the shown sums are read again, ms: the hub adds to them about as often. */
const everyMs = 120_000

/** A query of the statistics, asked again while it is shown. @param input null: not yet */
export function useStatistic<Q extends Query>(query: Q, input: z.input<Q['input']> | null): QueryUse<Q> {
  const use = useQuery(query, input)
  const { reload } = use
  const turn = Math.floor(useNow(everyMs) / everyMs)
  const last = useRef(turn)
  useEffect(() => {
    if (last.current === turn) return
    last.current = turn
    reload()
  }, [turn, reload])
  return use
}

interface StatisticPanelProps<Value extends { readonly firstAt: number | null }> {
  readonly title: string
  readonly query: {
    readonly state: ScreenState | 'here'
    readonly value: Value | null
    readonly refusal: { readonly message: string; readonly code: string } | null
    reload(): void
  }
  readonly isEmpty: (value: Value) => boolean
  /** What there is none of: `No visits yet.` */
  readonly none: string
  /** When the first of it is counted. */
  readonly from: 'hour' | 'day' | 'now'
  /** More on when there will be something. */
  readonly hint?: string
  readonly size?: 'usual' | 'wide'
  /** Beside the title: the range. */
  readonly action?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** A panel of the dashboard with one query. While there is nothing to draw it says from when there will be. */
export function StatisticPanel<Value extends { readonly firstAt: number | null }>(props: StatisticPanelProps<Value>) {
  const { title, query, isEmpty, none, from, hint, size = 'usual', action, children } = props
  const { serverNow } = useConnection()
  const states = statesOf(query as Parameters<typeof statesOf<Value>>[0], isEmpty, {
    picture: 'tracks',
    title: none,
    children: (
      <p>
        {hint ? `${hint} ` : null}
        {beginOf(from, serverNow())}
      </p>
    ),
  })
  return (
    <DashboardPanel {...states} title={title} size={size} action={action}>
      {/* Not before there is something to draw. */}
      <div className={styles.panel}>{query.value && states.state === 'ready' ? children(query.value) : null}</div>
    </DashboardPanel>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** From when there is something to draw. */
export function beginOf(from: 'hour' | 'day' | 'now', now: number): string {
  if (from === 'now') return 'Counting has begun.'
  const next = from === 'hour' ? Math.ceil(now / hourMs) * hourMs : Math.ceil(now / dayMs) * dayMs
  return from === 'hour'
    ? `The first hour is complete at ${clock.format(next)}.`
    : `The first day is complete at ${clock.format(next)}, 00:00 UTC.`
}

interface RangeProps<Key extends string | number> {
  readonly options: readonly { readonly key: Key; readonly name: string }[]
  readonly value: Key
  readonly onValue: (key: Key) => void
}

/** The time that a plot covers. */
export function Range<Key extends string | number>({ options, value, onValue }: RangeProps<Key>) {
  return (
    <Select
      label="Time"
      hidesLabel
      options={options.map(({ key, name }) => ({ key: `${key}`, name }))}
      value={`${value}`}
      onValue={(chosen) => {
        const found = options.find(({ key }) => `${key}` === chosen)
        if (found) onValue(found.key)
      }}
    />
  )
}

/** The title of several panels that share a range. Across the page. */
export const SectionHead = ({ title, action }: { readonly title: string; readonly action: ReactNode }) => (
  <header className={styles.sectionHead}>
    <h2 className={styles.groupTitle}>{title}</h2>
    {action}
  </header>
)

/** How near to the window, in px, a part is loaded. */
const nearPx = 400

/** A part of a long page, drawn once it comes near the window: what is not looked at is not asked for. */
export function WhenNear({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !place.current) return
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${nearPx}px` },
    )
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [isNear])
  return isNear ? children : <div ref={place} style={{ minHeight: height }} />
}
