import { LinkError, type ServerDetails, type ServerFlags } from '../link.ts'
import { bareClass, type Parsed, parseBetween, parseBoolean, withoutPreamble, withoutType } from './evrimaCommands.ts'
import { gameText, longest } from './gameText.ts'

const textKeys = ['ServerName', 'ServerPassword', 'ServerMap', 'ServerVersion']
const most = 100_000
const twentyYearsInSeconds = 20 * 365.25 * 86_400
const count = (text: string) => {
  const number = parseBetween(text, 0, most)
  return Number.isInteger(number) ? number : null
}
const length = (text: string) => parseBetween(text, Number.MIN_VALUE, most)
/** The parser of each number; null for an impossible value. */
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
/** The known keys of the reply. */
export const detailKeys: ReadonlySet<string> = new Set([
  ...textKeys,
  ...numberKeys,
  'RegionSpawnCooldownTimeSeconds',
  ...flagKeys,
])

/** Reads the line of settings. Drops the join password, which the game sends in clear text. */
export function parseServerDetails(reply: string): Parsed<ServerDetails> {
  const fields = splitSettings(withoutPassword(withoutType(reply, 'ServerDetails')))
  const number = (key: NumberKey) => numbers[key](fields.get(key) ?? '')
  const value: ServerDetails = {
    name: gameText(fields.get('ServerName'), longest.serverName),
    map: gameText(fields.get('ServerMap'), longest.map),
    maxPlayers: number('ServerMaxPlayers'),
    currentPlayers: number('ServerCurrentPlayers'),
    dayLengthMinutes: number('ServerDayLengthMinutes'),
    nightLengthMinutes: number('ServerNightLengthMinutes'),
    hasPassword: hasPassword(fields),
    flags: parseFlags(fields),
    timeOfDayMinutes: number('ServerTimeOfDay'),
    uptimeSeconds: number('ServerUptimeSeconds'),
    version: gameText(fields.get('ServerVersion'), longest.version),
  }
  if (isEmpty(value)) throw new LinkError('garbage', 'The answer to serverdetails holds no setting that can be read.')
  const broken = numberKeys.filter((key) => fields.get(key) && number(key) === null)
  return {
    value,
    unknownKeys: [...fields.keys()].filter((key) => !detailKeys.has(key)),
    garbage: broken.map((key) => `server details with a broken ${key}`),
  }
}

const isEmpty = ({ flags, ...rest }: ServerDetails) =>
  [...Object.values(rest), ...Object.values(flags)].every((value) => value === null)

/** Where the build does not say whether players need a password, the password itself shows it. */
const hasPassword = (fields: ReadonlyMap<string, string>) => {
  const password = fields.get('ServerPassword')
  return parseBoolean(fields.get('bServerPassword')) ?? (password === undefined ? null : password !== '')
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
 * Removes the password before splitting, since it may itself look like `, Key: value`. On every known build the map follows it.
 */
export function withoutPassword(line: string): string {
  const at = passwordIn(line)
  if (!at) return line
  const { from, to } = at
  return `${line.slice(0, from)}${line.slice(from, to).trim() === '' ? '' : ' set'}${line.slice(to)}`
}

/** The join password of the line; null where it holds none. */
export function joinPasswordOf(line: string): string | null {
  const at = passwordIn(line)
  return (at && line.slice(at.from, at.to).trim()) || null
}

/** Where the value of the password is; `bServerPassword` is another key. */
function passwordIn(line: string): { readonly from: number; readonly to: number } | null {
  const key = /(?<!b)ServerPassword:/.exec(line)
  if (!key) return null
  const from = key.index + key[0].length
  const rest = line.slice(from)
  const map = rest.lastIndexOf(', ServerMap:')
  const end = map >= 0 ? map : rest.search(nextKnownKey)
  return { from, to: end < 0 ? line.length : from + end }
}

/** A comma before a key in the form of the game's keys. */
const settingsEnd = /,\s+(?=b?[A-Z]\w*:)/

/** The server's name may contain commas and colons, so not every comma ends a setting. */
const splitSettings = (line: string): Map<string, string> =>
  new Map(
    line
      .trim()
      .split(settingsEnd)
      .filter((field) => field.includes(':'))
      .map((field) => [field.slice(0, field.indexOf(':')).trim(), field.slice(field.indexOf(':') + 1).trim()]),
  )

/** The text before the list is not documented; these are the likely ones. */
const title = /^(?:Get)?Playables(?: updated)?\s*:?\s*/i

/** The game has 22. */
const mostPlayables = 200
const isClass = new RegExp(String.raw`^[A-Za-z]\w{0,${longest.playable - 1}}$`)

/** Reads `Carnotaurus,Dilophosaurus,…`. An empty list is valid: then no player can spawn. */
export function parsePlayables(reply: string): Parsed<string[]> {
  const body = withoutPreamble(reply).replace(title, '').trim()
  const parts = body.split(/[,\r\n]+/).map((part) => part.trim())
  const filled = parts.filter((part) => part !== '')
  const classes = filled.filter((part) => isClass.test(part)).map(bareClass)
  if (filled.length > 0 && classes.length === 0)
    throw new LinkError('garbage', 'The answer to getplayables holds no class name.')

  const garbage = filled.slice(classes.length).map(() => 'a playable that is not a class name')
  return { value: [...new Set(classes)].slice(0, mostPlayables), unknownKeys: [], garbage }
}
