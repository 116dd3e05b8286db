import { createHash } from 'node:crypto'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { isOpen, session } from '../../../shared/features/session/session.ts'
import type { Hub } from '../../engine/hub.ts'
import { guestSeat, type Seat } from '../../engine/seat.ts'

/** The name under which a session is kept: from it nobody can get back to the token. */
export const sessionKey = (token: string) => createHash('sha256').update(token).digest('hex')

const guest = guestSeat(permissionsOf.guest)

/** Who holds this token now: a guest when it is unknown, closed or past its end. */
export function sessionSeat(hub: Pick<Hub, 'read'>, token: string | null, now: number): Seat {
  if (token === null) return guest
  const { accountId, name, role, ...rest } = hub.read(session, sessionKey(token))
  if (accountId === null || !isOpen({ accountId, name, role, ...rest }, now)) return guest
  const may = permissionsOf[role]
  return { id: accountId, name, role, may, can: (permission) => may.includes(permission) }
}
