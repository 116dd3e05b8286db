import { expect, test } from 'vitest'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { SwitchReading } from '../../../shared/features/server/server.ts'
import { deliverySteps, mayRetry, mayUndo, switchStanding, tenths, undoLeft, undoName } from './deliveryLife.ts'

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
  expect(deliverySteps(kick({ state: 'manual' }))).toEqual(['queued 0.0 s', 'waits to be done by hand'])
})

test('[DS3] a page whose clock is ahead tells no negative times', () => {
  expect(deliverySteps(kick({}), 5_000)).toEqual(['queued 0.0 s'])
  expect(tenths(-3)).toBe('0.0 s')
  expect(tenths(185_000)).toBe('3 min')
})

const one = (more: object) =>
  Delivery.parse({
    ...{ id: 'd1', number: 1, kind: 'ban', target: { id: '7', name: 'Rex' }, detail: {}, state: 'confirmed' },
    ...{ by: 'ann', byName: 'Ann', role: 'admin', queuedAt: 1_000, settledAt: 2_000 },
    ...more,
  })

test('[UN1] only what has an opposite and took place can be taken back', () => {
  for (const kind of ['ban', 'whitelist', 'toggle']) expect(mayUndo(one({ kind }), [])).toBe(true)
  for (const kind of ['kick', 'slay', 'broadcast', 'save']) expect(mayUndo(one({ kind }), [])).toBe(false)
  for (const state of ['queued', 'refused', 'failed', 'cancelled', 'dropped'])
    expect(mayUndo(one({ state }), [])).toBe(false)
  expect(mayUndo(one({ kind: 'unban' }), [])).toBe(false)
  expect(mayUndo(one({ kind: 'unban', detail: { durationMs: null } }), [])).toBe(true)
})

test('[UN2] what was taken back is not offered again, unless that came to nothing', () => {
  const back = (state: string) => one({ id: 'd2', kind: 'unban', undoOf: 'd1', state })
  expect(mayUndo(one({}), [back('queued')])).toBe(false)
  expect(mayUndo(one({}), [back('failed')])).toBe(true)
})

test('[UN3] the minute runs from when it was settled', () => {
  expect(undoLeft(one({}), 12_000)).toBe(50_000)
  expect(undoLeft(one({}), 1_000)).toBe(60_000)
  expect(undoLeft(one({ settledAt: null }), 12_000)).toBeNull()
})

test('[UN4] where the game was as wanted already there is nothing to take back', () => {
  for (const kind of ['ban', 'whitelist', 'toggle']) expect(mayUndo(one({ kind, changed: false }), [])).toBe(false)
})

test('[UN5] of what is not done yet only a ban can be undone, which is ours as yet, and the button says so', () => {
  expect(mayUndo(one({ state: 'manual' }), [])).toBe(true)
  for (const kind of ['whitelist', 'toggle'])
    for (const state of ['manual', 'sending']) expect(mayUndo(one({ kind, state }), [])).toBe(false)
  expect([undoName(one({ state: 'manual' })), undoName(one({ state: 'done' }))]).toEqual(['Undo our ban', 'Undo'])
})

test('[UN6] what was given again is not offered again, unless that came to nothing as well', () => {
  const lost = one({ kind: 'kick', state: 'unknown' })
  const again = (state: string) => one({ id: 'd2', kind: 'kick', retryOf: 'd1', state })
  expect(mayRetry(lost, [lost])).toBe(true)
  expect(mayRetry(one({ kind: 'kick' }), [])).toBe(false)
  expect(mayRetry(lost, [again('queued')])).toBe(false)
  expect(mayRetry(lost, [again('failed')])).toBe(true)
})

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
  for (const state of ['queued', 'sending', 'manual']) {
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
