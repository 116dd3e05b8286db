import { expect, test } from 'vitest'
import { z } from 'zod'
import { isBlank, numberIn, numberProblem, onOneLine, textProblem } from './textRules.ts'

test.each([
  ['one\ntwo', 'one two'],
  ['one \r\n  two\r\n', 'one two '],
  ['one\u2028two\u0085three', 'one two three'],
  ['one  two', 'one  two'],
])('[FP1] the line ends of %j become spaces', (pasted, text) => {
  expect(onOneLine(pasted)).toBe(text)
})

test.each(['', '   ', '\t\u00a0\u3000', '\u200b\u200f\u2060', '\u2800\u3164'])('[FP2] %j counts as empty', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['a', ' .', '🦖', '👩‍👩‍👧', 'مرحبا', '\u200eשלום'])('[FP3] %j counts as a text', (text) => {
  expect(isBlank(text)).toBe(false)
})

test.each([
  ['', 'Enter a reason.'],
  [' \u200b ', 'Enter a reason.'],
  ['  12345  ', null],
  ['1234567', 'At most 5 characters. Remove 2.'],
  ['🦖🦖🦖', null],
  ['🦖🦖🦖🦖🦖🦖', 'At most 5 characters. Remove 1.'],
  ['bad', 'Not that.'],
])('[FP4] the problem with the text %j is %j', (text, problem) => {
  const check = (each: string) => (each === 'bad' ? 'Not that.' : null)
  expect(textProblem(text, { needed: 'Enter a reason.', longest: 5, check })).toBe(problem)
})

test.each(['🦖🦖🦖', '🦖🦖🦖🦖', 'שלום', '👩‍👩‍👧', 'e\u0301te', 'abc', 'abcd'])(
  '[FP5] the length of %j is counted as the schemas of the hub count it',
  (text) => {
    const fits = z.string().max(3).safeParse(text).success
    expect(textProblem(text, { longest: 3 }) === null).toBe(fits)
  },
)

test.each([
  ['3', 3],
  [' 4.5 ', 4.5],
  ['.5', 0.5],
  ['+7', 7],
  ['-12', -12],
  ['−12', -12],
  ['1,500', 1_500],
  ['12,345,678.25', 12_345_678.25],
  ['1 500', 1_500],
  ['1\u202f500', 1_500],
  ['1’500', 1_500],
  ['١٬٥٠٠', 1_500],
  ['１５００', 1_500],
])('[FP6] %j is read as the number %d', (typed, number) => {
  expect(numberIn(typed)).toBe(number)
})

test.each([
  '',
  '  ',
  'many',
  'Infinity',
  '1e5',
  '0x10',
  '1,5',
  '15,00',
  '1,5000',
  '1 5',
  '.',
  '-',
  '1.2.3',
  '🦖',
  '9'.repeat(400),
])('[FP7] %j is not a number', (typed) => {
  expect(numberIn(typed)).toBeNull()
})

test.each([
  ['', { needed: 'Enter the number of days.' }, 'Enter the number of days.'],
  ['', {}, null],
  ['1,500', { most: 2_000 }, null],
  ['1,5', {}, 'Use a point for decimals: 1.5'],
  ['1,5', { step: 1, least: 1, most: 7 }, 'Enter a whole number from 1 to 7 in digits.'],
  ['two', { least: 1 }, 'Enter a number of at least 1 in digits.'],
  ['2.5', { step: 1, least: 1, most: 7 }, 'Enter a whole number from 1 to 7.'],
  ['0.3', { step: 0.1 }, null],
  ['9', { most: 7 }, 'Enter a number of at most 7.'],
  ['50,000', { step: 1, least: 1, most: 36_600 }, 'Enter a whole number from 1 to 36,600.'],
])('[FP8] the problem with the number %j under %j is %j', (typed, rule, problem) => {
  expect(numberProblem(typed, rule)).toBe(problem)
})
