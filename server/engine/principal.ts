import type { Viewer } from '../../shared/engine/document.ts'
import type { Permission, Role } from '../../shared/engine/permissions.ts'
import type { Transaction } from './transaction.ts'

/** A way to read documents: the durable ones, or those that a rule sees. */
export type Reading = Transaction['read']

/** Who somebody is, and what they may, at this moment: worked out anew from their session each time it is asked. */
export interface Principal extends Viewer {
  /** Null for a guest. */
  readonly id: string | null
  readonly name: string
  readonly role: Role | null
  readonly may: readonly Permission[]
  /** The session in which they sit there; null for a program with a token. */
  readonly session?: PrincipalSession | null
  /**
   * Who would sit there by these documents, a guest if nobody does any more. A command is carried out for that one, by the
   * documents as its rule sees them: what was changed a moment ago, and is not durable yet, counts. Left out where nothing
   * can change who it is.
   */
  readonly asOf?: (read: Reading) => Principal
  /** By what they came to sit there, for another node to work it out by its own documents. */
  readonly proof?: Proof
}

/** What somebody has shown, as it is kept: nobody can come in by it. */
export type Proof =
  | { readonly by: 'guest' }
  | { readonly by: 'session' | 'token' /** What the session or token is kept under. */; readonly hash: string }

export interface PrincipalSession {
  /** Its public name: nobody can come in by it. */
  readonly id: string
  /** Epoch ms at which rights end that a password has lent; null where none are lent. */
  readonly raisedUntil: number | null
  /** The role whose view this is, without any right to change something; null in the ordinary case. */
  readonly viewing: Role | null
}

/** The hub itself: timers, the game link, delivery workers. */
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
