import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import {
  bridgeCommand,
  lineOf,
  readVerbs,
  textOf,
  usualVerbs,
  type Verb,
  type VerbChanges,
  verbsWith,
} from './verbs.ts'

const target = { id: '76561198000000001', name: 'Ada' }
const other = '76561198000000002'
const actionOf = (kind: GameAction['kind'], detail: GameAction['detail'] = {}): GameAction => ({ kind, target, detail })
const verbOf = (kind: GameAction['kind']) => usualVerbs[kind] as Verb
const place = { x: 483_129.59, y: -76_220.4721, z: 23_256.202 }

test('[BM1] each usual verb has the arguments that the public mods read, numbers without quotes', () => {
  const args = (kind: GameAction['kind'], detail: GameAction['detail']) =>
    bridgeCommand(verbOf(kind), actionOf(kind, detail), place)
  expect(args('slay', {})).toEqual({ verb: 'kill', steam: target.id, args: {} })
  expect(args('grow', { text: '0.5' })).toMatchObject({ verb: 'setgrowth', args: { value: 0.5 } })
  expect(args('teleport', { destination: other })).toMatchObject({
    args: { x: 483_129.59, y: -76_220.472, z: 23_256.202 },
  })
  expect(args('message', { text: 'Say "hi" [now] \\ {x}' })).toMatchObject({
    verb: 'notify',
    args: { message: "Say 'hi' (now) / (x)" },
  })
  expect(args('park', { dinosaur: 'rex-1' })).toMatchObject({ verb: 'dino_store', args: ['rex-1'] })
  expect(lineOf(args('slay', {}), 'wh-1', 1_700_000_000_999)).toBe(
    `{"id":"wh-1","ts":1700000000,"verb":"kill","steam":"${target.id}","args":{}}`,
  )
})

test('[BM2] a growth that is none, a player who is none and a missing destination are unsendable', () => {
  for (const text of ['', '2', '-0.1', 'big', undefined])
    expect(() =>
      bridgeCommand(verbOf('grow'), actionOf('grow', { ...(text !== undefined && { text }) }), null),
    ).toThrow(expect.objectContaining({ code: 'unsendable', message: expect.stringContaining('from 0 to 1') }))
  expect(() => textOf(verbOf('teleport'), actionOf('teleport'))).toThrow('It has no destination')
  expect(() => bridgeCommand(verbOf('slay'), { ...actionOf('slay'), target: null }, null)).toThrow('names no player')
})

test('[BM3] staff read what is sent, and where a teleport leads', () => {
  expect(textOf(verbOf('grow'), actionOf('grow', { text: '0.75' }))).toBe(`setgrowth ${target.id} value=0.75`)
  expect(textOf(verbOf('teleport'), actionOf('teleport', { destination: other, destinationName: 'Bo "b"' }))).toBe(
    `teleport ${target.id} to the place of Bo 'b'`,
  )
})

test('[BM4] a table of the configuration changes verbs, arguments and what the mod can do', () => {
  const changes = readVerbs({
    slay: 'admin_slay',
    teleport: { verb: 'tp', args: ['{x}', '{y}', '{z}'] },
    ban: { verb: 'ban', args: { hours: '{hours}', why: '{reason}' } },
    skin: null,
  }) as VerbChanges
  const verbs = verbsWith(changes)
  expect(verbs.slay).toEqual({ verb: 'admin_slay', args: {} })
  expect(verbs.skin).toBeUndefined()
  expect(verbs.heal).toEqual(usualVerbs.heal)
  const ban = actionOf('ban', { durationMs: 5_400_000, reason: 'x' })
  expect(bridgeCommand(verbs.ban as Verb, ban, null).args).toEqual({ hours: 2, why: 'x' })
  const teleport = actionOf('teleport', { destination: other })
  expect(bridgeCommand(verbs.teleport as Verb, teleport, place).args).toEqual(['483129.59', '-76220.472', '23256.202'])
})

test.each([
  [[], 'a JSON object'],
  [{ fly: 'fly' }, 'no command "fly"'],
  [{ slay: 7 }, 'for slay the name of a verb'],
  [{ slay: 'two words' }, 'one word'],
  [{ slay: { verb: 'kill', arg: [] } }, 'for slay'],
  [{ slay: { verb: 'kill', args: { steam: 'x' } } }, 'mix up'],
  [{ slay: { verb: 'kill', args: { 'a b': 'x' } } }, 'a name is one word'],
  [{ teleport: { verb: 'tp', args: ['{x}', '{y}'] } }, 'all three'],
  [{ grow: { verb: 'grow', args: ['to {growth}'] } }, 'stands alone'],
  [{ message: { verb: 'm', args: ['"{text}"'] } }, 'quote'],
  [{ message: { verb: 'm', args: ['{txt}'] } }, '{txt}'],
] as const)('[BM5] %j is refused with what is wrong', (given, message) => {
  expect(readVerbs(given)).toContain(message)
})

test('[BM6] no text of a user ends a text, a list or a line for a parser that is made of patterns', () => {
  const verb = { verb: 'say', args: ['{text}', '{reason}'] }
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), fc.string({ maxLength: 40 }), (text, reason) => {
      fc.pre(text.replaceAll(/[\p{Cc}\p{Z}]/gu, '') !== '')
      const line = lineOf(bridgeCommand(verb, actionOf('message', { text, reason }), null), 'wh-1', 0)
      expect(line).toMatch(/^[^\p{Cc}\\]*$/u)
      const list = /"args"\s*:\s*\[([^\]]*)\]/.exec(line)?.[1] ?? ''
      expect([...list.matchAll(/"([^"]*)"/g)]).toHaveLength(2)
      expect(/"id"\s*:\s*"([^"]*)"/.exec(line)?.[1]).toBe('wh-1')
      expect(/"steam"\s*:\s*"([^"]*)"/.exec(line)?.[1]).toBe(target.id)
    }),
  )
})

test('[RQ1] mutations go into their slots, parents into theirs, and an empty slot is not sent', () => {
  const detail = { text: 'Wader, Photosynthetic Tissue', parents: 'Tactile Endurance' }
  expect(bridgeCommand(verbOf('mutate'), actionOf('mutate', detail), null).args).toEqual({
    slot1: 'Wader',
    slot2: 'Photosynthetic Tissue',
    parent1: 'Tactile Endurance',
  })
  expect(bridgeCommand(verbOf('mutate'), actionOf('mutate', { text: 'Nocturnal' }), null).args).toEqual({
    slot1: 'Nocturnal',
  })
  const given = { mutate: { verb: 'm', args: { both: '{mutation1} {parent1}' } } }
  expect(readVerbs(given)).toContain('stands alone')
})
