import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import type { TimelineEntry, TimelineKind } from '../../../shared/features/timeline/queries.ts'
import { timeOf } from '../../ui/durations.ts'
import type { ReplayClock } from '../replay/replayClock.ts'
import { useMoment } from '../replay/useReplay.ts'
import { LaneMark } from './LaneMark.tsx'
import styles from './Lanes.module.css'
import { laneWords, marksOf, ticksIn } from './lanes.ts'

interface LanesProps {
  readonly clock: ReplayClock
  readonly time: TimeSpan
  /** The recorded parts of the map; null for a reader who may not see it. */
  readonly spans: readonly TimeSpan[] | null
  readonly entries: readonly TimelineEntry[]
  /** The lanes that this reader may see, and those that are shown. */
  readonly lanes: readonly TimelineKind[]
  readonly shown: readonly TimelineKind[]
  readonly onToggle: (kind: TimelineKind) => void
}

const buckets = 160
const percent = (part: number) => `${(part * 100).toFixed(2)}%`
const short = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const exact = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dated = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const dayMs = 86_400_000

/** One time axis with a lane for each kind. The name of a lane hides or shows it; the line is the shown moment. */
export function Lanes({ clock, time, spans, entries, lanes, shown, onToggle }: LanesProps) {
  const marks = useMemo(() => marksOf(entries, time, buckets), [entries, time])
  const partOf = (at: number) => Math.min(1, Math.max(0, (at - time.from) / (time.until - time.from)))
  const length = time.until - time.from
  const face = length > dayMs ? dated : length < 4 * 60_000 ? exact : short
  return (
    <section className={styles.lanes} aria-label="Time axis">
      {spans ? (
        <div className={styles.lane}>
          <span className={styles.name}>Map</span>
          <div className={styles.track} data-gap>
            {spans.map((span) => (
              <span
                key={span.from}
                className={styles.recorded}
                style={{ left: percent(partOf(span.from)), width: percent(partOf(span.until) - partOf(span.from)) }}
              />
            ))}
          </div>
        </div>
      ) : null}
      {lanes.map((kind) => (
        <div key={kind} className={styles.lane} data-lane={kind}>
          <LaneToggle kind={kind} isShown={shown.includes(kind)} marks={marks.get(kind)} onToggle={onToggle} />
          <div className={styles.track} aria-hidden="true">
            {marks.get(kind)?.map(({ part, at, count }) => (
              <span
                key={at}
                className={styles.mark}
                data-many={count > 1 || undefined}
                style={{ left: percent(part) }}
                title={`${count > 1 ? `${count} from ` : ''}${timeOf(at)}`}
              />
            ))}
          </div>
        </div>
      ))}
      <div className={styles.over}>
        {ticksIn(time, -new Date(time.from).getTimezoneOffset() * 60_000).map((at) => (
          <span key={at} className={styles.tick} style={{ left: percent(partOf(at)) }} aria-hidden="true">
            {face.format(at)}
          </span>
        ))}
        <Head clock={clock} time={time} entries={entries} partOf={partOf} />
      </div>
    </section>
  )
}

interface LaneToggleProps extends Pick<LanesProps, 'onToggle'> {
  readonly kind: TimelineKind
  readonly isShown: boolean
  readonly marks: readonly { readonly count: number }[] | undefined
}

function LaneToggle({ kind, isShown, marks = [], onToggle }: LaneToggleProps) {
  const count = marks.reduce((sum, mark) => sum + mark.count, 0)
  return (
    <button type="button" className={styles.toggle} aria-pressed={isShown} onClick={() => onToggle(kind)}>
      <LaneMark kind={kind} />
      <span className={styles.words}>{laneWords[kind].name}</span>
      {isShown ? <span className={styles.count}>{count}</span> : <span className={styles.count}>hidden</span>}
    </button>
  )
}

interface HeadProps extends Pick<LanesProps, 'clock' | 'time' | 'entries'> {
  partOf(at: number): number
}

const stepMs = 2_000
const pageMs = 60_000
const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: stepMs,
  ArrowUp: stepMs,
  ArrowLeft: -stepMs,
  ArrowDown: -stepMs,
  PageUp: pageMs,
  PageDown: -pageMs,
}
/** A press this near to an entry means the entry, as a share of the width. */
const nearPart = 0.008

/** The shown moment as a slider over all lanes, moved by pointer and keys. */
function Head({ clock, time, entries, partOf }: HeadProps) {
  const at = useMoment(clock, 200)
  const rail = useRef<HTMLDivElement>(null)
  const seek = (moment: number) => clock.seek(Math.min(time.until, Math.max(time.from, moment)))
  const seekTo = ({ clientX }: PointerEvent, snaps: boolean) => {
    const box = rail.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const length = time.until - time.from
    const moment = time.from + ((clientX - box.left) / box.width) * length
    const near = snaps ? entries.find((entry) => Math.abs(entry.at - moment) <= nearPart * length) : undefined
    seek(near?.at ?? moment)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const by = Object.hasOwn(keySteps, key) ? keySteps[key] : undefined
    const moment = key === 'Home' ? time.from : key === 'End' ? time.until : by === undefined ? null : clock.at() + by
    if (moment === null) return
    event.preventDefault()
    seek(moment)
  }
  return (
    <div
      ref={rail}
      className={styles.rail}
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={Math.floor(time.from / 1_000)}
      aria-valuemax={Math.floor(time.until / 1_000)}
      aria-valuenow={Math.floor(at / 1_000)}
      aria-valuetext={timeOf(at)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event, true)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event, false)}
    >
      <span className={styles.head} style={{ left: percent(partOf(at)) }}>
        {/* At either end it stays within the axis. */}
        <span className={styles.flag} style={{ transform: `translateX(-${percent(partOf(at))})` }}>
          {timeOf(at)}
        </span>
      </span>
    </div>
  )
}
