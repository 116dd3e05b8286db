import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportRoster } from '../../../shared/features/roster/commands.ts'
import { reportServer } from '../../../shared/features/server/commands.ts'
import { gatewayFrame } from '../../../shared/features/world/frame.ts'
import { createRosterSink, startRosterWorker } from '../../features/roster/worker.ts'
import { startStatusWorker } from '../../features/server/worker.ts'
import { createTestClock } from '../../testing/clock.ts'
import { LinkError } from '../link.ts'
import { parsePlayerData } from './parsePlayers.ts'
import { parseServerDetails } from './parseServerDetails.ts'

const up = { name: 'up', since: 0, why: null } as const
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The parsed value, or null for garbage, which a link reports as a `LinkError`. */
const readOrGarbage = <T>(read: () => { value: T }): T | null => {
  try {
    return read().value
  } catch (error) {
    expect(error).toBeInstanceOf(LinkError)
    return null
  }
}
const present = <T>(value: T | null): T => {
  if (value === null) throw new LinkError('garbage', 'garbage')
  return value
}

/** A hub that records executed commands. */
const recordingHub = () => {
  const heard: [name: string, input: unknown][] = []
  const execute = async (_actor: string, name: string, input: unknown) => void heard.push([name, input])
  return { heard, hub: { execute } }
}

const digits = fc.oneof(
  fc.constantFrom('1', '0', '0.5', '9'.repeat(17), '9'.repeat(400), `0.${'0'.repeat(400)}1`, '1440.01', '1e9', 'nan'),
  fc.double().map(String),
  fc.integer().map(String),
  fc.stringMatching(/^[+-]?\d{1,20}(\.\d{1,5})?$/),
  fc.string(),
)

const id = '76561198000000001'
const row = fc
  .tuple(fc.string(), digits, digits, digits, digits, digits, digits, digits, digits)
  .map(
    ([name, x, y, z, growth, health, stamina, hunger, thirst]) =>
      `Name: ${name}, PlayerID: ${id}, Location: X=${x} Y=${y} Z=${z}, Class: Troodon, Growth: ${growth}, Health: ${health}, Stamina: ${stamina}, Hunger: ${hunger}, Thirst: ${thirst}`,
  )
/** A row with one absurd value, so that no other value hides it. */
const onceAbsurd = fc
  .tuple(fc.constantFrom('X', 'Y', 'Z', 'Growth', 'Health', 'Stamina', 'Hunger', 'Thirst'), digits)
  .map(([key, text]) =>
    `Name: A, PlayerID: ${id}, Location: X=1 Y=2 Z=3, Class: Troodon, Growth: 1, Health: 1, Stamina: 1, Hunger: 1, Thirst: 1`.replace(
      new RegExp(`${key}(=|: )\\d`),
      (_all, sign) => `${key}${sign}${text}`,
    ),
  )
const playerData = fc.oneof(
  fc.string(),
  fc
    .array(fc.oneof(row, onceAbsurd), { maxLength: 4 })
    .map((rows) => `PlayerData\n${rows.join('\n')}\nPlayerDataEnd\n`),
)

test('[AR4] no reply to getplayerdata gives a roster that the hub refuses', async () => {
  await fc.assert(
    fc.asyncProperty(playerData, async (reply) => {
      const animals = readOrGarbage(() => parsePlayerData(reply))
      const { heard, hub } = recordingHub()
      const worker = startRosterWorker({
        frame: () => gatewayFrame,
        clock: createTestClock(),
        everyMs: 2_000,
        idleMs: 0,
        sinks: [createRosterSink({ hub, server: 'main' })],
        source: {
          state: () => up,
          players: async () => [{ id, name: 'A' }],
          animals: async () => present(animals),
        },
        isWatched: () => true,
        onFault: (_what, error) => expect.unreachable(String(error)),
      })
      await settle()
      worker.stop()
      expect(heard).toHaveLength(animals ? 1 : 0)
      for (const [, input] of heard) expect(reportRoster.input.safeParse(input).error).toBeUndefined()
    }),
    { numRuns: 400 },
  )
})

const numberKeys = [
  'ServerMaxPlayers',
  'ServerCurrentPlayers',
  'ServerDayLengthMinutes',
  'ServerNightLengthMinutes',
  'ServerTimeOfDay',
  'ServerUptimeSeconds',
]
const settings = fc
  .tuple(fc.string(), fc.dictionary(fc.constantFrom(...numberKeys), digits))
  .map(([name, absurd]) =>
    Object.entries({ ...Object.fromEntries(numberKeys.map((key) => [key, '60'])), ...absurd }).reduce(
      (line, [key, text]) => `${line}, ${key}: ${text}`,
      `ServerDetailsServerName: ${name}`,
    ),
  )

test('[AR5] no reply to serverdetails gives a status that the hub refuses or that has an invalid time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), settings), async (reply) => {
      const details = readOrGarbage(() => parseServerDetails(reply))
      const { heard, hub } = recordingHub()
      const worker = startStatusWorker({
        hub,
        server: 'main',
        simulated: false,
        mapImage: null,
        clock: createTestClock(),
        everyMs: 10_000,
        metresPerUnit: () => 2.7,
        source: {
          state: () => up,
          onState: () => () => {},
          details: async () => present(details),
          counters: () => ({ latencyMs: 1 }),
        },
        onFault: (_what, error) => expect.unreachable(String(error)),
      })
      await settle()
      worker.stop()
      const readings = heard.filter(([name]) => name === reportServer.name)
      expect(readings).toHaveLength(details ? 1 : 0)
      for (const [, input] of readings) {
        const { reading } = reportServer.input.parse(input)
        expect(() => new Date(reading.startedAt ?? 0).toISOString()).not.toThrow()
      }
    }),
    { numRuns: 400 },
  )
})
