import { mainServer } from '../../../shared/engine/ids.ts'
import { setToggle } from '../../../shared/features/deliveries/commands.ts'
import { type GameToggle, gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import { switches } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Actions } from '../../ui/Stack.tsx'
import { Ago } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import styles from './Admin.module.css'
import { CommandButton } from './CommandButton.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { stateLabels, toggleLabels } from './deliveryLabels.ts'
import { type SwitchState, switchState } from './deliveryLife.ts'

/** The game's switches that have commands. */
export function ServerSwitches() {
  const { all } = useDeliveries()
  const { value: reading } = useDocument(switches, mainServer)
  return (
    <DashboardPanel {...alwaysReady} title="Switches">
      <ul className={styles.rows} aria-label="Switches">
        {gameToggles.map((toggle) => (
          <SwitchRow key={toggle} toggle={toggle} state={switchState(all, toggle, reading)} />
        ))}
      </ul>
    </DashboardPanel>
  )
}

const meanings: Readonly<Record<GameToggle, string>> = {
  whitelist: 'Only players on the whitelist can join.',
  globalChat: 'All players can chat with each other.',
  humans: 'Players can play as humans.',
  spawnAI: 'The game spawns AI animals.',
}

interface SwitchRowProps {
  readonly toggle: GameToggle
  readonly state: SwitchState
}

/** One switch: its meaning, its state, and the two commands that turn it. */
function SwitchRow({ toggle, state }: SwitchRowProps) {
  const name = toggleLabels[toggle]
  const input = (on: boolean) => ({ server: mainServer, toggle, on })
  return (
    <li className={styles.row}>
      <div className={styles.description}>
        <p className={styles.switch}>
          <span className={styles.name}>{name}</span> <SwitchMark on={state.on} />
        </p>
        <p className={styles.soft}>
          {meanings[toggle]} <Source state={state} />
        </p>
      </div>
      <Actions>
        <CommandButton command={setToggle} input={input(true)} name="On" label={`${name} on`} />
        <CommandButton command={setToggle} input={input(false)} name="Off" label={`${name} off`} />
      </Actions>
    </li>
  )
}

/** The source of the state, or why it is unknown. */
function Source({ state: { on, readAt, lastChange, pending } }: Pick<SwitchRowProps, 'state'>) {
  return (
    <>
      {readAt !== null ? (
        <>
          Reported by the game, <Ago at={readAt} isInSentence />.
        </>
      ) : lastChange === null ? (
        "The game doesn't report it, and it wasn't set here recently."
      ) : (
        <>
          {on === null ? 'Unknown outcome of a change' : `Turned ${on ? 'on' : 'off'}`} by {lastChange.byName},{' '}
          <Ago at={lastChange.settledAt ?? lastChange.queuedAt} isInSentence />.
        </>
      )}
      {pending ? (
        <>
          {' '}
          Turning {pending.detail.on ? 'on' : 'off'}: {stateLabels[pending.state].toLowerCase()}.
        </>
      ) : null}
    </>
  )
}

/** The state of a switch: a knob to the right, to the left, or none if unknown, with its word. */
const SwitchMark = ({ on }: { readonly on: boolean | null }) => (
  <span className={styles.mark} data-on={on ?? 'unknown'}>
    <svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true">
      <rect x="1" y="1" width="26" height="14" rx="7" strokeDasharray={on === null ? '3 3' : undefined} />
      {on === null ? null : <circle cx={on ? 20 : 8} cy="8" r="4" />}
    </svg>
    {on === null ? 'Unknown' : on ? 'On' : 'Off'}
  </span>
)
