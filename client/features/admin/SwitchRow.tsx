import { mainServer } from '../../../shared/engine/ids.ts'
import { setToggle } from '../../../shared/features/deliveries/commands.ts'
import type { GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import { Acts } from '../../ui/Acts.tsx'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { stateWords, toggleWords } from '../deliveries/deliveryWords.ts'
import { Ago } from '../roles/Ago.tsx'
import styles from './Admin.module.css'
import { SwitchMark } from './SwitchMark.tsx'
import type { SwitchStanding } from './switchStanding.ts'

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
export function SwitchRow({ toggle, standing }: SwitchRowProps) {
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
