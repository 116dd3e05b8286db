import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { noCommandsText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { timeOf } from '../../ui/durations.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import styles from './Console.module.css'
import { ConsoleInput } from './ConsoleInput.tsx'
import type { ConsoleQuestion } from './consoleResponses.ts'
import { Affected } from './OtherStaff.tsx'
import { type ConsoleLine, mostEntries, useConsole } from './useConsole.ts'

const words =
  'The hub’s own words (kick, ban, message …) are carried out like their buttons, with the same questions. Anything else goes to the game as typed.'

/** Commands by typing, with their replies as they come. */
export function ConsolePanel() {
  const { lines, players, enter, clear, asked } = useConsole()
  const [filter, setFilter] = useState('')
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const shown = lines.filter((line) => holds(line, filter))
  const act = (
    <Button tone="quiet" disabled={lines.length === 0} onClick={clear}>
      Clear
    </Button>
  )
  return (
    <Part title="RCON console" words={words} act={act}>
      <div className={styles.console}>
        <div className={styles.filter}>
          <Field label="Filter" type="search" autoComplete="off" value={filter} onValue={setFilter} />
          <p className={styles.count}>
            {shown.length} of {lines.length} lines, {mostEntries} at most
          </p>
        </div>
        {isStale ? <p role="status">The hub does not answer. What you enter waits until it does.</p> : null}
        <ConsoleLines lines={shown} blank={lines.length === 0 ? noCommandsText : `No line holds “${filter.trim()}”.`} />
        <ConsoleInput players={players} history={lines.map(({ text }) => text)} onEnter={enter} />
        {asked ? <ConsoleConfirm {...asked} /> : null}
      </div>
    </Part>
  )
}

const holds = ({ text, reply }: ConsoleLine, filter: string) =>
  `${text}\n${reply.text}`.toLowerCase().includes(filter.trim().toLowerCase())

function ConsoleLines({ lines, blank }: { readonly lines: readonly ConsoleLine[]; readonly blank: string }) {
  const place = useRef<HTMLDivElement>(null)
  const last = lines.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest and its reply stay in sight
  useEffect(() => {
    place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [last?.number, last?.reply.text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <div ref={place} className={styles.lines} role="log" aria-label="Commands and replies" tabIndex={0}>
      {lines.length === 0 ? (
        <p className={styles.blank}>{blank}</p>
      ) : (
        <ol>
          {lines.map(({ number, at, text, reply }) => (
            <li key={number} className={styles.exchange}>
              <time className={styles.at} dateTime={new Date(at).toISOString()}>
                {timeOf(at)}
              </time>
              <p className={styles.said}>
                <span aria-hidden="true">› </span>
                {text}
              </p>
              <p className={styles.reply} data-tone={reply.tone}>
                {reply.text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

interface ConsoleConfirmProps {
  readonly question: ConsoleQuestion
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks once before a typed line that takes something from somebody. */
const ConsoleConfirm = ({ question: { title, act, player, harm }, onYes, onNo }: ConsoleConfirmProps) => (
  <Confirm title={title} act={act} flight={null} refusal={null} onYes={onYes} onNo={onNo}>
    {player ? <Affected player={player}>{harm}</Affected> : <p>{harm}</p>}
  </Confirm>
)
