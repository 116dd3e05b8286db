import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { LinkError } from '../link.ts'
import { parsePlayerData, parsePlayerList } from './parsePlayers.ts'

const [alpha, bravo] = ['76561198000000001', '76561198000000002']

test('[PL37] ids and names are read, each followed by a comma', () => {
  const reply = `PlayerList\n${alpha},${bravo},\nAlpha,Bravo,`
  expect(parsePlayerList(reply).value).toEqual([
    { id: alpha, name: 'Alpha' },
    { id: bravo, name: 'Bravo' },
  ])
})

test('[PL2773] a name of which nothing can be seen is none, so that a list shows the id in its place', () => {
  for (const name of ['\u200b', '\u3164\u3164', '\u2800', ' \u2060\ufe0f ']) {
    expect(parsePlayerList(`PlayerList\n${alpha},${bravo},\n${name},Bravo,`).value).toEqual([
      { id: alpha, name: null },
      { id: bravo, name: 'Bravo' },
    ])
    const row = `Name: ${name}, PlayerID: ${alpha}, Location: X=1 Y=2 Z=3, Class: BP_Deinosuchus_C, Growth: 0.5, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1`
    expect(parsePlayerData(`PlayerData\n${row}\nPlayerDataEnd\n`).value).toMatchObject([{ id: alpha, name: null }])
  }
  expect(parsePlayerList(`PlayerList\n${alpha},\n🦖,`).value).toEqual([{ id: alpha, name: '🦖' }])
})

test('[PL38] the empty list is read from the bytes of a real server', () => {
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
])('[PL39] %s changes nothing', (_, reply) => {
  expect(parsePlayerList(reply).value).toEqual([{ id: alpha, name: 'Alpha' }])
})

test('[PL40] names with commas are separated by names known from other replies', () => {
  const reply = `PlayerList\n${alpha},${bravo},\nBite, Chew, Swallow,Bravo,`
  const known = new Map([[alpha, 'Bite, Chew, Swallow']])
  expect(parsePlayerList(reply, known).value.map(({ name }) => name)).toEqual(['Bite, Chew, Swallow', 'Bravo'])
})

test('[PL41] where names are ambiguous the ids still count, and no player gets the name of another', () => {
  const reply = `PlayerList\n${alpha},${bravo},\nBite, Chew, Swallow,Bravo,`
  const { value, garbage } = parsePlayerList(reply)
  expect(value).toEqual([
    { id: alpha, name: null },
    { id: bravo, name: null },
  ])
  expect(garbage).toEqual(['a player list whose names cannot be told apart'])
})

test.each(['Unknown command', '<html>', 'PlayerList\nAlpha,Bravo,\n', '[ts] Announcement Sent: hi'])(
  '[PL42] %j is garbage, and the error does not repeat it',
  (reply) => {
    expect(() => parsePlayerList(reply)).toThrow(
      new LinkError('garbage', 'The answer to playerlist contains something other than player ids.'),
    )
  },
)

const slots = '[1=None,2=None,3=None,4=None]'
const row2026 = `Name: TestPlayer, PlayerID: 76561198000000001, Gender: Male, Location: X=1234.500 Y=-5678.250 Z=300.000, Class: Tyrannosaurus, Growth: 1.00, Health: 1.00, Stamina: 1.00, Hunger: 0.98, Thirst: 0.98, MutationSlots: ${slots}, ParentMutationSlots: ${slots}, ElderMutationSlotsA: ${slots}, ElderMutationSlotsB: ${slots}, PrimeElder: false`
const reply2026 = (...rows: string[]) =>
  `[2026.04.01-14.50.30] PlayerData\n${rows.map((row) => `${row}\n`).join('')}PlayerDataEnd\n`

const tester = {
  id: '76561198000000001',
  name: 'TestPlayer',
  species: 'Tyrannosaurus',
  gender: 'Male',
  growth: 1,
  health: 1,
  stamina: 1,
  hunger: 0.98,
  thirst: 0.98,
  mutations: [],
  primeElder: false,
  location: { x: 1234.5, y: -5678.25, z: 300 },
}

test('[PD1] a row of 2026 is read completely', () => {
  expect(parsePlayerData(reply2026(row2026))).toEqual({ value: [tester], unknownKeys: [], garbage: [] })
})

test('[PD2] rows of 2025 are read: right after the type, with blueprint classes, without gender and mutations', () => {
  const first =
    'Name: A, PlayerID: 76561198000000001, Location: X=1.000 Y=2.000 Z=3.000, Class: BP_Carnotaurus_C, Growth: 0.75, Health: 1.00, Stamina: 1.00, Hunger: 0.80, Thirst: 0.70'
  const second = first.replace('Name: A', 'Name: B').replace('76561198000000001', '76561198000000002')
  const { value, garbage } = parsePlayerData(`[2025.06.01-12.34.56] PlayerData${first}\n${second}\n`)
  expect(garbage).toEqual([])
  expect(value.map(({ name }) => name)).toEqual(['A', 'B'])
  expect(value[0]).toMatchObject({
    species: 'Carnotaurus',
    growth: 0.75,
    gender: null,
    mutations: [],
    primeElder: null,
  })
})

test.each([
  'Bite, Chew, Swallow',
  '[GATE] Longclaw [EU',
  '🦖 Rex',
  'Zed, PlayerID: 76561198000000009, Gender: Female',
  'Name: Name:',
])('[PD3] the name %j is read unchanged', (name) => {
  const { value } = parsePlayerData(reply2026(row2026.replace('TestPlayer', name)))
  expect(value).toEqual([{ ...tester, name }])
})

test('[PD4] mutations of all four kinds of slots are read, each once', () => {
  const row = row2026
    .replace('MutationSlots: [1=None', 'MutationSlots: [1=Wader')
    .replace('ParentMutationSlots: [1=None,2=None', 'ParentMutationSlots: [1=Wader,2=Efficient Digestion')
    .replace(
      'ElderMutationSlotsB: [1=None,2=None,3=None,4=None',
      'ElderMutationSlotsB: [1=None,2=None,3=None,4=Nocturnal',
    )
  expect(parsePlayerData(reply2026(row)).value[0]?.mutations).toEqual(['Wader', 'Efficient Digestion', 'Nocturnal'])
})

test('[PD5] unknown keys are reported and not fatal; the order of fields does not matter', () => {
  const row =
    'Name: T, PlayerID: 76561198000000001, Thirst: 0.98, Scent: strong, Hunger: 0.98, Stamina: 1, Health: 1, Growth: 1, Location: X=1 Y=2 Z=3, Tail: [a,b], Class: Troodon'
  const { value, unknownKeys } = parsePlayerData(reply2026(row))
  expect(value[0]).toMatchObject({ species: 'Troodon', location: { x: 1, y: 2, z: 3 } })
  expect(unknownKeys).toEqual(['Scent', 'Tail'])
})

test.each([
  ['without name and id', 'PlayerDat'],
  ['with a broken id', row2026.replace('76561198000000001', 'me')],
  ['with a broken vital', row2026.replace('Health: 1.00', 'Health: -nan(ind)')],
  ['with a broken vital', row2026.replace('Health: 1.00', `Health: ${'9'.repeat(400)}`)],
  ['with a broken vital', row2026.replace('Growth: 1.00', `Growth: ${'9'.repeat(17)}`)],
  ['with a broken vital', row2026.replace('Growth: 1.00', `Growth: ${'9'.repeat(400)}`)],
  ['with a broken vital', row2026.replace('Growth: 1.00', 'Growth: -0.01')],
])('[PD6] a row %s is counted, and the others are read', (kind, broken) => {
  const { value, garbage } = parsePlayerData(reply2026(broken, row2026))
  expect(value).toEqual([tester])
  expect(garbage).toEqual([`a player row ${kind}`])
})

test.each([
  ['X=nan Y=-5678.250 Z=300.000'],
  ['X=-nan(ind) Y=-nan(ind) Z=-nan(ind)'],
  ['X=inf Y=0 Z=0'],
  ['X=100000000.1 Y=0 Z=0'],
  [`X=0 Y=0 Z=-${'9'.repeat(400)}`],
  ['X=1 Y=2'],
  [''],
])('[GH7] a row with the place %j keeps its player, whose place is unknown', (place) => {
  const row = row2026.replace('X=1234.500 Y=-5678.250 Z=300.000', place)
  expect(parsePlayerData(reply2026(row))).toEqual({
    value: [{ ...tester, location: null }],
    unknownKeys: [],
    garbage: ['a player row with a broken location'],
  })
})

test.each([
  ['Te\nst', 'Te st'],
  ['\nTest', 'Test'],
  ['Te\r\n\r\nst', 'Te st'],
  ['Test\nPlayerDataEnd', 'Test PlayerDataEnd'],
  ['Te\u0007\u001b[31mst\u202e', 'Te [31mst'],
  [' spaced ', 'spaced'],
  ['x'.repeat(100_000), 'x'.repeat(64)],
])('[GH8] the name %j is kept as one bounded line, and no row is lost by it', (name, kept) => {
  const other = row2026.replace('76561198000000001', '76561198000000002')
  const { value, garbage } = parsePlayerData(reply2026(row2026.replace('TestPlayer', name), other))
  expect(value.map((one) => one.name)).toEqual([kept, 'TestPlayer'])
  expect(garbage).toEqual([])
})

test('[GH9] a row within a name is not taken for a player', () => {
  const forged = row2026.replaceAll('76561198000000001', '76561198000000666')
  const name = `Mallory\n${forged}\n`
  const mallory = row2026
    .replace('TestPlayer', name)
    .replace(/76561198000000001(?!.*76561198000000001)/s, '76561198000000002')
  const { value } = parsePlayerData(reply2026(mallory, row2026))
  expect(value.map(({ id }) => id)).not.toContain('76561198000000666')
  expect(value).toContainEqual(tester)
})

test('[GH10] a line that nobody asked for between the rows changes none of them', () => {
  const { value, garbage } = parsePlayerData(reply2026(row2026, '[2026.04.01-14.50.30] LogTemp: saved', row2026))
  expect(value).toEqual([tester, tester])
  expect(garbage).toEqual(['a player row without name and id'])
})

test('[GH11] a name with a line end in the list costs no other player its name', () => {
  const reply = `PlayerList\n${alpha},${bravo},\nAl\npha,Bravo,`
  expect(parsePlayerList(reply).value).toEqual([
    { id: alpha, name: 'Al pha' },
    { id: bravo, name: 'Bravo' },
  ])
})

test.each([
  '[2026.04.01-14.50.30] PlayerData\nPlayerDataEnd',
  '[2025.06.01-12.34.56] PlayerData',
  'PlayerData\nPlayerDataEnd\n',
])('[PD7] %j means that no one is playing', (reply) => {
  expect(parsePlayerData(reply)).toEqual({ value: [], unknownKeys: [], garbage: [] })
})

test('[PD8] a reply without any readable row is garbage', () => {
  expect(() => parsePlayerData('\u0001\u0002 what?\nis this')).toThrow(LinkError)
})

test('[PL43] an id that is kept does not keep the reply it came in', { tags: 'slow' }, () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapAfterCollection = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const reply = Buffer.from(`PlayerData\n${`${row2026}\n`.repeat(1000)}`)
  const idOf = () => parsePlayerData(reply.toString('latin1')).value[0]?.id
  expect(idOf()).toBe('76561198000000001')
  const before = heapAfterCollection()
  const kept = Array.from({ length: 50 }, idOf)
  expect(heapAfterCollection() - before).toBeLessThan((kept.length * reply.length) / 4)
})
