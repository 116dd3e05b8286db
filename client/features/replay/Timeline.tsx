import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'
import { fullSpan, gapsIn, momentAfterKey, nearestMoment } from './recordedSpans.ts'
import type { ReplayClock } from './replayClock.ts'
import styles from './Timeline.module.css'
import { useMoment } from './useReplay.ts'

interface TimelineProps {
  readonly clock: ReplayClock
  readonly spans: readonly TimeSpan[]
  /** The range of the timeline: from the oldest recorded moment to now. */
  readonly window: TimeSpan
}

const minuteMs = 60_000
const tickEveryMs = 10 * minuteMs
/** Ticks this close to an end, as a share of the width, are omitted: their labels would not fit. */
const edgePart = 0.03

const percent = (part: number) => `${(part * 100).toFixed(3)}%`
const clockFace = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const ticksIn = ({ from, until }: TimeSpan): number[] => {
  const first = Math.ceil(from / tickEveryMs) * tickEveryMs
  const edge = (until - from) * edgePart
  return Array.from({ length: 7 }, (_, index) => first + index * tickEveryMs).filter(
    (at) => at > from + edge && at < until - edge,
  )
}

/** The recorded time as a slider. Gaps are hatched. */
export function Timeline({ clock, spans, window }: TimelineProps) {
  const partOf = (at: number) => Math.min(1, Math.max(0, (at - window.from) / (window.until - window.from)))
  const place = (span: TimeSpan) => ({
    left: percent(partOf(span.from)),
    width: percent(partOf(span.until) - partOf(span.from)),
  })
  return (
    <div className={styles.timeline}>
      <div className={styles.ruler} aria-hidden="true">
        {gapsIn(spans, window).map((gap) => (
          <span key={gap.from} className={styles.gap} style={place(gap)} title={gapLabel(gap, window)} />
        ))}
        {ticksIn(window).map((at) => (
          <span key={at} className={styles.tick} style={{ left: percent(partOf(at)) }}>
            {clockFace.format(at)}
          </span>
        ))}
      </div>
      <Thumb clock={clock} spans={spans} window={window} partOf={partOf} />
    </div>
  )
}

const gapLabel = ({ from, until }: TimeSpan, window: TimeSpan) =>
  from === window.from
    ? `Nothing is recorded before ${timeOf(until)}`
    : `No data from ${timeOf(from)} to ${timeOf(until)}`

interface ThumbProps extends TimelineProps {
  partOf(at: number): number
}

/** The slider thumb, moved by pointer and keys. */
function Thumb({ clock, spans, window, partOf }: ThumbProps) {
  const at = useMoment(clock, 200)
  const rail = useRef<HTMLDivElement>(null)
  const whole = fullSpan(spans)
  const seek = (moment: number) => {
    const nearest = nearestMoment(spans, moment)
    if (nearest !== null) clock.seek(nearest)
  }
  const seekTo = ({ clientX }: PointerEvent) => {
    const box = rail.current?.getBoundingClientRect()
    if (box) seek(window.from + ((clientX - box.left) / box.width) * (window.until - window.from))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moment = whole && momentAfterKey(clock.at(), event.key, whole, spans)
    if (moment === null) return
    event.preventDefault()
    clock.seek(moment)
  }
  return (
    <div
      ref={rail}
      className={styles.rail}
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={Math.floor((whole?.from ?? window.from) / 1_000)}
      aria-valuemax={Math.floor((whole?.until ?? window.until) / 1_000)}
      aria-valuenow={Math.floor(at / 1_000)}
      aria-valuetext={`${timeOf(at)}, ${lengthOf(window.until - at)} ago`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
    >
      <span className={styles.thumb} style={{ left: percent(partOf(at)) }} />
    </div>
  )
}
