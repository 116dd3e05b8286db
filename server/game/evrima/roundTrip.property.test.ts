import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import type { GameAnimal, ServerDetails } from '../link.ts'
import { encodePlayerData, encodePlayerList, encodeServerDetails } from '../simulator/encodeReplies.ts'
import { gameText, longest } from './gameText.ts'
import { parsePlayerData, parsePlayerList } from './parsePlayers.ts'
import { parsePlayables, parseServerDetails } from './parseServerDetails.ts'

const id = fc.integer({ min: 0, max: 9_999_999_999 }).map((number) => `7656119${String(number).padStart(10, '0')}`)
const trap = fc.constantFrom(
  ', PlayerID: ',
  ', PlayerID: 76561198000000001, Gender: Male',
  ',',
  '[',
  ']',
  ': ',
  '🦖',
  'Name: ',
  'PlayerDataEnd',
)
/** As the hub keeps it: an empty name is an unknown one. */
const name = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), trap), { maxLength: 4 })
  .map((parts) => parts.join('').replaceAll(/\p{Cc}/gu, ''))
  .map((text) => gameText(text, longest.name))
const hundredth = fc.integer({ min: 0, max: 130 }).map((number) => number / 100)
const centimetres = fc.integer({ min: -800_000_000, max: 800_000_000 }).map((number) => number / 1000)
const mutation = fc.constantFrom('Wader', 'Nocturnal', 'Efficient Digestion', 'Hypervigilance', 'Featherweight')
const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map(Number)

const animal: fc.Arbitrary<GameAnimal> = fc.record({
  id,
  name,
  growth: hundredth,
  health: hundredth,
  stamina: hundredth,
  hunger: hundredth,
  thirst: hundredth,
  species: fc.constantFrom('Troodon', 'Carnotaurus', 'Tyrannosaurus', 'BPlike'),
  gender: fc.constantFrom('Male', 'Female'),
  location: fc.record({ x: centimetres, y: centimetres, z: centimetres }),
  mutations: fc.uniqueArray(mutation, { maxLength: 5 }),
  primeElder: fc.boolean(),
})

const distinct = fc.uniqueArray(animal, { selector: ({ id }) => id })

test('[RT1] rows of 2026 are parsed as they were encoded', () => {
  fc.assert(
    fc.property(distinct, at, (animals, when) => {
      expect(parsePlayerData(encodePlayerData(animals, '2026', when))).toEqual({
        value: animals,
        unknownKeys: [],
        garbage: [],
      })
    }),
  )
})

test('[RT2] rows of 2025 are parsed as they were encoded, without the fields that they lack', () => {
  fc.assert(
    fc.property(distinct, at, (animals, when) => {
      const expected = animals.map((one) => ({ ...one, gender: null, mutations: [], primeElder: null }))
      expect(parsePlayerData(encodePlayerData(animals, '2025', when)).value).toEqual(expected)
    }),
  )
})

test('[RT3] the list of players is parsed with every id, and with every name known from the rows', () => {
  const players = fc.uniqueArray(fc.record({ id, name }), { selector: (player) => player.id })
  fc.assert(
    fc.property(players, (listed) => {
      const reply = encodePlayerList(listed)
      expect(parsePlayerList(reply).value.map((player) => player.id)).toEqual(listed.map((player) => player.id))
      const known = new Map(listed.flatMap((player) => (player.name === null ? [] : [[player.id, player.name]])))
      expect(parsePlayerList(reply, known).value).toEqual(listed)
    }),
  )
})

const flags = fc.record({
  spawnAI: fc.boolean(),
  humans: fc.boolean(),
  globalChat: fc.boolean(),
  whitelist: fc.boolean(),
  queue: fc.boolean(),
  mutations: fc.boolean(),
  recordingReplay: fc.boolean(),
  regionSpawning: fc.boolean(),
  regionSpawnCooldown: fc.boolean(),
})
const details: fc.Arbitrary<ServerDetails> = fc.record({
  name: name,
  map: fc.constantFrom('Gateway', 'Isla Spiro'),
  maxPlayers: fc.nat(1000),
  currentPlayers: fc.nat(1000),
  flags,
  hasPassword: fc.boolean(),
  dayLengthMinutes: fc.integer({ min: 1, max: 500 }),
  nightLengthMinutes: fc.integer({ min: 1, max: 500 }),
  timeOfDayMinutes: fc.option(fc.integer({ min: 0, max: 144_000 }).map((number) => number / 100)),
  uptimeSeconds: fc.option(fc.nat(600_000_000)),
  version: fc.option(fc.constantFrom('0.21.784', 'simulator 1')),
})

test('[RT4] server details are parsed as they were encoded, without the join password', () => {
  // A name with one of the game's own keys after a comma is ambiguous.
  const unclear = /,\s+b?[A-Z]\w*:|ServerPassword:/
  fc.assert(
    fc.property(
      details.filter(({ name: its }) => !unclear.test(its ?? '')),
      at,
      fc.string({ minLength: 9 }),
      (sent, when, secret) => {
        const password = secret.replaceAll(/\p{Cc}/gu, '')
        const parsed = parseServerDetails(encodeServerDetails(sent, password, when))
        expect(parsed).toEqual({ value: sent, unknownKeys: [], garbage: [] })
      },
    ),
  )
})

test('[RT5] for any reply a parser returns a value or reports garbage', () => {
  const reply = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.tuple(trap, fc.string()).map((parts) => `PlayerData\nName: ${parts.join('')}`),
  )
  fc.assert(
    fc.property(reply, (text) => {
      for (const parse of [parsePlayerData, parsePlayerList, parseServerDetails, parsePlayables]) {
        try {
          expect(parse(text)).toHaveProperty('value')
        } catch (error) {
          expect(error).toMatchObject({ name: 'LinkError', code: 'garbage' })
        }
      }
    }),
    { numRuns: 1000 },
  )
})
