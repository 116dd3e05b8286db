import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineDecoder, type DecodedLine, encodingOf } from './lineDecoder.ts'

const longest = 64
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((line) => line.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').replace(/^\uFEFF/, ''))
const file = fc.record({
  lines: fc.array(fc.oneof(text, fc.constant('x'.repeat(200)), fc.constant('')), { maxLength: 12 }),
  encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasMark: fc.boolean(),
})

function bytesOf(texts: readonly string[], encoding: string, hasMark: boolean, lineEnd: string): Buffer {
  const whole = `${hasMark || encoding !== 'utf8' ? '\uFEFF' : ''}${texts.map((line) => line + lineEnd).join('')}`
  return encoding === 'utf8' ? Buffer.from(whole) : swapped(Buffer.from(whole, 'utf16le'), encoding === 'utf16be')
}
const swapped = (bytes: Buffer, isBig: boolean) => (isBig ? bytes.swap16() : bytes)

test('[LG36] lines are the same however the bytes are split, and from every place where reading may go on', () => {
  fc.assert(
    fc.property(
      file,
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      ({ lines, encoding, lineEnd, hasMark }, sizes) => {
        const first = 'Log file open'
        const bytes = bytesOf([first, ...lines], encoding, hasMark, lineEnd)
        const found = encodingOf(bytes)
        expect(found).toMatchObject({ name: encoding, lineEnd })
        const width = encoding === 'utf8' ? 1 : 2
        const isShort = (line: string) => Buffer.byteLength(line + lineEnd, width === 1 ? 'utf8' : 'utf16le') <= longest
        const expected = [first, ...lines].filter((line) => line !== '' && isShort(line))

        let decoder = createLineDecoder(found, { offset: found.markBytes, isSkipping: false }, longest)
        const read: DecodedLine[] = []
        let at = found.markBytes
        let skipped = 0
        for (const size of sizes) {
          if (at >= bytes.length) break
          read.push(...decoder.push(bytes.subarray(at, at + size)))
          at += size
          if (size % 5 !== 0) continue
          const place = decoder.place()
          skipped += decoder.skipped()
          decoder = createLineDecoder(found, place, longest)
          at = place.offset
          // A place that does not move yet: more bytes at once.
          read.push(...decoder.push(bytes.subarray(at, at + 3 * longest)))
          at += 3 * longest
        }
        expect(read.map((line) => line.text)).toEqual(expected)
        expect(decoder.place()).toEqual({ offset: bytes.length, isSkipping: false })
        expect(skipped + decoder.skipped()).toBe(lines.filter((line) => !isShort(line)).length)
        for (const { text: line, end } of read) {
          const before = bytes.subarray(0, end)
          expect(
            (encoding === 'utf16be' ? Buffer.from(before).swap16() : before).toString(width === 1 ? 'utf8' : 'utf16le'),
          ).toMatch(new RegExp(`${line.slice(-1).replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}${lineEnd}$`))
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('[LG37] any bytes are lines, in bounded memory', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 50 }), (any, size) => {
      const bytes = Buffer.from(any)
      const decoder = createLineDecoder(encodingOf(bytes), { offset: 0, isSkipping: false }, longest)
      for (let at = 0; at < bytes.length; at += size) {
        for (const line of decoder.push(bytes.subarray(at, at + size))) expect(line.end).toBeLessThanOrEqual(at + size)
        const { offset } = decoder.place()
        expect(Math.min(bytes.length, at + size) - offset).toBeLessThanOrEqual(longest)
      }
    }),
    { numRuns: 2_000 },
  )
})
