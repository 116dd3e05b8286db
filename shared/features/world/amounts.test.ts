import { expect, test } from 'vitest'
import { amountInWords, amountsInWords } from './amounts.ts'

test.each([
  [0, '0 Void Pearls'],
  [1, '1 Void Pearl'],
  [-1, '-1 Void Pearl'],
  [2, '2 Void Pearls'],
  [4_200, '4,200 Void Pearls'],
])('[CU1960] the amount %d is written as "%s"', (amount, words) => {
  expect(amountInWords(amount, 'voidPearls')).toBe(words)
})

test('[CU1961] of several currencies those above 0 are written, in their usual order', () => {
  const amounts = { sylvanShards: 1, voidPearls: 500, razorTalons: 0 }
  expect(amountsInWords(amounts)).toBe('500 Void Pearls and 1 Sylvan Shard')
  expect(amountsInWords(amounts, 3)).toBe('1,500 Void Pearls and 3 Sylvan Shards')
  expect(amountsInWords({ ...amounts, razorTalons: 2 })).toBe('500 Void Pearls, 2 Razor Talons and 1 Sylvan Shard')
})
