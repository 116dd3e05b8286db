import { mainServer } from '../../../shared/engine/ids.ts'
import { setToggle } from '../../../shared/features/deliveries/commands.ts'
import { type GameToggle, gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import { switches } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Part } from '../../ui/Part.tsx'
import { Acts } from '../../ui/Stack.tsx'
import { Ago } from '../../ui/Time.tsx'
import styles from './Admin.module.css'
import { CommandButton } from './CommandButton.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { stateWords, toggleWords } from './deliveryLabels.ts'
import { type SwitchStanding, switchStanding } from './deliveryLife.ts'

const words = 'How each stands by the game’s own word. Where its build does not tell, by its last turn here.'

/** The switches that the game takes commands for. */
export function ServerSwitches() {
  const { all } = useDeliveries()
  const { value: told } = useDocument(switches, mainServer)
  return (
    <Part title="Switches" words={words}>
      <ul className={styles.rows} aria-label="Switches">
        {gameToggles.map((toggle) => (
          <SwitchRow key={toggle} toggle={toggle} standing={switchStanding(all, toggle, told)} />
        ))}
      </ul>
    </Part>
  )
}

const meanings: Readonly<Record<GameToggle, string>> = {
  whitelist: 'Only those on the whitelist get in.',
  globalChat: 'Everyone can write to everyone.',
  humans: 'Players may be humans.',
  spawnAI: 'Animals without players come to life.',
}

interface SwitchRowProps {
  readonly toggle: GameToggle
  readonly standing: SwitchStanding
}

/** One switch: what it does, how it stands, and the two ways to turn it. */
function SwitchRow({ toggle, standing }: SwitchRowProps) {
  const name = toggleWords[toggle]
  const input = (on: boolean) => ({ server: mainServer, toggle, on })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.switch}>
          <span className={styles.name}>{name}</span> <SwitchMark on={standing.on} />
        </p>
        <p className={styles.soft}>{meanings[toggle]}</p>
        <p className={styles.soft}>
          <Known standing={standing} />
        </p>
      </div>
      <Acts>
        <CommandButton command={setToggle} input={input(true)} name={`${name} on`} />
        <CommandButton command={setToggle} input={input(false)} name={`${name} off`} />
      </Acts>
    </li>
  )
}

/** By what it is known, or why it is not. */
function Known({ standing: { on, toldAt, by, turning } }: { readonly standing: SwitchStanding }) {
  return (
    <>
      {toldAt !== null ? (
        <>
          {on ? 'On' : 'Off'} as the game says, <Ago at={toldAt} />.
        </>
      ) : by === null ? (
        'The game does not tell, and it was not turned from here lately.'
      ) : (
        <>
          {on === null ? 'Nobody can tell what became of the turn' : `Turned ${on ? 'on' : 'off'}`} by {by.byName},{' '}
          <Ago at={by.settledAt ?? by.queuedAt} />.
        </>
      )}
      {turning ? (
        <>
          {' '}
          To be turned {turning.detail.on ? 'on' : 'off'}: {stateWords[turning.state].toLowerCase()}.
        </>
      ) : null}
    </>
  )
}

/** How a switch stands: a knob to the right, to the left, or none where nobody can tell; and the word for it. */
const SwitchMark = ({ on }: { readonly on: boolean | null }) => (
  <span className={styles.mark} data-on={on ?? 'unknown'}>
    <svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true">
      <rect x="1" y="1" width="26" height="14" rx="7" strokeDasharray={on === null ? '3 3' : undefined} />
      {on === null ? null : <circle cx={on ? 20 : 8} cy="8" r="4" />}
    </svg>
    {on === null ? 'Unknown' : on ? 'On' : 'Off'}
  </span>
)
