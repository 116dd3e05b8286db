import { expect, test } from 'vitest'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { deliverySteps, tenths } from './deliverySteps.ts'

const kick = (more: object) =>
  Delivery.parse({
    ...{ id: 'd1', number: 1, kind: 'kick', target: { id: '7', name: 'Rex' }, detail: {}, state: 'queued' },
    ...{ by: 'ann', byName: 'Ann', role: 'admin', queuedAt: 1_100 },
    ...more,
  })

test('[DS1] every step is told with its time since the press, and by which link it went', () => {
  const one = kick({ state: 'confirmed', sentAt: 1_200, settledAt: 1_600, link: 'evrima' })
  expect(deliverySteps(one, 1_000).join(', ')).toBe('queued 0.1 s, sent 0.2 s over Evrima RCON, confirmed 0.6 s')
})

test('[DS2] what waits is never told as over', () => {
  expect(deliverySteps(kick({}))).toEqual(['queued 0.0 s'])
  expect(deliverySteps(kick({ state: 'sending', sentAt: 1_150 }), 1_100)).toEqual(['queued 0.0 s', 'sent 0.1 s'])
  expect(deliverySteps(kick({ state: 'byHand' }))).toEqual(['queued 0.0 s', 'waits to be done by hand'])
})

test('[DS3] a page whose clock is ahead tells no negative times', () => {
  expect(deliverySteps(kick({}), 5_000)).toEqual(['queued 0.0 s'])
  expect(tenths(-3)).toBe('0.0 s')
  expect(tenths(185_000)).toBe('3 min')
})
