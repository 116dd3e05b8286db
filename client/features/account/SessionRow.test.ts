import { expect, test } from 'vitest'
import { OwnSession } from '../../../shared/features/session/session.ts'
import { deviceOf, lastSeen, sessionOrder } from './SessionRow.tsx'

const session = (openedAt: number, seenAt = 0, device = '') =>
  OwnSession.parse({ openedAt, seenAt, endsAt: 1_000, device })

test('[SO1] this session stands first, and the others by their last use', () => {
  const open = { old: session(10), mine: session(1), used: session(2, 50) }
  expect(sessionOrder(open, 'mine').map(({ id }) => id)).toEqual(['mine', 'used', 'old'])
  expect(sessionOrder(open, null).map(({ id }) => id)).toEqual(['used', 'old', 'mine'])
})

test('[SO2] who was never seen was last seen when they came in', () => {
  expect(lastSeen(session(10))).toBe(10)
  expect(lastSeen(session(10, 12))).toBe(12)
})

test('[SO3] a session without a device is named all the same', () => {
  expect(deviceOf(session(1))).toBe('An unknown device')
  expect(deviceOf(session(1, 0, 'Firefox on Linux'))).toBe('Firefox on Linux')
})
