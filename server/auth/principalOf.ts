import { type DocumentKind, keyOf, kindOf } from '../../shared/engine/document.ts'
import { type Permission, permissionsOf } from '../../shared/engine/permissions.ts'
import { account } from '../../shared/features/account/account.ts'
import { staff } from '../../shared/features/rights/staff.ts'
import { bucketOf, isOpen, publicIdOf, type Session, sessions } from '../../shared/features/session/session.ts'
import { tokenIdOf, tokenOwners, tokens } from '../../shared/features/tokens/tokens.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub, Published } from '../engine/hub.ts'
import { type Credentials, guestPrincipal, type Principal, type Proof, type Reading } from '../engine/principal.ts'
import {
  effectiveGrant,
  isConfiguredOwner,
  type Rights,
  rightsOf,
  rightsWhileViewing,
} from '../features/rights/rights.ts'
import { gatePermissionsOf, roleOf, tokenHash } from '../features/session/openSessions.ts'
import type { Gateway } from '../gateway/gateway.ts'

interface PrincipalRules {
  readonly clock: Pick<Clock, 'now'>
  /** Any visitor may open a demo session: it counts only on a demo hub. */
  readonly demo: boolean
  /** SteamID64 of the owners by configuration. */
  readonly ownerSteamIds: readonly string[]
}
interface PrincipalDeps extends PrincipalRules {
  readonly hub: Pick<Hub, 'read'>
  tokenIn(cookies: string | undefined): string | null
}

const guest = guestPrincipal(permissionsOf.guest)

/**
 * The user behind credentials, with the user's current rights. A guest if the session or token is unknown or has ended, or if its
 * account is gone.
 */
export function createPrincipalOf({ hub, tokenIn, ...rules }: PrincipalDeps) {
  const principals = createPrincipals(rules)
  /** A connection shows the same credentials with each message. */
  const hashes = new WeakMap<Credentials, string | null>()
  const sessionHashOf = (credentials: Credentials): string | null => {
    const known = hashes.get(credentials)
    if (known !== undefined) return known
    const token = tokenIn(credentials.cookie)
    const hash = token === null ? null : tokenHash(token)
    hashes.set(credentials, hash)
    return hash
  }
  return (credentials: Credentials): Principal => {
    const { token } = credentials
    if (token !== undefined) return principals.byToken(hub.read, tokenHash(token))
    const hash = sessionHashOf(credentials)
    return hash === null ? guest : principals.bySession(hub.read, hash)
  }
}

/** The user behind a proof that another node sent, by the documents of this node. */
export function createPrincipalFromProof(rules: PrincipalRules) {
  const principals = createPrincipals(rules)
  return (proof: Proof, read: Reading): Principal => {
    if (proof.by === 'guest') return guest
    return proof.by === 'token' ? principals.byToken(read, proof.hash) : principals.bySession(read, proof.hash)
  }
}

/** A document as it was read: values of documents never change, so the same value means that nothing has changed. */
interface DocumentRead {
  readonly kind: DocumentKind
  readonly key: string
  readonly value: unknown
}

/** Principals by the hash of a session's or an API token, from any documents: those of a node, or those that a rule sees. */
function createPrincipals({ clock, demo, ownerSteamIds }: PrincipalRules) {
  const rights = (
    read: Reading,
    accountId: string,
    sessionRole: Session['role'],
    sessionMay: readonly Permission[] = [],
  ): Rights => {
    const byConfiguration = isConfiguredOwner(read(account, accountId), ownerSteamIds)
    return rightsOf({ grant: effectiveGrant(read, accountId), byConfiguration, sessionRole, sessionMay })
  }
  const principal = (
    read: Reading,
    { role, may }: Rights,
    rest: Pick<Principal, 'session' | 'asOf' | 'proof'> & { readonly id: string },
  ): Principal => {
    const { name, steamId: playsAs, formerSteamIds: playedAs, createdAt, demo: isDemo } = read(account, rest.id)
    if (createdAt === 0 || (isDemo && !demo)) return guest
    return { ...rest, name, role, may, playsAs, playedAs, can: (permission) => may.includes(permission) }
  }
  /** Of sessions whose rights do not end by time alone, by their records, which change with them. */
  const kept = new WeakMap<Session, { readonly principal: Principal; readonly restsOn: readonly DocumentRead[] }>()
  const bySession = (read: Reading, hash: string): Principal => {
    const session = read(sessions, bucketOf(hash)).open[hash]
    const now = clock.now()
    if (!session || !isOpen(session, now) || (session.demo && !demo)) return guest
    const known = kept.get(session)
    if (known?.restsOn.every(({ kind, key, value }) => read(kind, key) === value)) return known.principal
    const restsOn: DocumentRead[] = []
    const noting: Reading = (kind, key = '') => {
      const value = read(kind, key)
      restsOn.push({ kind, key, value })
      return value
    }
    const found = ofOpenSession(noting, session, hash, now)
    if (!session.elevation && Object.keys(session.gates).length === 0) kept.set(session, { principal: found, restsOn })
    return found
  }
  const ofOpenSession = (read: Reading, session: Session, hash: string, now: number): Principal => {
    const { accountId: id, elevation } = session
    const held = rights(read, id, roleOf(session, now), gatePermissionsOf(session, now))
    const { rights: shown, viewing } = rightsWhileViewing(held, session.viewing)
    const untils = [elevation?.until ?? 0, ...Object.values(session.gates)].filter((until) => until > now)
    const elevatedUntil = untils.length > 0 ? Math.max(...untils) : null
    return principal(read, shown, {
      id,
      session: { id: publicIdOf(hash), elevatedUntil, viewing },
      asOf: (other) => bySession(other, hash),
      proof: { by: 'session', hash },
    })
  }
  /** A token has no part in the elevation of a session. */
  const byToken = (read: Reading, hash: string): Principal => {
    const owner = read(tokenOwners, bucketOf(hash)).owners[hash]
    const token = owner && read(tokens, owner.accountId).tokens[tokenIdOf(hash)]
    if (!token || token.endsAt <= clock.now()) return guest
    const { role, may } = rights(read, owner.accountId, 'player')
    const own = { role, may: may.filter((permission) => token.permissions.includes(permission)) }
    return principal(read, own, {
      id: owner.accountId,
      session: null,
      asOf: (other) => byToken(other, hash),
      proof: { by: 'token', hash },
    })
  }
  return { bySession, byToken }
}

/**
 * When a session, a token, an account or a grant changes, the gateway checks the rights of the affected sockets at once and stops
 * sending what they may no longer read. Returns a function that stops it.
 */
export const reauthorizeOnChange = (
  hub: Pick<Hub, 'onPublish'>,
  gateway: Pick<Gateway, 'reauthorize'>,
  tokenIn: (cookies: string | undefined) => string | null,
) =>
  hub.onPublish((published) => {
    const buckets = keysOf(published, sessions.kind)
    const accounts = new Set([...keysOf(published, account.kind), ...keysOf(published, tokens.kind)])
    const hasStaffChanged = keysOf(published, staff.kind).size > 0
    if (buckets.size === 0 && accounts.size === 0 && !hasStaffChanged) return
    gateway.reauthorize(({ principal, credentials }) => {
      if (hasStaffChanged || (principal.id !== null && accounts.has(principal.id))) return true
      const token = buckets.size === 0 ? null : tokenIn(credentials.cookie)
      return token !== null && buckets.has(bucketOf(tokenHash(token)))
    })
  })

const keysOf = (published: readonly Published[], kind: string) =>
  new Set(published.filter(({ id }) => kindOf(id) === kind).map(({ id }) => keyOf(id)))
