import { expect, test } from 'vitest'
import { dayOf } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import {
  answerTrivia,
  optionsPerQuestion,
  questionsPerDay,
  ratingOf,
  readTrivia,
  streakOn,
  triviaRecord,
} from '../../../shared/features/trivia/trivia.ts'
import { signInAs } from '../../testing/accounts.ts'
import { freshId, guest, inSession, person } from '../../testing/principals.ts'
import { economyFeature } from '../economy/feature.ts'
import { followMoney, type MoneyTotals } from '../ledger/conservation.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { openLedger, ownersSteamId } from '../ledger/testing/openLedger.ts'
import { bank } from './bank.ts'
import { triviaFeature } from './feature.ts'
import { questionsOf } from './rules.ts'

const dayMs = 86_400_000

async function open(kept: Pick<Parameters<typeof openLedger>[0] & object, 'memory' | 'clock'> = {}) {
  let money: MoneyTotals | null = null
  const totals = () => money as MoneyTotals
  const app = await openLedger({ ...kept, more: [economyFeature(totals), triviaFeature] })
  money = followMoney(app.hub, (what) => void app.faults.push(what))
  const today = () => dayOf(app.clock.now())
  const answer = (who: string, question: string, option: number, day = today(), id = freshId(app.clock.now())) =>
    app.dispatch(inSession(person(who)), answerTrivia.name, { day, question, option }, id)
  return {
    ...app,
    today,
    answer,
    /** Answers all questions of today, the first `right` ones rightly. */
    async play(who: string, right: number = questionsPerDay) {
      for (const [nth, { id, correct }] of questionsOf(today()).entries())
        await answer(who, id, nth < right ? correct : (correct + 1) % optionsPerQuestion)
    },
    record: (who: string) => app.hub.read(triviaRecord, who),
    problems: () => moneyProblems(app.hub, app.memory.storage),
  }
}

const output = (answer: object) => answerTrivia.output.parse((answer as { output: unknown }).output)
const day = (nth: number) => new Date(nth * dayMs).toISOString().slice(0, 10)

test('[TV1] the bank has at least 60 different questions, each with four different options, an explanation and a source', () => {
  expect(bank.length).toBeGreaterThanOrEqual(60)
  expect(new Set(bank.map(({ id }) => id)).size).toBe(bank.length)
  expect(new Set(bank.map(({ question }) => question)).size).toBe(bank.length)
  for (const { id, right, wrong, explanation, source } of bank) {
    expect(new Set([right, ...wrong]).size, id).toBe(optionsPerQuestion)
    expect([explanation.length > 10, source.length > 4], id).toEqual([true, true])
  }
})

test('[TV2] a day has six questions, and none comes twice within a round of days', () => {
  const daysPerRound = Math.floor(bank.length / questionsPerDay)
  const first = daysPerRound * 1_900
  const asked = Array.from({ length: daysPerRound }, (_, nth) => questionsOf(day(first + nth)))
  expect(asked.every((set) => set.length === questionsPerDay)).toBe(true)
  const ids = asked.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(questionsOf(day(first + daysPerRound)).map(({ id }) => id)).not.toEqual(asked[0]?.map(({ id }) => id))
  const places = asked.flat().map(({ correct }) => correct)
  for (let at = 0; at < optionsPerQuestion; at += 1)
    expect(places.filter((one) => one === at).length).toBeGreaterThan(4)
})

test('[TV3] everyone gets the same set, guests too, and nothing in it tells the right option', async () => {
  const { hub, today } = await open()
  const read = (who: typeof guest) => hub.query(who, { name: readTrivia.name, input: {} })
  const shown = await read(guest)
  expect(await read(person('ann'))).toEqual(shown)
  const { questions, ...rest } = readTrivia.output.parse((shown as { output: unknown }).output)
  expect(rest).toMatchObject({ day: today(), reward: 10 })
  expect(questions.map((one) => Object.keys(one).sort())).toEqual(
    Array.from({ length: questionsPerDay }, () => ['id', 'options', 'question']),
  )
  const text = JSON.stringify(shown)
  for (const { explanation } of questionsOf(today())) expect(text).not.toContain(explanation)
})

test('[TV4] a right answer pays 10 Void Pearls, a wrong one nothing, and both are shown with the explanation', async () => {
  const { answer, today, balanceOf, record, link, problems } = await open()
  await link('ann')
  const [first, second] = questionsOf(today())
  if (!first || !second) throw new Error('no questions')
  const { correct, explanation } = first
  expect(output(await answer('ann', first.id, correct))).toEqual({ correct, explanation, paid: 10, isKept: true })
  const wrong = (second.correct + 1) % optionsPerQuestion
  expect(output(await answer('ann', second.id, wrong))).toMatchObject({ correct: second.correct, paid: 0 })
  expect(record('ann')).toMatchObject({
    answered: 2,
    right: 1,
    answers: { [first.id]: { chosen: correct, paid: 10 }, [second.id]: { chosen: wrong, correct: second.correct } },
  })
  expect([balanceOf('ann'), await problems()]).toEqual([10, []])
})

test('[TV5] an answer is locked once it is given, whatever tab or device the next one comes from', async () => {
  const { answer, today, balanceOf, record, link, clock, problems } = await open()
  await link('ann')
  const [{ id, correct } = { id: '', correct: 0 }] = questionsOf(today())
  const wrong = (correct + 1) % optionsPerQuestion
  const call = freshId(clock.now())
  const first = await answer('ann', id, wrong, today(), call)
  expect(await answer('ann', id, wrong, today(), call)).toEqual(first)
  const others = await Promise.all([answer('ann', id, correct), answer('ann', id, correct)])
  for (const other of others) expect(other).toMatchObject({ code: 'answered' })
  expect(record('ann').answers[id]).toMatchObject({ chosen: wrong, paid: 0 })
  expect([balanceOf('ann'), await problems()]).toEqual([0, []])
})

test('[TV6] Play Again judges answers, and neither pays nor keeps them', async () => {
  const { answer, play, today, balanceOf, record, link, problems } = await open()
  await link('ann')
  await play('ann')
  expect(balanceOf('ann')).toBe(60)
  const kept = record('ann')
  for (const { id, correct } of questionsOf(today()))
    expect(output(await answer('ann', id, correct))).toMatchObject({ paid: 0, isKept: false, correct })
  expect([balanceOf('ann'), record('ann'), await problems()]).toEqual([60, kept, []])
})

test("[TV7] an answer to yesterday's or tomorrow's question, to another day's or to none is refused with what to do", async () => {
  const { answer, today, balanceOf, clock, link } = await open()
  await link('ann')
  const yesterday = today()
  const [old] = questionsOf(yesterday)
  clock.pass(dayMs)
  expect(await answer('ann', old?.id ?? '', old?.correct ?? 0, yesterday)).toMatchObject({
    code: 'notToday',
    message: expect.stringContaining("Load today's questions."),
  })
  expect(await answer('ann', questionsOf(today())[0]?.id ?? '', 0, day(Date.parse(today()) / dayMs + 1))).toMatchObject(
    {
      code: 'notToday',
    },
  )
  expect(await answer('ann', old?.id ?? '', 0)).toMatchObject({ code: 'unknownQuestion' })
  for (const option of [-1, 4, 1.5])
    expect(await answer('ann', old?.id ?? '', option)).toMatchObject({ code: 'badInput' })
  expect(balanceOf('ann')).toBe(0)
})

test('[TV8] days in a row are counted, a day that is left out begins again, and a perfect day is one without a mistake', async () => {
  const { play, today, clock, record, link, balanceOf, problems } = await open()
  await link('ann')
  await play('ann')
  clock.pass(dayMs)
  await play('ann', 5)
  expect(record('ann')).toMatchObject({ days: 2, perfectDays: 1, streak: 2, bestStreak: 2, answered: 12, right: 11 })
  clock.pass(dayMs)
  expect(streakOn(record('ann'), today())).toBe(2)
  clock.pass(dayMs)
  expect(streakOn(record('ann'), today())).toBe(0)
  await play('ann', 0)
  expect(record('ann')).toMatchObject({ days: 3, streak: 1, bestStreak: 2 })
  expect([balanceOf('ann'), await problems()]).toEqual([110, []])
})

test('[TV9] a user who erases the account and comes back is not paid again on that day, and is on the next', async () => {
  const { play, link, erase, balanceOf, clock, problems } = await open()
  await link('ann', '76561198000000001')
  await play('ann')
  expect(await erase('ann')).toMatchObject({ ok: true })
  await link('ann2', '76561198000000001')
  await play('ann2')
  expect(balanceOf('ann2')).toBe(0)
  clock.pass(dayMs)
  await play('ann2')
  expect([balanceOf('ann2'), await problems()]).toEqual([60, []])
})

test('[TV16] a user who moves the Steam account to another account is not paid again on that day; the account that was paid goes on', async () => {
  const { today, answer, play, link, dispatch, hub, balanceOf, clock, problems } = await open()
  await link('ann', '76561198000000001')
  const [first] = questionsOf(today())
  await answer('ann', first?.id ?? '', first?.correct ?? 0)
  const { steam } = hub.read(account, 'ann')
  expect(await dispatch(inSession(person('ann')), unlink.name, { provider: 'steam' })).toMatchObject({ ok: true })
  await signInAs(hub, { identity: steam as never, newAccount: 'alt' })
  await play('alt')
  await play('ann')
  expect([balanceOf('alt'), balanceOf('ann')]).toEqual([0, 60])
  clock.pass(dayMs)
  await play('alt')
  expect([balanceOf('alt'), await problems()]).toEqual([60, []])
})

test('[TV10] the owner changes the reward and switches it off; guesses at questions that are not asked are slowed down', async () => {
  const { ask, answer, play, link, balanceOf, hub } = await open()
  await link('olga', ownersSteamId, 'Olga')
  await link('ann')
  await link('bob')
  const change = (trivia: object) => ask('olga', 'owner', changeEconomySettings, { trivia })
  expect(await change({ isOn: true, amount: 25 })).toMatchObject({ ok: true })
  await play('ann', 2)
  expect(balanceOf('ann')).toBe(50)
  expect(await change({ isOn: false, amount: 25 })).toMatchObject({ ok: true })
  await play('bob')
  expect(balanceOf('bob')).toBe(0)
  expect(await hub.query(person('bob'), { name: readTrivia.name, input: {} })).toMatchObject({ output: { reward: 0 } })
  const codes: string[] = []
  for (let nth = 0; nth < 40; nth += 1)
    codes.push(String(((await answer('bob', 'nothing', 0)) as { code?: string }).code))
  expect([codes[0], codes.at(-1)]).toEqual(['unknownQuestion', 'tooManyGuesses'])
})

test('[TV11] the rating: all right is perfect, from 80% excellent, from 60% good, else study', () => {
  expect([6, 5, 4, 3, 0].map((right) => ratingOf(right, 6))).toEqual(['perfect', 'excellent', 'good', 'study', 'study'])
  expect([8, 6, 5].map((right) => ratingOf(right, 10))).toEqual(['excellent', 'good', 'study'])
})
