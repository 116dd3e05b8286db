import { expect, test } from 'vitest'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { mayUndo, undoLeft } from './mayUndo.ts'

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
  expect(undoLeft(one({ settledAt: null }), 12_000)).toBeNull()
})
