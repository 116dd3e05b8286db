// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerTrivia, readTrivia, type TriviaRecord, triviaRecord } from '../../../shared/features/trivia/trivia.ts'
import {
  answering,
  given,
  refusal,
  refusedDocument,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
import { TriviaPanel } from './TriviaPanel.tsx'

const day = new Date(screenNow).toISOString().slice(0, 10)
const questions = Array.from({ length: 6 }, (_, nth) => ({
  id: `q${nth}`,
  question: `What is ${nth}?`,
  options: ['one', 'two', 'three', 'four'].map((option) => `${option} ${nth}`),
}))
const set = { day, endsAt: screenNow + 3_600_000, questions, reward: 10 }
const today = answering(readTrivia, () => set)

/** The record after the first answers, of which `right` ones are right. */
const after = (answered: number, right = answered) => ({
  day,
  answers: Object.fromEntries(
    questions
      .slice(0, answered)
      .map(({ id }, nth) => [
        id,
        { chosen: nth < right ? 1 : 0, correct: 1, explanation: `Because of ${nth}.`, paid: nth < right ? 10 : 0 },
      ]),
  ),
  answered,
  right,
  streak: 3,
  lastDay: day,
  bestStreak: 4,
})

async function open(record: Partial<TriviaRecord> = {}) {
  const shown = renderScreen(<TriviaPanel account="ann" />, {
    hello: signedIn('player'),
    documents: [given(triviaRecord, 'ann', record)],
    queries: [today],
  })
  await shown.settle()
  return shown
}
const option = (name: string) => screen.getByRole('button', { name: new RegExp(name) }) as HTMLButtonElement

test('[TV12] a guest is asked to sign in; a player sees the first question, what it pays and when the next set begins', async () => {
  const guest = renderScreen(<TriviaPanel account={null} />, { queries: [today] })
  expect(screen.getByText('Loading…')).toBeDefined()
  await guest.settle()
  expect(screen.getByText('Sign in to play Dino Trivia.')).toBeDefined()
  expect(screen.getByText('Six questions a day. Each correct answer earns Void Pearls.')).toBeDefined()
  guest.unmount()
  const unpaid = renderScreen(<TriviaPanel account={null} />, {
    queries: [answering(readTrivia, () => ({ ...set, reward: 0 }))],
  })
  await unpaid.settle()
  expect(screen.getByText('Six questions a day.')).toBeDefined()
  unpaid.unmount()
  await open()
  expect(screen.getByRole('heading', { name: 'What is 0?' })).toBeDefined()
  expect(screen.getByText('Question 1 of 6')).toBeDefined()
  expect(screen.getByText('1:00:00')).toBeDefined()
})

test('[TV13] an answer is locked while the hub judges it, then shown as right or wrong, and the next question follows', async () => {
  const { sent, change } = await open()
  fireEvent.click(option('one 0'))
  expect(sent).toMatchObject([{ name: answerTrivia.name, input: { day, question: 'q0', option: 0 } }])
  expect(screen.getByText('Checking…')).toBeDefined()
  for (const name of ['one 0', 'two 0', 'four 0']) expect(option(name).disabled).toBe(true)
  change(given(triviaRecord, 'ann', after(1, 0)))
  await sent[0]?.answer({
    ok: true,
    output: { correct: 1, explanation: 'Because of 0.', paid: 0, isKept: true },
    seq: 1,
  })
  expect(screen.getByText('Wrong.').parentElement?.textContent).toBe('Wrong. Because of 0.')
  expect(option('two 0').textContent).toContain('Right answer')
  expect(option('one 0').textContent).toContain('Your answer')
  expect(option('two 0').disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Next question' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'What is 1?' }))
})

test('[TV2356] one Void Pearl is earned in the singular', async () => {
  const all = after(6, 1)
  const [first, ...others] = Object.entries(all.answers)
  const answers = Object.fromEntries([...others, ...(first ? [[first[0], { ...first[1], paid: 1 }] as const] : [])])
  await open({ ...all, answers })
  expect(screen.getByText('You earned 1 Void Pearl today.')).toBeDefined()
})

test('[TV14] after the last question comes the rating with all explanations; Play Again begins a round that pays nothing', async () => {
  const { sent, change } = await open(after(6))
  expect(screen.getByRole('heading', { name: 'Perfect score!' })).toBeDefined()
  expect(screen.getByText('You earned 60 Void Pearls today.')).toBeDefined()
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
  for (const [right, title] of [
    [5, 'Excellent!'],
    [4, 'Good job!'],
    [3, 'Time to study!'],
  ] as const) {
    change(given(triviaRecord, 'ann', after(6, right)))
    expect(screen.getByRole('heading', { name: title })).toBeDefined()
  }
  fireEvent.click(screen.getByRole('button', { name: 'Play Again' }))
  expect(screen.getByText('Question 1 of 6')).toBeDefined()
  fireEvent.click(option('two 0'))
  await sent[0]?.answer({ ok: true, output: { correct: 1, explanation: 'So it is.', paid: 0, isKept: false }, seq: 1 })
  expect(screen.getByText(/Correct!/).parentElement?.textContent).toBe('Correct! So it is.')
})

test("[TV15] an answer to yesterday's question says so and loads today's set; refused records are named", async () => {
  const { sent, change } = await open()
  fireEvent.click(option('one 0'))
  await sent[0]?.answer(refusal('notToday', answerTrivia.refusals.notToday))
  expect(screen.getByRole('alert').textContent).toContain("That question isn't from today.")
  fireEvent.click(screen.getByRole('button', { name: "Load today's questions" }))
  expect(screen.queryByRole('alert')).toBeNull()
  change(refusedDocument(triviaRecord, 'ann'))
  expect(screen.getByText("You can't read this.")).toBeDefined()
})
