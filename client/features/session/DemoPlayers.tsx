import { demoPlayers } from '../../../shared/features/account/demoPlayers.ts'
import styles from './DemoPlayers.module.css'

interface DemoPlayersProps {
  readonly disabled: boolean
  readonly onChoose: (number: number) => void
}

const others = Array.from({ length: demoPlayers - 1 }, (_, index) => index + 2)

/** More players than one, so that several browsers can form a pack. */
export function DemoPlayers({ disabled, onChoose }: DemoPlayersProps) {
  return (
    <fieldset className={styles.players} disabled={disabled}>
      <legend className={styles.lead}>Another player, to form a pack with</legend>
      {others.map((number) => (
        <button
          key={number}
          type="button"
          className={styles.player}
          aria-label={`Demo player ${number}`}
          onClick={() => onChoose(number)}
        >
          {number}
        </button>
      ))}
    </fieldset>
  )
}
