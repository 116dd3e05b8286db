import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { Account } from '../account/account.ts'
import { MapSettings } from '../mapSettings/mapSettings.ts'
import { Membership, PackMember } from '../packs/pack.ts'
import { PlayRecord } from '../play/playRecord.ts'
import { Grant } from '../rights/staff.ts'
import { OwnSession } from '../session/session.ts'
import { Token } from '../tokens/tokens.ts'
import { Wallet } from '../wallet/wallet.ts'

const Row = z.object({ at: z.number(), archive: z.string(), row: z.record(z.string(), z.unknown()) })

/** All data that the hub keeps about one person. Times are epoch ms; in the file that a person downloads they are dates. */
export const PersonalExport = z.looseObject({
  exportedAt: z.number(),
  /** The account's id on this hub. */
  id: z.string(),
  /** With the linked identities, as received from their providers. */
  account: Account,
  /** Open sessions. */
  sessions: z.array(OwnSession),
  tokens: z.array(Token),
  /** Role and permissions beyond those of a player; null if there are none. */
  grant: Grant.omit({ by: true }).nullable(),
  mapSettings: MapSettings,
  membership: Membership,
  /** The person's pack, and their own entry in it. */
  pack: z.object({ name: z.string(), isLeader: z.boolean(), member: PackMember }).nullable(),
  wallet: Wallet,
  /** The record of the linked player; null if none is linked. */
  play: PlayRecord.nullable(),
  /** How the linked player was last called in the game. */
  nameInGame: z.object({ name: z.string() }).nullable().default(null),
  /** What is kept of the players of Steam accounts that were linked before, and are no other account's now: as `play` and the like. */
  formerPlayers: z.array(z.looseObject({ steamId: z.string() })).default([]),
  /** Rows about the person, newest first: of each archive the newest ten thousand. */
  archives: z.array(Row),
})
export type PersonalExport = z.infer<typeof PersonalExport>

export const exportMe = defineQuery({
  name: 'erasure.exportMe',
  permission: 'play',
  input: z.object({}),
  /** Null for a program with a token: only a page may export. */
  output: z.object({ personal: PersonalExport.nullable() }),
  perMinute: 5,
})
