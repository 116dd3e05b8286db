import { useId, useState } from 'react'
import { Chip, ChipSet } from './Chip.tsx'
import styles from './Field.module.css'
import { describedBy, Labelled, type LabelledProps, useProblem } from './Labelled.tsx'
import { changeAround, localZone, momentsAt, wallTimeOf, zoneInWords } from './wallTime.ts'

interface DateTimeFieldProps extends LabelledProps {
  /** As typed: `2026-11-30T14:05`, with `#2` behind it for the second of two equal times; empty if none. `momentIn` reads it. */
  readonly value: string
  readonly onValue: (value: string) => void
  /** The zone of the clock; the one of this browser if left out. */
  readonly zone?: string
  /** The message for an empty field: `Enter a start.`; left out if it may be empty. */
  readonly needed?: string
  /** A further rule: the problem with a moment, epoch ms. */
  readonly check?: (at: number) => string | null
  /** Epoch ms, for the name of the zone while the field is empty. */
  readonly now?: number
  readonly disabled?: boolean
}

/** The moment, epoch ms, that was entered; null if there is none. */
export function momentIn(value: string, zone: string = localZone()): number | null {
  const [wallTime = '', second] = value.split('#')
  const [first = null, later = first] = wallTime === '' ? [] : momentsAt(wallTime, zone)
  return second === undefined ? first : later
}

/** A moment as the value of a field. @param at epoch ms */
export function momentValue(at: number, zone: string = localZone()): string {
  const wallTime = wallTimeOf(at, zone)
  const [, later] = momentsAt(wallTime, zone)
  return later !== undefined && later <= at ? `${wallTime}#2` : wallTime
}

/**
 * A date and a time of day, with the zone in words. When the clocks are changed, a time that comes twice is asked for again, and one that
 * is skipped is refused.
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, onValue, zone = localZone(), needed, check, now = Date.now(), hint, problem, disabled } = props
  const id = useId()
  // The browser gives no text of a half-typed date, it only says that there is one.
  const [isHalf, setHalf] = useState(false)
  const [wallTime = '', second] = value.split('#')
  const found = isHalf ? 'Enter the whole date and time.' : momentProblem(value, zone, { needed, check })
  const { shown, leave, marks } = useProblem({ given: problem, found, isBlank: wallTime === '' && !isHalf })
  const note = `${hint ? `${hint} ` : ''}${zoneInWords(momentIn(value, zone) ?? now, zone)}`
  const twice = momentsAt(wallTime, zone)
  return (
    <Labelled id={id} label={label} hint={note} problem={shown}>
      <input
        {...marks}
        id={id}
        type="datetime-local"
        className={styles.input}
        value={wallTime}
        disabled={disabled}
        required={needed !== undefined}
        onChange={({ target }) => {
          setHalf(target.validity.badInput)
          onValue(target.value.slice(0, 16))
        }}
        onBlur={({ target }) => {
          setHalf(target.validity.badInput)
          leave()
        }}
        aria-describedby={describedBy(id, note, shown)}
      />
      {twice.length < 2 ? null : (
        <ChipSet legend="The clocks go back: this time comes twice" place="soft">
          {twice.map((at, index) => (
            <Chip
              key={at}
              aria-pressed={(index === 1) === (second !== undefined)}
              onClick={() => onValue(index === 0 ? wallTime : `${wallTime}#2`)}
            >
              {index === 0 ? 'First' : 'Second'}, {zoneInWords(at, zone)}
            </Chip>
          ))}
        </ChipSet>
      )}
    </Labelled>
  )
}

interface MomentRule {
  readonly needed: string | undefined
  readonly check: ((at: number) => string | null) | undefined
}

function momentProblem(value: string, zone: string, { needed, check }: MomentRule): string | null {
  if (value === '') return needed ?? null
  const at = momentIn(value, zone)
  if (at !== null) return check?.(at) ?? null
  const [wallTime = ''] = value.split('#')
  if (Number.isNaN(Date.parse(`${wallTime}Z`))) return 'Enter a date and a time.'
  const [from, to] = changeAround(wallTime, zone)
  return `The clocks go from ${from} to ${to} that day, so ${wallTime.slice(11)} does not exist. Enter an earlier or a later time.`
}
