import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

const RewardMark = z.object({
  /** The latest UTC day whose bonus was paid, as 2026-11-22; '' for none that still matters. */
  day: z.string().max(10),
  hasWelcome: z.boolean(),
})
export type RewardMark = z.infer<typeof RewardMark>

/**
 * That the rewards of erased users were paid, so that erasing an account and making it again pays nothing twice. A mark is found only by
 * who has the secret and the identity. The key is the first character of a mark; the secret is a document of its own.
 */
export const erasedRewards = defineDocument({
  kind: 'erasedRewards',
  schema: z.object({ secret: z.string().default(''), marks: z.record(z.string(), RewardMark).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  // What stays of an erased user is a keyed hash with a day and a yes or no: it leads to no person, and has nothing of theirs.
  erased: 'byFeature',
  audited: null,
})
export const erasedRewardsSecret = 'secret'
