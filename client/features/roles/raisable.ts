import { z } from 'zod'
import { mayActOn, type Role } from '../../../shared/engine/permissions.ts'

/** For which roles this hub has a password at all, and whether it has an owner key. */
export const Raisable = z.object({ roles: z.array(z.enum(['owner', 'admin', 'moderator'])), ownerKey: z.boolean() })
export type Raisable = z.infer<typeof Raisable>

/** What there is for somebody of that role to gain: nobody is offered what they have. */
export const raisableAbove = ({ roles, ownerKey }: Raisable, own: Role): Raisable => ({
  roles: roles.filter((role) => mayActOn(role, own)),
  ownerKey: ownerKey && own !== 'owner',
})

export const isNothing = ({ roles, ownerKey }: Raisable) => roles.length === 0 && !ownerKey

/** Null when the hub could not tell. */
export async function fetchRaisable(): Promise<Raisable | null> {
  try {
    const response = await fetch('/auth/raisable', { credentials: 'same-origin' })
    return response.ok ? Raisable.parse(await response.json()) : null
  } catch {
    return null
  }
}
