import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import { BanFileError, encodeBanFile, parseBanFile } from './banFile.ts'
import { withoutBan } from './editBanFile.ts'

const rex = '76561198000000001'
const mia = '76561198000000002'
const entry = (steamId: string, more = '') => `{ "steamId": "${steamId}",  "playerName": "A, \\"b\\" }]"${more} }`
const listOf = (...entries: readonly string[]) =>
  `{\r\n\t"version": [1, {"a": "]"}],\r\n\t"bannedPlayerData": [\r\n\t\t${entries.join(',\r\n\t\t')}\r\n\t],\r\n\t"end": null\r\n}\r\n`
const lift = (text: string, id = rex) => {
  const { bytes, removed } = withoutBan(Buffer.from(text), id)
  return { text: bytes.toString(), removed }
}

test('[EBF0] only the entries of the player go: others, unknown fields, indentation and line ends stay', () => {
  const [first, second, third] = [entry(mia, ', "x": [1, {"y": null}]'), entry(rex), entry('9')]
  expect(lift(listOf(first, second, third))).toEqual({ text: listOf(first, third), removed: 1 })
  expect(lift(listOf(second, first))).toEqual({ text: listOf(first), removed: 1 })
  expect(lift(listOf(first, second))).toEqual({ text: listOf(first), removed: 1 })
  expect(lift(listOf(second, first, second, third, second))).toEqual({ text: listOf(first, third), removed: 3 })
  expect(lift(listOf('7', 'true', second, '"x"', '-1.5e3'))).toEqual({
    text: listOf('7', 'true', '"x"', '-1.5e3'),
    removed: 1,
  })
  const { text } = lift(listOf(second))
  expect(parseBanFile(Buffer.from(text), 'UTC').bans).toEqual([])
  expect(text).toContain('"end": null')
})

test('[EBF1] a player who is not in the list, and an empty list, change nothing', () => {
  for (const text of ['', ' \n', '{"bannedPlayerData":[]}', listOf(entry(mia)), listOf(entry(`${rex}0`))])
    expect(lift(text)).toEqual({ text, removed: 0 })
})

test('[EBF2] what is not a list is refused and nothing is written', () => {
  const twice = `{"bannedPlayerData":[${entry(rex)}],"bannedPlayerData":[${entry(rex)}]}`
  for (const text of ['{"bannedPlayerData":[', '[]', 'null', '{"bannedPlayerData":{}}', '\0\xff', twice])
    expect(() => lift(text), text).toThrow(BanFileError)
})

test.each(['utf8', 'utf8 with a mark', 'utf16le', 'utf16le with a mark', 'utf16be with a mark'])(
  '[EBF3] %s keeps its encoding, and bytes that are not text',
  (form) => {
    const encode = (text: string) => {
      const marked = form.includes('mark') ? `\ufeff${text}` : text
      const bytes = Buffer.from(marked, form.startsWith('utf16') ? 'utf16le' : 'utf8')
      return form.startsWith('utf16be') ? bytes.swap16() : bytes
    }
    const other = entry(mia, ', "name": "Émilie 鱼 \ud83e\udd96"')
    expect(withoutBan(encode(listOf(entry(rex), other)), rex).bytes).toEqual(encode(listOf(other)))
    const odd = Buffer.concat([
      Buffer.from('{"bannedPlayerData":[{"steamId":"9","playerName":"'),
      Buffer.from([0xc3, 0x28]),
    ])
    const tail = Buffer.from(`"},${entry(rex)}]}`)
    if (form === 'utf8')
      expect(withoutBan(Buffer.concat([odd, tail]), rex).bytes).toEqual(Buffer.concat([odd, Buffer.from('"}]}')]))
  },
)

test('[EBF4] whatever the list: what is left is the list without the player, and lifting twice is lifting once', () => {
  const Entry = fc.record({
    id: fc.constantFrom(rex, mia, '76561198000000003'),
    name: fc.string({ unit: anyCharacter, maxLength: 20 }),
    reason: fc.string({ maxLength: 20 }),
    by: fc.constant('Rcon'),
    at: fc.constant(1_790_000_000_000),
    until: fc.constantFrom(null, 1_790_003_600_000),
  })
  fc.assert(
    fc.property(fc.array(Entry, { maxLength: 8 }), (bans) => {
      const left = bans.filter(({ id }) => id !== rex)
      const { bytes, removed } = withoutBan(Buffer.from(encodeBanFile(bans, 0)), rex)
      expect(removed).toBe(bans.length - left.length)
      expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(encodeBanFile(left, 0)))
      expect(withoutBan(bytes, rex)).toEqual({ bytes, removed: 0 })
    }),
    { numRuns: 30 },
  )
})
