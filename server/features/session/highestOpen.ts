import { higherOf, type Role } from '../../../shared/engine/permissions.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { type Changing, keyOfOwn, standing } from './openSessions.ts'

/** The highest role that any open session brings its account now: by a demo sign-in, or lent by a password. */
export function highestOpen(context: Changing, accountId: string): Role {
  let highest: Role = 'player'
  for (const id of Object.keys(context.read(ownSessions, accountId).open)) {
    const key = keyOfOwn(context, accountId, id)
    const session = key === null ? null : standing(context, key)
    if (!session) continue
    const { role, raised } = session
    highest = higherOf(highest, raised && raised.until > context.now ? higherOf(role, raised.role) : role)
  }
  return highest
}
