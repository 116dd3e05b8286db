import { expect, test } from 'vitest'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { switchStanding } from './switchStanding.ts'

const turn = (number: number, state: string, on: boolean, toggle = 'globalChat') =>
  Delivery.parse({
    ...{ id: `d${number}`, number, kind: 'toggle', target: null, detail: { toggle, on }, state },
    ...{ by: 'ann', byName: 'Ann', role: 'admin', queuedAt: 1_000 },
  })
const standing = (...turns: Delivery[]) => switchStanding(turns.toReversed(), 'globalChat')

test('[SW1] a switch that was not turned from here is unknown, whatever the others are', () => {
  expect(standing()).toEqual({ on: null, by: null, turning: null })
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
