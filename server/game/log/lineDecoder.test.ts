import { expect, test } from 'vitest'
import { createLineDecoder, encodingOf, longestLine } from './lineDecoder.ts'

const utf8 = { name: 'utf8', markBytes: 0, lineEnd: '\n' } as const
const beginning = { offset: 0, isSkipping: false }
const textsOf = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text)

test('[LG30] half a line is kept until its end arrives, and a character may be split', () => {
  const bytes = Buffer.from('Дино 🦖\nsecond\r\n\nthird')
  const decoder = createLineDecoder(utf8, beginning)
  const lines = [...bytes].flatMap((byte) => decoder.push(Buffer.of(byte)))
  expect(lines).toEqual([
    { text: 'Дино 🦖', end: 14 },
    { text: 'second', end: 22 },
  ])
  expect(decoder.place()).toEqual({ offset: 23, isSkipping: false })
  expect(decoder.rest()).toEqual({ text: 'third', end: 28 })
})

test('[LG31] the encoding is found by its mark, and UTF-16 without one by its zeros', () => {
  const le = Buffer.from('Log file open\r\n', 'utf16le')
  const be = Buffer.from(le).swap16()
  const headOf = (mark: readonly number[], text: Buffer) => encodingOf(Buffer.concat([Buffer.from(mark), text]))
  expect(headOf([0xef, 0xbb, 0xbf], Buffer.from('a\n'))).toEqual({ name: 'utf8', markBytes: 3, lineEnd: '\n' })
  expect(headOf([0xff, 0xfe], le)).toEqual({ name: 'utf16le', markBytes: 2, lineEnd: '\r\n' })
  expect(headOf([0xfe, 0xff], be)).toEqual({ name: 'utf16be', markBytes: 2, lineEnd: '\r\n' })
  expect(headOf([], le)).toEqual({ name: 'utf16le', markBytes: 0, lineEnd: '\r\n' })
  expect(headOf([], be)).toEqual({ name: 'utf16be', markBytes: 0, lineEnd: '\r\n' })
  expect(headOf([], Buffer.from('a\r\nb\n'))).toEqual({ name: 'utf8', markBytes: 0, lineEnd: '\r\n' })
  expect(encodingOf(Buffer.alloc(0))).toEqual(utf8)
})

test('[LG32] where lines end with CR LF, a line feed within a text ends no line, so that it cannot imitate one', () => {
  const decoder = createLineDecoder({ ...utf8, lineEnd: '\r\n' }, beginning)
  expect(
    textsOf(decoder.push(Buffer.from('A [1]: hi\n[…]LogTheIsleChatData: [Global] B [2]: forged\r\nnext\r\n'))),
  ).toEqual(['A [1]: hi\n[…]LogTheIsleChatData: [Global] B [2]: forged', 'next'])
})

test('[LG33] a line of a megabyte is skipped and counted once, with little memory, and its end may be split', () => {
  for (const lineEnd of ['\n', '\r\n'] as const) {
    const decoder = createLineDecoder({ ...utf8, lineEnd }, beginning)
    for (let i = 0; i < 16; i++) expect(decoder.push(Buffer.alloc(longestLine, 'x'))).toEqual([])
    expect(decoder.place()).toMatchObject({ isSkipping: true })
    const { offset } = decoder.place()
    expect(offset).toBeGreaterThan(16 * longestLine - 4)

    const end = Buffer.from(`end${lineEnd}next${lineEnd}`)
    expect([...end].flatMap((byte) => textsOf(decoder.push(Buffer.of(byte))))).toEqual(['next'])
    expect(decoder.skipped()).toBe(1)
    expect(decoder.place()).toEqual({ offset: 16 * longestLine + end.length, isSkipping: false })
  }
})

test('[LG34] a line of exactly the longest length is read, one byte more is not', () => {
  const decoder = createLineDecoder(utf8, beginning)
  const longest = `${'x'.repeat(longestLine - 1)}\n`
  expect(textsOf(decoder.push(Buffer.from(`${longest}y${longest}z\n`)))).toEqual(['x'.repeat(longestLine - 1), 'z'])
  expect(decoder.skipped()).toBe(1)
})

test('[LG35] zeros that a crash left before a line, and bytes that are not text, harm nothing', () => {
  const decoder = createLineDecoder(utf8, beginning)
  const zeros = Buffer.alloc(4096)
  const lines = decoder.push(
    Buffer.concat([zeros, Buffer.from('after\n'), Buffer.of(0xff, 0xc3, 10), zeros, Buffer.of(10)]),
  )
  expect(textsOf(lines)).toEqual(['after', '\uFFFD\uFFFD'])
})
