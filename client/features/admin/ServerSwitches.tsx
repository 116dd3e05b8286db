import { gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { Part } from '../roles/Part.tsx'
import styles from './Admin.module.css'
import { SwitchRow } from './SwitchRow.tsx'
import { switchStanding } from './switchStanding.ts'

const words = 'How each stands is known from its last turn here. Turned elsewhere since, it stands otherwise.'

/** The switches that the game takes commands for. */
export function ServerSwitches() {
  const { all } = useDeliveries()
  return (
    <Part title="Switches" words={words}>
      <ul className={styles.rows} aria-label="Switches">
        {gameToggles.map((toggle) => (
          <SwitchRow key={toggle} toggle={toggle} standing={switchStanding(all, toggle)} />
        ))}
      </ul>
    </Part>
  )
}
