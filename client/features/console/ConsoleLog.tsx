import { useEffect, useRef, useState } from 'react'
import { clearHistory } from '../../../shared/features/console/console.ts'
import { noCommandsText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { timeOf } from '../../ui/durations.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { linkLabels } from '../staff/deliveryLabels.ts'
import styles from './Console.module.css'
import type { ShownLine } from './useConsole.ts'

/** The user's lines with their answers and the link that answered, filtered by a text. */
export function ConsoleLog({ lines }: { readonly lines: readonly ShownLine[] }) {
  const [filter, setFilter] = useState('')
  const shown = lines.filter((line) => holds(line, filter))
  return (
    <>
      <FilterBar
        label="Lines"
        search={{ value: filter, onChange: setFilter, hint: 'Filter lines' }}
        found={shown.length === lines.length ? countOf(lines.length) : `${shown.length} of ${countOf(lines.length)}`}
        isFiltered={filter !== ''}
        onClear={() => setFilter('')}
        actions={<ClearButton isEmpty={lines.length === 0} />}
      />
      <Lines lines={shown} blank={lines.length === 0 ? noCommandsText : `No line contains “${filter.trim()}”.`} />
    </>
  )
}

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
  mock: 'Mock',
  hub: 'Hub',
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
/** The time of a line of today; the day of an older one. */
const whenOf = (at: number) => (new Date(at).toDateString() === new Date().toDateString() ? timeOf(at) : day.format(at))

/** The newest last, and in view. */
function Lines({ lines, blank }: { readonly lines: readonly ShownLine[]; readonly blank: string }) {
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
                {text}
              </p>
              <p className={styles.link}>{link ? linkNames[link] : ''}</p>
              <p className={styles.reply} data-tone={tone}>
                {reply}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
