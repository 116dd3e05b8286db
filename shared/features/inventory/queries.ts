import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { EntryCause, entryActs } from './history.ts'

/** What happened to a dinosaur while it was the asker's. */
export const EntryStep = z.object({
  step: z.int(),
  /** Epoch ms. */
  at: z.number(),
  act: z.enum(entryActs),
  cause: EntryCause,
  /** The dinosaur came to the asker from another user by this step. */
  isReceived: z.boolean(),
  /** Id of the delivery, redemption or listing. */
  subject: z.string().nullable(),
})
export type EntryStep = z.infer<typeof EntryStep>

/** The history of one dinosaur, the latest step first. Empty for a dinosaur that was never the asker's. */
export const entryHistory = defineQuery({
  name: 'inventory.history',
  permission: 'play',
  input: z.object({ dinosaur: z.string().max(64) }),
  output: z.object({ steps: z.array(EntryStep) }),
  perMinute: 120,
})
