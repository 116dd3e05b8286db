import { type GameAnimal, type GamePoint, LinkError, type ListedPlayer } from '../link.ts'
import {
  bareClass,
  type Parsed,
  parseBetween,
  parseBoolean,
  parseNumber,
  splitFields,
  withoutType,
} from './evrimaCommands.ts'

/** SteamID64, or the EOS id of older builds. */
export const playerId = /^(?:\d{15,20}|[0-9a-f]{32})$/i

/**
 * Reads `PlayerList`, a line of ids and a line of names, in which a comma *follows* every entry and may also be part of
 * a name. The ids are reliable. `known` are names from other replies, which help to split an ambiguous line; where that fails too, a
 * name is null.
 */
export function parsePlayerList(reply: string, known: ReadonlyMap<string, string> = new Map()): Parsed<ListedPlayer[]> {
  const [idLine = '', nameLine = ''] = withoutType(reply, 'PlayerList')
    .replace(/^\r?\n/, '')
    .split(/\r?\n/)
  const ids = idLine.split(',').filter((id) => id !== '')
  if (!ids.every((id) => playerId.test(id)))
    throw new LinkError('garbage', 'The answer to playerlist contains something other than player ids.')

  const names = namesOf(ids, nameLine, known)
  const value = [...new Map(ids.map((id, i) => [id, { id, name: names?.[i] || known.get(id) || null }])).values()]
  return { value, unknownKeys: [], garbage: names ? [] : ['a player list whose names cannot be told apart'] }
}

function namesOf(ids: readonly string[], line: string, known: ReadonlyMap<string, string>): string[] | null {
  const parts = line.replace(/,$/, '').split(',')
  if (parts.length === ids.length) return parts
  if (ids.length === 0) return line === '' ? [] : null

  const names: string[] = []
  let rest = line.endsWith(',') ? line : `${line},`
  for (const id of ids) {
    const expected = known.get(id)
    const name = expected && rest.startsWith(`${expected},`) ? expected : rest.slice(0, rest.indexOf(','))
    names.push(name)
    rest = rest.slice(name.length + 1)
  }
  return rest === '' ? names : null
}

/** The last line of the reply of builds from 2026. */
export const playerDataEnd = 'PlayerDataEnd'

/**
 * Reads the rows of both generations: with the first row on its own line (2026) or right after the type (2025). Unreadable rows are
 * counted and skipped; a reply without any readable row is garbage.
 */
export function parsePlayerData(reply: string): Parsed<GameAnimal[]> {
  const body = withoutType(reply, 'PlayerData')
  const rows = body.split(/\r?\n/).filter((line) => line !== '' && line !== playerDataEnd)
  const read = rows.map(parsePlayerRow)

  const value = read.map((row) => row.value).filter((sighting) => sighting !== null)
  if (rows.length > 0 && value.length === 0)
    throw new LinkError('garbage', 'The answer to getplayerdata holds no row that can be read as a player.')
  return {
    value,
    unknownKeys: read.flatMap((row) => row.unknownKeys),
    garbage: read.flatMap((row) => row.garbage),
  }
}

const mutationKeys = ['MutationSlots', 'ParentMutationSlots', 'ElderMutationSlotsA', 'ElderMutationSlotsB'] as const
const vitalKeys = ['Health', 'Stamina', 'Hunger', 'Thirst'] as const
const otherKeys = ['PlayerID', 'Gender', 'Location', 'Class', 'PrimeElder'] as const
const knownKeys: ReadonlySet<string> = new Set([...otherKeys, 'Growth', ...vitalKeys, ...mutationKeys])

/** Ten times an adult. No known build exceeds it. */
const mostGrowth = 10
/** Game centimetres: a thousand kilometres, far beyond every map. */
const farthest = 100_000_000

/** `Name: …, PlayerID: …, Location: X=… Y=… Z=…, Class: …, Growth: …`, the fields after the name in any order. */
function parsePlayerRow(row: string): Parsed<GameAnimal | null> {
  // A name may contain a copy of the text that follows it: the last occurrence is the game's.
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

  const value: GameAnimal = {
    id,
    name: row.slice(nameStart, nameEnd) || null,
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

/** `[1=None,2=Hypervigilance]` as the names of the used slots. */
const parseSlots = (text = ''): string[] =>
  text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((slot) => slot.slice(slot.indexOf('=') + 1).trim())
    .filter((name) => name !== '' && name !== 'None')
