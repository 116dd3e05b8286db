import { expect, test } from 'vitest'
import { answered, nothingAsked } from './useQuery.ts'

const ask = { asker: 'ann', question: '{}', at: 5 }
const refused = (code: string) => ({ ok: false, code, message: 'No.' }) as const
const held = answered(nothingAsked, { ...ask, answer: { ok: true, output: [1], seq: 0 } })

test('[AN1] a good answer is held with when it came', () => {
  expect(held).toEqual({ asker: 'ann', question: '{}', refusal: null, value: [1], at: 5 })
})

test('[AN2] what is refused is no longer held: what may not be seen any more is gone', () => {
  for (const code of ['forbidden', 'gone', 'badInput', 'any other'])
    expect(answered(held, { ...ask, at: 9, answer: refused(code) })).toMatchObject({
      value: null,
      at: null,
      refusal: { code },
    })
})

test('[AN3] what is only not answered for now stays, with the reason beside it', () => {
  for (const code of ['offline', 'unanswered', 'tooFast', 'failed', 'unavailable'])
    expect(answered(held, { ...ask, at: 9, answer: refused(code) })).toMatchObject({
      value: [1],
      at: 5,
      refusal: { code },
    })
})

test('[AN4] what one was answered is never held for the next', () => {
  expect(answered(held, { ...ask, asker: 'bob', answer: refused('offline') })).toMatchObject({
    asker: 'bob',
    value: null,
  })
})
