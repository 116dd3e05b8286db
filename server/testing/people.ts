import { type CommandId, newCommandId } from '../../shared/engine/ids.ts'
import { permissionsOf, type Role } from '../../shared/engine/permissions.ts'
import { guestSeat, type Seat } from '../engine/seat.ts'

export const person = (id: string, role: Role = 'player'): Seat => ({
  id,
  name: id,
  role,
  may: permissionsOf[role],
  can: (permission) => permissionsOf[role].includes(permission),
})
/** The same in a session of a page. */
export const atPage = (seat: Seat): Seat => ({
  ...seat,
  session: { id: '0123456789abcdef', raisedUntil: null, viewing: null },
})
export const guest = guestSeat(permissionsOf.guest)

let made = 0
/** A command id that is fresh at `now`; a different one each time. */
export function freshId(now: number): CommandId {
  made += 1
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(4, made)
  return newCommandId(now, random)
}
