import { useSetAtom } from 'jotai'
import { openPlayerAtom } from './openPlayer.ts'
import styles from './PlayerName.module.css'

interface PlayerNameProps {
  /** SteamID64, or account id. */
  readonly id: string
  /** Empty where no name is known: the id is shown. */
  readonly name: string
}

/** A player's name as a button that opens the player drawer. */
export function PlayerName({ id, name }: PlayerNameProps) {
  const open = useSetAtom(openPlayerAtom)
  return (
    <button type="button" className={styles.name} onClick={() => open(id)}>
      {name.trim() || id}
    </button>
  )
}
