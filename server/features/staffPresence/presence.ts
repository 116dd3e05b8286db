import { type DocumentId, keyOf } from '../../../shared/engine/document.ts'
import { reportPresence } from '../../../shared/features/staffPresence/commands.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'

interface StaffPresenceDeps {
  readonly hub: Pick<Hub, 'execute'>
  readonly clock: Pick<Clock, 'now'>
  readonly onFault: (what: string, error: unknown) => void
}

/** A page begins or ends watching the presence document of a player. */
interface WatchEvent {
  readonly id: DocumentId
  readonly principal: Pick<Principal, 'id' | 'name'>
  readonly began: boolean
}

interface Watcher {
  readonly name: string
  readonly since: number
  /** Pages of this user with the player selected. */
  pages: number
}

/** Reports which staff have a player selected: those whose pages watch the player's presence document. Writes nothing to the store. */
export function createStaffPresence({ hub, clock, onFault }: StaffPresenceDeps) {
  const players = new Map<string, Map<string, Watcher>>()

  const report = (player: string) => {
    const watchers = [...(players.get(player) ?? [])]
    const people = Object.fromEntries(watchers.map(([account, { name, since }]) => [account, { name, since }]))
    hub
      .execute('staff presence', reportPresence.name, { player, people })
      .catch((error: unknown) => onFault(reportPresence.name, error))
  }
  return {
    /** Call once when a watch of a socket begins, and once when it ends. */
    watched({ id, principal, began }: WatchEvent) {
      if (principal.id === null) return
      const player = keyOf(id)
      const watchers = players.get(player) ?? new Map<string, Watcher>()
      const before = watchers.get(principal.id)
      const pages = (before?.pages ?? 0) + (began ? 1 : -1)
      if (pages > 0) watchers.set(principal.id, { name: principal.name, since: before?.since ?? clock.now(), pages })
      else watchers.delete(principal.id)
      if (watchers.size > 0) players.set(player, watchers)
      else players.delete(player)
      if (before === undefined || pages <= 0) report(player)
    },
  }
}
