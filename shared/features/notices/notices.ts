import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { currencies } from '../world/currencies.ts'

/** What a notice is about. `gift`: something came from another user. A part that tells users something adds its own. */
export const noticeKinds = ['gift'] as const

/** Something that happened to a user while they may have been away. */
export const Notice = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** Epoch ms. */
  at: z.number(),
  /** The other user, by account: pages read the name from their profile. Null for none. */
  other: z.string().nullable().default(null),
  /** What it is about: an amount, or the name of an item. */
  currency: z.enum(currencies).nullable().default(null),
  amount: z.int().nonnegative().default(0),
  item: z.string().default(''),
})
export type Notice = z.infer<typeof Notice>

/** Of more the oldest are dropped. */
export const mostNotices = 100

/** The notices that a user has not put away. The key is the account id. */
export const notices = defineDocument({
  kind: 'notices',
  schema: z.object({ entries: z.record(z.string(), Notice).default({}) }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'notices',
    ({ entries }: { entries: Readonly<Record<string, Notice>> }) => Object.values(entries),
    {
      id: 'theirs',
      kind: 'theirs',
      at: 'theirs',
      other: 'another',
      currency: 'theirs',
      amount: 'theirs',
      item: 'theirs',
    },
  ),
  erased: 'cleared',
  audited: null,
})

/** Puts notices away. One that is gone already is no fault. */
export const dismissNotices = defineCommand({
  name: 'notices.dismiss',
  permission: 'play',
  input: z.strictObject({ ids: z.array(z.string().min(1).max(64)).min(1).max(mostNotices) }),
  output: z.object({}),
  refusals: {},
})
