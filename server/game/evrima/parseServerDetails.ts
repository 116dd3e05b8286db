import { LinkError, type ServerDetails, type ServerFlags } from '../link.ts'
import { bareClass, type Parsed, parseBetween, parseBoolean, withoutPreamble, withoutType } from './replySyntax.ts'

const textKeys = ['ServerName', 'ServerPassword', 'ServerMap', 'ServerVersion']
const most = 100_000
const twentyYearsInSeconds = 20 * 365.25 * 86_400
const count = (text: string) => {
  const number = parseBetween(text, 0, most)
  return Number.isInteger(number) ? number : null
}
const length = (text: string) => parseBetween(text, Number.MIN_VALUE, most)
/** How each number is read; null where it cannot be true. */
const numbers = {
  ServerMaxPlayers: count,
  ServerCurrentPlayers: count,
  ServerDayLengthMinutes: length,
  ServerNightLengthMinutes: length,
  ServerTimeOfDay: (text: string) => parseBetween(text, 0, 1440),
  ServerUptimeSeconds: (text: string) => parseBetween(text, 0, twentyYearsInSeconds),
} as const
type NumberKey = keyof typeof numbers
const numberKeys = Object.keys(numbers) as NumberKey[]
const flagKeys = [
  'bEnableMutations',
  'bEnableHumans',
  'bServerPassword',
  'bQueueEnabled',
  'bServerWhitelist',
  'bSpawnAI',
  'bAllowRecordingReplay',
  'bUseRegionSpawning',
  'bUseRegionSpawnCooldown',
  'bEnableGlobalChat',
]
/** Every key of the reply that we know. */
export const detailKeys: ReadonlySet<string> = new Set([
  ...textKeys,
  ...numberKeys,
  'RegionSpawnCooldownTimeSeconds',
  ...flagKeys,
])

/** Reads the one line of settings. The join password, which the game sends in clear text, does not get past here. */
export function parseServerDetails(reply: string): Parsed<ServerDetails> {
  const fields = splitSettings(withoutPassword(withoutType(reply, 'ServerDetails')))
  const number = (key: NumberKey) => numbers[key](fields.get(key) ?? '')
  const maxPlayers = number('ServerMaxPlayers')
  const currentPlayers = number('ServerCurrentPlayers')
  if (maxPlayers === null || currentPlayers === null)
    throw new LinkError('garbage', 'The answer to serverdetails does not say how many players there are.')

  const value: ServerDetails = {
    name: fields.get('ServerName') ?? '',
    map: fields.get('ServerMap') ?? '',
    maxPlayers,
    currentPlayers,
    dayLengthMinutes: number('ServerDayLengthMinutes'),
    nightLengthMinutes: number('ServerNightLengthMinutes'),
    hasPassword: parseBoolean(fields.get('bServerPassword')) ?? (fields.get('ServerPassword') ?? '') !== '',
    flags: parseFlags(fields),
    timeOfDayMinutes: number('ServerTimeOfDay'),
    uptimeSeconds: number('ServerUptimeSeconds'),
    version: fields.get('ServerVersion') || null,
  }
  const broken = numberKeys.filter((key) => fields.get(key) && number(key) === null)
  return {
    value,
    unknownKeys: [...fields.keys()].filter((key) => !detailKeys.has(key)),
    garbage: broken.map((key) => `server details with a broken ${key}`),
  }
}

function parseFlags(fields: ReadonlyMap<string, string>): ServerFlags {
  const flag = (key: string) => parseBoolean(fields.get(key))
  return {
    spawnAI: flag('bSpawnAI'),
    humans: flag('bEnableHumans'),
    globalChat: flag('bEnableGlobalChat'),
    whitelist: flag('bServerWhitelist'),
    queue: flag('bQueueEnabled'),
    mutations: flag('bEnableMutations'),
    recordingReplay: flag('bAllowRecordingReplay'),
    regionSpawning: flag('bUseRegionSpawning'),
    regionSpawnCooldown: flag('bUseRegionSpawnCooldown'),
  }
}

const nextKnownKey = new RegExp(`,\\s+(?:${[...detailKeys].join('|')}):`)

/**
 * Taken out before anything is split, as a password may itself look like `, Key: value`. On every build that was seen
 * the map is what follows it.
 */
export function withoutPassword(line: string): string {
  const [before, rest] = cut(line, line.indexOf('ServerPassword:'), 'ServerPassword:'.length)
  if (rest === '') return line
  const map = rest.lastIndexOf(', ServerMap:')
  const end = map >= 0 ? map : rest.search(nextKnownKey)
  const secret = end < 0 ? rest : rest.slice(0, end)
  return `${before}${secret.trim() === '' ? '' : ' set'}${rest.slice(secret.length)}`
}

const cut = (line: string, at: number, length: number): [string, string] =>
  at < 0 ? [line, ''] : [line.slice(0, at + length), line.slice(at + length)]

/** A comma before a key like the game's own. */
const settingsEnd = /,\s+(?=b?[A-Z]\w*:)/

/** The name of a server may hold commas and colons, so that not every comma ends a setting. */
const splitSettings = (line: string): Map<string, string> =>
  new Map(
    line
      .trim()
      .split(settingsEnd)
      .filter((field) => field.includes(':'))
      .map((field) => [field.slice(0, field.indexOf(':')).trim(), field.slice(field.indexOf(':') + 1).trim()]),
  )

/** No source shows what stands before the list, if anything does: these are the words that would be likely. */
const title = /^(?:Get)?Playables(?: updated)?\s*:?\s*/i

/** Reads `Carnotaurus,Dilophosaurus,…`. An empty list is a true answer: then nobody can spawn. */
export function parsePlayables(reply: string): Parsed<string[]> {
  const body = withoutPreamble(reply).replace(title, '').trim()
  const parts = body.split(/[,\r\n]+/).map((part) => part.trim())
  const filled = parts.filter((part) => part !== '')
  const classes = filled.filter((part) => /^[A-Za-z]\w*$/.test(part)).map(bareClass)
  if (filled.length > 0 && classes.length === 0)
    throw new LinkError('garbage', 'The answer to getplayables holds no class name.')

  const garbage = filled.slice(classes.length).map(() => 'a playable that is no class name')
  return { value: [...new Set(classes)], unknownKeys: [], garbage }
}
