import type { Viewer } from '../../shared/engine/document.ts'
import type { Permission, Role } from '../../shared/engine/permissions.ts'
import type { Transaction } from './transaction.ts'

/** A way to read documents: the durable ones, or those that a rule sees. */
export type Reading = Transaction['read']

/** The user who calls, and what they may do at this moment. Derived from the session or token again for each call. */
export interface Principal extends Viewer {
  /** Null for a guest. */
  readonly id: string | null
  readonly name: string
  readonly role: Role | null
  readonly may: readonly Permission[]
  /** Null for a program with a token. */
  readonly session?: PrincipalSession | null
  /**
   * The principal by these documents, a guest if the session or token has ended. A command runs as that principal, by the documents as
   * its rule sees them: changes count that are not durable yet. Left out where no document can change the principal.
   */
  readonly asOf?: (read: Reading) => Principal
  /** From which another node derives the same principal by its own documents. */
  readonly proof?: Proof
}

/** The proof of the client's credentials in the form in which it is stored: it cannot be used to sign in. */
export type Proof =
  | { readonly by: 'guest' }
  | { readonly by: 'session' | 'token' /** The key of the session or token. */; readonly hash: string }

interface PrincipalSession {
  /** Public: it cannot be used to sign in. */
  readonly id: string
  /** Epoch ms at which rights end that a password elevated; null without such rights. */
  readonly elevatedUntil: number | null
  /** The role as which a user views the site, without any right to change it; null otherwise. */
  readonly viewing: Role | null
}

/** A part of the hub itself: timers, the game link, delivery workers. */
export const hubPrincipal = (actor: string): Principal => ({
  id: actor,
  name: actor,
  role: null,
  may: ['hub'],
  can: () => true,
})

export const guestPrincipal = (may: readonly Permission[]): Principal => ({
  id: null,
  name: 'Guest',
  role: null,
  may,
  can: (permission) => may.includes(permission),
  proof: { by: 'guest' },
})

/** Where a call comes from, as far as it is known. */
export interface Client {
  readonly address: string | null
  /** The first characters of the browser's user agent. */
  readonly agent: string | null
}
export const unknownClient: Client = { address: null, agent: null }

export const longestAgent = 50
export const clientOf = (address: string | null, userAgent: string | undefined): Client => ({
  address,
  agent: sharedText(userAgent?.slice(0, longestAgent) ?? '') || null,
})

/** Different browsers of users are few. */
const mostShared = 1_000
const shared = new Map<string, string>()

/** The same string for all connections of the same browser: a part of a header keeps the whole header in memory. */
function sharedText(text: string): string {
  const known = shared.get(text)
  if (known !== undefined) return known
  if (shared.size >= mostShared) shared.clear()
  const copy = Buffer.from(text).toString()
  shared.set(copy, copy)
  return copy
}

/** The credentials that a client sends: a browser its cookies, a program the token that its owner made. */
export interface Credentials {
  /** The Cookie header. */
  readonly cookie: string | undefined
  /** Takes precedence over a cookie. */
  readonly token: string | undefined
}

/** For a program whose token has ended or never existed. */
export const tokenEndedMessage = 'This token has ended or was revoked: make a new one.'
