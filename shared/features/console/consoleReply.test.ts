import { expect, test } from 'vitest'
import { deliveryStates } from '../deliveries/delivery.ts'
import { manualText, queuedText } from '../deliveries/outcomeTexts.ts'
import { outcomeExamples } from '../deliveries/testing/outcomes.ts'
import { consoleNotice, consoleReplyOf } from './consoleReply.ts'

const one: Parameters<typeof consoleReplyOf>[0] = {
  state: 'confirmed',
  kind: 'console',
  target: null,
  detail: { text: 'save' },
  link: 'evrima',
  command: 'save',
  reply: null,
  why: null,
  settledBy: null,
  settledByName: '',
}

test('[CR1] a reply of the game is shown unchanged', () => {
  expect(consoleReplyOf({ ...one, reply: 'Saved.' })).toEqual({ tone: 'good', text: 'Saved.' })
  expect(consoleReplyOf(one).text).toContain('save')
})

test('[CR2] a failure shows its reason, or that it failed', () => {
  expect(consoleReplyOf({ ...one, state: 'failed' }).text).toBe('Command failed')
  expect(consoleReplyOf({ ...one, state: 'refused', why: 'Not there.' }).text).toBe('Error: Not there.')
})

test('[CK33] the notice of a failed line says once that it failed, and why', () => {
  expect(consoleNotice('evrima', 'Command failed')).toBe('Command failed')
  expect(consoleNotice('evrima', 'Error: Not there.')).toBe('Command failed: Not there.')
  expect(consoleNotice(null, 'The line is empty.')).toBe('Failed to execute command: The line is empty.')
})

test('[CR3] only a confirmed delivery is good', () => {
  for (const state of deliveryStates)
    expect(consoleReplyOf({ ...one, state }).tone === 'good').toBe(state === 'confirmed' || state === 'done')
})

test('[CK3] a line that waits says for what, and one that was taken back is not an error', () => {
  expect(consoleReplyOf({ ...one, state: 'queued' })).toEqual({ tone: 'waiting', text: queuedText })
  expect(consoleReplyOf({ ...one, state: 'manual' })).toEqual({ tone: 'waiting', text: manualText })
  for (const state of ['cancelled', 'dropped'] as const)
    expect(consoleReplyOf({ ...one, state })).toMatchObject({
      tone: 'cancelled',
      text: expect.stringMatching(/^The command was/),
    })
  expect(consoleReplyOf({ ...one, state: 'unknown' }).text).not.toMatch(/^(Error|✅)/)
})

test("[CR5] the outcome of a switch comes from the game's settings, whatever it replied", () => {
  const turn = { ...one, kind: 'toggle', detail: { toggle: 'humans', on: false }, reply: 'Humans are now On' } as const
  expect(consoleReplyOf(turn).text).toBe(
    "It is off now, according to the game's settings. Its reply was “Humans are now On”.",
  )
  expect(consoleReplyOf({ ...turn, why: 'It was off already.' }).text).toBe('It was off already.')
  expect(consoleReplyOf({ ...turn, settledBy: 'ann', settledByName: 'Ann' }).text).toBe('Ann settled it as off.')
  expect(consoleReplyOf({ ...turn, link: 'mock' }).text).toBe('Humans are now On')
})

test.each(outcomeExamples)('[BH11] the console, $way: the line below the command says the same as $text', (example) => {
  const { delivery, text } = example
  const shown = consoleReplyOf(delivery).text
  const message = text.replace(/^(✅ Success|✅ Command queued|❌ Error): /, '')
  expect([text, message, `Error: ${message}`, delivery.reply]).toContain(shown)
  if (delivery.settledBy !== null) expect(shown).not.toBe(delivery.reply)
})
