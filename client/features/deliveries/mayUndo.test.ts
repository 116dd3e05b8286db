import { expect, test } from 'vitest'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { mayRetry, mayUndo, undoLeft, undoName } from './mayUndo.ts'

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
  expect(mayUndo(one({ state: 'byHand' }), [])).toBe(true)
  for (const kind of ['whitelist', 'toggle'])
    for (const state of ['byHand', 'sending']) expect(mayUndo(one({ kind, state }), [])).toBe(false)
  expect([undoName(one({ state: 'byHand' })), undoName(one({ state: 'done' }))]).toEqual(['Undo our ban', 'Undo'])
})

test('[UN6] what was given again is not offered again, unless that came to nothing as well', () => {
  const lost = one({ kind: 'kick', state: 'unknown' })
  const again = (state: string) => one({ id: 'd2', kind: 'kick', retryOf: 'd1', state })
  expect(mayRetry(lost, [lost])).toBe(true)
  expect(mayRetry(one({ kind: 'kick' }), [])).toBe(false)
  expect(mayRetry(lost, [again('queued')])).toBe(false)
  expect(mayRetry(lost, [again('failed')])).toBe(true)
})
