import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePlayerData, encodePlayerList, encodeServerDetails } from '../simulator/encodeReplies.ts'
import { animalsOf, detailsOf } from '../simulator/game.ts'
import { createTestGame } from '../testing/testSimulator.ts'
import { parsePlayerData, parsePlayerList } from './parsePlayers.ts'
import { parseServerDetails } from './parseServerDetails.ts'
import { maskText, redactReplies } from './redact.ts'

const at = Date.UTC(2026, 3, 1)

function recorded(format: '2025' | '2026') {
  const game = createTestGame({ players: 60, format, seed: 2 })
  const original = { players: game.world.online(), animals: animalsOf(game), details: detailsOf(game) }
  const replies = [
    { command: 'playerlist', text: encodePlayerList(original.players) },
    { command: 'getplayerdata', text: encodePlayerData(original.animals, format, at) },
    { command: 'serverdetails', text: encodeServerDetails(original.details, 'join-s3cret, x: y', at) },
    { command: 'getqueuestatus', text: 'Queue: 2 players, 76561198000000001 Fernfoot waits' },
  ] as const
  const [list = '', rows = '', details = '', queue = ''] = redactReplies(replies, ['rcon-s3cret']).map(
    ({ text }) => text,
  )
  return { original, list, rows, details, queue }
}

const namesIn = (rows: string) => new Map(parsePlayerData(rows).value.map(({ id, name }) => [id, name ?? '']))

test.each(['2025', '2026'] as const)(
  '[RD1] nothing of the ids, names, server name and passwords of %s remains',
  (format) => {
    const { original, ...redacted } = recorded(format)
    const all = Object.values(redacted).join('\n')
    for (const { id, name } of original.players) {
      expect(all).not.toContain(id)
      for (const part of name.split(',')) expect(all).not.toContain(part.trim())
    }
    expect(all).not.toContain(original.details.name)
    expect(all).not.toContain('s3cret')
  },
)

test.each(['2025', '2026'] as const)('[RD2] the parsers read the same from %s, with other names', (format) => {
  const { original, list, rows, details } = recorded(format)
  const players = parsePlayerList(list, namesIn(rows))
  expect(players.value).toHaveLength(original.players.length)
  expect(players.garbage).toEqual([])
  const { value, garbage, unknownKeys } = parsePlayerData(rows)
  expect([garbage, unknownKeys]).toEqual([[], []])
  expect(value.map(({ species }) => species)).toEqual(original.animals.map(({ species }) => species))
  expect(parseServerDetails(details).value).toEqual({ ...original.details, name: 'Server | Name, redacted' })
})

test('[RD3] one player has the same alias in every reply, and two have different ones', () => {
  const { original, list, rows } = recorded('2026')
  const known = namesIn(rows)
  const listed = parsePlayerList(list, known).value
  expect(new Set(listed.map(({ id }) => id)).size).toBe(original.players.length)
  const ids = new Set(listed.map(({ id }) => id))
  expect([...known.keys()].every((id) => ids.has(id))).toBe(true)
  expect(listed.every(({ id, name }) => !known.has(id) || known.get(id) === name)).toBe(true)
})

test('[RD4] names stay as hard to parse as they were', () => {
  const names = [...namesIn(recorded('2026').rows).values()]
  expect(names.some((name) => name.split(',').length === 3)).toBe(true)
  expect(names.some((name) => name.includes('['))).toBe(true)
  expect(names.some((name) => name.includes('🦖'))).toBe(true)
})

test('[RD5] unknown parts are masked and keep their shape', () => {
  expect(maskText('Queue: 2 players, "Bob Ö" (12345678) waits')).toBe('Queue: 2 players, "Xxx X" (99999999) xxxxx')
  const [reply] = redactReplies(
    [
      {
        command: 'getplayerdata',
        text: 'PlayerData\nBob was here\nName: Bob, PlayerID: 76561198000000001, Alias: Bobby, Growth: 1.00\n',
      },
    ],
    [],
  )
  expect(reply?.text).toBe(
    'PlayerData\nXxx xxx xxxx\nName: Name1, PlayerID: 76561190000000001, Alias: Xxxxx, Growth: 1.00\n',
  )
})

test('[RD6] an RCON password repeated by the server does not get into the file', () => {
  const [reply] = redactReplies([{ command: 'getplayables', text: 'Troodon,rcons3cret,Carnotaurus' }], ['rcons3cret'])
  expect(reply?.text).toBe('Troodon,redacted,Carnotaurus')
})

test('[RD7] no id remains, wherever it is', () => {
  const commands = fc.constantFrom('playerlist', 'getplayerdata', 'serverdetails', 'getplayables', 'getqueuestatus')
  fc.assert(
    fc.property(commands, fc.string(), fc.string(), (command, before, after) => {
      const text = `${before} 76561198123456789 ${after}`
      expect(redactReplies([{ command, text }], [])[0]?.text).not.toContain('76561198123456789')
    }),
  )
})

const [quetzal, zorba] = ['76561198000000001', '76561198000000002']
const lateList = `PlayerList\n${quetzal},${zorba},\nQuetzal,Zorba,`
const lateRows = `[2026.04.01-14.50.30] PlayerData\nName: Quetzal, PlayerID: ${quetzal}, Growth: 1\nPlayerDataEnd\n`
const lateDetails = '[2026.04.01-14.50.30] ServerDetailsServerName: My, Den, ServerPassword: 4711, ServerMap: Gateway'
const all = ['login', 'playerlist', 'getplayerdata', 'serverdetails', 'getplayables', 'getqueuestatus'] as const
const redactOne = (command: (typeof all)[number], text: string, secrets: string[] = []) =>
  redactReplies([{ command, text }], secrets)[0]?.text ?? ''

test.each(all)('[MG10] replies to others that arrive late after %s are redacted by their own type', (command) => {
  for (const late of [lateList, lateRows, lateDetails, `${lateList}${lateDetails}`, `${lateRows}${lateList}`]) {
    const text = redactOne(command, `${late}Carnotaurus,Troodon`)
    expect(text).not.toMatch(/Quetzal|Zorba|4711|My|Den|765611980/)
  }
  // The rest of a list that stopped before.
  expect(redactOne(command, 'etzal,Zorba77,Troodon')).not.toMatch(/etzal|Zorba/)
})

test('[MG11] the join password is removed wherever the build has it, and from every other reply', () => {
  const text =
    'ServerDetailsServerName: N, ServerMap: G, bServerPassword: true, ServerPassword: hunt3r2, ServerMaxPlayers: 9'
  expect(redactOne('serverdetails', text)).toBe(
    'ServerDetailsServerName: Server | Name, redacted, ServerMap: G, bServerPassword: true, ServerPassword: set, ServerMaxPlayers: 9',
  )
  const replies = redactReplies(
    [
      { command: 'serverdetails', text },
      { command: 'getqueuestatus', text: 'say hunt3r2 or pw1' },
      { command: 'getplayables', text: 'Troodon,Newsaurus,BP_Carnotaurus_C' },
    ],
    ['pw1'],
  )
  expect(replies.slice(1).map((reply) => reply.text)).toEqual([
    'xxx redacted xx redacted',
    'Troodon,Xxxxxxxxx,BP_Carnotaurus_C',
  ])
})

test("[MG12] a login keeps the game's words and no greeting of a player", () => {
  expect(redactOne('login', 'Bob joined 76561198000000001\nPassword Accepted\0')).toBe(
    'Xxx xxxxxx 76561190000000001\nPassword Accepted\0',
  )
})
