import type { LogAnimal, LogPlayer } from '../../../shared/features/gameLog/lines.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './GameLog.module.css'
import { animalLabel } from './logWords.ts'

const isGameId = (id: string) => /^(?:\d{1,20}|[0-9a-f]{32})$/i.test(id)

/** A player of a line. After an erasure there is neither name nor id. */
export const LoggedPlayer = ({ player }: { readonly player: LogPlayer }) =>
  isGameId(player.id) ? (
    <PlayerName id={player.id} name={player.name ?? ''} />
  ) : (
    <span className={styles.soft}>Erased player</span>
  )

/** The species drawn; nothing where the line does not report it. */
export function LoggedAnimal({ animal }: { readonly animal: LogAnimal | null }) {
  const label = animal && animalLabel(animal)
  if (!animal?.species || !label) return null
  return (
    <span className={styles.animal}>
      <SpeciesArt species={animal.species} view={(animal.growth ?? 1) < 0.5 ? 'young' : 'side'} size={40} />
      <span className={styles.cut}>{label}</span>
    </span>
  )
}
