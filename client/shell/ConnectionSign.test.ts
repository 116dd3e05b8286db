import { expect, test } from 'vitest'
import { timeOf } from '../ui/durations.ts'
import { connectionWords } from './ConnectionSign.tsx'

const since = 1_800_000_000_000

test.each([
  ['connecting', 'Connecting', ''],
  ['live', 'Live', ''],
  ['reconnecting', 'Reconnecting', '7 s'],
  ['stale', 'Stale', `since ${timeOf(since)}`],
  ['reload', 'New version', 'is ready'],
] as const)('[CS1] %s is said as "%s" and since when', (name, said, words) => {
  expect(connectionWords({ name, since }, since + 7_000)).toEqual({ name: said, words })
})
