import { expect, test } from 'vitest'
import { Delivery, deliveryStates } from '../../../shared/features/deliveries/delivery.ts'
import { banLengthLabel, orderLabel, stateLabels, stateSaid } from './deliveryLabels.ts'

const one = (more: object) =>
  Delivery.parse({
    id: 'd1',
    number: 1,
    kind: 'kick',
    target: { id: '7', name: 'Rex' },
    detail: {},
    state: 'confirmed',
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: 1_000,
    command: 'kick 7',
    ...more,
  })

test('[DW18] every state has its own label', () => {
  expect(new Set(Object.values(stateLabels)).size).toBe(deliveryStates.length)
})

test('[DW1800] the label of an order writes out characters that turn its direction', () => {
  expect(orderLabel(one({ kind: 'broadcast', target: null, detail: { text: 'a\u202eb' } }))).toBe(
    'Broadcast: a[U+202E]b',
  )
})

test('[DW2358] the state of an order is shown after a colon, and a full stop at the end of a text is left out before it', () => {
  const broadcast = (text: string) => stateSaid(one({ kind: 'broadcast', target: null, detail: { text } }))
  expect([stateSaid(one({})), broadcast('The restart is cancelled.')]).toEqual([
    'Kick Rex: confirmed',
    'Broadcast: The restart is cancelled: confirmed',
  ])
})

test('[DW19] the label of an order names target and length', () => {
  expect(orderLabel(one({ kind: 'ban', detail: { durationMs: 7 * 86_400_000 } }))).toBe('Ban Rex for 7 days')
  expect(orderLabel(one({ target: { id: '765', name: ' ' } }))).toBe('Kick 765')
  expect(orderLabel(one({ kind: 'toggle', target: null, detail: { toggle: 'globalChat', on: false } }))).toBe(
    'Turn global chat off',
  )
  expect(orderLabel(one({ kind: 'toggle', target: null, detail: { toggle: 'spawnAI', on: true } }))).toBe(
    'Turn AI animals on',
  )
  expect([banLengthLabel(null), banLengthLabel(86_400_000), banLengthLabel(7_200_000)]).toEqual([
    'permanently',
    'for 1 day',
    'for 2 h',
  ])
})
