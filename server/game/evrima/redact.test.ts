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
