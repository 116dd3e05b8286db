import { expect, test } from 'vitest'
import { Delivery, deliveryStates, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { banLengthWords, orderWords, responseLine, stateWords } from './deliveryLabels.ts'

const one = (more: object) =>
  Delivery.parse({
    ...{ id: 'd1', number: 1, kind: 'kick', target: { id: '7', name: 'Rex' }, detail: {}, state: 'confirmed' },
    ...{ by: 'ann', byName: 'Ann', role: 'admin', queuedAt: 1_000, command: 'kick 7' },
    ...more,
  })

test('[DW1] the response line says executed only of what the game confirmed, and error of what came to nothing', () => {
  expect(responseLine(one({}))).toBe('✅ Command executed instantly! kick 7 completed automatically.')
  expect(responseLine(one({ state: 'done' }))).toBe('✅ Success: Command executed via backup system')
  expect(responseLine(one({ state: 'queued' }))).toBe('✅ Command queued: Command will be executed shortly')
  expect(responseLine(one({ state: 'manual' }))).toBe('✅ Command queued: It waits to be done by hand.')
  expect(responseLine(one({ state: 'refused', reply: 'No such player' }))).toBe('❌ Error: No such player')
  for (const state of deliveryStates.filter(isOpenState))
    expect(responseLine(one({ state }))).not.toContain('executed i')
})

test('[DW2] every state has a word of its own', () => {
  expect(new Set(Object.values(stateWords)).size).toBe(deliveryStates.length)
})

test('[DW3] an order names whom it reaches and for how long', () => {
  expect(orderWords(one({ kind: 'ban', detail: { durationMs: 7 * 86_400_000 } }))).toBe('Ban Rex for 7 days')
  expect(orderWords(one({ target: { id: '765', name: ' ' } }))).toBe('Kick 765')
  expect(orderWords(one({ kind: 'toggle', target: null, detail: { toggle: 'globalChat', on: false } }))).toBe(
    'Turn global chat off',
  )
  expect(orderWords(one({ kind: 'toggle', target: null, detail: { toggle: 'spawnAI', on: true } }))).toBe(
    'Turn AI animals on',
  )
  expect([banLengthWords(null), banLengthWords(86_400_000), banLengthWords(7_200_000)]).toEqual([
    'for ever',
    'for 1 day',
    'for 2 h',
  ])
})
