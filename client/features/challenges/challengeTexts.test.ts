import { expect, test } from 'vitest'
import { limitText } from './challengeTexts.ts'

test.each([
  [47, '47 h'],
  [48, '2 d'],
  [92, '3 d 20 h'],
])('[DC2360] the limit of %d hours is written as "%s"', (hours, text) => {
  expect(limitText(hours)).toBe(text)
})
