import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Gated } from '../roles/Gated.tsx'
import styles from './Console.module.css'
import { completions, type Named } from './consoleLine.ts'

interface ConsoleInputProps {
  readonly players: readonly Named[]
  /** Earlier lines, the oldest first. */
  readonly history: readonly string[]
  readonly onEnter: (line: string) => void
}

/** What stands in the line, and how its keys change it. */
function useLine({ players, history, onEnter }: ConsoleInputProps) {
  const [line, setLine] = useState('')
  const [isHushed, setHushed] = useState(false)
  const recall = useRecall(history)
  const offers = isHushed ? [] : completions(line, players)
  const put = (next: string) => {
    recall.rest()
    setLine(next)
    setHushed(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    const earlier = step === 0 ? null : recall.go(step, line)
    const [first] = offers
    if (step !== 0) event.preventDefault()
    if (earlier !== null) setLine(earlier)
    if (event.key === 'Escape') setHushed(true)
    if (event.key !== 'Tab' || event.shiftKey || !first) return
    event.preventDefault()
    put(first.line)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (line.trim() === '') return
    onEnter(line.trim())
    put('')
  }
  return { line, offers, put, onKeyDown, onSubmit }
}

/** The line of the console. Up and down bring earlier lines, Tab completes, and after Escape it leaves as it does elsewhere. */
export function ConsoleInput(props: ConsoleInputProps) {
  const { line, offers, put, onKeyDown, onSubmit } = useLine(props)
  return (
    <form className={styles.entry} onSubmit={onSubmit}>
      <div className={styles.line}>
        <Field
          label="Command"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={998}
          value={line}
          onValue={put}
          onKeyDown={onKeyDown}
          hint="↑ ↓ earlier commands. Tab completes; Escape, then Tab, leaves."
        />
        <Gated needs="runConsole" name="Run">
          <Button type="submit" tone="main">
            Run
          </Button>
        </Gated>
      </div>
      <Offers offers={offers} onTake={put} />
    </form>
  )
}

interface OffersProps {
  readonly offers: ReturnType<typeof completions>
  readonly onTake: (line: string) => void
}

const Offers = ({ offers, onTake }: OffersProps) => (
  <>
    <ul className={styles.offers} aria-label="Completions">
      {offers.map(({ label, line }, index) => (
        <li key={line}>
          {/* By keys the line itself takes the first: Tab goes past them. */}
          <Chip
            first={index === 0}
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(line)}
          >
            {label}
          </Chip>
        </li>
      ))}
    </ul>
    <p className="unseen" role="status">
      {offers[0] ? `${offers[0].label}: Tab puts it in. ${offers.length} to choose from.` : ''}
    </p>
  </>
)

/** Earlier lines by the up and down keys, as a shell has them. What was being typed comes back after the newest. */
function useRecall(history: readonly string[]) {
  /** How far back, 0 for what is being typed. */
  const [back, setBack] = useState(0)
  const [draft, setDraft] = useState('')
  return {
    /** @param step 1 further back, -1 nearer. Null where there is nothing there. */
    go(step: 1 | -1, typed: string): string | null {
      const next = back + step
      if (next < 0 || next > history.length) return null
      if (back === 0) setDraft(typed)
      setBack(next)
      return next === 0 ? draft : (history[history.length - next] ?? '')
    },
    /** Begin anew from what is being typed. */
    rest: () => setBack(0),
  }
}
