import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, nobody, notPersonal } from '../../engine/document.ts'
import { Price } from '../ledger/accounts.ts'
import { currencies } from '../world/currencies.ts'

export const challengeTypes = ['growth', 'hunting', 'survival', 'social', 'exploration', 'specific'] as const
export type ChallengeType = (typeof challengeTypes)[number]

export const categoryOf = {
  growth: 'Growth',
  hunting: 'Combat',
  survival: 'Survival',
  social: 'Social',
  exploration: 'Exploration',
  specific: 'Species-Specific',
} as const satisfies Readonly<Record<ChallengeType, string>>
const categories = Object.values(categoryOf)

/** From the easiest to the hardest. */
export const difficulties = ['Easy', 'Medium', 'Hard', 'Extreme'] as const
export type Difficulty = (typeof difficulties)[number]

/** What the hub counts: `judged` is what it can't see, which staff decide. */
export const measures = ['growth', 'minutes', 'regions', 'kills', 'judged'] as const
export type Measure = (typeof measures)[number]

/** What has to be done. Everything that is set must hold at the same time. */
export const Goal = z.object({
  measure: z.enum(measures),
  /** Points of growth, minutes, regions or kills; 1 where staff decide. */
  target: z.int().min(1),
  /** Class name of the game. */
  species: z.string().nullable().default(null),
  diet: z.enum(['carnivore', 'herbivore']).nullable().default(null),
  /** Members of the pack who play at the same time, the player included; 0: alone or not. */
  pack: z.int().min(0).default(0),
  /** Id of a named region; null: anywhere. */
  region: z.string().nullable().default(null),
  /** A death, or another animal, starts the count again. */
  oneLife: z.boolean().default(false),
})
export type Goal = z.infer<typeof Goal>

export const Challenge = z.object({
  /** Unique in its set. */
  id: z.string(),
  type: z.enum(challengeTypes),
  title: z.string(),
  description: z.string(),
  reward: Price,
  difficulty: z.enum(difficulties),
  /** Hours from accepting it. */
  timeLimit: z.int().min(1),
  category: z.enum(categories),
  requiredDino: z.string().nullable().default(null),
  /** Epoch ms. */
  generatedDate: z.number(),
  status: z.literal('available').default('available'),
  goal: Goal,
})
export type Challenge = z.infer<typeof Challenge>

export const setKinds = ['daily', 'weekly'] as const
export type SetKind = (typeof setKinds)[number]

/** Challenges that are offered together. The id is never used again: rewards are paid by it. That of an approved set names its day. */
export const ChallengeSet = z.object({
  id: z.string(),
  kind: z.enum(setKinds),
  /** Epoch ms. */
  startedAt: z.number(),
  /** The UTC day, or that of its Monday, as 2026-11-22. */
  day: z.string(),
  challenges: z.record(z.string(), Challenge),
})
export type ChallengeSet = z.infer<typeof ChallengeSet>

/** The sets that can be accepted now. */
export const challenges = defineDocument({
  kind: 'challenges',
  schema: z.object({
    daily: ChallengeSet.nullable().default(null),
    weekly: ChallengeSet.nullable().default(null),
  }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('It says what everyone can do.'),
})

/** Daily sets begin at 00:00 UTC, weekly ones on Monday. */
export const dailyRule = { rule: '0 0 * * *', zone: 'UTC', missed: 'runOnce' } as const
export const setSizes = { daily: 6, weekly: 3 } as const
/** What staff may choose for a daily set. */
export const fewestChallenges = 3
export const mostChallenges = 8

const runStates = ['accepted', 'reached', 'waiting', 'completed', 'rejected', 'expired', 'dropped'] as const
export type RunState = (typeof runStates)[number]

/** A challenge that a player accepted, and what the hub has seen since. */
export const Run = z.object({
  id: z.string(),
  set: z.string(),
  kind: z.enum(setKinds),
  challenge: Challenge,
  /** Epoch ms. */
  acceptedAt: z.number(),
  deadline: z.number(),
  /**
   * `reached`: the hub saw all of it in time, and it waits for Mark Complete, without a limit. `waiting`: staff decide. `completed`,
   * `rejected`, `expired` and `dropped` are ends.
   */
  state: z.enum(runStates),
  /** Points of growth, or kills. */
  count: z.int().nonnegative().default(0),
  /** Ms under the goal's conditions. */
  ms: z.number().nonnegative().default(0),
  /** Ids of regions that were visited. */
  regions: z.record(z.string(), z.literal(true)).default({}),
  /** The animal as last seen; null before the first reading and after its death. */
  life: z.object({ species: z.string(), growth: z.int() }).nullable().default(null),
  /** Epoch ms of the state; null while it is accepted. */
  endedAt: z.number().nullable().default(null),
  /** What it paid; null where it paid before, not yet, or nothing. */
  paid: Price.nullable().default(null),
  /** Of staff, with a rejection. */
  reason: z.string().default(''),
  /** The player approved its set, and is not paid for it. */
  isOwnSet: z.boolean().default(false),
  /** Another approved set of its day has paid the player, and this one doesn't. */
  isSecondSet: z.boolean().default(false),
})
export type Run = z.infer<typeof Run>

/** Why a challenge pays nothing. */
export const ownSetText = 'You approved its set, so it pays you nothing.'
export const secondSetText = 'You were paid for another set that staff approved that day, so it pays you nothing.'

const isOpenState: ReadonlySet<RunState> = new Set(['accepted', 'reached', 'waiting'])
export const isOpenRun = ({ state }: Pick<Run, 'state'>) => isOpenState.has(state)

/** How much of the goal was seen: as its target, and at most that. */
export function seenOf({
  challenge: { goal },
  count,
  ms,
  regions,
}: Pick<Run, 'challenge' | 'count' | 'ms' | 'regions'>) {
  const seen = {
    growth: count,
    kills: count,
    minutes: Math.floor(ms / 60_000),
    regions: Object.keys(regions).length,
    judged: 0,
  }[goal.measure]
  return Math.min(seen, goal.target)
}

/** Open at once, and kept of all. */
export const mostOpenRuns = 12
export const mostRuns = 40

const Runs = z.object({ runs: z.record(z.string(), Run).default({}) })
/** What a player accepted. The key is the account id. */
export const challengeRuns = defineDocument({
  kind: 'challengeRuns',
  schema: Runs,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('challenges', ({ runs }: z.output<typeof Runs>) => Object.values(runs), {
    id: 'theirs',
    set: 'theirs',
    kind: 'theirs',
    challenge: 'theirs',
    acceptedAt: 'theirs',
    deadline: 'theirs',
    state: 'theirs',
    count: 'theirs',
    ms: 'theirs',
    regions: 'theirs',
    life: 'theirs',
    endedAt: 'theirs',
    paid: 'theirs',
    reason: 'theirs',
    isOwnSet: 'theirs',
    isSecondSet: 'theirs',
  }),
  erased: 'cleared',
  typedTexts: ['runs.*.reason'],
  audited: 'challengeAudit',
})

/** The accounts with a challenge whose progress is being counted. */
export const countedRuns = defineDocument({
  kind: 'countedRuns',
  schema: z.object({ accounts: z.record(z.string(), z.literal(true)).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** `auto`: by type and diet. */
export const currencyChoices = ['auto', ...currencies] as const
export type CurrencyChoice = (typeof currencyChoices)[number]
