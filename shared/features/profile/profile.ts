import { z } from 'zod'
import { defineDocument, everyone, exportedAs } from '../../engine/document.ts'
import { PlayerId } from '../../engine/ids.ts'
import { roles } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'

/** The public part of an account. Empty of a name if there is no such account. */
export const Profile = z.object({
  name: z.string().default(''),
  /** Address of a picture; empty if the account has none that may be public. */
  avatar: z.string().default(''),
  /** By grant or configuration, without an elevation by password. */
  role: z.enum(roles).default('player'),
})
export type Profile = z.infer<typeof Profile>

/** The key is the account id. */
export const profile = defineDocument({
  kind: 'profile',
  schema: Profile,
  readableBy: everyone,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('profile', (own: Profile) => own, { name: 'theirs', avatar: 'theirs', role: 'theirs' }),
  erased: 'cleared',
  audited: null,
})

export const shortestSearch = 2
/** What a user enters to find an account: its name, a part of it, or an id. */
export const longestNameOrId = 100
const mostPlayersFound = 20

/** Accounts by a part of their name: the exact name first, then names that begin with the text. */
export const findPlayers = defineQuery({
  name: 'profile.findPlayers',
  permission: 'play',
  input: z.object({
    text: z.string().trim().max(longestNameOrId),
    limit: z.int().min(1).max(mostPlayersFound).default(mostPlayersFound),
  }),
  output: z.object({ players: z.array(Profile.extend({ account: PlayerId })) }),
  refusals: { tooShort: `Type at least ${shortestSearch} characters of the name.` },
  /** All accounts are looked through. */
  perMinute: 60,
})
