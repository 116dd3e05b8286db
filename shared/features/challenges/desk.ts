import { z } from 'zod'
import { defineDocument, exportedAs, holdersOf, type Person } from '../../engine/document.ts'
import { Challenge, setKinds } from './challenge.ts'

export const historyActions = ['updated', 'regenerated', 'approved'] as const
export const historyStates = ['pending', 'active', 'cancelled'] as const
/** By which door staff came, or that the hub did it: never the code. */
export const doors = ['permission', 'species code', 'hub'] as const

/** One change of the sets. */
export const HistoryEntry = z.object({
  id: z.string(),
  /** Epoch ms. */
  timestamp: z.number(),
  adminInfo: z.object({
    code: z.enum(doors),
    /** Public id of the session. */
    sessionId: z.string().nullable().default(null),
    userAgent: z.string().nullable().default(null),
    /** The account that acted; '' for the hub, and after it was erased. */
    account: z.string().default(''),
  }),
  action: z.enum(historyActions),
  kind: z.enum(setKinds).default('daily'),
  challengeCount: z.int(),
  challenges: z.array(
    Challenge.pick({ id: true, title: true, difficulty: true, category: true, reward: true, timeLimit: true }),
  ),
  /** Epoch ms. */
  scheduledFor: z.number(),
  status: z.enum(historyStates),
  cancelReason: z.string().nullable().default(null),
  cancelledAt: z.number().nullable().default(null),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The next daily set, which staff approved. */
const PendingUpdate = z.object({
  historyId: z.string(),
  scheduledTime: z.number(),
  challenges: z.array(Challenge),
  /** The account that approved it, which is not paid for its challenges; null for owners, who are. A release before left it out: see the history. */
  approver: z.string().nullable().optional(),
})

/** A run that staff decide. */
const Asked = z.object({
  account: z.string(),
  run: z.string(),
  title: z.string(),
  note: z.string().default(''),
  askedAt: z.number(),
})
export type Asked = z.infer<typeof Asked>

const Figure = z.int().nonnegative().default(0)
/** What happened on a UTC day. */
export const DayFigures = z.object({
  accepted: Figure,
  completed: Figure,
  /** Of the completed ones, those that staff approved. */
  approved: Figure,
  rejected: Figure,
  expired: Figure,
  updates: Figure,
  cancelled: Figure,
  razorTalons: Figure,
  sylvanShards: Figure,
})
export type DayFigures = z.infer<typeof DayFigures>

const Desk = z.object({
  history: z.record(z.string(), HistoryEntry).default({}),
  pending: PendingUpdate.nullable().default(null),
  /** The daily set that staff approved, with its approver as above; null for a set of the hub or of an owner. Also left out by a release before. */
  approved: z.object({ set: z.string(), approver: z.string() }).nullable().optional(),
  asked: z.record(z.string(), Asked).default({}),
  days: z.record(z.string(), DayFigures).default({}),
})

const askedBy = ({ asked }: z.output<typeof Desk>, { account }: Person) =>
  Object.values(asked)
    .filter((one) => one.account === account)
    .map(({ account: _, ...own }) => own)

/** For staff: the history, the next set, what is to be judged, and figures by UTC day. */
export const challengeDesk = defineDocument({
  kind: 'challengeDesk',
  schema: Desk,
  readableBy: holdersOf('manageChallenges'),
  memory: 'journaled',
  about: () => [''],
  // Of the history, the audit has what the person did.
  exported: exportedAs('challengesToJudge', askedBy, {
    run: 'theirs',
    title: 'theirs',
    note: 'theirs',
    askedAt: 'theirs',
  }),
  erased: 'byFeature',
  typedTexts: ['asked.*.note', 'history.*.cancelReason'],
  audited: 'challengeAudit',
})
export type ChallengeDesk = z.output<typeof challengeDesk.schema>
export const askedKey = (account: string, run: string) => `${account}:${run}`

export const updateDelayMs = 18_000_000
export const testDelayMs = 30_000
export const mostHistory = 50
export const cleanHistoryTo = 30
export const mostAsked = 500
export const figureDays = 31
export const defaultCancelReason = 'Cancelled by admin'
export const erasedCancelReason = 'The account that approved it was erased'
export const lostCancelReason = 'The account that approved it lost the permission for it'
export const overdueText = 'Update is overdue! It should have activated automatically.'
export const updatedTitle = 'Daily Challenges Updated!'

/** The sums of the last UTC days, today included. @param now epoch ms */
export function figuresOf({ days }: Pick<ChallengeDesk, 'days'>, now: number, lastDays: number): DayFigures {
  const from = new Date(now - (lastDays - 1) * 86_400_000).toISOString().slice(0, 10)
  const sums = DayFigures.parse({})
  for (const [day, figures] of Object.entries(days)) {
    if (day < from) continue
    for (const name of Object.keys(sums) as (keyof DayFigures)[]) sums[name] += figures[name]
  }
  return sums
}

/** Demo accounts and real ones are kept apart. */
export const otherKindText =
  'Demo staff can only decide on challenges of demo players, and other staff only on those of real players.'
