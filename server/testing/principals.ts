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
let madeLast = { now: Number.NaN, head: '' }
/** A new command id of this time. Cheap, since benches make very many. */
export function freshId(now: number): CommandId {
  made += 1
  if (now !== madeLast.now) madeLast = { now, head: newCommandId(now, new Uint8Array(10)).slice(0, 24) }
  return (madeLast.head + made.toString(16).padStart(12, '0')) as CommandId
}
