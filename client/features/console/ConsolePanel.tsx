import { useRef } from 'react'
import { foundCommands, gameCommands, usageOf } from '../../../shared/features/console/gameCommands.ts'
import { type KnownCommand, knownCommands } from '../../../shared/features/console/knownCommands.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { IfOn } from '../server/FeatureOff.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { Affected } from '../staff/OtherStaff.tsx'
import styles from './Console.module.css'
import { ConsoleInput } from './ConsoleInput.tsx'
import { ConsoleLog } from './ConsoleLog.tsx'
import type { ConsoleConfirmation } from './consoleResponses.ts'
import { useConsole } from './useConsole.ts'

/** The console: the user's lines with their answers, the field for the next line, and the commands that it knows. */
export function ConsolePanel() {
  const { lines, players, enter, unconfirmed } = useConsole()
  const { value: line, change: setLine } = useTextDraft('console')
  const field = useRef<HTMLInputElement>(null)
  return (
    <section className={styles.console} aria-label="RCON console">
      <IfOn feature="rcon" />
      <LinkWarning />
      <div className={styles.main}>
        <ConsoleLog lines={lines} />
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

interface ConsoleConfirmProps {
  readonly confirmation: ConsoleConfirmation
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks once before a typed line that is dangerous. */
export const ConsoleConfirm = ({ confirmation, onConfirm, onCancel }: ConsoleConfirmProps) => {
  const { title, action, player, harm } = confirmation
  return (
    <Confirm title={title} action={action} busyLabel={null} refusal={null} onConfirm={onConfirm} onCancel={onCancel}>
      {player ? <Affected player={player}>{harm}</Affected> : <p>{harm}</p>}
    </Confirm>
  )
}

interface ConsoleHelpProps {
  /** Puts the word of a command into the console's field. */
  readonly onTake: (word: string) => void
}

/** The commands with their arguments, searched by any word. Beside the log, or folded below it where there is no room. */
function ConsoleHelp({ onTake }: ConsoleHelpProps) {
  const { value: query, change } = useTextDraft('find command')
  const groups = [
    { name: 'Hub', found: foundCommands(query, knownCommands) },
    { name: 'Game', found: foundCommands(query, gameCommands) },
  ].filter(({ found }) => found.length > 0)
  return (
    <details className={styles.help} open={innerWidth >= 1280}>
      <summary>Commands</summary>
      <Field label="Find a command" type="search" autoComplete="off" value={query} onValue={change} />
      <div className={styles.commands}>
        {groups.map(({ name, found }) => (
          <Group key={name} name={name} found={found} onTake={onTake} />
        ))}
        {groups.length === 0 ? <p className={styles.soft}>No command matches.</p> : null}
      </div>
      <p className={styles.soft}>Anything else goes to your command mod as typed.</p>
    </details>
  )
}

interface GroupProps extends ConsoleHelpProps {
  readonly name: string
  readonly found: readonly KnownCommand[]
}

const Group = ({ name, found, onTake }: GroupProps) => (
  <>
    <h2 className={styles.group}>{name}</h2>
    <ul>
      {found.map((known) => (
        <li key={known.word}>
          <button type="button" className={styles.command} onClick={() => onTake(known.word)}>
            <code>{usageOf(known)}</code>
            <span className={styles.soft}>{known.name}</span>
          </button>
        </li>
      ))}
    </ul>
  </>
)
