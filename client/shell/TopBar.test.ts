import { expect, test } from 'vitest'
import { timeOf } from '../ui/durations.ts'
import { connectionLabel } from './TopBar.tsx'

const since = 1_800_000_000_000

test.each([
  ['connecting', 'Connecting', ''],
  ['live', 'Live', ''],
  ['reconnecting', 'Reconnecting', '7 s'],
  ['stale', 'Stale', `since ${timeOf(since)}`],
  ['reload', 'New version', 'is ready'],
] as const)('[CS4] %s is shown as "%s" with its time', (name, label, detail) => {
  expect(connectionLabel({ name, since }, since + 7_000)).toEqual({ name: label, detail })
})
