import { expect, test } from 'vitest'
import { deliveryStates } from './delivery.ts'
import { deliveryKinds } from './kinds.ts'
import { errorText, outcomeText, shownCommand } from './outcomeTexts.ts'
import { outcomeExamples } from './testing/outcomes.ts'

type Told = Parameters<typeof outcomeText>[0]
const kick: Told = {
  state: 'confirmed',
  kind: 'kick',
  target: { id: '76561198000000001', name: 'Rex, "the" 🦖' },
  detail: {},
  link: 'evrima',
  command: 'kick 76561198000000001',
  reply: null,
  why: null,
  settledBy: null,
  settledByName: '',
}
const textOf = (more: Partial<Told>) => outcomeText({ ...kick, ...more }).text

test("[OW1] an outcome over the game's own connection is shown as instant", () => {
  expect(outcomeText(kick)).toMatchObject({ tone: 'good', isAutomatic: true, message: 'Command executed' })
  expect(textOf({})).toBe('✅ Command executed instantly! kick 76561198000000001 completed automatically.')
})

test('[OW8] an outcome without a reply is shown with what it was inferred from', () => {
  const why = 'The game said nothing, as it does for players who are not there; Rex is not in the game.'
  expect(outcomeText({ ...kick, why })).toMatchObject({ isAutomatic: true, message: why, text: `✅ Success: ${why}` })
  expect(textOf({ why, reply: 'Rex was kicked' })).toMatch(/^✅ Command executed instantly!/)
})

test('[OW2] an outcome over another link or by a person is shown as such', () => {
  expect(textOf({ link: 'source' })).toBe('✅ Success: Command executed via backup system')
  expect(textOf({ link: 'bridge', reply: 'Kicked.' })).toBe('✅ Success: Kicked.')
  expect(textOf({ state: 'done', link: null, settledByName: 'Ann' })).toBe('✅ Success: Done by hand by Ann')
})

test.each(outcomeExamples)('[BH9] $way: the outcome is worded as $text', ({ delivery, text }) => {
  expect(outcomeText(delivery).text).toBe(text)
  expect(outcomeText(delivery).isAutomatic).toBe(text.startsWith('✅ Command executed instantly!'))
})

test('[OW3] a waiting delivery is shown as waiting', () => {
  for (const state of ['queued', 'sending'] as const)
    expect(textOf({ state })).toBe('✅ Command queued: Command will be executed shortly')
  expect(textOf({ state: 'manual' })).toBe('✅ Command queued: Command queued for manual execution')
})

test('[OW4] an unsuccessful delivery shows its reason, the first one available', () => {
  expect(textOf({ state: 'refused', why: 'Not there.', reply: 'nope' })).toBe('❌ Error: Not there.')
  expect(textOf({ state: 'failed', why: null, reply: 'nope' })).toBe('❌ Error: nope')
  expect(textOf({ state: 'failed', why: '', reply: '' })).toBe('❌ Error: Command failed')
})

test('[OW5] only a known success is shown as good; an unknown outcome is neither done nor waiting', () => {
  for (const state of deliveryStates) {
    const { tone, isAutomatic, isQueued } = outcomeText({ ...kick, state })
    expect(tone === 'good').toBe(state === 'confirmed' || state === 'done')
    expect(isAutomatic).toBe(state === 'confirmed')
    expect(isQueued).toBe(['queued', 'sending', 'manual'].includes(state))
  }
})

test('[OW6] a delivery without a command text is shown by kind and target', () => {
  expect(shownCommand({ ...kick, command: '' })).toBe('kick Rex, "the" 🦖')
  expect(shownCommand({ ...kick, command: '', kind: 'console', target: null, detail: { text: 'save' } })).toBe('save')
  for (const kind of deliveryKinds) expect(shownCommand({ ...kick, command: '', kind, target: null })).not.toBe('')
})

test('[OW7] an error is marked once', () => {
  expect(errorText('That player is not in the game.')).toBe('❌ Error: That player is not in the game.')
  expect(errorText('❌ Please enter a message')).toBe('❌ Please enter a message')
})
