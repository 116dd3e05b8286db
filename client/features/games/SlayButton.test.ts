import { expect, test } from 'vitest'
import { deliveryStates } from '../../../shared/features/deliveries/delivery.ts'
import { slayOutcomeLabel } from './SlayButton.tsx'

const one = { target: { id: '76561198000000001', name: 'Rex' }, reply: null, why: null }

test('[GM1] a slay is reported as sent only after the game has done it', () => {
  for (const state of deliveryStates)
    expect(slayOutcomeLabel({ ...one, state })?.startsWith('Slay command sent successfully') ?? false).toBe(
      state === 'confirmed' || state === 'done',
    )
  expect(slayOutcomeLabel({ ...one, state: 'confirmed' })).toBe('Slay command sent successfully\nRex: Command executed')
  expect(slayOutcomeLabel({ ...one, state: 'confirmed', reply: 'Slain.' })).toContain('Rex: Slain.')
})

test('[GM2] a failed slay says why, and that the player may not be in the game', () => {
  expect(slayOutcomeLabel({ ...one, state: 'failed', why: 'No answer' })).toBe(
    'Error sending slay command: No answer\nThis may be normal if you are not in game.',
  )
  expect(slayOutcomeLabel({ ...one, state: 'queued' })).toBeNull()
})
