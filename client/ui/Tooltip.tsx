import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { isInRow, placeAtSide, placeBeside } from './placement.ts'
import styles from './Tooltip.module.css'

type Side = 'below' | 'start' | 'end'

interface TooltipProps {
  readonly text: string
  /** The shortcut of the control: `Ctrl K`. */
  readonly keys?: string
  /** Beside the control in a column of controls, to its left or right; below it in a row, or if left out. */
  readonly side?: Side
  readonly children: ReactNode
}

/** The pointer rests this long, in ms, before the text appears; the keyboard focus shows it at once. */
const restMs = 400

/** Hides the tooltip that is shown: one control has the focus and the pointer is on another, and two texts would cover one another. */
let hideShown: (() => void) | null = null

/**
 * A short text beside a control while the pointer or the keyboard focus is on it. Screen readers do not get it: the control has its
 * own name or description.
 */
export function Tooltip({ text, keys, side = 'below', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [isShown, setShown] = useState(false)
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  const show = () => {
    hideShown?.()
    hideShown = () => setShown(false)
    setShown(true)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const onPointerEnter = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    clearTimeout(timer.current)
    timer.current = setTimeout(show, restMs)
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) show()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only receives bubbled events of its control
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={onPointerEnter}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={onFocus}
      onBlur={hide}
      onKeyDown={({ key }) => ['Escape', 'Enter', ' '].includes(key) && hide()}
    >
      {children}
      {isShown ? <Bubble text={text} keys={keys} side={side} anchor={anchor} /> : null}
    </span>
  )
}

interface BubbleProps {
  readonly text: string
  readonly keys: string | undefined
  readonly side: Side
  readonly anchor: { readonly current: HTMLElement | null }
}

function Bubble({ text, keys, side, anchor }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const show = () => {
      if (!bubble.current || !anchor.current) return
      bubble.current.showPopover?.()
      const control = (anchor.current.firstElementChild ?? anchor.current).getBoundingClientRect()
      if (side === 'below' || isInRow(anchor.current)) placeBeside(bubble.current, control, 'centre')
      else placeAtSide(bubble.current, control, side)
    }
    // Not at once: a panel that closes returns the focus, and a browser shows no popover while it hides another one.
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [anchor, side])
  return (
    <span ref={bubble} className={styles.bubble} popover="manual" aria-hidden="true">
      {text}
      {keys ? <kbd className={styles.keys}>{keys}</kbd> : null}
    </span>
  )
}

interface IconButtonProps {
  /** Its accessible name, and the text of its tooltip. */
  readonly label: string
  readonly onPress: () => void
  readonly keys?: string
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
  /** For a button that is on or off. */
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly expanded?: boolean
  /** A drawing of 20 px. */
  readonly children: ReactNode
}

/** A button with a drawing instead of a text. Its name is shown as a tooltip. */
export const IconButton = ({
  label,
  onPress,
  keys = '',
  tone = 'plain',
  pressed,
  disabled,
  expanded,
  children,
}: IconButtonProps) => (
  <Tooltip text={label} keys={keys}>
    <Button
      square
      tone={tone}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </Button>
  </Tooltip>
)
