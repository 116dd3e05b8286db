import { expect, test } from 'vitest'
import { deliveryStates } from '../../../shared/features/deliveries/delivery.ts'
import { slayTold } from './SlayButton.tsx'

const one = { target: { id: '76561198000000001', name: 'Rex' }, reply: null, why: null }

test('[GM1] a slay is told as sent only once the game has done it', () => {
  for (const state of deliveryStates)
    expect(slayTold({ ...one, state })?.startsWith('Slay command sent successfully') ?? false).toBe(
      state === 'confirmed' || state === 'done',
    )
  expect(slayTold({ ...one, state: 'confirmed' })).toBe('Slay command sent successfully\nRex: Command executed')
  expect(slayTold({ ...one, state: 'confirmed', reply: 'Slain.' })).toContain('Rex: Slain.')
})

test('[GM2] a slay that failed says why, and that one may not be in the game', () => {
  expect(slayTold({ ...one, state: 'failed', why: 'No answer' })).toBe(
    'Error sending slay command: No answer\nThis may be normal if you are not in game.',
  )
  expect(slayTold({ ...one, state: 'queued' })).toBeNull()
})
