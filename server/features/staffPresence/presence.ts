import { type DocumentId, keyOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { reportPresence } from '../../../shared/features/staffPresence/commands.ts'
import { mostSelected } from '../../../shared/features/staffPresence/staffPresence.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'

interface StaffPresenceDeps {
  readonly hub: Pick<Hub, 'execute'>
  readonly clock: Pick<Clock, 'now'>
  readonly onFault: (what: string, error: unknown) => void
}

/** A page begins or ends watching the selection document of a player. */
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

/** Reports which staff have a player selected: those whose pages watch the player's selection document. Writes nothing to the store. */
export function createStaffPresence({ hub, clock, onFault }: StaffPresenceDeps) {
  const players = new Map<string, Map<string, Watcher>>()
  /** How many players each account has selected. */
  const selected = new Map<string, number>()
  const addSelected = (account: string, by: number) => {
    const next = (selected.get(account) ?? 0) + by
    if (next > 0) selected.set(account, next)
    else selected.delete(account)
  }

  const report = (player: string) => {
    const watchers = [...(players.get(player) ?? [])]
    const people = Object.fromEntries(watchers.map(([account, { name, since }]) => [account, { name, since }]))
    hub
      .execute('staff presence', reportPresence.name, { server: mainServer, player, people })
      .catch((error: unknown) => onFault(reportPresence.name, error))
  }
  return {
    /** Call once when a watch of a socket begins, and once when it ends. */
    watched({ id, principal, began }: WatchEvent) {
      if (principal.id === null) return
      const player = keyOf(id)
      const watchers = players.get(player) ?? new Map<string, Watcher>()
      const before = watchers.get(principal.id)
      // Neither listed, nor counted when it ends.
      if (before === undefined && (!began || (selected.get(principal.id) ?? 0) >= mostSelected)) return
      const pages = (before?.pages ?? 0) + (began ? 1 : -1)
      if (pages > 0) watchers.set(principal.id, { name: principal.name, since: before?.since ?? clock.now(), pages })
      else watchers.delete(principal.id)
      if (watchers.size > 0) players.set(player, watchers)
      else players.delete(player)
      if (before !== undefined && pages > 0) return
      addSelected(principal.id, began ? 1 : -1)
      report(player)
    },
  }
}
