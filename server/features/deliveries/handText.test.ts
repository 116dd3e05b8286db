import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeliveryKind, deliveryKinds } from '../../../shared/features/deliveries/kinds.ts'
import { handText } from './handText.ts'

const target = { id: '76561198000000001', name: 'Rex; quit' }
const textOf = (kind: DeliveryKind, detail: object) => handText({ kind, target, detail })

test('[V1.2.5] [HC1] what a moderator types is no second command in the console of an owner', () => {
  expect(textOf('message', { text: 'hi; admin add 7656"\\' })).toBe(`message ${target.id} hi, admin add 7656'/`)
  expect(textOf('kick', { reason: 'bye; quit\nquit' })).toBe(`kick ${target.id} bye, quit quit`)
  expect(textOf('console', { text: 'say "a"; save' })).toBe('say "a"; save')
})

test('[V1.2.5] [HC2] whatever is typed: nothing but what is typed for the console parts a command', () => {
  const kinds = deliveryKinds.filter((kind) => kind !== 'console')
  const Typed = fc.string({ unit: fc.constantFrom('a', ' ', ';', '"', '\\', '\n', '\r', '\u2028', '`') })
  fc.assert(
    fc.property(fc.constantFrom(...kinds), Typed, Typed, (kind, reason, text) => {
      expect(textOf(kind, { reason, text, durationMs: null })).not.toMatch(/[;"\\`\p{Cc}\p{Zl}\p{Zp}]/u)
    }),
  )
})
