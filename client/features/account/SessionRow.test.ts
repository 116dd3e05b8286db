import { expect, test } from 'vitest'
import { OwnSession } from '../../../shared/features/session/session.ts'
import { deviceOf, lastSeen, sessionOrder } from './SessionRow.tsx'

const session = (openedAt: number, seenAt = 0, device = '') =>
  OwnSession.parse({ openedAt, seenAt, endsAt: 1_000, device })

test('[SO10] the present session is first, the others are sorted by their last use', () => {
  const open = { old: session(10), mine: session(1), used: session(2, 50) }
  expect(sessionOrder(open, 'mine').map(({ id }) => id)).toEqual(['mine', 'used', 'old'])
  expect(sessionOrder(open, null).map(({ id }) => id)).toEqual(['used', 'old', 'mine'])
})

test('[SO11] a session that was never used was last seen when it was opened', () => {
  expect(lastSeen(session(10))).toBe(10)
  expect(lastSeen(session(10, 12))).toBe(12)
})

test('[SO12] a session without a device still has a name', () => {
  expect(deviceOf(session(1))).toBe('Unknown device')
  expect(deviceOf(session(1, 0, 'Firefox on Linux'))).toBe('Firefox on Linux')
})
