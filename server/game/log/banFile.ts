import type { Folder } from '../files/folder.ts'
import { encodingOf } from './lineDecoder.ts'
import { parseStamp, stampText, zoneOffsets } from './logTime.ts'

/** Largest ban list that is read, bytes: some ten thousand entries. */
export const largestBanFile = 4 * 1024 * 1024
/** Most entries that are taken; further ones are counted as unreadable. */
export const mostGameBans = 5_000

/** An entry of the game's ban list. Texts are one line of bounded length. */
export interface FileBan {
  readonly id: string
  readonly name: string
  readonly reason: string
  /** Who banned, as the game writes it: a name, or `Rcon`. */
  readonly by: string
  /** Epoch ms; null where the game's text is not a time. */
  readonly at: number | null
  /** Epoch ms; null for a permanent ban. */
  readonly until: number | null
}

/** The ban list cannot be read. `message` is a sentence for users. */
export class BanFileError extends Error {}

/** The game has no permanent ban: tools send ten years. Whatever is longer than this counts as permanent. */
const permanentMs = 5 * 365 * 86_400_000

/**
 * Reads `PlayerBans.json`: `{ "bannedPlayerData": [{ steamId, playerName, banReason, bannedTime, endBanTime, bannerName }] }`, in UTF-8 or
 * UTF-16, times as `2026.09.26-10.56.54` by the clock of the game's machine. The first year of the calendar is the game's “never”. An empty file has no bans. Known from tools that
 * read and write it (luuhanh0201/theisle-server, legacy-ban converters).
 * @param zone IANA name of the zone of the game's machine
 * @returns the bans, of several entries for a player the one that ends last, and how many entries could not be read
 * @throws BanFileError when the file is not such a list
 */
export function parseBanFile(bytes: Buffer, zone: string) {
  const entries = entriesOf(bytes)
  const offsetIn = zoneOffsets(zone)
  const epochOf = (text: unknown) => {
    const local = typeof text === 'string' && text.length === 19 ? parseStamp(text, 0) : null
    return local === null ? null : local - offsetIn(local)
  }
  const bans = new Map<string, FileBan>()
  let unreadable = 0
  for (const entry of entries) {
    const ban = banOf(entry, epochOf)
    const other = ban && bans.get(ban.id)
    if (ban === null || (!other && bans.size >= mostGameBans)) unreadable += 1
    else if (!other || endOf(other) < endOf(ban)) bans.set(ban.id, ban)
  }
  return { bans: [...bans.values()], unreadable }
}

const endOf = ({ until }: FileBan) => until ?? Number.POSITIVE_INFINITY

function entriesOf(bytes: Buffer): readonly unknown[] {
  const text = textOf(bytes).trim()
  if (text === '') return []
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new BanFileError(
      "The game's ban list isn't complete JSON. It may have been edited by hand: look for a missing comma or bracket.",
    )
  }
  const list = (given as { bannedPlayerData?: unknown } | null)?.bannedPlayerData
  if (!Array.isArray(list))
    throw new BanFileError("The game's ban list has no “bannedPlayerData”. Is this the game's own PlayerBans.json?")
  return list
}

function textOf(bytes: Buffer): string {
  const { name, markBytes } = encodingOf(bytes)
  const rest = bytes.subarray(markBytes)
  if (name === 'utf8') return rest.toString('utf8')
  if (name === 'utf16le') return rest.toString('utf16le')
  return Buffer.from(rest.subarray(0, rest.length - (rest.length % 2)))
    .swap16()
    .toString('utf16le')
}

function banOf(entry: unknown, epochOf: (text: unknown) => number | null): FileBan | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { steamId, playerName, banReason, bannedTime, endBanTime, bannerName } = entry as Record<string, unknown>
  const id = typeof steamId === 'string' ? steamId.trim() : ''
  if (!/^(?:\d{1,20}|[0-9a-f]{32})$/i.test(id)) return null
  const [at, end] = [epochOf(bannedTime), epochOf(endBanTime)]
  const isNever = typeof endBanTime === 'string' && endBanTime.startsWith('0001.')
  // A ban whose end cannot be read is shown as one that still holds, never as one that is over.
  const isPermanent = isNever || end === null || (at !== null && end - at >= permanentMs)
  return {
    id,
    name: lineOf(playerName, 64),
    reason: lineOf(banReason, 500),
    by: lineOf(bannerName, 64),
    at,
    until: isPermanent ? null : end,
  }
}

/** The list as the game writes it, in UTF-8. @param offsetMs how far the clock of the game's machine is ahead of UTC */
export const encodeBanFile = (bans: readonly FileBan[], offsetMs: number): string => {
  const timeOf = (at: number | null) => (at === null ? '0001.01.01-00.00.00' : stampText(at + offsetMs))
  const bannedPlayerData = bans.map(({ id, name, reason, by, at, until }) => ({
    steamId: id,
    playerName: name,
    banReason: reason,
    bannedTime: timeOf(at),
    endBanTime: timeOf(until),
    bannerName: by,
  }))
  return JSON.stringify({ bannedPlayerData }, null, '\t')
}

const lineOf = (text: unknown, longest: number) =>
  typeof text === 'string'
    ? text
        .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
        .trim()
        .slice(0, longest)
    : ''

interface BanFileSource {
  readonly folder: Pick<Folder, 'stat' | 'read'> & { readonly name: string }
  /** Path of the list within the folder. */
  readonly path: string
  /** IANA name of the zone of the game's machine. */
  readonly zone: string
  /** Ms between two looks. */
  readonly everyMs: number
}

/** The game's ban list as a file that is read again and again. It is only read: a running game may write over any change. */
export const createBanFileSource = ({ folder, path, zone, everyMs }: BanFileSource) => ({
  place: `${folder.name}/${path}`,
  everyMs,
  /** @returns null where there is no such file @throws BanFileError, FolderError */
  async read() {
    const entry = await folder.stat(path)
    if (entry === null) return null
    if (entry.kind !== 'file')
      throw new BanFileError(`${path} in ${folder.name} is a link or a folder, which is not opened.`)
    if (entry.size > largestBanFile)
      throw new BanFileError(`The game's ban list has ${entry.size} bytes, more than the hub reads.`)
    return parseBanFile(await folder.read(path, { from: 0, length: largestBanFile }), zone)
  },
})
