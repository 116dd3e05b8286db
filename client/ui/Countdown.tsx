import styles from './Countdown.module.css'
import { lengthOf } from './durations.ts'
import { useNow } from './Time.tsx'

interface CountdownProps {
  /** What it waits for: `Trivia`. */
  readonly label: string
  /** Server epoch ms. */
  readonly to: number
  /** Shown from that moment on: `Open now`. */
  readonly over: string
  /** From this many ms before the end it takes the colour of a warning. */
  readonly urgentMs?: number
}

/** The time until a moment, second by second below a day. Screen readers read it on demand, and hear when it is over. */
export function Countdown({ label, to, over, urgentMs = 60_000 }: CountdownProps) {
  const left = to - useNow()
  const isOver = left <= 0
  return (
    <span className={styles.countdown} data-urgent={(!isOver && left < urgentMs) || undefined}>
      <span className={styles.label}>{label}</span>
      <time className={styles.left} role="timer" dateTime={new Date(to).toISOString()}>
        {isOver ? '' : clockOf(left)}
      </time>
      <span role="status" className={styles.left}>
        {isOver ? over : ''}
      </span>
    </span>
  )
}

const dayMs = 86_400_000
const two = (number: number) => String(number).padStart(2, '0')

/** `2 d 4 h` from a day on, `1:04:09` from an hour on, `04:09` below. The last second is shown as 00:01. */
export function clockOf(ms: number): string {
  if (ms >= dayMs) return lengthOf(ms)
  const seconds = Math.ceil(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = `${two(minutes)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
