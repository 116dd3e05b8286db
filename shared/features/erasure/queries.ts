import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { Account } from '../account/account.ts'
import { MapSettings } from '../mapSettings/mapSettings.ts'
import { Membership, PackMember } from '../packs/pack.ts'
import { PlayRecord } from '../play/playRecord.ts'
import { Grant } from '../roles/staff.ts'
import { OwnSession } from '../session/session.ts'
import { Token } from '../tokens/tokens.ts'
import { Wallet } from '../wallet/wallet.ts'

const Line = z.object({ at: z.number(), list: z.string(), line: z.record(z.string(), z.unknown()) })

/** Everything that the hub keeps of one person. Times are epoch ms. */
export const PersonalExport = z.object({
  exportedAt: z.number(),
  /** The account's id in here. */
  id: z.string(),
  /** With the linked identities, as their providers told of them. */
  account: Account,
  /** Open ones. */
  sessions: z.array(OwnSession),
  tokens: z.array(Token),
  /** What they may beyond what every player may; null for nothing. */
  grant: Grant.nullable(),
  mapSettings: MapSettings,
  membership: Membership,
  /** Of the pack that they are in, and what it shows of them. */
  pack: z.object({ name: z.string(), isLeader: z.boolean(), member: PackMember }).nullable(),
  wallet: Wallet,
  /** Of the linked player in the game; null while none is linked. */
  play: PlayRecord.nullable(),
  /** Lines about them, newest first: sign-ins, and acts that are audited. Of each list the newest ten thousand are searched. */
  archive: z.array(Line),
})
export type PersonalExport = z.infer<typeof PersonalExport>

export const exportMe = defineQuery({
  name: 'erasure.exportMe',
  permission: 'play',
  input: z.object({}),
  /** Null for a program with a token: this is asked from a page. */
  output: z.object({ personal: PersonalExport.nullable() }),
  perMinute: 5,
})
