import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'

/** Erases the user's account, everything kept with it, and every trace in journal and archives. Cannot be undone. */
export const eraseMe = defineCommand({
  name: 'erasure.eraseMe',
  permission: 'play',
  input: z.object({
    /** The exact name of the account. */
    confirm: z.string().max(200),
  }),
  output: z.object({}),
  refusals: {
    notConfirmed: 'Type the name of your account exactly as shown.',
    notASession: 'You can do this only on a page, not with a token.',
  },
  secrets: ['confirm'],
})

/** Erases an account that was erased before, and came back with a backup that was older. */
export const eraseAgain = defineCommand({
  name: 'erasure.eraseAgain',
  permission: 'hub',
  input: z.object({ account: Id }),
  output: z.object({}),
  refusals: {},
})

/**
 * Excludes players from records as the data before a restore did, and erases what the restored data have of them. Players with an account stay
 * as they are.
 */
export const excludeAgain = defineCommand({
  name: 'erasure.excludeAgain',
  permission: 'hub',
  input: z.object({
    /** Epoch ms, by the keys of their identities. */
    since: z.record(z.string(), z.number()),
  }),
  output: z.object({}),
  refusals: {},
})

/** The store has erased the external ids: the pending erasure needs them no longer. */
export const dropExternalIds = defineCommand({
  name: 'erasure.dropExternalIds',
  permission: 'hub',
  input: z.object({ erasure: z.string() }),
  output: z.object({}),
  refusals: {},
})

/** The erasure is complete. */
export const finishErasure = defineCommand({
  name: 'erasure.finish',
  permission: 'hub',
  input: z.object({ erasure: z.string() }),
  output: z.object({}),
  refusals: {},
})
