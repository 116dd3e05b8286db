import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import { type DeliveryKind, deliveryKinds } from '../../../shared/features/deliveries/kinds.ts'
import { manualCommandText } from './commandText.ts'

const target = { id: '76561198000000001', name: 'Rex; quit' }
const textOf = (kind: DeliveryKind, detail: object) => manualCommandText({ kind, target, detail })

test("[V1.2.5] [HC1] text typed by a moderator cannot become a second command in the owner's console", () => {
  expect(textOf('message', { text: 'hi; admin add 7656"\\' })).toBe(`message ${target.id} hi, admin add 7656'/`)
  expect(textOf('kick', { reason: 'bye; quit\nquit' })).toBe(`kick ${target.id} bye, quit quit`)
  expect(textOf('console', { text: 'say "a"; save' })).toBe('say "a"; save')
})

test('[HC3] staff who complete a redemption by hand read which dinosaur to make, and all its mutations', () => {
  const stored = { growth: 80, health: 100, hunger: null, thirst: 95 }
  expect(textOf('redeem', { dinosaur: 'd-1', species: 'Carnotaurus', stored })).toBe(
    `redeem ${target.id} Carnotaurus growth 80% health 100% thirst 95% d-1`,
  )
  expect(textOf('mutate', { text: 'Wader,Osteophagic', parents: 'Hypermetabolic' })).toBe(
    `mutate ${target.id} Wader,Osteophagic parents Hypermetabolic`,
  )
  expect(textOf('mutate', { text: 'Wader' })).toBe(`mutate ${target.id} Wader`)
})

test('[BH6] a ban that staff paste into the console counts hours, as the game does', () => {
  const hourMs = 3_600_000
  for (const [durationMs, hours] of [
    [60_000, 1],
    [hourMs, 1],
    [25 * hourMs + 1, 26],
    [null, 87_600],
  ] as const)
    expect(textOf('ban', { reason: 'rude', durationMs })).toBe(`ban ${target.id} ${hours} rude`)
})

test('[V1.2.5] [HC2] for any typed text, only console commands contain characters that separate commands', () => {
  const kinds = deliveryKinds.filter((kind) => kind !== 'console')
  const Typed = fc.string({ unit: fc.constantFrom('a', ' ', ';', '"', '\\', '\n', '\r', '\u2028', '`') })
  fc.assert(
    fc.property(fc.constantFrom(...kinds), Typed, Typed, (kind, reason, text) => {
      expect(textOf(kind, { reason, text, durationMs: null })).not.toMatch(/[;"\\`\p{Cc}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('[SN6] blanks, control characters and signs without width are invisible', () => {
  for (const text of ['', '  ', '\0\x01', '\u{200B}\u{FEFF}', '\u{202E}', '\u{3164}\u{2800}', '\n\t\u{2028}'])
    expect(isInvisible(text)).toBe(true)
})

test('[SN7] text with a visible character is not invisible', () => {
  for (const text of ['a', '.', '🦖', '恐', ' x ', '👨‍👩‍👧', '1', '\u{202E}b']) expect(isInvisible(text)).toBe(false)
})
