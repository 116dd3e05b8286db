import { LinkError, type ServerDetails, type ServerFlags } from '../link.ts'
import type { Parsed } from './parsed.ts'
import { parseBoolean, parseNumber } from './parseValue.ts'
import { withoutType } from './preamble.ts'

const textKeys = ['ServerName', 'ServerPassword', 'ServerMap', 'ServerVersion']
const countKeys = [
  ...['ServerMaxPlayers', 'ServerCurrentPlayers', 'ServerDayLengthMinutes', 'ServerNightLengthMinutes'],
  ...['RegionSpawnCooldownTimeSeconds', 'ServerTimeOfDay', 'ServerUptimeSeconds'],
]
const flagKeys = [
  ...['bEnableMutations', 'bEnableHumans', 'bServerPassword', 'bQueueEnabled', 'bServerWhitelist', 'bSpawnAI'],
  ...['bAllowRecordingReplay', 'bUseRegionSpawning', 'bUseRegionSpawnCooldown', 'bEnableGlobalChat'],
]
/** Every key of the reply that we know. */
export const detailKeys: ReadonlySet<string> = new Set([...textKeys, ...countKeys, ...flagKeys])

/** Reads the one line of settings. The join password, which the game sends in clear text, does not get past here. */
export function parseServerDetails(reply: string): Parsed<ServerDetails> {
  const fields = splitSettings(withoutPassword(withoutType(reply, 'ServerDetails')))
  const count = (key: string) => parseCount(fields.get(key))
  const maxPlayers = count('ServerMaxPlayers')
  const currentPlayers = count('ServerCurrentPlayers')
  if (maxPlayers === null || currentPlayers === null)
    throw new LinkError('garbage', 'The answer to serverdetails does not say how many players there are.')

  const value: ServerDetails = {
    name: fields.get('ServerName') ?? '',
    map: fields.get('ServerMap') ?? '',
    maxPlayers,
    currentPlayers,
    dayLengthMinutes: count('ServerDayLengthMinutes'),
    nightLengthMinutes: count('ServerNightLengthMinutes'),
    hasPassword: parseBoolean(fields.get('bServerPassword')) ?? (fields.get('ServerPassword') ?? '') !== '',
    flags: parseFlags(fields),
    timeOfDayMinutes: count('ServerTimeOfDay'),
    uptimeSeconds: count('ServerUptimeSeconds'),
    version: fields.get('ServerVersion') || null,
  }
  return { value, unknownKeys: [...fields.keys()].filter((key) => !detailKeys.has(key)), garbage: [] }
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

const parseCount = (text: string | undefined): number | null => {
  const count = parseNumber(text)
  return count !== null && count >= 0 ? count : null
}
