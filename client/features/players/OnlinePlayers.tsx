import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { useIsGameLost } from '../server/LinkStatus.tsx'
import { matchingPlayers, usePlayersInGame } from '../staff/pickedPlayer.ts'
import styles from './OnlinePlayers.module.css'
import { PlayerName } from './PlayerName.tsx'

/** From this number on the list has a search field. */
const fewPlayers = 12

/** Who is in the game, by name, without places. A name opens the player. */
export function OnlinePlayers() {
  const { players, isRead } = usePlayersInGame()
  const { value: text, change } = useTextDraft('online players')
  const title = useIsGameLost() ? 'Players last seen online' : 'Online players'
  const count = Object.keys(players).length
  const shown = matchingPlayers(players, text, count)
  return (
    <Part title={isRead ? `${title} (${count})` : title}>
      <div className={styles.online}>
        {count >= fewPlayers ? (
          <Field label="Find a player" type="search" autoComplete="off" value={text} onValue={change} />
        ) : null}
        {isRead ? null : <p role="status">Loading players…</p>}
        {isRead && shown.length === 0 ? (
          <p className={styles.soft}>{count === 0 ? 'No players online.' : 'No player matches.'}</p>
        ) : null}
        <ul className={styles.names} aria-label={title}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <PlayerName id={id} name={name} />
            </li>
          ))}
        </ul>
      </div>
    </Part>
  )
}
