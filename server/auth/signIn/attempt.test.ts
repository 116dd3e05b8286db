import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import {
  attemptCookie,
  attemptIn,
  attemptLengthMs,
  createEndOnce,
  newAttempt,
  replayMs,
  sealAttempt,
  unsealAttempt,
} from './attempt.ts'

const secret = randomBytes(32)
const startedAt = Date.UTC(2026, 0, 1)
const attempt = () =>
  newAttempt({ provider: 'steam', returnAddress: 'https://hub.example/auth/steam/return', returnPath: '/', startedAt })

test('[SI23] an attempt is valid for ten minutes, for its provider and its secret', () => {
  const made = attempt()
  const sealed = sealAttempt(secret, made)
  expect(unsealAttempt(secret, sealed, 'steam', startedAt + attemptLengthMs)).toEqual(made)
  expect(unsealAttempt(secret, sealed, 'steam', startedAt + attemptLengthMs + 1)).toBeNull()
  expect(unsealAttempt(secret, sealed, 'discord', startedAt)).toBeNull()
  expect(unsealAttempt(randomBytes(32), sealed, 'steam', startedAt)).toBeNull()
})

test('[SI24] no character of a sealed attempt can be changed', () => {
  const sealed = sealAttempt(secret, attempt())
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    expect(unsealAttempt(secret, sealed.slice(0, at) + other + sealed.slice(at + 1), 'steam', startedAt)).toBeNull()
  }
})

test('[SI25] [V10.1.2] each attempt has its own state and verifier, too long to guess', () => {
  const many = Array.from({ length: 100 }, attempt)
  expect(new Set(many.map(({ state }) => state)).size).toBe(100)
  for (const { state, verifier } of many)
    expect([state, verifier]).toEqual([expect.stringMatching(/^[\w-]{22}$/), expect.stringMatching(/^[\w-]{43}$/)])
})

test('[SI26] [V3.3.1] over https only this host can set the cookie, and no other name is read', () => {
  expect(attemptCookie('v', 'discord', 600_000, true)).toBe(
    '__Host-waterhole_discord_attempt=v; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect(attemptIn('waterhole_discord_attempt=v', 'discord', true)).toBeNull()
  expect(attemptIn('__Host-waterhole_discord_attempt=v', 'discord', true)).toBe('v')
})

test('[SI27] an attempt ends once; a reload within a minute has the same outcome, and none later', async () => {
  const clock = createTestClock()
  const endOnce = createEndOnce<number>(clock)
  let ended = 0
  const end = async () => (ended += 1)
  expect(await Promise.all([endOnce('s', '/a', end), endOnce('s', '/a', end)])).toEqual([1, 1])
  expect(endOnce('s', '/b', end)).toBeNull()
  clock.pass(replayMs)
  expect(await endOnce('s', '/a', end)).toBe(1)
  clock.pass(1)
  expect(endOnce('s', '/a', end)).toBeNull()
  clock.pass(attemptLengthMs - replayMs - 1)
  await endOnce('other', '/a', end)
  expect(endOnce('s', '/a', end)).toBeNull()
  expect(ended).toBe(2)
})
