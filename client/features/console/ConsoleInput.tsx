import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { completions, type Named } from '../../../shared/features/console/consoleLine.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './Console.module.css'

interface ConsoleInputProps {
  readonly players: readonly Named[]
  /** Earlier lines, the oldest first. */
  readonly history: readonly string[]
  readonly onEnter: (line: string) => void
}

/** The typed line and its keys. */
function useLine({ players, history, onEnter }: ConsoleInputProps) {
  const [line, setLine] = useState('')
  const [isClosed, setClosed] = useState(false)
  const recall = useRecall(history)
  const options = isClosed ? [] : completions(line, players)
  const replace = (next: string) => {
    recall.reset()
    setLine(next)
    setClosed(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    const earlier = step === 0 ? null : recall.go(step, line)
    const [first] = options
    if (step !== 0) event.preventDefault()
    if (earlier !== null) setLine(earlier)
    if (event.key === 'Escape') setClosed(true)
    if (event.key !== 'Tab' || event.shiftKey || !first) return
    event.preventDefault()
    replace(first.line)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (line.trim() === '') return
    onEnter(line.trim())
    replace('')
  }
  return { line, options, replace, onKeyDown, onSubmit }
}

/** The line of the console. Up and down recall earlier lines, Tab completes, and after Escape Tab leaves the field. */
export function ConsoleInput(props: ConsoleInputProps) {
  const { line, options, replace, onKeyDown, onSubmit } = useLine(props)
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
          onValue={replace}
          onKeyDown={onKeyDown}
          hint="↑ ↓ earlier commands. Tab completes; Escape, then Tab, leaves."
        />
        <Button type="submit" tone="main">
          Run
        </Button>
      </div>
      <Options options={options} onTake={replace} />
    </form>
  )
}

interface OptionsProps {
  readonly options: ReturnType<typeof completions>
  readonly onTake: (line: string) => void
}

const Options = ({ options, onTake }: OptionsProps) => (
  <>
    <ul className={styles.offers} aria-label="Completions">
      {options.map(({ label, line }, index) => (
        <li key={line}>
          {/* The field itself completes the first one with Tab, so Tab skips these buttons. */}
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
      {options[0] ? `${options[0].label}: Tab puts it in. ${options.length} to choose from.` : ''}
    </p>
  </>
)

/** Recalls earlier lines as a shell does. The line being typed is restored after the newest. */
function useRecall(history: readonly string[]) {
  /** How far back; 0 for the line being typed. */
  const [back, setBack] = useState(0)
  const [draft, setDraft] = useState('')
  return {
    /** @param step 1 further back, -1 nearer. Returns null if there is no such line. */
    go(step: 1 | -1, typed: string): string | null {
      const next = back + step
      if (next < 0 || next > history.length) return null
      if (back === 0) setDraft(typed)
      setBack(next)
      return next === 0 ? draft : (history[history.length - next] ?? '')
    },
    /** Starts again from the line being typed. */
    reset: () => setBack(0),
  }
}
