import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { noCommandsText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { timeOf } from '../../ui/durations.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { Affected } from '../staff/OtherStaff.tsx'
import styles from './Console.module.css'
import { ConsoleInput } from './ConsoleInput.tsx'
import type { ConsoleConfirmation } from './consoleResponses.ts'
import { type ConsoleLine, mostEntries, useConsole } from './useConsole.ts'

const description =
  'The hub’s own words (kick, ban, message …) are carried out like their buttons, with the same questions. Anything else goes to the game as typed.'

/** A console with the replies of its commands, live. */
export function ConsolePanel() {
  const { lines, players, enter, clear, unconfirmed } = useConsole()
  const [filter, setFilter] = useState('')
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const shown = lines.filter((line) => holds(line, filter))
  const clearButton = (
    <Button tone="quiet" disabled={lines.length === 0} onClick={clear}>
      Clear
    </Button>
  )
  return (
    <Part title="RCON console" description={description} action={clearButton}>
      <IfOn feature="rcon" />
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
        {unconfirmed ? <ConsoleConfirm {...unconfirmed} /> : null}
      </div>
    </Part>
  )
}

const holds = ({ text, reply }: ConsoleLine, filter: string) =>
  `${text}\n${reply.text}`.toLowerCase().includes(filter.trim().toLowerCase())

function ConsoleLines({ lines, blank }: { readonly lines: readonly ConsoleLine[]; readonly blank: string }) {
  const place = useRef<HTMLDivElement>(null)
  const last = lines.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the newest line and its reply visible
  useEffect(() => {
    place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [last?.number, last?.reply.text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
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
              <p className={styles.problem}>
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
  readonly confirmation: ConsoleConfirmation
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks once before a typed line that is dangerous. */
const ConsoleConfirm = ({ confirmation, onConfirm, onCancel }: ConsoleConfirmProps) => {
  const { title, action, player, harm } = confirmation
  return (
    <Confirm title={title} action={action} busyLabel={null} refusal={null} onConfirm={onConfirm} onCancel={onCancel}>
      {player ? <Affected player={player}>{harm}</Affected> : <p>{harm}</p>}
    </Confirm>
  )
}
