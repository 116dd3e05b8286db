import { mainServer } from '../../../shared/engine/ids.ts'
import { setToggle } from '../../../shared/features/deliveries/commands.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { type GameToggle, gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { toggleWords } from '../deliveries/deliveryWords.ts'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { Ago } from '../roles/Ago.tsx'
import { Part } from '../roles/Part.tsx'
import styles from './Admin.module.css'

const meanings: Readonly<Record<GameToggle, string>> = {
  whitelist: 'Only those on the whitelist get in.',
  globalChat: 'Everyone can write to everyone.',
  humans: 'Players may be humans.',
  spawnAI: 'Animals without players come to life.',
}

/** The switches that the game takes commands for. How they stand it does not always tell: what was last turned here is said instead. */
export function ServerSwitches() {
  const { all } = useDeliveries()
  return (
    <Part title="Switches">
      <ul className={styles.rows} aria-label="Switches">
        {gameToggles.map((toggle) => (
          <SwitchRow key={toggle} toggle={toggle} last={lastTurn(all, toggle)} />
        ))}
      </ul>
    </Part>
  )
}

const lastTurn = (all: readonly Delivery[], toggle: GameToggle) =>
  all.find(
    ({ kind, detail, state }) =>
      kind === 'toggle' && detail.toggle === toggle && (state === 'confirmed' || state === 'done'),
  )

function SwitchRow({ toggle, last }: { readonly toggle: GameToggle; readonly last: Delivery | undefined }) {
  const name = toggleWords[toggle]
  const input = (on: boolean) => ({ server: mainServer, toggle, on })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.soft}>
          {meanings[toggle]}{' '}
          {last ? (
            <>
              Turned {last.detail.on ? 'on' : 'off'} by {last.byName}, <Ago at={last.settledAt ?? last.queuedAt} />.
            </>
          ) : (
            'Not turned from here lately.'
          )}
        </p>
      </div>
      <div className={styles.acts}>
        <CommandButton command={setToggle} input={input(true)} name={`${name} on`} />
        <CommandButton command={setToggle} input={input(false)} name={`${name} off`} />
      </div>
    </li>
  )
}
