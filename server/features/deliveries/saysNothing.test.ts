import { expect, test } from 'vitest'
import { saysNothing } from './saysNothing.ts'

test('[SN1] blanks, control characters and signs of no width say nothing', () => {
  for (const text of ['', '  ', '\0\x01', '\u{200B}\u{FEFF}', '\u{202E}', '\u{3164}\u{2800}', '\n\t\u{2028}'])
    expect(saysNothing(text)).toBe(true)
})

test('[SN2] whatever people can see says something', () => {
  for (const text of ['a', '.', '🦖', '恐', ' x ', '👨‍👩‍👧', '1', '\u{202E}b']) expect(saysNothing(text)).toBe(false)
})
