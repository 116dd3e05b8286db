import { expect, test } from 'vitest'
import { LinkError } from '../link.ts'
import { parsePlayerList } from './parsePlayerList.ts'

const [alpha, bravo] = ['76561198000000001', '76561198000000002']

test('[PL1] ids and names are read, each followed by a comma', () => {
  const reply = `PlayerList\n${alpha},${bravo},\nAlpha,Bravo,`
  expect(parsePlayerList(reply).value).toEqual([
    { id: alpha, name: 'Alpha' },
    { id: bravo, name: 'Bravo' },
  ])
})

test('[PL2] the empty list is read from the bytes that a real server was seen to send', () => {
  const reply = Buffer.from('50 6c 61 79 65 72 4c 69 73 74 0a 0a'.replaceAll(' ', ''), 'hex').toString()
  expect(parsePlayerList(reply)).toEqual({ value: [], unknownKeys: [], garbage: [] })
})

test.each([
  ['a final line end', `PlayerList\n${alpha},\nAlpha,\n`],
  ['a third line of other ids', `PlayerList\n${alpha},\nAlpha,\n0002aaaabbbbccccddddeeeeffff0000,`],
  ['Windows line ends', `PlayerList\r\n${alpha},\r\nAlpha,\r\n`],
  ['a frame type and a time before it', `\u0003[2026.04.01-14.50.30] PlayerList\n${alpha},\nAlpha,`],
  ['no name of the type', `${alpha},\nAlpha,`],
  ['no comma after the last name', `PlayerList\n${alpha},\nAlpha`],
])('[PL3] %s changes nothing', (_, reply) => {
  expect(parsePlayerList(reply).value).toEqual([{ id: alpha, name: 'Alpha' }])
})

test('[PL4] names with commas are told apart with names known from elsewhere', () => {
  const reply = `PlayerList\n${alpha},${bravo},\nBite, Chew, Swallow,Bravo,`
  const known = new Map([[alpha, 'Bite, Chew, Swallow']])
  expect(parsePlayerList(reply, known).value.map(({ name }) => name)).toEqual(['Bite, Chew, Swallow', 'Bravo'])
})

test('[PL5] where names cannot be told apart the ids still count, and nobody gets the name of another', () => {
  const reply = `PlayerList\n${alpha},${bravo},\nBite, Chew, Swallow,Bravo,`
  const { value, garbage } = parsePlayerList(reply)
  expect(value).toEqual([
    { id: alpha, name: '' },
    { id: bravo, name: '' },
  ])
  expect(garbage).toEqual(['a player list whose names cannot be told apart'])
})

test.each(['Unknown command', '<html>', 'PlayerList\nAlpha,Bravo,\n', '[ts] Announcement Sent: hi'])(
  '[PL6] %j is garbage, and the error does not repeat it',
  (reply) => {
    expect(() => parsePlayerList(reply)).toThrow(
      new LinkError('garbage', 'The answer to playerlist holds something else than player ids.'),
    )
  },
)
