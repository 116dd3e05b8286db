import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { OneServer } from '../deliveries/commands.ts'
import { Price } from '../ledger/accounts.ts'
import { moneyRefusals } from '../ledger/commands.ts'
import { currencyChoices, fewestChallenges, mostChallenges } from './challenge.ts'
import { cleanHistoryTo, mostHistory, otherKindText } from './desk.ts'

/** What a player tells staff of a challenge, and what staff answer. */
export const longestNote = 300
/** Why staff cancel an update. */
export const longestUpdateReason = 200

/** Accepts a challenge of a set that is offered now. Its time runs from here. */
export const acceptChallenge = defineCommand({
  name: 'challenges.accept',
  permission: 'play',
  input: z.strictObject({ set: Id, challenge: Id }),
  output: z.object({ run: z.string(), deadline: z.number() }),
  refusals: {
    gone: 'This challenge is no longer offered. Choose another one.',
    accepted: "You've accepted this challenge already.",
    tooMany: 'You have {most} open challenges. Complete or give up one first.',
    notLinked: 'Link your Steam account first: what you do in the game counts for it.',
  },
})

/**
 * Asks the hub for the reward. What it saw is paid at once, once for each challenge of a set and player, however often it is accepted; what
 * it can't see goes to staff.
 */
export const completeChallenge = defineCommand({
  name: 'challenges.complete',
  permission: 'play',
  input: z.strictObject({
    run: Id,
    /** For staff, where they decide. */ note: z.string().trim().max(longestNote).default(''),
  }),
  output: z.object({ state: z.enum(['completed', 'waiting']), paid: Price.nullable() }),
  refusals: {
    ...moneyRefusals,
    gone: 'You have no open challenge of this kind any more.',
    notYet: 'Not done yet: {seen} of {target} {unit} seen.',
    waiting: "Staff are looking at it. You'll be notified when they have decided.",
    over: 'Its time is up.',
    crowded: 'Too many challenges are waiting for staff. Try again later.',
    off: 'Currency is switched off on this hub, so nothing can be paid.',
  },
})

/** Gives up an open challenge. It can be accepted again while its set is offered. */
export const dropChallenge = defineCommand({
  name: 'challenges.drop',
  permission: 'play',
  input: z.strictObject({ run: Id }),
  output: z.object({}),
  refusals: { gone: 'You have no open challenge of this kind any more.' },
})

/** A player's own animal over some time, as readings had it. */
export const Sight = z.object({
  /** Epoch ms. */
  at: z.number(),
  /** For how long it was like this before `at`. */
  ms: z.number().min(0).max(600_000),
  species: z.string().max(64),
  growth: z.int().min(0),
  isAlive: z.boolean(),
  region: z.string().max(64).nullable(),
  /** Members of the player's pack who are in the game, the player included. */
  pack: z.int().min(0).max(100),
})
export type Sight = z.infer<typeof Sight>

/** What readings have shown of players with open challenges. */
export const recordSights = defineCommand({
  name: 'challenges.recordSights',
  permission: 'hub',
  input: z.object({
    server: OneServer,
    seen: z.array(z.object({ account: Id, sights: z.array(Sight).max(20) })).max(5_000),
  }),
  output: z.object({}),
  refusals: {},
  // The changes say what was counted.
  secrets: ['seen'],
})

/** The time of a run is up. */
export const endRun = defineCommand({
  name: 'challenges.endRun',
  permission: 'hub',
  input: z.object({ account: Id, run: Id }),
  output: z.object({}),
  refusals: {},
})

/** Sees to it that there are a daily and a weekly set, and that the timers of the next ones are set. Harmless at any time. */
export const turnSets = defineCommand({
  name: 'challenges.turnSets',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})

/**
 * Approves a daily set: it is offered five hours later, or 30 s later as a test. The same seed, count and currency make the same challenges
 * here as in the preview, of which `chosen` are taken. A user who approves a set is not paid for it, unless they are an owner; a user with the
 * code needs a Steam account, by which other accounts of theirs are known.
 */
export const approveUpdate = defineCommand({
  name: 'challenges.approve',
  permission: 'manageChallenges',
  input: z.strictObject({
    seed: z.int().min(0).max(4_294_967_295),
    count: z.int().min(fewestChallenges).max(mostChallenges),
    currency: z.enum(currencyChoices),
    chosen: z.array(z.string().max(8)).max(mostChallenges),
    isTest: z.boolean().default(false),
  }),
  output: z.object({ history: z.string(), scheduledTime: z.number() }),
  refusals: {
    none: 'Select at least one challenge.',
    unknown: 'The preview has no challenge “{id}”. Generate it again.',
    notLinked: 'Link your Steam account first: the sets that you approve pay you nothing.',
    noPearls: 'To offer Void Pearls you need the permission to give currency. Choose another reward.',
  },
})

export const cancelUpdate = defineCommand({
  name: 'challenges.cancelUpdate',
  permission: 'manageChallenges',
  input: z.strictObject({ history: Id, reason: z.string().trim().max(longestUpdateReason).default('') }),
  output: z.object({}),
  refusals: { gone: 'This update is not pending any more.' },
})

/** The approved set is due. */
export const activateUpdate = defineCommand({
  name: 'challenges.activateUpdate',
  permission: 'hub',
  input: z.object({ history: Id }),
  output: z.object({}),
  refusals: {},
})

/** Removes the oldest entries of the history; a pending one stays. */
export const cleanHistory = defineCommand({
  name: 'challenges.cleanHistory',
  permission: 'manageChallenges',
  input: z.strictObject({ keep: z.int().min(0).max(mostHistory).default(cleanHistoryTo) }),
  output: z.object({ removed: z.int() }),
  refusals: {},
})

/** Decides on a run that waits for staff. */
export const judgeRun = defineCommand({
  name: 'challenges.judge',
  permission: 'manageChallenges',
  input: z.discriminatedUnion('verdict', [
    z.strictObject({ verdict: z.literal('approve'), account: Id, run: Id }),
    z.strictObject({
      verdict: z.literal('reject'),
      account: Id,
      run: Id,
      reason: z.string().trim().min(1, 'Say why: the player reads it').max(longestNote),
    }),
  ]),
  output: z.object({ paid: Price.nullable() }),
  refusals: {
    ...moneyRefusals,
    gone: 'This challenge is no longer waiting for staff.',
    own: "You can't decide on a challenge of your own.",
    otherKind: otherKindText,
    tooRich: "The player's wallet can't hold that much more.",
    off: 'Currency is switched off on this hub, so nothing can be paid.',
  },
})
