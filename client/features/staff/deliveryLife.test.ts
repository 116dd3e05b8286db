import { expect, test } from 'vitest'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { SwitchReading } from '../../../shared/features/server/server.ts'
import {
  type DeliveryReader,
  deliverySteps,
  mayCancel,
  mayDecide,
  mayOrder,
  mayOrderUndo,
  mayRetry,
  mayUndo,
  switchState,
  tenths,
  undoLeft,
  undoName,
} from './deliveryLife.ts'

const kick = (more: object) =>
  Delivery.parse({
    id: 'd1',
    number: 1,
    kind: 'kick',
    target: { id: '7', name: 'Rex' },
    detail: {},
    state: 'queued',
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: 1_100,
    ...more,
  })

test('[DS1] every step shows its time since the press, and the link', () => {
  const one = kick({ state: 'confirmed', sentAt: 1_200, settledAt: 1_600, link: 'evrima' })
  expect(deliverySteps(one, 1_000).join(', ')).toBe('queued 0.1 s, sent 0.2 s over Evrima RCON, confirmed 0.6 s')
})

test('[DS2] an open delivery is never shown as settled', () => {
  expect(deliverySteps(kick({}))).toEqual(['queued 0.0 s'])
  expect(deliverySteps(kick({ state: 'sending', sentAt: 1_150 }), 1_100)).toEqual(['queued 0.0 s', 'sent 0.1 s'])
  expect(deliverySteps(kick({ state: 'manual' }))).toEqual(['queued 0.0 s', 'waits to be done by hand'])
})

test('[DS3] a page with a fast clock shows no negative times', () => {
  expect(deliverySteps(kick({}), 5_000)).toEqual(['queued 0.0 s'])
  expect(tenths(-3)).toBe('0.0 s')
  expect(tenths(185_000)).toBe('3 min')
})

const one = (more: object) =>
  Delivery.parse({
    id: 'd1',
    number: 1,
    kind: 'ban',
    target: { id: '7', name: 'Rex' },
    detail: {},
    state: 'confirmed',
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: 1_000,
    settledAt: 2_000,
    ...more,
  })

test('[UN1] only a delivery that took effect and has an opposite can be undone', () => {
  for (const kind of ['ban', 'whitelist', 'toggle']) expect(mayUndo(one({ kind }), [])).toBe(true)
  for (const kind of ['kick', 'slay', 'broadcast', 'save']) expect(mayUndo(one({ kind }), [])).toBe(false)
  for (const state of ['queued', 'refused', 'failed', 'cancelled', 'dropped'])
    expect(mayUndo(one({ state }), [])).toBe(false)
  expect(mayUndo(one({ kind: 'unban' }), [])).toBe(false)
  expect(mayUndo(one({ kind: 'unban', detail: { durationMs: null } }), [])).toBe(true)
})

test('[UN2] an undone delivery offers no second undo, unless the first had no effect', () => {
  const back = (state: string) => one({ id: 'd2', kind: 'unban', undoOf: 'd1', state })
  expect(mayUndo(one({}), [back('queued')])).toBe(false)
  expect(mayUndo(one({}), [back('failed')])).toBe(true)
})

test('[UN3] the minute for an undo starts when the delivery is settled', () => {
  expect(undoLeft(one({}), 12_000)).toBe(50_000)
  expect(undoLeft(one({}), 1_000)).toBe(60_000)
  expect(undoLeft(one({ settledAt: null }), 12_000)).toBeNull()
})

test('[UN4] a delivery that changed nothing offers no undo', () => {
  for (const kind of ['ban', 'whitelist', 'toggle']) expect(mayUndo(one({ kind, changed: false }), [])).toBe(false)
})

test('[UN5] of open deliveries only a ban can be undone, which the hub keeps itself, and the button says so', () => {
  expect(mayUndo(one({ state: 'manual' }), [])).toBe(true)
  for (const kind of ['whitelist', 'toggle'])
    for (const state of ['manual', 'sending']) expect(mayUndo(one({ kind, state }), [])).toBe(false)
  expect([undoName(one({ state: 'manual' })), undoName(one({ state: 'done' }))]).toEqual(['Undo our ban', 'Undo'])
})

test('[UN6] a retried delivery offers no second retry, unless the first had no effect', () => {
  const lost = one({ kind: 'kick', state: 'unknown' })
  const again = (state: string) => one({ id: 'd2', kind: 'kick', retryOf: 'd1', state })
  expect(mayRetry(lost, [lost])).toBe(true)
  expect(mayRetry(one({ kind: 'kick' }), [])).toBe(false)
  expect(mayRetry(lost, [again('queued')])).toBe(false)
  expect(mayRetry(lost, [again('failed')])).toBe(true)
})

test('[UN2417] a delivery that moves a dinosaur offers no retry: the feature that moves it tries again', () => {
  for (const kind of ['park', 'redeem'])
    for (const state of ['failed', 'unknown', 'cancelled']) expect(mayRetry(one({ kind, state }), [])).toBe(false)
})

const reader = (more: Partial<DeliveryReader> = {}): DeliveryReader => {
  const role = more.role ?? 'admin'
  return { id: 'ann', role, player: '8', may: permissionsOf[role], ...more }
}

test('[UN2418] staff decide on the parking of their own dinosaur only as owners, and on what others ordered against themselves never', () => {
  const parking = one({ kind: 'park', state: 'unknown', own: true })
  expect(mayDecide(parking, reader())).toBe(false)
  expect(mayDecide(parking, reader({ role: 'owner' }))).toBe(true)
  expect(mayDecide({ ...parking, by: 'bob' }, reader())).toBe(true)
  const kicked = one({ kind: 'kick', state: 'queued', by: 'olga', target: { id: '8', name: 'Ann' } })
  expect(mayDecide(kicked, reader())).toBe(false)
  expect(mayDecide(kicked, reader({ player: null }))).toBe(true)
  expect(mayDecide({ ...kicked, target: null }, reader({ may: [] }))).toBe(false)
})

test('[UN2419] users do not settle a redemption of their own, from a second account neither, and do settle the slay of their own dinosaur', () => {
  const redemption = one({ kind: 'spawn', state: 'unknown', redemption: 'r1', target: { id: '8', name: 'Ann' } })
  expect(mayDecide(redemption, reader({ id: 'second' }))).toBe(false)
  expect(mayDecide(redemption, reader({ role: 'owner' }))).toBe(true)
  expect(mayDecide(redemption, reader({ id: 'bob', player: null }))).toBe(true)
  const own = one({ kind: 'slay', state: 'unknown', target: { id: '8', name: 'Ann' }, own: true })
  expect(mayDecide(own, reader({ role: 'moderator' }))).toBe(true)
})

test('[UN2531] staff decide on deliveries to users of a lower role alone, and on their own orders', () => {
  const kicked = one({ kind: 'kick', state: 'queued', by: 'olga', targetRole: 'admin' })
  expect([mayDecide(kicked, reader()), mayCancel(kicked, reader()), mayOrder(kicked, reader())]).toEqual([
    false,
    false,
    false,
  ])
  expect(mayDecide(kicked, reader({ role: 'owner' }))).toBe(true)
  expect(mayDecide({ ...kicked, targetRole: 'moderator' }, reader())).toBe(true)
  const redemption = one({ kind: 'spawn', state: 'unknown', redemption: 'r1', by: 'bob', targetRole: 'admin' })
  expect([mayDecide(redemption, reader()), mayDecide(redemption, reader({ role: 'owner' }))]).toEqual([false, true])
  const own = { ...kicked, by: 'ann' }
  expect([mayCancel(own, reader()), mayOrder(own, reader())]).toEqual([true, false])
  // A delivery of a former release does not say it.
  expect(mayDecide({ ...kicked, targetRole: null }, reader())).toBe(true)
})

test('[UN2532] the issuer of an order has no right to another one: a moderator neither cancels nor repeats a teleport to a friend', () => {
  const moderator = reader({ role: 'moderator' })
  const toFriend = (state: string) =>
    one({ kind: 'teleport', state, own: true, target: { id: '8', name: 'Ann' }, targetRole: 'moderator' })
  expect(mayCancel(toFriend('queued'), moderator)).toBe(false)
  expect(mayOrder(toFriend('failed'), moderator)).toBe(false)
  expect([mayCancel(toFriend('queued'), reader()), mayOrder(toFriend('failed'), reader())]).toEqual([true, true])
  expect(mayOrder(one({ kind: 'heal', target: { id: '8', name: 'Ann' } }), reader({ role: 'player' }))).toBe(true)
  expect(mayOrder(one({ kind: 'grow', target: { id: '8', name: 'Ann' } }), reader({ role: 'owner' }))).toBe(false)
  const redeemed = one({ kind: 'spawn', state: 'queued', redemption: 'r1' })
  expect(mayCancel(redeemed, reader({ role: 'player' }))).toBe(true)
})

test('[UN2533] an undo is offered where its order is allowed: of a removal from the whitelist whatever the role', () => {
  const listed = (on: boolean) => one({ kind: 'whitelist', detail: { on }, targetRole: 'admin' })
  expect([mayOrderUndo(listed(true), reader()), mayOrderUndo(listed(false), reader())]).toEqual([false, true])
  const ban = (more: object) => one({ targetRole: 'admin', ...more })
  expect([mayOrderUndo(ban({}), reader()), mayOrderUndo(ban({ targetRole: 'player' }), reader())]).toEqual([
    false,
    true,
  ])
  expect(mayOrderUndo(ban({ state: 'manual' }), reader())).toBe(true)
})

const change = (number: number, state: string, on: boolean, toggle = 'globalChat') =>
  Delivery.parse({
    id: `d${number}`,
    number,
    kind: 'toggle',
    target: null,
    detail: { toggle, on },
    state,
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: 1_000,
  })
const stateAfter = (...turns: Delivery[]) => switchState(turns.toReversed(), 'globalChat', null)
const reading = (askedAt: number | null, globalChat: boolean | null) => SwitchReading.parse({ askedAt, globalChat })
const settled = (one: Delivery, settledAt: number): Delivery => ({ ...one, settledAt })

test('[SW1] a switch that was not changed here is unknown, whatever the others are', () => {
  expect(stateAfter()).toEqual({ on: null, readAt: null, lastChange: null, pending: null })
  expect(stateAfter(change(1, 'confirmed', true, 'humans')).on).toBeNull()
})

test('[SW2] its state is that of the last change, by the game or by staff; one that had no effect is ignored', () => {
  expect(stateAfter(change(1, 'confirmed', true)).on).toBe(true)
  expect(stateAfter(change(1, 'confirmed', true), change(2, 'done', false)).on).toBe(false)
  for (const state of ['refused', 'failed', 'cancelled', 'dropped'])
    expect(stateAfter(change(1, 'confirmed', true), change(2, state, false)).on).toBe(true)
})

test('[SW3] an open change is never shown as the state', () => {
  for (const state of ['queued', 'sending', 'manual']) {
    const { on, pending } = stateAfter(change(1, 'confirmed', true), change(2, state, false))
    expect([on, pending?.id]).toEqual([true, 'd2'])
  }
})

test('[SW4] after a change of unknown outcome the state is unknown', () => {
  const { on, lastChange } = stateAfter(change(1, 'confirmed', true), change(2, 'unknown', false))
  expect([on, lastChange?.id]).toEqual([null, 'd2'])
})

test("[SW5] the game's own setting overrides every change that was settled before it was read", () => {
  const lost: Delivery = { ...change(1, 'unknown', true), sentAt: 2_000 }
  const manual = settled(change(1, 'done', true), 2_000)
  for (const one of [lost, manual])
    expect(switchState([one], 'globalChat', reading(3_000, false))).toMatchObject({
      on: false,
      readAt: 3_000,
      lastChange: null,
    })
  expect(switchState([], 'globalChat', reading(3_000, true))).toMatchObject({ on: true, readAt: 3_000 })
})

test('[SW6] a change that was settled after the reading overrides it', () => {
  const newer = settled(change(1, 'confirmed', true), 3_500)
  expect(switchState([newer], 'globalChat', reading(3_000, false))).toMatchObject({ on: true, readAt: null })
  expect(switchState([newer], 'globalChat', reading(4_000, false))).toMatchObject({ on: false, readAt: 4_000 })
})

test('[SW7] if the game does not say, or has not been read yet, the changes decide', () => {
  const one = settled(change(1, 'confirmed', true), 2_000)
  for (const silent of [reading(3_000, null), reading(null, null)])
    expect(switchState([one], 'globalChat', silent)).toMatchObject({ on: true, readAt: null })
  expect(switchState([], 'globalChat', reading(3_000, null)).on).toBeNull()
})

test('[SW9] an answer of a mock changes nothing', () => {
  const mocked: Delivery = { ...settled(change(1, 'confirmed', true), 3_500), link: 'mock' }
  expect(switchState([mocked], 'globalChat', reading(3_000, false))).toMatchObject({ on: false, readAt: 3_000 })
})

test("[SW8] an open change is shown beside the game's setting", () => {
  const { on, pending } = switchState([change(1, 'queued', true)], 'globalChat', reading(3_000, false))
  expect([on, pending?.id]).toEqual([false, 'd1'])
})
