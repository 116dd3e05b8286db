import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Answer } from '../../shared/protocol/calls.ts'
import { createTestClock } from '../testing/clock.ts'
import { guest, person } from '../testing/principals.ts'
import { createUnknownSessions } from './unknownSessions.ts'

const credentialsOf = (cookie: string) => ({ cookie, token: undefined })
const fine: Answer = { ok: true, output: {}, seq: 0 }

/** A node that learns of a session when the leader answers. */
function open() {
  const clock = createTestClock()
  const known = new Set<string>()
  const asked: ((answer: Answer) => void)[] = []
  const sessions = createUnknownSessions({
    clock,
    hub: { query: () => new Promise<Answer>((resolve) => asked.push(resolve)) },
    principalOf: ({ cookie = '' }) => (known.has(cookie) ? person(cookie) : guest),
    keyOf: ({ cookie }) => cookie ?? null,
  })
  const settle = (cookie: string) => {
    const settled = { is: false }
    void sessions.settle(credentialsOf(cookie)).then(() => {
      settled.is = true
    })
    return settled
  }
  return { clock, known, asked, sessions, settle }
}

test('[ST60] a session that another node opened a moment ago is waited for', async () => {
  const { known, asked, sessions, settle } = open()
  const settled = settle('ann')
  await nextTurn()
  expect([settled.is, asked.length]).toEqual([false, 1])
  known.add('ann')
  asked[0]?.(fine)
  await nextTurn()
  expect(settled.is).toBe(true)
  expect(sessions.isUnknownEverywhere(credentialsOf('ann'))).toBe(false)
})

test('[ST61] a known session and a request without one are not waited for', async () => {
  const { known, asked, sessions, settle } = open()
  known.add('ann')
  const settled = settle('ann')
  await sessions.settle({ cookie: undefined, token: undefined })
  await nextTurn()
  expect([settled.is, asked.length]).toEqual([true, 0])
})

test('[ST62] an unknown session is asked for once, and one query serves all requests that wait', async () => {
  const { asked, sessions, settle } = open()
  const requests = Array.from({ length: 500 }, (_, index) => settle(`unknown ${index}`))
  await nextTurn()
  expect(asked).toHaveLength(1)
  asked[0]?.(fine)
  await nextTurn()
  expect(requests.every(({ is }) => is)).toBe(true)
  expect(sessions.isUnknownEverywhere(credentialsOf('unknown 7'))).toBe(true)
  await sessions.settle(credentialsOf('unknown 7'))
  expect(asked).toHaveLength(1)
})

test('[ST63] a request during a running query causes another one: decisions made in between count', async () => {
  const { known, asked, settle } = open()
  settle('first')
  await nextTurn()
  const later = settle('later')
  asked[0]?.(fine)
  await nextTurn()
  expect([later.is, asked.length]).toEqual([false, 2])
  known.add('later')
  asked[1]?.(fine)
  await nextTurn()
  expect(later.is).toBe(true)
})

test('[ST64] without an answer the wait is short, and the session is not reported as ended', async () => {
  const { clock, asked, sessions, settle } = open()
  const settled = settle('ann')
  await nextTurn()
  clock.pass(2_000)
  await nextTurn()
  expect(settled.is).toBe(true)
  expect(sessions.isUnknownEverywhere(credentialsOf('ann'))).toBe(false)
  asked[0]?.({ ok: false, code: 'unavailable', message: 'No node leads.' })
  await nextTurn()
  expect(sessions.isUnknownEverywhere(credentialsOf('ann'))).toBe(false)
})

test('[ST1300] a session that could not be asked for is undecided until it is known, or for a quarter of a minute', async () => {
  const { clock, known, asked, sessions, settle } = open()
  const refuse = async () => {
    asked.shift()?.({ ok: false, code: 'unavailable', message: 'No node leads.' })
    await nextTurn()
  }
  const isUndecided = (cookie: string) => sessions.isUndecided(credentialsOf(cookie))
  for (const cookie of ['ann', 'bob']) {
    settle(cookie)
    await nextTurn()
    await refuse()
  }
  expect([isUndecided('ann'), isUndecided('bob'), isUndecided('cleo')]).toEqual([true, true, false])
  known.add('ann')
  expect([isUndecided('ann'), isUndecided('bob')]).toEqual([false, true])
  clock.pass(10_000)
  settle('bob')
  await nextTurn()
  await refuse()
  clock.pass(4_999)
  expect(isUndecided('bob')).toBe(true)
  clock.pass(1)
  expect(isUndecided('bob')).toBe(false)
})

test('[ST1301] a session that all nodes turn out not to know is no longer undecided', async () => {
  const { clock, asked, sessions, settle } = open()
  settle('ann')
  await nextTurn()
  clock.pass(2_000)
  await nextTurn()
  expect(sessions.isUndecided(credentialsOf('ann'))).toBe(true)
  settle('ann')
  await nextTurn()
  for (const answer of asked.splice(0)) answer(fine)
  await nextTurn()
  for (const answer of asked.splice(0)) answer(fine)
  await nextTurn()
  expect(sessions.isUndecided(credentialsOf('ann'))).toBe(false)
  expect(sessions.isUndecided({ cookie: undefined, token: undefined })).toBe(false)
})
