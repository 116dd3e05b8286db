import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { EventType } from '../../../shared/features/events/events.ts'
import { onReducedMotionChange, prefersReducedMotion } from '../../map/reducedMotion.ts'
import { Button } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { EventGlyph } from './EventGlyph.tsx'
import { effects } from './effects.ts'
import { startTexts } from './eventTexts.ts'
import styles from './WarningDialog.module.css'

interface WarningDialogProps {
  readonly type: EventType
  readonly title: string
  readonly place: string
  /** The page of the event; null for a test. */
  readonly link: string | null
  /** Server epoch ms at which the effects end. */
  readonly until: number
  readonly onClose: () => void
}

/** Covers the page, with the effect of the event's type. */
export function WarningDialog({ type, title, place, link, until, onClose }: WarningDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const veil = useRef<HTMLDivElement>(null)
  const sign = useRef<HTMLDivElement>(null)
  // It opens while the user does something else. So the focus is on the dialog and not on a button: Enter, meant for the page, would dismiss the
  // warning unread. Closed before its removal from the page, it gives the focus back to where it was.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    current?.focus()
    return () => current?.close()
  }, [])
  useEffectOf(type, { veil, sign })
  const { headline, text } = startTexts[type]
  return (
    <dialog
      ref={dialog}
      className={styles.warning}
      data-effect={effects[type].name}
      tabIndex={-1}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
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
        <div id={`${id}-text`} className={styles.words}>
          <p className={styles.text}>{text}</p>
          <p>{place}</p>
        </div>
        <Countdown label="This warning closes in" to={until} over="" />
        <div className={styles.actions}>
          <Button tone="main" onClick={onClose}>
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
