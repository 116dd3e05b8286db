import { z } from 'zod'
import { defineDocument, itsPlayer, type Viewer } from '../../engine/document.ts'
import { PackId } from '../../engine/ids.ts'
import { Place } from '../world/frame.ts'

export const PackMember = z.object({
  name: z.string(),
  /** Epoch ms. The longest member is the one with the smallest. */
  joinedAt: z.number(),
  /** Epoch ms since which the pack sees this member without a break; null while they hide. */
  sharedSince: z.number().nullable(),
})
export type PackMember = z.infer<typeof PackMember>

/** A place that the leader wants the pack to go to. */
export const Waypoint = Place.extend({ setAt: z.number() })
export type Waypoint = z.infer<typeof Waypoint>

/** People who play together. Empty of members when it was disbanded. */
export const Pack = z.object({
  name: z.string().default(''),
  /** A member's account. */
  leader: z.string().default(''),
  /** Whoever knows it can join. Any member may pass it on. */
  code: z.string().default(''),
  /** By account. */
  members: z.record(z.string(), PackMember).default({}),
  waypoint: Waypoint.nullable().default(null),
})
export type Pack = z.infer<typeof Pack>

export const isMember = ({ members }: Pick<Pack, 'members'>, id: string | null) =>
  id !== null && Object.hasOwn(members, id)

export const pack = defineDocument({
  kind: 'pack',
  schema: Pack,
  readableBy: (viewer: Viewer, _key, document) => viewer.can('play') && isMember(document, viewer.id),
  audience: 'changing',
  memory: 'journaled',
})

/** Which pack a player is in, and how they last came out of one. Its key is the account's id. */
export const Membership = z.object({
  pack: PackId.nullable().default(null),
  /** How the last pack ended for them; null while they are in one, and before the first. */
  ended: z
    .object({ how: z.enum(['left', 'removed', 'disbanded']), name: z.string(), at: z.number() })
    .nullable()
    .default(null),
})
export type Membership = z.infer<typeof Membership>

export const membership = defineDocument({
  kind: 'membership',
  schema: Membership,
  readableBy: itsPlayer,
  memory: 'journaled',
})

export const packNameLength = 30
/** Members who may play animals of the one or the other diet; nobody plays both, so that twelve is also the most there can be. */
export const mostCarnivores = 6
export const mostHerbivores = 12

/** Letters and digits that nobody takes for another. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const codeLength = 6

/** As it is kept: however it was typed. */
export const tidyCode = (typed: string) => typed.trim().toUpperCase()
export const isCode = (code: string) =>
  code.length === codeLength && [...code].every((one) => codeAlphabet.includes(one))
