import { useEffect, useRef, useState } from 'react'
import { numberText } from '../../shared/engine/numberText.ts'
import styles from './RollingNumber.module.css'

/** As long as the styles roll. */
const rollMs = 240

interface RollingNumberProps {
  /** Null if not known. */
  readonly value: number | null
}

/**
 * A number that rolls to its next value, so that a change is seen. Digits that stay do not move. With reduced motion it only changes; screen
 * readers get the number itself at all times.
 */
export function RollingNumber({ value }: RollingNumberProps) {
  const before = useRef(value)
  const [roll, setRoll] = useState<{ readonly from: number; readonly to: number } | null>(null)
  useEffect(() => {
    const from = before.current
    before.current = value
    if (from === null || value === null || from === value || !mayMove()) return
    setRoll({ from, to: value })
    const timer = setTimeout(() => setRoll(null), rollMs)
    return () => {
      clearTimeout(timer)
      setRoll(null)
    }
  }, [value])
  if (value === null) return <span title="Not known yet">–</span>
  if (roll === null || roll.to !== value) return <span>{numberText(value)}</span>
  return (
    <>
      <span className="unseen">{numberText(value)}</span>
      <span aria-hidden="true" className={styles.wheel} data-to={roll.to > roll.from ? 'more' : 'less'}>
        {wheelOf(roll.from, roll.to).map(({ was, is }, at) =>
          was === is ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
            <span key={at}>{is}</span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
            <span key={at} className={styles.place}>
              <span className={styles.was}>{was}</span>
              <span className={styles.is}>{is}</span>
            </span>
          ),
        )}
      </span>
    </>
  )
}

const mayMove = () => matchMedia('(prefers-reduced-motion: no-preference)').matches

/** Each place with its character before and after, aligned at the end: `999` and `1,000` have the last digit in common places. */
export function wheelOf(from: number, to: number) {
  const [was, is] = [numberText(from), numberText(to)]
  return [...is].map((character, at) => ({ is: character, was: was[at - is.length + was.length] ?? '' }))
}
