import { useState } from 'react'
import { foundCommands, gameCommands, usageOf } from '../../../shared/features/console/gameCommands.ts'
import { type KnownCommand, knownCommands } from '../../../shared/features/console/knownCommands.ts'
import { Field } from '../../ui/Field.tsx'
import styles from './Console.module.css'

interface ConsoleHelpProps {
  /** Puts the word of a command into the console's field. */
  readonly onTake: (word: string) => void
}

/** The commands with their arguments, searched by any word. Beside the log, or folded below it where there is no room. */
export function ConsoleHelp({ onTake }: ConsoleHelpProps) {
  const [query, setQuery] = useState('')
  const groups = [
    { name: 'Hub', found: foundCommands(query, knownCommands) },
    { name: 'Game', found: foundCommands(query, gameCommands) },
  ].filter(({ found }) => found.length > 0)
  return (
    <details className={styles.help} open={innerWidth >= 1280}>
      <summary>Commands</summary>
      <Field label="Find a command" type="search" autoComplete="off" value={query} onValue={setQuery} />
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
    <h3 className={styles.group}>{name}</h3>
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
