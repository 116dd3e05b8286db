import { useAtomValue } from 'jotai'
import { type ClipboardEvent, type KeyboardEvent, type Ref, type SubmitEvent, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { longestLine } from '../../../shared/features/console/console.ts'
import { completions, type Named } from '../../../shared/features/console/consoleLine.ts'
import { consoleCommands, isGameLine, usageOf } from '../../../shared/features/console/gameCommands.ts'
import { sendable } from '../../../shared/features/deliveries/delivery.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { lengthIn } from '../../ui/textRules.ts'
import { useIsNarrow } from '../../ui/useIsNarrow.ts'
import styles from './Console.module.css'

interface ConsoleInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly line: string
  readonly onLine: (line: string) => void
  readonly players: readonly Named[]
  /** Earlier lines, the oldest first. */
  readonly history: readonly string[]
  readonly onEnter: (line: string) => void
}

/** The line of the console. Up and down recall earlier lines, Tab completes, and after Escape Tab leaves the field. */
export function ConsoleInput(props: ConsoleInputProps) {
  const { options, replace, isJoined, onPaste, onKeyDown, onSubmit } = useLineKeys(props)
  const { ref, line } = props
  const hint = useRoute(line)
  const length = lengthIn(line.trim())
  const isLong = length > longestLine
  return (
    <form className={styles.entry} onSubmit={onSubmit}>
      <div className={styles.prompt}>
        <span aria-hidden="true">›</span>
        <input
          ref={ref}
          type="text"
          dir="auto"
          aria-label="Command"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="playerlist, kick Rex, help …"
          value={line}
          aria-invalid={isLong || undefined}
          aria-describedby="console-hint"
          onChange={({ target }) => replace(target.value)}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" tone="main">
          Run
        </Button>
      </div>
      <p id="console-hint" className={styles.hint} data-bad={isLong || undefined}>
        {isLong
          ? `A line can have at most ${longestLine} characters. This one has ${length}.`
          : isJoined
            ? 'The pasted lines are now one command. Enter one command at a time.'
            : hint}
      </p>
      <Options options={options} onTake={replace} />
    </form>
  )
}

/** Which link understands the line that is being typed; of an empty one, what the field offers. A phone has no such keys. */
function useRoute(line: string): string {
  const isNarrow = useIsNarrow()
  const { may } = useAtomValue(accessAtom)
  const { value } = useDocument(sendable, mainServer)
  const word = line.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''
  if (word === '')
    return isNarrow
      ? 'Enter help for the commands.'
      : '↑ ↓ earlier lines. Tab completes. Escape, then Tab, leaves the field.'
  if (word === 'help' || word === '?') return 'help [word]: the hub lists its commands.'
  const known = consoleCommands.find((one) => one.word === word)
  if (known) return `${usageOf(known)}: ${known.name}. ${isGameLine(line) ? 'The game answers.' : 'The hub runs it.'}`
  const isMod = value?.kinds.includes('console') ?? may.includes('runConsole')
  return isMod
    ? 'Not a command of the hub or the game. Your command mod gets it as typed.'
    : 'Not a command of the hub or the game, and no command mod is connected. It waits to be done by hand.'
}

/** The keys of the line. */
function useLineKeys({ line, onLine, players, history, onEnter }: ConsoleInputProps) {
  const [isClosed, setClosed] = useState(false)
  const [isPasted, setPasted] = useState(false)
  const recall = useRecall(history)
  const options = isClosed ? [] : completions(line, players)
  const replace = (next: string) => {
    recall.reset()
    onLine(next)
    setClosed(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    const earlier = step === 0 ? null : recall.go(step, line)
    const [first] = options
    if (step !== 0) event.preventDefault()
    if (earlier !== null) onLine(earlier)
    if (event.key === 'Escape') setClosed(true)
    if (event.key !== 'Tab' || event.shiftKey || !first) return
    event.preventDefault()
    replace(first.line)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = line.trim()
    if (text === '' || lengthIn(text) > longestLine) return
    onEnter(text)
    replace('')
    setPasted(false)
  }
  // A browser puts spaces in the place of line ends.
  const onPaste = ({ clipboardData }: ClipboardEvent) => setPasted(/[\r\n]/.test(clipboardData.getData('text').trim()))
  return { options, replace, isJoined: isPasted && line !== '', onPaste, onKeyDown, onSubmit }
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
      {options[0] ? `${options[0].label}: press Tab to complete. ${options.length} to choose from.` : ''}
    </p>
  </>
)

/** Recalls earlier lines as a shell does. The line being typed is restored after the newest. */
function useRecall(history: readonly string[]) {
  /** How far back; 0 for the line being typed. */
  const [back, setBack] = useState(0)
  const [draft, setDraft] = useState('')
  /** As they were when the recall began: a line of another device does not shift them. */
  const [lines, setLines] = useState(history)
  return {
    /** @param step 1 further back, -1 nearer. Returns null if there is no such line. */
    go(step: 1 | -1, typed: string): string | null {
      const next = back + step
      const earlier = back === 0 ? history : lines
      if (next < 0 || next > earlier.length) return null
      if (back === 0) {
        setDraft(typed)
        setLines(history)
      }
      setBack(next)
      return next === 0 ? draft : (earlier.at(-next) ?? '')
    },
    /** Starts again from the line being typed. */
    reset: () => setBack(0),
  }
}
