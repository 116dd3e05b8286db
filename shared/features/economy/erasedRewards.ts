import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

const RewardMark = z.object({
  /** The latest UTC day whose bonus was paid, as 2026-11-22; '' for none that still matters. */
  day: z.string().max(10),
  hasWelcome: z.boolean(),
  /** The latest UTC day on which trivia paid; '' for none that still matters. */
  triviaDay: z.string().max(10).default(''),
  /** The achievements that were paid, by id. */
  achievements: z.array(z.string().max(40)).default([]),
  /** The challenges that were paid, as `set/challenge`, while their sets may still be open. */
  challenges: z.array(z.string()).default([]),
  /** The latest UTC day on which one of these was paid; '' for none. */
  challengeDay: z.string().default(''),
})
export type RewardMark = z.infer<typeof RewardMark>

/**
 * That the rewards of erased users were paid, so that erasing an account and making it again pays nothing twice; and what was paid to an
 * account until a Steam or Discord account was unlinked from it, so that moving that pays nothing twice. A mark is found only by those who have the
 * secret and the identity. The key is the first character of a mark; the secret is a document of its own.
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
