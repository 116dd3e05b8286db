import fc from 'fast-check'

/** Any character of Unicode, as `unit` of `fc.string`. The library's own `binary` takes a second to set up in each process. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code))
