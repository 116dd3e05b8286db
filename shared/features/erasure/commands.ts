import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'

/** For good: the account, what was kept with it, and what the journal tells of it. */
export const eraseMe = defineCommand({
  name: 'erasure.eraseMe',
  permission: 'play',
  input: z.object({
    /** The name of the account, letter for letter. */
    confirm: z.string().max(200),
  }),
  output: z.object({}),
  refusals: {
    notConfirmed: 'Type the name of your account exactly as it is shown.',
    notASession: 'This is done from a page, not by a program.',
  },
  secrets: ['confirm'],
})

/** The store has forgotten them: what they were called elsewhere is not needed any more. */
export const dropWords = defineCommand({
  name: 'erasure.dropWords',
  permission: 'hub',
  input: z.object({ erasure: z.string() }),
  output: z.object({}),
  refusals: {},
})

/** Nothing of it is left to be done. */
export const finishErasure = defineCommand({
  name: 'erasure.finish',
  permission: 'hub',
  input: z.object({ erasure: z.string() }),
  output: z.object({}),
  refusals: {},
})
