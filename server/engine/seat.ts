import type { Viewer } from '../../shared/engine/document.ts'
import type { Permission, Role } from '../../shared/engine/permissions.ts'

/** Who somebody is, and what they may, at this moment: worked out anew from their session each time it is asked. */
export interface Seat extends Viewer {
  /** Null for a guest. */
  readonly id: string | null
  readonly name: string
  readonly role: Role | null
  readonly may: readonly Permission[]
}

/** The hub itself: timers, the game link, delivery workers. */
export const hubSeat = (actor: string): Seat => ({
  id: actor,
  name: actor,
  role: null,
  may: ['hub'],
  can: () => true,
})

export const guestSeat = (may: readonly Permission[]): Seat => ({
  id: null,
  name: 'Guest',
  role: null,
  may,
  can: (permission) => may.includes(permission),
})
