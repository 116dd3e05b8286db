import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, nobody } from '../../engine/document.ts'
import { currencies } from '../world/currencies.ts'

/** A gift, as releases before the notifications kept it. */
const FormerNotice = z.object({
  id: z.string(),
  at: z.number(),
  other: z.string().nullable().default(null),
  currency: z.enum(currencies).nullable().default(null),
  amount: z.int().nonnegative().default(0),
  item: z.string().default(''),
})

/** Emptied at the start of the hub: what it held becomes notifications. The key is the account id. */
export const formerNotices = defineDocument({
  kind: 'notices',
  schema: z.object({ entries: z.record(z.string(), FormerNotice).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'account',
  exported: null,
  erased: 'cleared',
  audited: null,
})

/** Turns the notices of these accounts into notifications. Done already, it changes nothing. */
export const takeOverNotices = defineCommand({
  name: 'notifications.takeOverNotices',
  permission: 'hub',
  input: z.object({ accounts: z.array(z.string()) }),
  output: z.object({}),
  refusals: {},
})
