import { expect, test } from 'vitest'
import { deliveryStates } from '../../../shared/features/deliveries/delivery.ts'
import { endOf, replyOf } from './replyOf.ts'

const asked = { problem: null, end: null, id: 'd1' }
const one: Parameters<typeof endOf>[0] = {
  ...{ state: 'confirmed', kind: 'console', target: null, detail: { text: 'save' }, link: 'evrima' },
  ...{ command: 'save', reply: null, why: null, settledByName: '' },
}

test('[CR1] what the game said is shown as it said it', () => {
  expect(replyOf(asked, { ...one, reply: 'Saved.' })).toEqual({ tone: 'good', text: 'Saved.' })
  expect(replyOf(asked, one).text).toContain('save')
})

test('[CR2] a failure says why, or that it failed', () => {
  expect(replyOf(asked, { ...one, state: 'failed' }).text).toBe('Command failed')
  expect(replyOf(asked, { ...one, state: 'refused', why: 'Not there.' }).text).toBe('Error: Not there.')
  expect(replyOf({ ...asked, problem: '❌ Please enter a message' }, undefined).text).toBe(
    'Error: Please enter a message',
  )
})

test('[CR3] only what has happened is good, and only what is over is kept', () => {
  for (const state of deliveryStates) {
    expect(replyOf(asked, { ...one, state }).tone === 'good').toBe(state === 'confirmed' || state === 'done')
    expect(endOf({ ...one, state }) === null).toBe(['queued', 'sending', 'unknown', 'byHand'].includes(state))
  }
})

test('[CR4] what is no longer at hand is told as it ended', () => {
  const end = { tone: 'good', text: 'Saved.' } as const
  expect(replyOf({ ...asked, end }, undefined)).toBe(end)
  expect(replyOf(asked, undefined).tone).toBe('waiting')
})

test('[CR5] how a switch stands is told by the settings of the game, whatever it replied', () => {
  const turn = { ...one, kind: 'toggle', detail: { toggle: 'humans', on: false }, reply: 'Humans are now On' } as const
  expect(replyOf(asked, turn).text).toBe(
    'It is off now, as the settings of the game say. Its reply was “Humans are now On”.',
  )
  expect(replyOf(asked, { ...turn, why: 'It was off already.' }).text).toBe('It was off already.')
  expect(replyOf(asked, { ...turn, settledByName: 'Ann' }).text).toBe('Seen to be off by Ann.')
  expect(replyOf(asked, { ...turn, link: 'mock' }).text).toBe('Humans are now On')
})
