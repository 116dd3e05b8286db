import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { createTestClock } from '../testing/clock.ts'
import { guest, person } from '../testing/people.ts'
import { createStrangers } from './strangers.ts'

const showing = (cookie: string) => ({ cookie, token: undefined })
const fine: Answer = { ok: true, output: {}, seq: 0 }

/** A node that hears of a session when the one who decides answers. */
function open() {
  const clock = createTestClock()
  const known = new Set<string>()
  const asked: ((answer: Answer) => void)[] = []
  const strangers = createStrangers({
    clock,
    hub: { query: () => new Promise<Answer>((resolve) => asked.push(resolve)) },
    principalOf: ({ cookie = '' }) => (known.has(cookie) ? person(cookie) : guest),
    nameOf: ({ cookie }) => cookie ?? null,
  })
  const settle = (cookie: string) => {
    const settled = { is: false }
    void strangers.settle(showing(cookie)).then(() => {
      settled.is = true
    })
    return settled
  }
  return { clock, known, asked, strangers, settle }
}

test('[ST1] who shows what was opened elsewhere a moment ago waits until this node has heard of it', async () => {
  const { known, asked, strangers, settle } = open()
  const settled = settle('ann')
  await nextTurn()
  expect([settled.is, asked.length]).toEqual([false, 1])
  known.add('ann')
  asked[0]?.(fine)
  await nextTurn()
  expect(settled.is).toBe(true)
  expect(strangers.isSure(showing('ann'))).toBe(false)
})

test('[ST2] who is known, and who shows nothing, waits for nobody', async () => {
  const { known, asked, strangers, settle } = open()
  known.add('ann')
  const settled = settle('ann')
  await strangers.settle({ cookie: undefined, token: undefined })
  await nextTurn()
  expect([settled.is, asked.length]).toEqual([true, 0])
})

test('[ST3] what opens nothing is asked for once, and however many come at a time, one asks for all', async () => {
  const { asked, strangers, settle } = open()
  const crowd = Array.from({ length: 500 }, (_, index) => settle(`made up ${index}`))
  await nextTurn()
  expect(asked).toHaveLength(1)
  asked[0]?.(fine)
  await nextTurn()
  expect(crowd.every(({ is }) => is)).toBe(true)
  expect(strangers.isSure(showing('made up 7'))).toBe(true)
  await strangers.settle(showing('made up 7'))
  expect(asked).toHaveLength(1)
})

test('[ST4] who comes while it is being asked is asked for anew: what was decided in between counts', async () => {
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

test('[ST5] while nobody answers nobody is kept waiting for long, nor told that what they show has ended', async () => {
  const { clock, asked, strangers, settle } = open()
  const settled = settle('ann')
  await nextTurn()
  clock.pass(2_000)
  await nextTurn()
  expect(settled.is).toBe(true)
  expect(strangers.isSure(showing('ann'))).toBe(false)
  asked[0]?.({ ok: false, code: 'unavailable', message: 'Nobody decides.' })
  await nextTurn()
  expect(strangers.isSure(showing('ann'))).toBe(false)
})
