import type { GamePoint, Sighting } from '../link.ts'
import { bareClass } from './className.ts'
import type { Parsed } from './parsed.ts'
import { playerId } from './parsePlayerList.ts'
import { parseBetween, parseBoolean, parseNumber } from './parseValue.ts'
import { splitFields } from './splitFields.ts'

const mutationKeys = ['MutationSlots', 'ParentMutationSlots', 'ElderMutationSlotsA', 'ElderMutationSlotsB'] as const
const vitalKeys = ['Health', 'Stamina', 'Hunger', 'Thirst'] as const
const otherKeys = ['PlayerID', 'Gender', 'Location', 'Class', 'PrimeElder'] as const
const knownKeys: ReadonlySet<string> = new Set([...otherKeys, 'Growth', ...vitalKeys, ...mutationKeys])

/** Ten times an adult: no build is known to pass it, and what does is no animal. */
const mostGrowth = 10
/** Game centimetres: a thousand kilometres, far beyond every map. */
const farthest = 100_000_000

/** `Name: …, PlayerID: …, Location: X=… Y=… Z=…, Class: …, Growth: …`, the fields after the name in any order. */
export function parsePlayerRow(row: string): Parsed<Sighting | null> {
  // A name may hold anything, also a copy of the words that follow it: the last ones are the game's.
  const nameEnd = row.lastIndexOf(', PlayerID:')
  const nameStart = /^Name: ?/.exec(row)?.[0].length
  if (nameStart === undefined || nameEnd < nameStart) return unread('a player row without name and id')

  const listed = splitFields(row.slice(nameEnd + 2))
  const fields = new Map(listed)
  const unknownKeys = listed.map(([key]) => key).filter((key) => !knownKeys.has(key))

  const id = fields.get('PlayerID') ?? ''
  const location = parsePlace(fields.get('Location'))
  const vitals = parseVitals(fields)
  if (!playerId.test(id)) return unread('a player row with a broken id', unknownKeys)
  if (!location) return unread('a player row with a broken location', unknownKeys)
  if (!vitals) return unread('a player row with a broken vital', unknownKeys)

  const value: Sighting = {
    id,
    name: row.slice(nameStart, nameEnd),
    species: bareClass(fields.get('Class') ?? 'Unknown'),
    gender: parseGender(fields.get('Gender')),
    ...vitals,
    location,
    mutations: [...new Set(mutationKeys.flatMap((key) => parseSlots(fields.get(key))))],
    primeElder: parseBoolean(fields.get('PrimeElder')),
  }
  return { value, unknownKeys, garbage: [] }
}

const unread = (why: string, unknownKeys: string[] = []) => ({ value: null, unknownKeys, garbage: [why] })

function parseVitals(fields: ReadonlyMap<string, string>) {
  const growth = parseBetween(fields.get('Growth'), 0, mostGrowth)
  const [health, stamina, hunger, thirst] = vitalKeys.map((key) => parseNumber(fields.get(key)))
  if (growth == null || health == null || stamina == null || hunger == null || thirst == null) return null
  return { growth, health, stamina, hunger, thirst }
}

const parseGender = (text: string | undefined) => (text === 'Male' || text === 'Female' ? text : null)

function parsePlace(text = ''): GamePoint | null {
  const [x, y, z] = ['X', 'Y', 'Z'].map((axis) =>
    parseBetween(new RegExp(`(?:^|\\s)${axis}=(\\S+)`).exec(text)?.[1], -farthest, farthest),
  )
  return x == null || y == null || z == null ? null : { x, y, z }
}

/** `[1=None,2=Hypervigilance]` as the names of the slots that are taken. */
const parseSlots = (text = ''): string[] =>
  text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((slot) => slot.slice(slot.indexOf('=') + 1).trim())
    .filter((name) => name !== '' && name !== 'None')
