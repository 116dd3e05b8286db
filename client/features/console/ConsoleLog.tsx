import { useEffect, useRef, useState } from 'react'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { clearHistory } from '../../../shared/features/console/console.ts'
import { noCommandsText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { timeOf } from '../../ui/durations.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { linkLabels } from '../staff/deliveryLabels.ts'
import styles from './Console.module.css'
import type { ShownLine } from './useConsole.ts'

/** The user's lines with their answers and the link that answered, filtered by a text. */
export function ConsoleLog(given: { readonly lines: readonly ShownLine[] }) {
  const { value: filter, change, clear } = useTextDraft('filter lines')
  const lines = given.lines.map(asRead)
  const shown = lines.filter((line) => holds(line, filter))
  return (
    <>
      <FilterBar
        label="Lines"
        search={{ value: filter, onChange: change, hint: 'Filter lines' }}
        found={shown.length === lines.length ? countOf(lines.length) : `${shown.length} of ${countOf(lines.length)}`}
        isFiltered={filter !== ''}
        onClear={clear}
        actions={<ClearButton isEmpty={lines.length === 0} />}
      />
      <Lines
        lines={shown}
        filter={filter}
        blank={lines.length === 0 ? noCommandsText : `No line contains “${filter.trim()}”.`}
      />
    </>
  )
}

const asRead = ({ text, reply, ...line }: ShownLine): ShownLine => ({
  ...line,
  text: withMarksShown(text),
  reply: withMarksShown(reply),
})
const countOf = (lines: number) => `${lines} ${lines === 1 ? 'line' : 'lines'}`
const holds = ({ text, reply }: ShownLine, filter: string) =>
  `${text}\n${reply}`.toLowerCase().includes(filter.trim().toLowerCase())

function ClearButton({ isEmpty }: { readonly isEmpty: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button tone="quiet" disabled={isEmpty} onClick={() => setAsking(true)}>
        Clear
      </Button>
      {isAsking ? (
        <ConfirmCommand
          command={clearHistory}
          input={{}}
          title="Clear the console?"
          action="Clear"
          busyLabel="Clearing…"
          done={null}
          onClose={() => setAsking(false)}
        >
          <p>Your lines and their answers are removed on all your devices. The audit keeps a record.</p>
        </ConfirmCommand>
      ) : null}
    </>
  )
}

const linkNames: Readonly<Record<NonNullable<ShownLine['link']>, string>> = {
  ...linkLabels,
  commandBridge: 'Mod',
  bridge: 'HTTP bridge',
  host: 'Host',
  banFile: 'Ban list',
  mock: 'Mock',
  hub: 'Hub',
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
/** The time of a line of today; the day of an older one. */
const whenOf = (at: number) => (new Date(at).toDateString() === new Date().toDateString() ? timeOf(at) : day.format(at))

interface LinesProps {
  readonly lines: readonly ShownLine[]
  readonly filter: string
  readonly blank: string
}

/** The newest last, and in view. */
function Lines({ lines, filter, blank }: LinesProps) {
  const place = useRef<HTMLDivElement>(null)
  const last = lines.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the newest line and its reply visible
  useEffect(() => {
    place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [last?.key, last?.reply])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div ref={place} className={styles.log} role="log" aria-label="Commands and replies" tabIndex={0}>
      {lines.length === 0 ? (
        <p className={styles.blank}>{blank}</p>
      ) : (
        <ol>
          {lines.map(({ key, at, text, link, tone, reply }) => (
            <li key={key} className={styles.exchange}>
              <time className={styles.at} dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
                {whenOf(at)}
              </time>
              <p className={styles.entered}>
                <span aria-hidden="true">› </span>
                <bdi>{text}</bdi>
              </p>
              <p className={styles.link}>{link ? linkNames[link] : ''}</p>
              <Reply tone={tone} text={reply} isWhole={link === 'hub' || filter.trim() !== ''} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A longer reply shows its first lines, so that 300 players do not push everything else away. */
const mostReplyLines = 12
const firstReplyLines = 8

interface ReplyProps {
  readonly tone: ShownLine['tone']
  readonly text: string
  /** Shows all of it: what the hub itself says, and what a filter may have found. */
  readonly isWhole: boolean
}

function Reply({ tone, text, isWhole }: ReplyProps) {
  const [isOpen, setOpen] = useState(false)
  const lines = text.split('\n')
  const isLong = !isWhole && lines.length > mostReplyLines
  return (
    <div className={styles.reply} data-tone={tone}>
      <p>{isLong && !isOpen ? lines.slice(0, firstReplyLines).join('\n') : text}</p>
      {isLong ? (
        <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${lines.length} lines`}
        </Button>
      ) : null}
    </div>
  )
}
