import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommandId, madeAt, newCommandId } from './ids.ts'

test('[ID2111] a command id says when it was made, in small and in capital letters; another text says no time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
      (at, random) => {
        const id = newCommandId(at, random)
        expect(madeAt(id)).toBe(at)
        expect(madeAt(id.toUpperCase() as CommandId)).toBe(at)
      },
    ),
  )
  for (const other of ['', 'hub 3 x', '0192', 'g1234567-0123', '01234567-01:3'])
    expect(madeAt(other as CommandId)).toBeNaN()
})
