import { mainServer } from '../../../shared/engine/ids.ts'
import { gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import { switches } from '../../../shared/features/server/switches.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { Part } from '../roles/Part.tsx'
import styles from './Admin.module.css'
import { SwitchRow } from './SwitchRow.tsx'
import { switchStanding } from './switchStanding.ts'

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
