import { mainServer } from '../../../shared/engine/ids.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useIsGameLive, useIsGameLost } from '../server/LinkStatus.tsx'
import { usePlayersInGame } from './pickedPlayer.ts'

/**
 * How many players are in the game: by the list on which orders act, which is newer than the count of the status; by that count for those who
 * may not read the list. Null where it is not known.
 */
export function usePlayerCount(): number | null {
  const { players, isRead } = usePlayersInGame()
  const counted = useDocument(server, mainServer).value?.playerCount ?? null
  return isRead ? Object.keys(players).length : counted
}

/** How many players a text to everyone reaches; null where that is not known, as while the game can't be reached: it is not sent before. */
export function useReaderCount(): number | null {
  const count = usePlayerCount()
  return useIsGameLost() ? null : count
}

/** Whether the host says that the game server is off, and the game does not answer. Only owners may read what the host says. */
export function useIsGameOff(): boolean {
  const host = useDocument(gameHost, mainServer).value
  const isLive = useIsGameLive()
  return !isLive && host?.link === 'up' && host.reading?.state === 'offline'
}

/** Who is disconnected by a restart or a shutdown, in a sentence, as far as that is known now. */
export function useAffected(): string {
  const count = usePlayerCount()
  const isLive = useIsGameLive()
  const isOff = useIsGameOff()
  if (isOff) return 'The game server is off, so no player is affected.'
  if (count === null) return 'All players who are in the game are disconnected.'
  if (isLive) return `${count === 1 ? '1 player is' : `${count} players are`} in the game and will be disconnected.`
  const were = count === 1 ? '1 player was' : `${count} players were`
  return `At the last reading ${were} in the game. Those who still are will be disconnected.`
}
