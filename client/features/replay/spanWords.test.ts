import { expect, test } from 'vitest'
import { timeOf } from '../../ui/durations.ts'
import { spanWords } from './spanWords.ts'

const minute = 60_000
const now = 1_700_000_000_000
const window = { from: now - 60 * minute, until: now }

test('[SW1] a whole hour is told as such', () => {
  expect(spanWords([{ from: now - 61 * minute, until: now - 2_000 }], window, null)).toBe('The last 1 h are kept.')
})

test('[SW2] what is shorter says from when on, and why if the hub says why', () => {
  const from = now - 12 * minute
  expect(spanWords([{ from, until: now }], window, 'The disk was full.')).toBe(
    `Kept from ${timeOf(from)} on: 12 min of the last 1 h. The disk was full.`,
  )
})

test('[SW3] gaps are counted; the time that is still to come is none', () => {
  const stretches = [
    { from: now - 70 * minute, until: now - 50 * minute },
    { from: now - 40 * minute, until: now - 30 * minute },
    { from: now - 20 * minute, until: now - 5 * minute },
  ]
  expect(spanWords(stretches, window, null)).toBe(
    'The last 1 h are kept. 2 gaps are hatched: the game was not read then.',
  )
  expect(spanWords([], window, null)).toBe('Nothing is kept.')
})
