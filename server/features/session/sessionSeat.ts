import { createHash } from 'node:crypto'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { bucketOf, isOpen, sessions } from '../../../shared/features/session/session.ts'
import type { Hub } from '../../engine/hub.ts'
import { guestSeat, type Seat } from '../../engine/seat.ts'

/** The name under which a session is kept: from it nobody can get back to the token. */
export const sessionKey = (token: string) => createHash('sha256').update(token).digest('hex')

const guest = guestSeat(permissionsOf.guest)

interface When {
  /** Epoch ms. */
  readonly now: number
  /** Whether the hub runs as a demo: anyone could open a demo session, so that it opens nothing anywhere else. */
  readonly demo: boolean
}

/** Who holds this token now: a guest when it is unknown, closed or past its end. */
export function sessionSeat(hub: Pick<Hub, 'read'>, token: string | null, { now, demo }: When): Seat {
  if (token === null) return guest
  const key = sessionKey(token)
  const session = hub.read(sessions, bucketOf(key)).open[key]
  if (!session || !isOpen(session, now) || (session.demo && !demo)) return guest
  const { accountId, name, role } = session
  const may = permissionsOf[role]
  return { id: accountId, name, role, may, can: (permission) => may.includes(permission) }
}
