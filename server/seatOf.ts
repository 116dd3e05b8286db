import { higherOf, permissionsOf } from '../shared/engine/permissions.ts'
import { account } from '../shared/features/account/account.ts'
import { staff, staffKey } from '../shared/features/roles/staff.ts'
import { bucketOf, isOpen, publicIdOf, type Session, sessions } from '../shared/features/session/session.ts'
import { tokenIdOf, tokenOwners, tokens } from '../shared/features/tokens/tokens.ts'
import type { Clock } from './engine/clock.ts'
import type { Credentials } from './engine/credentials.ts'
import type { Hub } from './engine/hub.ts'
import { guestSeat, type Seat, type SeatSession } from './engine/seat.ts'
import { isConfiguredOwner, type Rights, rightsOf, rightsViewed } from './features/roles/rights.ts'
import { sessionKey } from './features/session/sessionKey.ts'

interface SeatParts {
  readonly hub: Pick<Hub, 'read'>
  readonly clock: Pick<Clock, 'now'>
  /** Anyone could open a demo session, so that it opens nothing on a hub that is no demo. */
  readonly demo: boolean
  /** SteamID64 of those who are owners whatever else is said. */
  readonly ownerSteamIds: readonly string[]
  tokenIn(cookies: string | undefined): string | null
}

const guest = guestSeat(permissionsOf.guest)

/** Who sits there, and what they may, now. A guest when what they show is unknown, closed, past its end, or of an account that is gone. */
export function createSeatOf({ hub, clock, demo, ownerSteamIds, tokenIn }: SeatParts) {
  const rights = (accountId: string, lent: Session['role']): Rights => {
    const byConfiguration = isConfiguredOwner(hub.read(account, accountId), ownerSteamIds)
    return rightsOf({ grant: hub.read(staff, staffKey).grants[accountId], byConfiguration, lent })
  }
  const seat = (accountId: string, { role, may }: Rights, session: SeatSession | null): Seat => {
    const { name, steamId, createdAt, demo: isDemo } = hub.read(account, accountId)
    if (createdAt === 0 || (isDemo && !demo)) return guest
    return { id: accountId, name, role, may, session, playsAs: steamId, can: (permission) => may.includes(permission) }
  }
  const bySession = (key: string): Seat => {
    const session = hub.read(sessions, bucketOf(key)).open[key]
    const now = clock.now()
    if (!session || !isOpen(session, now) || (session.demo && !demo)) return guest
    const { accountId } = session
    const raised = session.raised !== null && session.raised.until > now ? session.raised : null
    const held = rights(accountId, higherOf(session.role, raised?.role ?? 'player'))
    const { rights: shown, viewing } = rightsViewed(held, session.viewing)
    return seat(accountId, shown, { id: publicIdOf(key), raisedUntil: raised?.until ?? null, viewing })
  }
  /** What was lent to a session is lent to no token. */
  const byToken = (hash: string): Seat => {
    const owner = hub.read(tokenOwners, bucketOf(hash)).owners[hash]
    const token = owner && hub.read(tokens, owner.accountId).tokens[tokenIdOf(hash)]
    if (!token || token.endsAt <= clock.now()) return guest
    const { role, may } = rights(owner.accountId, 'player')
    return seat(
      owner.accountId,
      { role, may: may.filter((permission) => token.permissions.includes(permission)) },
      null,
    )
  }
  return ({ cookie, token }: Credentials): Seat => {
    if (token !== undefined) return byToken(sessionKey(token))
    const shown = tokenIn(cookie)
    return shown === null ? guest : bySession(sessionKey(shown))
  }
}
