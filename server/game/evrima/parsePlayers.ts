import { type GameAnimal, type GamePoint, LinkError, type ListedPlayer } from '../link.ts'
import {
  bareClass,
  type Parsed,
  parseBetween,
  parseBoolean,
  parseNumber,
  splitFields,
  withoutPreamble,
  withoutType,
} from './evrimaCommands.ts'
import { gameText, longest } from './gameText.ts'

/** SteamID64, or the EOS id of older builds. */
export const playerId = /^(?:\d{15,20}|[0-9a-f]{32})$/i

/** A copy. A part that is cut out of a reply keeps the whole reply in memory, and ids are kept for as long as their players are in the game. */
const copyOf = (id: string) => Buffer.from(id, 'latin1').toString('latin1')

/** More players than any server holds; a longer reply is cut. */
const mostPlayers = 5_000

/** Whether a reply holds its type and nothing else: an empty list of some builds, or a reply that stopped. */
export const isBare = (reply: string) => /^(?:PlayerList\r?\n?|PlayerData\s*)$/.test(withoutPreamble(reply))

/** An empty reply is none: a reply without content says at least what it is. */
const checkType = (reply: string, type: 'PlayerList' | 'PlayerData', command: string) => {
  if (withoutType(reply, type).trim() === '' && !withoutPreamble(reply).startsWith(type))
    throw new LinkError('garbage', `The answer to ${command} is blank.`)
}

/**
 * Reads `PlayerList`, a line of ids and a line of names, in which a comma *follows* every entry and may also be part of
 * a name. The ids are reliable; names may even contain line ends. `known` are names from other replies, which help to split an ambiguous
 * line; where that fails too, a name is null. An entry without an id (a player who is still connecting) is skipped.
 */
export function parsePlayerList(reply: string, known: ReadonlyMap<string, string> = new Map()): Parsed<ListedPlayer[]> {
  checkType(reply, 'PlayerList', 'playerlist')
  const [idLine = '', ...nameLines] = withoutType(reply, 'PlayerList')
    .replace(/^\r?\n/, '')
    .split(/\r?\n/)
  const ids = idLine.split(',').filter((id) => id !== '')
  const strange = ids.filter((id) => !playerId.test(id)).length
  if (strange > 0 && 2 * strange >= ids.length)
    throw new LinkError('garbage', 'The answer to playerlist contains something other than player ids.')

  const names = namesOf(ids, nameLines, known)
  const value = ids
    .slice(0, mostPlayers)
    .map((id, i) => ({ id, name: gameText(names?.[i], longest.name) ?? known.get(id) ?? null }))
    .filter(({ id }) => playerId.test(id))
    .map(({ id, name }) => ({ id: copyOf(id), name }))
  return {
    value: [...new Map(value.map((player) => [player.id, player])).values()],
    unknownKeys: [],
    garbage: [
      ...(names ? [] : ['a player list whose names cannot be told apart']),
      ...(strange > 0 ? ['a player list with entries that are not ids'] : []),
      ...(ids.length > mostPlayers ? [`a list of more than ${mostPlayers} players`] : []),
    ],
  }
}

/** Some builds send other ids on further lines. */
const isIds = (line: string) => line !== '' && line.split(',').every((part) => part === '' || playerId.test(part))

function namesOf(ids: readonly string[], lines: readonly string[], known: ReadonlyMap<string, string>) {
  const names = separateNames(ids, lines, known)
  if (names === null || lines.join('').trimEnd().endsWith(',')) return names
  // No comma follows the last name that arrived: it may be cut.
  const last = names.findLastIndex((name) => name !== '')
  const whole = known.get(ids[last] ?? '')
  return whole?.startsWith(names[last] ?? '') ? names.with(last, whole) : names
}

function separateNames(ids: readonly string[], lines: readonly string[], known: ReadonlyMap<string, string>) {
  const line = lines
    .filter((one, i) => i === 0 || !isIds(one))
    .join('\n')
    .replace(/\n+$/, '')
  const parts = line.replace(/,$/, '').split(',')
  if (parts.length === ids.length) return parts
  if (ids.length === 0) return line === '' ? [] : null

  const names: string[] = []
  let rest = line.endsWith(',') ? line : `${line},`
  for (const id of ids) {
    const name = nextName(rest, known.get(id))
    names.push(name)
    rest = rest.slice(name.length + 1)
  }
  return rest === '' ? names : null
}

/** The text up to the next comma, or the expected name with as many commas as it has. */
function nextName(rest: string, expected: string | undefined): string {
  const commas = (expected ?? '').split(',').length
  const candidate = rest.split(',', commas).join(',')
  return expected && gameText(candidate, longest.name) === expected ? candidate : rest.slice(0, rest.indexOf(','))
}

/** The last line of the reply of builds from 2026. */
export const playerDataEnd = 'PlayerDataEnd'

/**
 * Reads the rows of both generations: with the first row on its own line (2026) or right after the type (2025). Unreadable rows are
 * counted and skipped; a reply without any readable row is garbage.
 */
export function parsePlayerData(reply: string): Parsed<GameAnimal[]> {
  checkType(reply, 'PlayerData', 'getplayerdata')
  const rows = rowsOf(withoutType(reply, 'PlayerData').split(/\r?\n/))
  const read = rows.slice(0, mostPlayers).map(parsePlayerRow)

  const value = read.map((row) => row.value).filter((sighting) => sighting !== null)
  if (rows.length > 0 && value.length === 0)
    throw new LinkError('garbage', 'The answer to getplayerdata holds no row that can be read as a player.')
  const contradicted = contradictedIds(value)
  return {
    value: value.map((one) => (contradicted.has(one.id) ? { ...one, name: null, location: null } : one)),
    unknownKeys: read.flatMap((row) => row.unknownKeys),
    garbage: [
      ...read.flatMap((row) => row.garbage),
      ...(contradicted.size > 0 ? ['living rows of one player that contradict each other'] : []),
    ],
  }
}

/**
 * The players of whom living rows say different things. One of them may be another player's name that contains a line end and looks
 * like a row, so neither the name nor the place of either is believed.
 */
function contradictedIds(animals: readonly GameAnimal[]): ReadonlySet<string> {
  const living = Map.groupBy(
    animals.filter(({ health }) => health > 0),
    ({ id }) => id,
  )
  const textOf = ({ name, location }: GameAnimal) => JSON.stringify([name, location])
  const isContradicted = (rows: readonly GameAnimal[]) =>
    rows.some((row, _, [first]) => first && textOf(row) !== textOf(first))
  return new Set([...living].flatMap(([id, rows]) => (isContradicted(rows) ? [id] : [])))
}

/**
 * The rows, each of which is a line unless its name contains line ends: a row begins with `Name:` and is not over before its id; an id on a
 * line without that beginning belongs to the name before it.
 */
function rowsOf(lines: readonly string[]): string[] {
  const rows: string[] = []
  const end = lines.findLastIndex((line) => line !== '')
  /** Whether the last row lacks its id, so that its name goes on. */
  let isOpen = false
  for (const [i, line] of lines.entries()) {
    if (line === '' || (i === end && line === playerDataEnd)) continue
    const hasId = line.includes(', PlayerID:')
    const isName = line.startsWith('Name:')
    if (isOpen || (hasId && !isName && rows.length > 0)) rows.push(`${rows.pop()}\n${line}`)
    else rows.push(line)
    isOpen = !hasId && (isOpen || isName)
  }
  return rows
}

const mutationKeys = ['MutationSlots', 'ParentMutationSlots', 'ElderMutationSlotsA', 'ElderMutationSlotsB'] as const
const vitalKeys = ['Health', 'Stamina', 'Hunger', 'Thirst'] as const
const otherKeys = ['PlayerID', 'Gender', 'Location', 'Class', 'PrimeElder'] as const
const knownKeys: ReadonlySet<string> = new Set([...otherKeys, 'Growth', ...vitalKeys, ...mutationKeys])

/** Ten times an adult. No known build exceeds it. */
const mostGrowth = 10
/** Game centimetres: a thousand kilometres, far beyond every map. */
const farthest = 100_000_000
/** Four kinds of four slots. */
const mostMutations = 16

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
  const name = row.slice(nameStart, nameEnd)
  if (!playerId.test(id)) return unread('a player row with a broken id', unknownKeys)
  if (/\nName: ?/.test(name)) return unread('a player row within a name', unknownKeys)
  if (!vitals) return unread('a player row with a broken vital', unknownKeys)

  const value: GameAnimal = {
    id: copyOf(id),
    name: gameText(name, longest.name),
    species: gameText(bareClass(fields.get('Class') ?? ''), longest.species) ?? 'Unknown',
    gender: parseGender(fields.get('Gender')),
    ...vitals,
    location,
    mutations: [...new Set(mutationKeys.flatMap((key) => parseSlots(fields.get(key))))].slice(0, mostMutations),
    primeElder: parseBoolean(fields.get('PrimeElder')),
  }
  return { value, unknownKeys, garbage: location ? [] : ['a player row with a broken location'] }
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
    .flatMap((name) => (name === 'None' ? [] : (gameText(name, longest.mutation) ?? [])))
