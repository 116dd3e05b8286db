import { expect, test } from 'vitest'
import { Delivery, deliveryStates } from '../../../shared/features/deliveries/delivery.ts'
import { outcomeExamples } from '../../../shared/features/deliveries/testing/outcomes.ts'
import { slayOutcomeLabel } from './SlayButton.tsx'

const one = Delivery.parse({
  id: 'd1',
  number: 1,
  kind: 'slay',
  target: { id: '76561198000000001', name: 'Rex' },
  detail: {},
  state: 'queued',
  link: 'bridge',
  by: 'ann',
  byName: 'Ann',
  role: 'player',
  queuedAt: 1_000,
})

test('[GM1] a slay is reported as sent only after the game has done it', () => {
  for (const state of deliveryStates)
    expect(slayOutcomeLabel({ ...one, state })?.startsWith('Slay command sent successfully') ?? false).toBe(
      state === 'confirmed' || state === 'done',
    )
  expect(slayOutcomeLabel({ ...one, link: 'evrima', state: 'confirmed' })).toBe(
    'Slay command sent successfully\nRex: Command executed',
  )
  expect(slayOutcomeLabel({ ...one, state: 'confirmed', reply: 'Slain.' })).toContain('Rex: Slain.')
})

test.each(outcomeExamples)('[BH12] a slay, $way: the toast says no more than $text', ({ delivery, text }) => {
  const message = text.replace(/^(✅ Success|❌ Error): /, '')
  const shown = slayOutcomeLabel({ ...delivery, kind: 'slay' })
  if (['confirmed', 'done', 'failed', 'refused'].includes(delivery.state) && !text.includes('instantly'))
    expect(shown).toContain(message)
  else if (shown !== null) expect(shown).toBe('Slay command sent successfully\nRex: Command executed')
})

test('[GM2] a failed slay says why, and that the player may not be in the game', () => {
  expect(slayOutcomeLabel({ ...one, state: 'failed', why: 'No answer' })).toBe(
    'Error sending slay command: No answer\nThis may be normal if you are not in game.',
  )
  expect(slayOutcomeLabel({ ...one, state: 'queued' })).toBeNull()
})
