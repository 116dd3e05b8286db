import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutEchoes } from './withoutEchoes.ts'

test.each([
  ['Announcement Sent: not found', ['not found'], 'Announcement Sent:  … '],
  ['Player Unknown was kicked', ['Unknown'], 'Player  …  was kicked'],
  ['Player Unknown2 was kicked', ['Unknown'], 'Player Unknown2 was kicked'],
  ['errors, error', ['error'], 'errors,  … '],
  ['aaaa𝔸 aaaa', ['aaaa'], 'aaaa𝔸  … '],
  ['no no no', ['no'], 'no no no'],
])('[EC1] what people chose is taken out where it stands by itself: %j without %j', (reply, echoes, left) => {
  expect(withoutEchoes(reply, echoes)).toBe(left)
})

/** The same, said as a pattern. */
const byPattern = (reply: string, echo: string) =>
  reply.replace(new RegExp(`(?<![\\p{L}\\p{N}])${echo.replace(/[.(]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu'), ' … ')

test('[EC2] whatever stands around it, it is found as a pattern finds it', () => {
  const sign = fc.constantFrom('a', 'b', 'ab', '.', '(', '-', '𝔸', '🦖', '7', 'é')
  const reply = fc.array(sign, { maxLength: 40 }).map((signs) => signs.join(''))
  const echo = fc.array(sign, { minLength: 4, maxLength: 5 }).map((signs) => signs.join(''))
  const around = fc.tuple(reply, echo, reply, reply).map(([one, said, other, last]) => ({
    ...{ said, reply: `${one}${said}${other}${said}${said}${last}` },
  }))
  fc.assert(fc.property(around, ({ reply: heard, said }) => withoutEchoes(heard, [said]) === byPattern(heard, said)))
})
