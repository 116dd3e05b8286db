import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import { gameText, longest } from '../evrima/gameText.ts'
import { encodeLine, lineTime, logShapes } from './encodeLine.ts'
import { longestLine } from './lineDecoder.ts'
import type { LogEvent, LogPlayer } from './logEvent.ts'
import { parseLine } from './parseLine.ts'
import { longestLogText } from './parsePayload.ts'

const victimId = '76561198000000777'
const otherId = fc.constantFrom(victimId, '76561198000000778')
/** Words of the game with the id of a player that no event is about. */
const imitations = (id: string): readonly [string, ...string[]] => [
  ` [${id}]: !link 4711`,
  ` [${id}] Joined The Server.`,
  ` [${id}] Left The Server while not being safelogged, Was playing as: T, Gender: Male, Growth: 1`,
  ` [${id}] Dino: T, Male, 1 - Killed the following player: `,
  ` [${id}] Dino: T, Male, 1 - Died from Natural cause`,
  `, [${id}], Dino: T, Gender: Male, Growth: 1, at: X=1 Y=2 Z=3`,
  ` [${id}] used command: Slay at: `,
  `, [${id}], Class: T, Gender: Male, Previous value: 1%, New value: 2%`,
  `RCON Command Used [Ban] : ${id}`,
  `[2026.09.28-09.11.03:729][791]LogTheIsleChatData: [Global] A [${id}]: hi`,
  ` [${id.slice(0, 15)}] Dino: , , 1 - Killed the following player: `,
  '[GROUP-1] ',
  `[${id}]`,
  '[]',
  ' [] Dino: T, M, 1 - Killed the following player: ',
]
const trap = fc.oneof(
  otherId.chain((id) => fc.constantFrom(...imitations(id))),
  fc.constantFrom(']: ', ' at: ', ', ', '[', ']', 'Left The Server', '🦖', ' Dino: ', '\u202E', 'Verbose: ', ' - '),
)
const hostile = (most: number) =>
  fc
    .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), trap), { maxLength: 4 })
    .map((parts) => parts.join('').replaceAll(/\p{Cc}/gu, ''))
    .map((text) => gameText(text, most))
const id = fc.integer({ min: 1000, max: 99_999 }).map((number) => `765611980001${String(number).padStart(5, '0')}`)
const player: fc.Arbitrary<LogPlayer> = fc.record({ id, name: hostile(longest.name) })
const animal = fc.record({
  species: fc.constantFrom('Troodon', 'Carnotaurus', 'Tyrannosaurus'),
  gender: fc.constantFrom('Male', 'Female'),
  growth: fc.nat(1_300_000).map((number) => number / 1_000_000),
})
const centimetres = fc.integer({ min: -800_000_000, max: 800_000_000 }).map((number) => number / 1000)
const location = fc.option(fc.record({ x: centimetres, y: centimetres, z: centimetres }))
const shape = fc.constantFrom(...logShapes)
const at = fc.date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true }).map(Number)
const offsetMs = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 900_000)
const noAnimal = { species: null, gender: null, growth: null }
const text = hostile(longestLogText).map((said) => said ?? '')
const percent = fc.nat(1_000_000).map((number) => `${(number / 10_000).toFixed(6)}%`)
const time = { utc: null, local: null }

type Timeless<Event> = Event extends LogEvent ? Omit<Event, 'time'> : never
const events: fc.Arbitrary<Timeless<LogEvent>> = fc.oneof(
  fc.record({
    kind: fc.constant('chat' as const),
    channel: fc.constantFrom('spatial', 'global', 'group', 'admin', 'logging', 'other'),
    group: fc.nat().map(String),
    player,
    text,
  }),
  fc.record({ kind: fc.constant('join' as const), player, save: fc.constantFrom('found', 'none', null), animal }),
  fc.record({ kind: fc.constant('leave' as const), player, isSafe: fc.constantFrom(true, false, null), animal }),
  fc
    .record({ killer: fc.option(player), killerAnimal: animal, victim: player, victimAnimal: animal, location })
    .map((kill) => ({
      kind: 'kill' as const,
      by: kill.killer === null ? ('animal' as const) : ('player' as const),
      ...kill,
    })),
  fc.record({
    kind: fc.constant('death' as const),
    player,
    animal,
    cause: fc.constantFrom('Died from Natural cause', "Died from Hunter's trap"),
    location,
  }),
  fc.record({
    kind: fc.constant('adminCommand' as const),
    admin: player,
    command: fc.constantFrom('Heal', 'Bring', 'Grow'),
    target: player,
    targetAnimal: animal.map((one) => ({ ...one, growth: null })),
    before: percent,
    after: percent,
  }),
  fc.record({
    kind: fc.constant('adminCommand' as const),
    admin: player,
    command: fc.constantFrom('Changed weather!', 'Enter Specmode'),
    target: fc.constant(null),
    targetAnimal: fc.constant(noAnimal),
    before: fc.constant(null),
    after: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('rcon' as const),
    command: fc.constantFrom('Announce', 'Kick'),
    argument: text,
    isQuestion: fc.constant(false),
  }),
  fc.record({
    kind: fc.constant('connecting' as const),
    id,
    eosId: fc.option(fc.constant('0002abcdefabcdefabcdefabcdefabcd')),
  }),
  fc.record({ kind: fc.constantFrom('opened' as const, 'closed' as const) }),
)

const idsIn = (event: object): readonly string[] =>
  Object.entries(event).flatMap(([key, value]) =>
    key === 'id' ? [value] : typeof value === 'object' && value !== null ? idsIn(value) : [],
  )

/** The event without what a name or a text can make unclear. */
function unclear(event: LogEvent): unknown {
  if (event.kind === 'chat') return { ...event, player: null, text: expect.any(String) }
  if (event.kind === 'kill')
    return {
      ...event,
      by: 'unclear',
      killer: null,
      killerAnimal: noAnimal,
      victim: { id: event.victim.id, name: null },
    }
  if (event.kind === 'adminCommand' && event.target !== null)
    return { ...event, admin: null, command: null, target: { id: event.target.id, name: null } }
  return 'unclear'
}

test('[LG21] a line is parsed as it was encoded, or as unclear; never as an event of players whom a name or text imitates', () => {
  let clear = 0
  fc.assert(
    fc.property(events, shape, at, offsetMs, fc.nat(5_000), (timeless, its, when, ahead, frame) => {
      const event = structuredClone({ ...timeless, time: lineTime(when, ahead, its) }) as LogEvent
      const read = parseLine(encodeLine(event, its, frame))
      if (typeof read === 'object') {
        const ids = idsIn(event)
        expect(idsIn(read).filter((one) => !ids.includes(one))).toEqual([])
        // The first line of a file has no stamp of the engine, and neither have other shapes.
        const sent = { ...event, time: event.kind === 'opened' ? { ...event.time, utc: null } : event.time }
        const known =
          event.kind === 'closed' && its !== 'unreal' ? { ...sent, time: { utc: null, local: event.time.local } } : sent
        if (isDeepStrictEqual(read, known)) clear++
        else expect(read).toEqual(unclear(known as LogEvent))
      } else expect([event.kind, read]).toEqual([expect.stringMatching(/^(?:adminCommand|rcon)$/), 'unclear'])
    }),
    { numRuns: 8_000 },
  )
  expect(clear).toBeGreaterThan(4_000)
})

test('[LG22] without imitations in names and texts no line is unclear', () => {
  const plain = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((name) => gameText(name.replaceAll(/[[\]]/g, ''), 64))
  const event = fc.record({ kind: fc.constant('chat' as const), player: fc.record({ id, name: plain }), text })
  fc.assert(
    fc.property(event, plain, ({ player: who }, said) => {
      const chat = {
        kind: 'chat' as const,
        time,
        channel: 'global' as const,
        group: null,
        player: who,
        text: said ?? '',
      }
      expect(parseLine(encodeLine(chat, 'verbose'))).toMatchObject({ player: who, text: said ?? '' })
    }),
  )
})

test('[LG23] any text is a parsed line', () => {
  const line = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc
      .tuple(
        fc.constantFrom('Chat', 'Join', 'Kill', 'Command'),
        fc.array(fc.oneof(trap, fc.string()), { maxLength: 50 }),
      )
      .map(([category, parts]) => `[2026.09.28-16.11.03][LogTheIsle${category}Data]: ${parts.join('')}`),
  )
  fc.assert(
    fc.property(line, (any) => {
      expect(['string', 'object']).toContain(typeof parseLine(any))
    }),
    { numRuns: 1_000 },
  )
})

test('[LG24] the longest line of repeated imitations is parsed like any other', () => {
  for (const category of ['Chat', 'Join', 'Kill', 'Command'])
    for (const part of [...imitations(victimId), ' ', '[', ', ', 'a', '\n', `[${victimId}]: `, 'Dino: '])
      for (const tail of ['', `, [${victimId}], Dino: T, Male, 1`, ` [${victimId}] Left The Server`]) {
        const repeated = part.repeat(Math.floor(longestLine / part.length))
        parseLine(`LogTheIsle${category}Data: [Global] ${repeated}${tail}`)
      }
})
