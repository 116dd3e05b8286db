import { higherOf, permissionsOf } from '../../shared/engine/permissions.ts'
import { type Account, account } from '../../shared/features/account/account.ts'
import { bucketOf, isOpen, publicIdOf, type Session, sessions } from '../../shared/features/session/session.ts'
import { tokenIdOf, tokenOwners, tokens } from '../../shared/features/tokens/tokens.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import { guestPrincipal, type Principal, type Proof, type Reading } from '../engine/principal.ts'
import { grantInForce } from '../features/roles/grantInForce.ts'
import { isConfiguredOwner, type Rights, rightsOf, rightsViewed } from '../features/roles/rights.ts'
import { sessionKey } from '../features/session/sessionKey.ts'

interface PrincipalParts {
  readonly hub: Pick<Hub, 'read'>
  readonly clock: Pick<Clock, 'now'>
  /** Anyone could open a demo session, so that it opens nothing on a hub that is no demo. */
  readonly demo: boolean
  /** SteamID64 of those who are owners whatever else is said. */
  readonly ownerSteamIds: readonly string[]
  tokenIn(cookies: string | undefined): string | null
}

const guest = guestPrincipal(permissionsOf.guest)

/** Who sits there, and what they may, now. A guest when what they show is unknown, closed, past its end, or of an account that is gone. */
export function createPrincipalOf({ hub, tokenIn, ...parts }: PrincipalParts) {
  const principals = createPrincipals(parts)
  return ({ cookie, token }: Credentials): Principal => {
    if (token !== undefined) return principals.byToken(hub.read, sessionKey(token))
    const shown = tokenIn(cookie)
    return shown === null ? guest : principals.bySession(hub.read, sessionKey(shown))
  }
}

type PrincipalRules = Omit<PrincipalParts, 'hub' | 'tokenIn'>

/** Who sits there by the documents of whoever asks, as another node has only told what they came in by. */
export function createPrincipalFromProof(parts: PrincipalRules) {
  const principals = createPrincipals(parts)
  return (proof: Proof, read: Reading): Principal => {
    if (proof.by === 'guest') return guest
    return proof.by === 'token' ? principals.byToken(read, proof.hash) : principals.bySession(read, proof.hash)
  }
}

/** The same by whatever documents are read: what a session or token is kept under is all that a principal remembers of it. */
function createPrincipals({ clock, demo, ownerSteamIds }: PrincipalRules) {
  const rights = (read: Reading, accountId: string, lent: Session['role']): Rights => {
    const byConfiguration = isConfiguredOwner(read(account, accountId), ownerSteamIds)
    return rightsOf({ grant: grantInForce(read, accountId), byConfiguration, lent })
  }
  const principal = (
    own: Account,
    { role, may }: Rights,
    rest: Pick<Principal, 'id' | 'session' | 'asOf' | 'proof'>,
  ): Principal => {
    const { name, steamId, createdAt, demo: isDemo } = own
    if (createdAt === 0 || (isDemo && !demo)) return guest
    return { ...rest, name, role, may, playsAs: steamId, can: (permission) => may.includes(permission) }
  }
  const bySession = (read: Reading, hash: string): Principal => {
    const session = read(sessions, bucketOf(hash)).open[hash]
    const now = clock.now()
    if (!session || !isOpen(session, now) || (session.demo && !demo)) return guest
    const { accountId: id } = session
    const raised = session.raised !== null && session.raised.until > now ? session.raised : null
    const held = rights(read, id, higherOf(session.role, raised?.role ?? 'player'))
    const { rights: shown, viewing } = rightsViewed(held, session.viewing)
    const told = { id: publicIdOf(hash), raisedUntil: raised?.until ?? null, viewing }
    const rest = {
      id,
      session: told,
      asOf: (other: Reading) => bySession(other, hash),
      proof: { by: 'session', hash } as const,
    }
    return principal(read(account, id), shown, rest)
  }
  /** What was lent to a session is lent to no token. */
  const byToken = (read: Reading, hash: string): Principal => {
    const owner = read(tokenOwners, bucketOf(hash)).owners[hash]
    const token = owner && read(tokens, owner.accountId).tokens[tokenIdOf(hash)]
    if (!token || token.endsAt <= clock.now()) return guest
    const { role, may } = rights(read, owner.accountId, 'player')
    const own = { role, may: may.filter((permission) => token.permissions.includes(permission)) }
    const proof = { by: 'token', hash } as const
    const rest = { id: owner.accountId, session: null, asOf: (other: Reading) => byToken(other, hash), proof }
    return principal(read(account, owner.accountId), own, rest)
  }
  return { bySession, byToken }
}
