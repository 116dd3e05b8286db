import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoted, splitLine } from './splitLine.ts'

const textsOf = (line: string) => splitLine(line).map(({ text }) => text)

test('[CW1] words are parted by spaces, and quotes hold them together', () => {
  expect(textsOf('  kick "Demo Player"  too   loud ')).toEqual(['kick', 'Demo Player', 'too', 'loud'])
  expect(textsOf('say "a \\"b\\" c"')).toEqual(['say', 'a "b" c'])
  expect(textsOf('')).toEqual([])
})

test('[CW2] a quote that nobody has closed reaches to the end', () => {
  expect(textsOf('kick "Demo Pl')).toEqual(['kick', 'Demo Pl'])
})

test('[CW3] whatever was quoted is read back as one word', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      expect(textsOf(texts.map(quoted).join(' '))).toEqual(texts)
    }),
  )
})
