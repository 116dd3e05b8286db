import { z } from 'zod'
import { defineArchive } from '../../engine/archive.ts'
import { holdersOf, type Viewer } from '../../engine/document.ts'
import { AdminCommandLine, ChatLine, LogAnimal, LogPlayer } from './lines.ts'

/** An erased player's id is no longer an id. */
const KeptPlayer = LogPlayer.extend({ id: z.string().max(64) })

/** Staff read all rows, and players their own kills and deaths. */
const readableToItsPlayer = (viewer: Viewer, about: string) =>
  viewer.can('readChat') || (viewer.can('play') && about !== '' && viewer.playsAs === about)

/** Deaths, by a player or otherwise. A player whom the hub may not record is null. */
export const gameKills = defineArchive({
  kind: 'gameKills',
  schema: z.object({
    server: z.string(),
    /** Epoch ms at which it happened in the game. */
    happenedAt: z.number(),
    by: z.enum(['player', 'animal', 'unclear', 'nature']),
    killer: KeptPlayer.nullable(),
    killerAnimal: LogAnimal.nullable(),
    victim: KeptPlayer.nullable(),
    victimAnimal: LogAnimal,
    /** Game centimetres. Only staff who may see all positions are shown it. */
    location: z.object({ x: z.number(), y: z.number(), z: z.number() }).nullable(),
    /** The game's text for a death without a killer. */
    cause: z.string().nullable(),
  }),
  readableBy: readableToItsPlayer,
  persons: { killer: 'killer.id', victim: 'victim.id' },
  fields: {
    server: 'event',
    happenedAt: 'event',
    by: 'event',
    killer: { emptied: 'killer' },
    killerAnimal: 'event',
    victim: { emptied: 'victim' },
    victimAnimal: 'event',
    location: 'victim',
    cause: 'event',
  },
  erased: 'emptied',
  audited: null,
})

/** Joining and leaving, as the game's log has them. */
export const gameVisits = defineArchive({
  kind: 'gameVisits',
  schema: z.object({
    server: z.string(),
    happenedAt: z.number(),
    act: z.enum(['join', 'leave']),
    player: KeptPlayer,
    animal: LogAnimal,
    /** Of joining: whether the dinosaur was restored. */
    save: z.enum(['found', 'none']).nullable(),
    /** Of leaving: whether the player rested until the game let them go. */
    isSafe: z.boolean().nullable(),
    /** Of leaving without rest: how long after the player's last kill, ms, where that was within `fightMs`. Staff judge it; the hub never does. */
    afterFightMs: z.number().nullable(),
  }),
  readableBy: holdersOf('readChat'),
  persons: { player: 'player.id' },
  fields: {
    server: 'event',
    happenedAt: 'event',
    act: 'event',
    player: 'player',
    animal: 'player',
    save: 'player',
    isSafe: 'player',
    afterFightMs: 'player',
  },
  erased: 'delete',
  audited: null,
})

/** What players wrote in the game. The configuration sets the days (`CHAT_KEPT_DAYS`), or that nothing is recorded (`CHAT_LOG`). */
export const gameChat = defineArchive({
  kind: 'gameChat',
  schema: ChatLine.omit({ kind: true, at: true }).extend({
    server: z.string(),
    happenedAt: z.number(),
    player: KeptPlayer.nullable(),
  }),
  readableBy: holdersOf('readChat'),
  persons: { player: 'player.id' },
  fields: {
    server: 'event',
    happenedAt: 'event',
    channel: 'event',
    group: 'player',
    player: 'player',
    text: 'player',
  },
  erased: 'delete',
  keptDays: 30,
  audited: null,
})

/** Commands of the game's own admin panel, and uses of RCON by any program. */
export const gameAdminActs = defineArchive({
  kind: 'gameAdminActs',
  schema: AdminCommandLine.omit({ kind: true, at: true, command: true }).extend({
    server: z.string(),
    happenedAt: z.number(),
    by: z.enum(['panel', 'rcon']),
    /** The name of the command. */
    act: AdminCommandLine.shape.command,
    admin: KeptPlayer.nullable(),
    target: KeptPlayer.nullable(),
  }),
  readableBy: holdersOf('readChat'),
  persons: { target: 'target.id', admin: 'admin.id' },
  fields: {
    server: 'event',
    happenedAt: 'event',
    by: 'event',
    act: 'event',
    before: 'event',
    after: 'event',
    admin: { emptied: 'admin' },
    target: { emptied: 'target' },
  },
  erased: 'emptied',
  audited: null,
})
