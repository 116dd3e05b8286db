import { expect, test } from 'vitest'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { SwitchReading } from '../../../shared/features/server/switches.ts'
import { switchStanding } from './switchStanding.ts'

const turn = (number: number, state: string, on: boolean, toggle = 'globalChat') =>
  Delivery.parse({
    ...{ id: `d${number}`, number, kind: 'toggle', target: null, detail: { toggle, on }, state },
    ...{ by: 'ann', byName: 'Ann', role: 'admin', queuedAt: 1_000 },
  })
const standing = (...turns: Delivery[]) => switchStanding(turns.toReversed(), 'globalChat', null)
const told = (askedAt: number | null, globalChat: boolean | null) => SwitchReading.parse({ askedAt, globalChat })
const settled = (one: Delivery, settledAt: number): Delivery => ({ ...one, settledAt })

test('[SW1] a switch that was not turned from here is unknown, whatever the others are', () => {
  expect(standing()).toEqual({ on: null, toldAt: null, by: null, turning: null })
  expect(standing(turn(1, 'confirmed', true, 'humans')).on).toBeNull()
})

test('[SW2] it stands as it was last turned, by the game’s word or by hand; what came to nothing changes nothing', () => {
  expect(standing(turn(1, 'confirmed', true)).on).toBe(true)
  expect(standing(turn(1, 'confirmed', true), turn(2, 'done', false)).on).toBe(false)
  for (const state of ['refused', 'failed', 'cancelled', 'dropped'])
    expect(standing(turn(1, 'confirmed', true), turn(2, state, false)).on).toBe(true)
})

test('[SW3] what waits is never told as how it stands', () => {
  for (const state of ['queued', 'sending', 'byHand']) {
    const { on, turning } = standing(turn(1, 'confirmed', true), turn(2, state, false))
    expect([on, turning?.id]).toEqual([true, 'd2'])
  }
})

test('[SW4] after a turn of which nobody can tell it is unknown again', () => {
  const { on, by } = standing(turn(1, 'confirmed', true), turn(2, 'unknown', false))
  expect([on, by?.id]).toEqual([null, 'd2'])
})

test('[SW5] what the game says goes before every turn that was over when it was asked', () => {
  const lost: Delivery = { ...turn(1, 'unknown', true), sentAt: 2_000 }
  const byHand = settled(turn(1, 'done', true), 2_000)
  for (const one of [lost, byHand])
    expect(switchStanding([one], 'globalChat', told(3_000, false))).toMatchObject({
      on: false,
      toldAt: 3_000,
      by: null,
    })
  expect(switchStanding([], 'globalChat', told(3_000, true))).toMatchObject({ on: true, toldAt: 3_000 })
})

test('[SW6] a turn that ended after the game was asked is newer than its answer', () => {
  const newer = settled(turn(1, 'confirmed', true), 3_500)
  expect(switchStanding([newer], 'globalChat', told(3_000, false))).toMatchObject({ on: true, toldAt: null })
  expect(switchStanding([newer], 'globalChat', told(4_000, false))).toMatchObject({ on: false, toldAt: 4_000 })
})

test('[SW7] where the game does not tell, or has not been asked yet, the turns do', () => {
  const one = settled(turn(1, 'confirmed', true), 2_000)
  for (const silent of [told(3_000, null), told(null, null)])
    expect(switchStanding([one], 'globalChat', silent)).toMatchObject({ on: true, toldAt: null })
  expect(switchStanding([], 'globalChat', told(3_000, null)).on).toBeNull()
})

test('[SW9] what a mock has answered turned nothing', () => {
  const mocked: Delivery = { ...settled(turn(1, 'confirmed', true), 3_500), link: 'mock' }
  expect(switchStanding([mocked], 'globalChat', told(3_000, false))).toMatchObject({ on: false, toldAt: 3_000 })
})

test('[SW8] what is still to be turned is told beside what the game says', () => {
  const { on, turning } = switchStanding([turn(1, 'queued', true)], 'globalChat', told(3_000, false))
  expect([on, turning?.id]).toEqual([false, 'd1'])
})
