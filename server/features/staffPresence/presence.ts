import { type DocumentId, keyOf } from '../../../shared/engine/document.ts'
import { reportPresence } from '../../../shared/features/staffPresence/commands.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'

interface PresenceParts {
  readonly hub: Pick<Hub, 'execute'>
  readonly clock: Pick<Clock, 'now'>
  readonly onFault: (what: string, error: unknown) => void
}

/** Somebody begins or ceases to watch who has a player picked. */
interface WatchEvent {
  readonly id: DocumentId
  readonly principal: Pick<Principal, 'id' | 'name'>
  readonly began: boolean
}

interface Watcher {
  readonly name: string
  readonly since: number
  /** How many of their pages have the player picked. */
  pages: number
}

/** Tells the staff who else has the same player picked: whoever watches is there, and nobody else. Costs no write. */
export function createStaffPresence({ hub, clock, onFault }: PresenceParts) {
  const players = new Map<string, Map<string, Watcher>>()

  const tell = (player: string) => {
    const standing = [...(players.get(player) ?? [])]
    const people = Object.fromEntries(standing.map(([account, { name, since }]) => [account, { name, since }]))
    hub
      .execute('staff presence', reportPresence.name, { player, people })
      .catch((error: unknown) => onFault(reportPresence.name, error))
  }
  return {
    /** Each watch of each socket is told of once when it begins and once when it ceases. */
    watcher({ id, principal, began }: WatchEvent) {
      if (principal.id === null) return
      const player = keyOf(id)
      const people = players.get(player) ?? new Map<string, Watcher>()
      const before = people.get(principal.id)
      const pages = (before?.pages ?? 0) + (began ? 1 : -1)
      if (pages > 0) people.set(principal.id, { name: principal.name, since: before?.since ?? clock.now(), pages })
      else people.delete(principal.id)
      if (people.size > 0) players.set(player, people)
      else players.delete(player)
      if (before === undefined || pages <= 0) tell(player)
    },
  }
}
