import { createHash } from 'node:crypto'
import { dayOf } from '../../../shared/engine/utcDay.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import type * as commands from '../../../shared/features/trivia/trivia.ts'
import { answersOn, dayBefore, questionsPerDay, triviaRecord } from '../../../shared/features/trivia/trivia.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { hasTriviaOf, markedRewards } from '../economy/erasedRewards.ts'
import { isRewarding, payReward } from '../economy/rewards.ts'
import { claimOnDay } from '../ledger/holds.ts'
import { type BankQuestion, bank } from './bank.ts'

const dayMs = 86_400_000

/** A question as it is asked on one day. */
interface AskedQuestion extends BankQuestion {
  /** As shown. */
  readonly options: readonly string[]
  /** The index of the right one. */
  readonly correct: number
}

const rankOf = (text: string) => createHash('sha256').update(text).digest('hex')
/** In an order that depends on the seed alone. */
const shuffled = <One>(all: readonly One[], seed: string, textOf: (one: One) => string): readonly One[] =>
  all
    .map((one) => ({ one, rank: rankOf(`${seed} ${textOf(one)}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one)

/**
 * The questions of a UTC day. The bank gets a new order for each round of days. Within a round no question comes twice, and those that fill
 * no whole day are left out. The next round may begin with a question of the day before. The order of the options rests on their texts: it
 * tells nothing about which one is right.
 * @param day as 2026-11-22
 */
export function questionsOf(day: string): readonly AskedQuestion[] {
  const nth = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)
  const daysPerRound = Math.floor(bank.length / questionsPerDay)
  const [round, at] = [Math.floor(nth / daysPerRound), nth % daysPerRound]
  const inOrder = shuffled(bank, `round ${round}`, ({ id }) => id)
  return inOrder.slice(at * questionsPerDay, (at + 1) * questionsPerDay).map((one) => {
    const options = shuffled([one.right, ...one.wrong], `${day} ${one.id}`, (option) => option)
    return { ...one, options, correct: options.indexOf(one.right) }
  })
}

/** Void Pearls for a right answer; 0 where rewards are off. */
export function triviaReward(context: Pick<Context, 'read' | 'setting'>): number {
  const { isOn, amount } = context.read(economySettings).trivia
  return isOn && isRewarding(context) ? amount : 0
}

export const answerTrivia: Rule<typeof commands.answerTrivia> = (context, { day, question, option }) => {
  const { actor, read, edit, now, refuse } = context
  const player = accountOf(actor)
  if (day !== dayOf(now)) return refuse('notToday')
  const questions = questionsOf(day)
  const slot = questions.findIndex(({ id }) => id === question)
  const asked = questions[slot]
  if (!asked) return refuse('unknownQuestion')
  const { correct, explanation } = asked
  const before = answersOn(read(triviaRecord, player), day)
  if (questions.every(({ id }) => Object.hasOwn(before, id))) return { correct, explanation, paid: 0, isKept: false }
  if (Object.hasOwn(before, question)) return refuse('answered')

  const isRight = option === correct
  const paid = isRight ? payAnswer(context, player, day, slot) : 0
  const record = edit(triviaRecord, player)
  if (record.day !== day) Object.assign(record, { day, answers: {} })
  record.answers[question] = { chosen: option, correct, explanation, paid }
  record.answered += 1
  if (isRight) record.right += 1
  if (questions.every(({ id }) => Object.hasOwn(record.answers, id))) completeDay(context, player, day)
  return { correct, explanation, paid, isKept: true }
}

/**
 * Once for each question of a day: by its place in the day's set, so that a set that changes with a new release pays no more either. Nothing for
 * a person who was paid today by an account that was erased since, or that the Steam or Discord account was unlinked from. An account that was
 * paid here before that goes on.
 */
function payAnswer(
  context: Parameters<Rule<typeof commands.answerTrivia>>[0],
  player: string,
  day: string,
  slot: number,
) {
  const amount = triviaReward(context)
  if (amount === 0) return 0
  if (markedRewards(context, player).triviaDay === day && !hasTriviaOf(context, player, day)) return 0
  if (!claimOnDay(context, player, 'trivia', day, String(slot))) return 0
  return payReward(context, { player, cause: 'trivia', amount, subject: day })
}

function completeDay({ edit }: Pick<Context, 'edit'>, player: string, day: string) {
  const record = edit(triviaRecord, player)
  const answers = Object.values(record.answers)
  record.days += 1
  if (answers.every(({ chosen, correct }) => chosen === correct)) record.perfectDays += 1
  record.streak = record.lastDay === dayBefore(day) ? record.streak + 1 : 1
  record.bestStreak = Math.max(record.bestStreak, record.streak)
  record.lastDay = day
}
