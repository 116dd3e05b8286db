import { reportRoster } from '../../../shared/features/roster/commands.ts'
import type { Hub } from '../../engine/hub.ts'
import type { ReadingSink, ReadPlayer } from './reading.ts'

interface RosterSinkParts {
  readonly hub: Pick<Hub, 'order'>
  readonly server: string
}

/** Tells staff of everyone on the server: the roster as a document; places come as a stream. */
export const createRosterSink = ({ hub, server }: RosterSinkParts): ReadingSink => ({
  take: ({ at: readAt, everyMs, players }) =>
    hub.order('game link', reportRoster.name, { server, players: players.map(entryOf), readAt, everyMs }),
})

/** Places are not in the roster. */
function entryOf({ id, name, animal }: ReadPlayer) {
  if (!animal) return { id, name, animal: null }
  const { x: _x, y: _y, ...rest } = animal
  return { id, name, animal: rest }
}
