import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer, type Viewer } from '../../engine/document.ts'
import { PackId } from '../../engine/ids.ts'
import { Place } from '../world/frame.ts'

export const PackMember = z.object({
  name: z.string(),
  /** Epoch ms. */
  joinedAt: z.number(),
  /** Epoch ms since which this member shares without a break; null while hiding. */
  sharedSince: z.number().nullable(),
})
export type PackMember = z.infer<typeof PackMember>

/** A place to which the leader sends the pack. */
export const Waypoint = Place.extend({ setAt: z.number() })
export type Waypoint = z.infer<typeof Waypoint>

/** Players who play together. A disbanded pack has no members. */
export const Pack = z.object({
  name: z.string().default(''),
  /** A member's account. */
  leader: z.string().default(''),
  /** A user who knows it can join. Every member sees it. */
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
  about: ({ account }, read) => [read(membership, account).pack].filter((key) => key !== null),
  exported: exportedAs(
    'pack',
    // Without the other members: that is their data.
    ({ name, leader, members }: Pack, { account }) => {
      const member = members[account]
      return member && { name, isLeader: leader === account, member }
    },
    { name: 'theirs', isLeader: 'theirs', member: 'theirs' },
  ),
  erased: 'byFeature',
  typedTexts: ['name'],
  audited: null,
})

/** The pack of a player and how the last one ended for them. Its key is the account's id. */
export const Membership = z.object({
  pack: PackId.nullable().default(null),
  /** How the last pack ended for the player; null while they are in one, and before the first. Its name is empty if another member's was in it. */
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
  about: 'account',
  exported: exportedAs('membership', (own: Membership) => own, { pack: 'theirs', ended: 'theirs' }),
  erased: 'cleared',
  typedTexts: ['ended.name'],
  audited: null,
})

export const packNameLength = 30
const ending = "'s pack"
/** The name that the page suggests to a user with this name: cut where it is too long, and never within a character. */
export function suggestedPackName(name: string): string {
  const cut = name.slice(0, packNameLength - ending.length).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trim()}${ending}`
}
/** The limit of members. All of them may play herbivores. */
export const mostMembers = 12
/** The limit of members who play carnivores. */
export const mostCarnivores = 6

/** Letters and digits that are not easily mistaken for each other. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const codeLength = 6

/** The stored form of a typed code. */
export const tidyCode = (typed: string) => typed.trim().toUpperCase()
export const isCode = (code: string) =>
  code.length === codeLength && [...code].every((one) => codeAlphabet.includes(one))
