import { type CommandId, newCommandId } from '../../shared/engine/ids.ts'
import { permissionsOf, type Role } from '../../shared/engine/permissions.ts'
import { guestPrincipal, type Principal } from '../engine/principal.ts'

export const person = (id: string, role: Role = 'player'): Principal => ({
  id,
  name: id,
  role,
  may: permissionsOf[role],
  can: (permission) => permissionsOf[role].includes(permission),
})
/** The same principal in the session of a browser. */
export const inSession = (principal: Principal): Principal => ({
  ...principal,
  session: { id: '0123456789abcdef', elevatedUntil: null, viewing: null },
})
export const guest = guestPrincipal(permissionsOf.guest)

let made = 0
const random = new Uint8Array(10)
const counter = new DataView(random.buffer, 4)
/** A new command id of this time. */
export function freshId(now: number): CommandId {
  made += 1
  counter.setUint32(0, made)
  return newCommandId(now, random)
}
