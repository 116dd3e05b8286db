import { expect, test } from 'vitest'
import { afterAnswer, noAnswer } from './useQuery.ts'

const ask = { askedBy: 'ann', askedFor: '{}', at: 5 }
const refused = (code: string) => ({ ok: false, code, message: 'No.' }) as const
const held = afterAnswer(noAnswer, { ...ask, answer: { ok: true, output: [1], seq: 0 } })

test('[AN13] a good answer is held with the time of its arrival', () => {
  expect(held).toEqual({ askedBy: 'ann', askedFor: '{}', refusal: null, value: [1], at: 5 })
})

test('[AN14] a refusal removes the value: data that may no longer be read disappears', () => {
  for (const code of ['forbidden', 'gone', 'badInput', 'any other'])
    expect(afterAnswer(held, { ...ask, at: 9, answer: refused(code) })).toMatchObject({
      value: null,
      at: null,
      refusal: { code },
    })
})

test('[AN15] a temporary failure keeps the value and adds the reason', () => {
  for (const code of ['offline', 'unanswered', 'tooFast', 'failed', 'unavailable'])
    expect(afterAnswer(held, { ...ask, at: 9, answer: refused(code) })).toMatchObject({
      value: [1],
      at: 5,
      refusal: { code },
    })
})

test('[AN800] a temporary failure does not leave the answer to another input under the new one', () => {
  for (const code of ['offline', 'unanswered', 'tooFast', 'failed', 'unavailable'])
    expect(afterAnswer(held, { ...ask, askedFor: '{"group":"banned"}', at: 9, answer: refused(code) })).toEqual({
      askedBy: 'ann',
      askedFor: '{"group":"banned"}',
      value: null,
      at: null,
      refusal: refused(code),
    })
})

test('[AN16] the answer to one principal is never held for the next', () => {
  expect(afterAnswer(held, { ...ask, askedBy: 'bob', answer: refused('offline') })).toMatchObject({
    askedBy: 'bob',
    value: null,
  })
})
