import { reportRoster } from '../../../shared/features/roster/commands.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Places } from './places.ts'
import type { ReadingSink, ReadPlayer } from './reading.ts'

interface RosterSinkParts {
  readonly hub: Pick<Hub, 'order'>
  readonly server: string
  readonly places: Pick<Places, 'show'>
}

/** Tells staff of everyone on the server: the roster as a document, places as a stream. */
export const createRosterSink = ({ hub, server, places }: RosterSinkParts): ReadingSink => ({
  take: ({ at: readAt, everyMs, players }) =>
    hub.order('game link', reportRoster.name, { server, players: players.map(entryOf), readAt, everyMs }),
  send({ at, players }) {
    const bySlot = new Map<number, { x: number; y: number }>()
    for (const { animal } of players) if (animal && animal.slot !== null) bySlot.set(animal.slot, animal)
    places.show(bySlot, at)
  },
})

/** Places are not in the roster. */
function entryOf({ id, name, animal }: ReadPlayer) {
  if (!animal) return { id, name, animal: null }
  const { x: _x, y: _y, ...rest } = animal
  return { id, name, animal: rest }
}
