import { z } from 'zod'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { Run } from './challenge.ts'
import { otherKindText } from './desk.ts'

/** A fight that the game's log reported. */
const Fight = z.object({
  at: z.number(),
  act: z.enum(['kill', 'death']),
  species: z.string().nullable(),
  /** Of the other player's animal. */
  other: z.string().nullable(),
})

/** What the hub knows of a player between accepting a challenge and asking for it, for staff who decide. */
export const readEvidence = defineQuery({
  name: 'challenges.readEvidence',
  permission: 'manageChallenges',
  input: z.strictObject({ account: Id, run: Id }),
  output: z.object({
    name: z.string(),
    run: Run,
    /** Of the player in the game; null without a link to one. */
    steamId: z.string().nullable(),
    playMs: z.number(),
    stays: z.array(z.object({ from: z.number(), to: z.number().nullable(), species: z.string().nullable() })),
    fights: z.array(Fight),
    /** Whether the game's log is being read: without it no fight is known. */
    hasLog: z.boolean(),
  }),
  refusals: { gone: 'This challenge is no longer waiting for staff.', otherKind: otherKindText },
})
