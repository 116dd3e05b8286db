import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, holdersOf } from '../../engine/document.ts'
import { OneServer } from '../deliveries/commands.ts'
import type { Ban } from '../deliveries/delivery.ts'
import { PlayedId } from '../play/commands.ts'

/** A ban in the game's own list. */
export const GameBan = z.object({
  name: z.string().max(64),
  reason: z.string().max(500),
  /** Who banned, as the game writes it: a name, or `Rcon`. */
  by: z.string().max(64),
  /** Epoch ms; null where the game's text is not a time. */
  at: z.number().nullable(),
  /** Epoch ms; null for a permanent ban. */
  until: z.number().nullable(),
})
export type GameBan = z.infer<typeof GameBan>

const Bans = z.record(PlayedId, GameBan)
const State = z.enum(['off', 'opening', 'here', 'absent', 'failing'])

/** The game's own ban list, as last read from its file. The key is the server's. */
export const gameBans = defineDocument({
  kind: 'gameBans',
  schema: z.object({
    /** `off`: its folder is not connected. `absent`: the game has not written one. */
    state: State.default('off'),
    /** A sentence for users; null while it can be read. */
    why: z.string().nullable().default(null),
    /** Epoch ms of the last time that it could be read. */
    readAt: z.number().nullable().default(null),
    /** Where the file is, without secrets. */
    place: z.string().nullable().default(null),
    /** By the game's id. */
    bans: Bans.default({}),
    /** Entries that could not be read. */
    unreadable: z.int().nonnegative().default(0),
    /** Epoch ms at which a user last asked for it to be read. */
    askedAt: z.number().nullable().default(null),
  }),
  readableBy: holdersOf('banPlayers'),
  memory: 'live',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

export const reportGameBans = defineCommand({
  name: 'gameLog.reportBans',
  permission: 'hub',
  input: z.object({
    server: OneServer,
    state: State,
    why: z.string().max(1_000).nullable(),
    place: z.string().max(1_000).nullable(),
    /** Null: as before. */
    bans: Bans.nullable(),
    unreadable: z.int().nonnegative(),
  }),
  output: z.object({}),
  refusals: {},
  // The file holds them; the journal would hold each list twice.
  secrets: ['bans'],
})

/** Has the game's ban list read now. The document brings it. */
export const readGameBans = defineCommand({
  name: 'gameLog.readBans',
  permission: 'banPlayers',
  input: z.object({ server: OneServer }),
  output: z.object({}),
  refusals: { off: "The game's ban list isn't connected." },
})

/** How the hub's ban of a player and the one in the game's list differ. */
export type BanDifference = 'none' | 'onlyInGame' | 'onlyHere' | 'otherEnd'

export interface ComparedBan {
  readonly id: string
  readonly name: string
  readonly difference: BanDifference
  readonly ours: Ban | null
  readonly theirs: GameBan | null
}

/** The game counts whole hours, rounded up, and its clock may be some minutes off. */
const sameEndMs = 75 * 60_000

/** Each player who is banned in one list or in both, differences first, then by name. @param now epoch ms: bans that are over do not count */
export function compareBans(
  ours: Readonly<Record<string, Ban>>,
  theirs: Readonly<Record<string, GameBan>>,
  now: number,
): readonly ComparedBan[] {
  const inForce = <One extends { readonly until: number | null }>(ban: One | undefined): One | null =>
    ban === undefined || (ban.until !== null && ban.until <= now) ? null : ban
  const ids = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  return ids
    .flatMap((id): ComparedBan[] => {
      const [here, there] = [inForce(ours[id]), inForce(theirs[id])]
      if (!here && !there) return []
      const name = here?.name || there?.name || id
      return [{ id, name, ours: here, theirs: there, difference: differenceOf(here, there) }]
    })
    .sort((one, other) => order[one.difference] - order[other.difference] || one.name.localeCompare(other.name, 'en'))
}

function differenceOf(ours: Ban | null, theirs: GameBan | null): BanDifference {
  if (!ours) return 'onlyInGame'
  if (!theirs) return 'onlyHere'
  const [here, there] = [ours.until ?? Number.POSITIVE_INFINITY, theirs.until ?? Number.POSITIVE_INFINITY]
  return here === there || Math.abs(here - there) <= sameEndMs ? 'none' : 'otherEnd'
}

const order: Readonly<Record<BanDifference, number>> = { onlyInGame: 0, onlyHere: 1, otherEnd: 2, none: 3 }
