import { useAtom } from 'jotai'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type EventType, eventDurationMs, titleOf } from '../../../shared/features/events/events.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { onReducedMotionChange, prefersReducedMotion } from '../../map/reducedMotion.ts'
import { Button } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { useNow } from '../../ui/Time.tsx'
import { EventGlyph } from './EventGlyph.tsx'
import styles from './EventWarning.module.css'
import { effects } from './effects.ts'
import { startedEvent } from './eventLists.ts'
import { placeText, startTexts } from './eventTexts.ts'
import { useEventsById } from './useEvents.ts'
import { testEffectAtom } from './warning.ts'

/** The warning of an event that has just started, over every page, until its effects end or the user dismisses it. */
export function EventWarning() {
  const byId = useEventsById()
  const now = useNow()
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const [tested, test] = useAtom(testEffectAtom)
  const started = startedEvent(byId, now)
  if (tested) return <TestWarning key={tested} type={tested} onClose={() => test(null)} />
  if (!started || dismissed.has(started.id)) return null
  return (
    <Warning
      key={started.id}
      type={started.type}
      title={titleOf(started)}
      place={placeText(started)}
      link={`/events?event=${encodeURIComponent(started.id)}`}
      until={(started.triggeredAt ?? now) + eventDurationMs[started.type]}
      onClose={() => setDismissed((before) => new Set([...before, started.id]))}
    />
  )
}

function TestWarning({ type, onClose }: { readonly type: EventType; readonly onClose: () => void }) {
  const { serverNow } = useConnection()
  const [until] = useState(() => serverNow() + eventDurationMs[type])
  const isOver = useNow() >= until
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  return (
    <Warning
      type={type}
      title={`Test of ${type}`}
      place="Only on this page"
      link={null}
      until={until}
      onClose={onClose}
    />
  )
}

interface WarningProps {
  readonly type: EventType
  readonly title: string
  readonly place: string
  /** The page of the event; null for a test. */
  readonly link: string | null
  /** Server epoch ms at which the effects end. */
  readonly until: number
  readonly onClose: () => void
}

function Warning({ type, title, place, link, until, onClose }: WarningProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const veil = useRef<HTMLDivElement>(null)
  const sign = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  useEffectOf(type, { veil, sign })
  const { headline, text } = startTexts[type]
  return (
    <dialog
      ref={dialog}
      className={styles.warning}
      data-effect={effects[type].name}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div ref={veil} className={styles.veil} aria-hidden="true" />
      <div className={styles.content}>
        <div ref={sign} className={styles.sign}>
          <EventGlyph type={type} size={96} />
        </div>
        <p className={styles.kicker}>{title}</p>
        <h2 id={id} className={styles.headline}>
          {headline}
        </h2>
        <p className={styles.text}>{text}</p>
        <p>{place}</p>
        <Countdown label="This warning closes in" to={until} over="" />
        <div className={styles.actions}>
          <Button tone="main" autoFocus onClick={onClose}>
            Dismiss
          </Button>
          {link === null ? null : (
            <Link href={link} onClick={onClose}>
              Show the event
            </Link>
          )}
        </div>
      </div>
    </dialog>
  )
}

interface Moved {
  readonly veil: RefObject<HTMLElement | null>
  readonly sign: RefObject<HTMLElement | null>
}

/** Runs the effect while the warning is shown, unless the user prefers reduced motion. */
function useEffectOf(type: EventType, { veil, sign }: Moved) {
  const [isStill, setStill] = useState(prefersReducedMotion)
  useEffect(() => onReducedMotionChange(setStill), [])
  useEffect(() => {
    if (isStill) return
    const { moves, frames, roundMs } = effects[type]
    const page = document.querySelector('main')
    const moved = moves === 'page' ? page : moves === 'veil' ? veil.current : sign.current
    if (!moved?.animate) return
    const position = moved.style.position
    // Moved by its offsets: a transform would take parts that are fixed to the window along.
    if (moves === 'page') moved.style.position = 'relative'
    const animation = moved.animate([...frames] as Keyframe[], {
      duration: roundMs,
      iterations: Number.POSITIVE_INFINITY,
    })
    return () => {
      animation.cancel()
      moved.style.position = position
    }
  }, [type, isStill, veil, sign])
}
