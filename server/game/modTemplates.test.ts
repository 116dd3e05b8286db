import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../shared/engine/testing/anyCharacter.ts'
import type { GameAction } from '../../shared/features/deliveries/kinds.ts'
import { type CommandTemplates, modCommandText, modTemplates } from './commandTemplates.ts'
import { readCommandLine } from './simulator/mod/modCommands.ts'

const victim = '76561198000000003'
const other = '76561198000000004'
const target = { id: victim, name: 'Bite; "Chew"' }
const actionOf = (kind: GameAction['kind'], detail: GameAction['detail'] = {}): GameAction => ({ kind, target, detail })
const line = (action: GameAction, table: CommandTemplates = {}) => modCommandText({ ...modTemplates, ...table }, action)
const tricky = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom('"', "'", ';', ' ', '\n', '\0', '\\', '/', '{', '}', '|', ':', ',', 'a'),
    maxLength: 40,
  }),
)
const tables: readonly CommandTemplates[] = [
  { ban: 'ban {id} {minutes} {reason}' },
  { ban: 'ban {reason} {id} {minutes}' },
  { ban: 'ban "{reason}" {id} "{minutes}"' },
  { ban: 'ban {name} {id} {minutes} "{reason}"' },
]

test('[V1.2.5] for any text a console reads one command with the intended arguments', () => {
  fc.assert(
    fc.property(tricky, fc.constantFrom(...tables), (reason, table) => {
      const commands = readCommandLine(line(actionOf('ban', { reason, durationMs: 120_000 }), table))
      expect(commands).toHaveLength(1)
      const [{ name, args } = { name: '', args: [] }] = commands
      expect(name).toBe('ban')
      const places = [...(table.ban ?? '').matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder)
      // The last argument may have several words.
      for (const [i, placeholder] of places.entries()) {
        if (placeholder === 'id') expect(args[i]).toBe(victim)
        if (placeholder === 'minutes') expect(args[i]).toBe('2')
      }
      if (places.at(-1) !== 'reason') expect(args).toHaveLength(places.length)
    }),
    { numRuns: 500 },
  )
})

test('[V1.2.5] separators of a template occur in none of its arguments', () => {
  const table = { ban: 'ban:{name}|{id}|{reason}' }
  fc.assert(
    fc.property(tricky, (reason) => {
      const parts = line(actionOf('ban', { reason }), table).split('|')
      expect([parts.length, parts[1]]).toEqual([3, victim])
    }),
  )
})

test('[MW1] the default templates are those of most mods', () => {
  const detail = { reason: 'noise', durationMs: 90_000, destination: other, text: 'Hello, you' }
  expect(
    ['slay', 'heal', 'kick', 'ban', 'unban', 'teleport', 'message', 'broadcast'].map((kind) =>
      line(actionOf(kind as 'slay', detail)),
    ),
  ).toEqual([
    `slay ${victim}`,
    `heal ${victim}`,
    `kick ${victim} noise`,
    `ban ${victim} 2 noise`,
    `unban ${victim}`,
    `teleport ${victim} ${other}`,
    `message ${victim} Hello, you`,
    'broadcast Hello, you',
  ])
})

test('[MW2] a console command is sent as typed, in one line', () => {
  expect(line(actionOf('console', { text: 'say "a; b"\nquit; x' }))).toBe('say "a; b" quit; x')
})

test('[MW3] an argument with spaces that others follow is quoted, unless the template quotes it', () => {
  const reason = 'far too "loud"'
  expect(line(actionOf('ban', { reason }), { ban: 'ban {reason} {id}' })).toBe(`ban "far too 'loud'" ${victim}`)
  expect(line(actionOf('ban', { reason }), { ban: 'ban "{reason}" {id}' })).toBe(`ban "far too 'loud'" ${victim}`)
})

test('[MW6] parent mutations are sent where the template has a place for them, and never left out', () => {
  const mutate = actionOf('mutate', { text: 'Wader,Osteophagic', parents: 'Hypermetabolic' })
  expect(line(mutate, { mutate: 'mutate {id} {text} {parents}' })).toBe(
    `mutate ${victim} Wader,Osteophagic Hypermetabolic`,
  )
  expect(() => line(mutate, { mutate: 'mutate {id} {text}' })).toThrow(/has no {parents}/)
  const mainOnly = actionOf('mutate', { text: 'Wader' })
  expect(line(mainOnly, { mutate: 'mutate {id} {text}' })).toBe(`mutate ${victim} Wader`)
})

test('[MW4] a command longer than a packet is refused', () => {
  const text = '恐'.repeat(998)
  expect(line(actionOf('broadcast', { text }))).toHaveLength(1008)
  expect(() => line(actionOf('broadcast', { text }), { broadcast: '{text} {text}' })).toThrow('at most 4086')
})

test('[MW5] a teleport without a destination and templates with missing values are refused', () => {
  expect(() => line(actionOf('teleport'))).toThrow('no destination')
  expect(() => line(actionOf('teleport', { destination: 'home; quit' }))).toThrow('is not a player id')
  expect(() => line(actionOf('message'))).toThrow('text is empty')
  expect(() => line({ kind: 'slay', target: null, detail: {} })).toThrow('names no player')
})
