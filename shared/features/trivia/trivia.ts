import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { moneyRefusals } from '../ledger/commands.ts'

/** Questions of one UTC day. */
export const questionsPerDay = 6
export const optionsPerQuestion = 4

/** How long the answer is shown before the next question follows, ms. */
export const nextQuestionAfterMs = 2_000

const Option = z
  .int()
  .min(0)
  .max(optionsPerQuestion - 1)
/** A UTC day, as 2026-11-22. */
const Day = z.string()

/** The first answer of a user to a question of a day: it counts, and cannot be changed. */
const TriviaAnswer = z.object({
  /** Indices of the options as they were shown. */
  chosen: z.int().nonnegative(),
  correct: z.int().nonnegative(),
  explanation: z.string(),
  /** Void Pearls; 0 for a wrong answer. */
  paid: z.int().nonnegative(),
})
export type TriviaAnswer = z.infer<typeof TriviaAnswer>

const Count = z.int().nonnegative().default(0)

/** What a user has answered. The key is the account id. */
export const TriviaRecord = z.object({
  /** The day of the answers; '' before the first one. */
  day: Day.default(''),
  /** Of that day, by the question's id. */
  answers: z.record(z.string(), TriviaAnswer).default({}),
  /** Of all days. */
  answered: Count,
  right: Count,
  /** Days on which all questions were answered, and of these with all of them right. */
  days: Count,
  perfectDays: Count,
  /** The last of the days on which all questions were answered; '' for none. */
  lastDay: Day.default(''),
  /** Days in a row up to `lastDay`. See `streakOn`. */
  streak: Count,
  bestStreak: Count,
})
export type TriviaRecord = z.infer<typeof TriviaRecord>

export const triviaRecord = defineDocument({
  kind: 'triviaRecord',
  schema: TriviaRecord,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('trivia', (own: TriviaRecord) => own, {
    day: 'theirs',
    answers: 'theirs',
    answered: 'theirs',
    right: 'theirs',
    days: 'theirs',
    perfectDays: 'theirs',
    lastDay: 'theirs',
    streak: 'theirs',
    bestStreak: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})

/** As users see it before they answer: without the right option. */
const TriviaQuestion = z.strictObject({ id: z.string(), question: z.string(), options: z.array(z.string()) })
export type TriviaQuestion = z.infer<typeof TriviaQuestion>

/** The questions of the present UTC day, the same for everyone. */
export const readTrivia = defineQuery({
  name: 'trivia.today',
  permission: 'look',
  input: z.strictObject({}),
  output: z.object({
    day: Day,
    /** Epoch ms at which the next set begins. */
    endsAt: z.number(),
    questions: z.array(TriviaQuestion),
    /** Void Pearls for a right answer; 0 where there is none. */
    reward: z.int().nonnegative(),
  }),
  perMinute: 60,
})

/**
 * Answers a question of the present day. The first answer counts. Once all questions of the day are answered, further ones are judged, and
 * neither kept nor paid: that is Play Again.
 */
export const answerTrivia = defineCommand({
  name: 'trivia.answer',
  permission: 'play',
  input: z.strictObject({ day: Day.max(10), question: Id, option: Option }),
  output: z.object({
    correct: Option,
    explanation: z.string(),
    /** Void Pearls. */
    paid: z.int().nonnegative(),
    /** Whether it was the answer that counts. */
    isKept: z.boolean(),
  }),
  refusals: {
    ...moneyRefusals,
    notToday: "That question isn't from today. A new set began at 00:00 UTC. Load today's questions.",
    unknownQuestion: "That question isn't in today's set. Load today's questions.",
    answered: 'You already answered this question. The first answer counts.',
  },
  attemptLimit: { refusals: ['notToday', 'unknownQuestion', 'answered'], perMinute: 30 },
})

export type TriviaRating = 'perfect' | 'excellent' | 'good' | 'study'

/** @param right of `total` answers */
export function ratingOf(right: number, total: number): TriviaRating {
  if (right === total) return 'perfect'
  const part = right / total
  if (part >= 0.8) return 'excellent'
  return part >= 0.6 ? 'good' : 'study'
}

const dayMs = 86_400_000
/** @param day as 2026-11-22 */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)

/** Days in a row up to this day, which may still be open. @param day as 2026-11-22 */
export const streakOn = ({ lastDay, streak }: Pick<TriviaRecord, 'lastDay' | 'streak'>, day: string): number =>
  lastDay === day || lastDay === dayBefore(day) ? streak : 0

/** The answers of this day: those of an earlier one do not count. */
export const answersOn = (
  { day, answers }: Pick<TriviaRecord, 'day' | 'answers'>,
  today: string,
): TriviaRecord['answers'] => (day === today ? answers : {})
