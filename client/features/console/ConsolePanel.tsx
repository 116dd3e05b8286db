import { useEffect, useRef, useState } from 'react'
import { clearHistory, mostLines } from '../../../shared/features/console/console.ts'
import { noCommandsText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm, ConfirmCommand } from '../../ui/Confirm.tsx'
import { timeOf } from '../../ui/durations.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { linkLabels } from '../staff/deliveryLabels.ts'
import { Affected } from '../staff/OtherStaff.tsx'
import styles from './Console.module.css'
import { ConsoleHelp } from './ConsoleHelp.tsx'
import { ConsoleInput } from './ConsoleInput.tsx'
import type { ConsoleConfirmation } from './consoleResponses.ts'
import { type ShownLine, useConsole } from './useConsole.ts'

/** The console: the user's lines with their answers, the field for the next line, and the commands that it knows. */
export function ConsolePanel() {
  const { lines, players, enter, unconfirmed } = useConsole()
  const [line, setLine] = useState('')
  const [filter, setFilter] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const shown = lines.filter((one) => holds(one, filter))
  return (
    <section className={styles.console} aria-label="RCON console">
      <IfOn feature="rcon" />
      <LinkWarning />
      <div className={styles.main}>
        <FilterBar
          label="Lines"
          search={{ value: filter, onChange: setFilter, hint: 'Filter lines' }}
          found={`${shown.length} of ${lines.length} lines, ${mostLines} at most`}
          isFiltered={filter !== ''}
          onClear={() => setFilter('')}
          actions={<ClearButton isEmpty={lines.length === 0} />}
        />
        <Log lines={shown} blank={lines.length === 0 ? noCommandsText : `No line holds “${filter.trim()}”.`} />
        <ConsoleInput
          ref={field}
          line={line}
          onLine={setLine}
          players={players}
          history={lines.map(({ text }) => text)}
          onEnter={enter}
        />
      </div>
      <ConsoleHelp
        onTake={(word) => {
          setLine(`${word} `)
          field.current?.focus()
        }}
      />
      {unconfirmed ? <ConsoleConfirm {...unconfirmed} /> : null}
    </section>
  )
}

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
          <p>Your lines and their answers are removed on all your devices. The audit keeps what was done.</p>
        </ConfirmCommand>
      ) : null}
    </>
  )
}

const linkNames: Readonly<Record<NonNullable<ShownLine['link']>, string>> = {
  ...linkLabels,
  bridge: 'HTTP bridge',
  mock: 'Mock',
  hub: 'Hub',
}

function Log({ lines, blank }: { readonly lines: readonly ShownLine[]; readonly blank: string }) {
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
                {timeOf(at)}
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
