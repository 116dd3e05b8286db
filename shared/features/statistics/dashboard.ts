import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'

/** A figure; null where it is not known, with the reason as a sentence. */
export const Figure = z
  .object({ value: z.number().nullable().default(null), why: z.string().nullable().default(null) })
  .prefault({ why: 'Not measured yet.' })
export type Figure = z.infer<typeof Figure>

/**
 * The figures of the owner's dashboard now. It is brought up to date every few seconds while an owner watches it. Of percent one decimal, of
 * times ms, of sizes bytes, of network bytes per second. The key is the server's.
 */
export const dashboard = defineDocument({
  kind: 'dashboard',
  schema: z.object({
    /** Epoch ms at which it was measured; null before the first time. */
    at: z.number().nullable().default(null),
    playersOnline: Figure,
    mostPlayers: Figure,
    /** Players whom the hub has seen in the game, and accounts of this hub. */
    totalPlayers: Figure,
    totalAccounts: Figure,
    /** Since 00:00 UTC: players seen for the first time, and accounts made. */
    newPlayersToday: Figure,
    newAccountsToday: Figure,
    /** Deliveries to the game that ended since 00:00 UTC, and these by outcome. */
    commandsToday: Figure,
    outcomesToday: z.record(z.string(), z.number()).default({}),
    hubUptime: Figure,
    linkUptime: Figure,
    gameUptime: Figure,
    /** Shares of the last 30 days (percent) in which the hub measured, the link was up, the game was known to run. */
    hubUpShare: Figure,
    linkUpShare: Figure,
    gameUpShare: Figure,
    /** From when on these count where that is not yet 30 days ago, epoch ms; otherwise null. */
    sharesFrom: z.number().nullable().default(null),
    linkLatency: Figure,
    databaseSize: Figure,
    backup: z
      .object({
        /** Epoch ms of the last one. */
        at: Figure,
        /** Whether it was opened and checked after it was made; null where there is none. */
        isTried: z.boolean().nullable().default(null),
      })
      .prefault({}),
    cpu: Figure,
    memory: Figure,
    disk: Figure,
    networkIn: Figure,
    networkOut: Figure,
    /** Of the machine of the game: percent of a core, bytes, bytes. */
    gameCpu: Figure,
    gameMemory: Figure,
    gameDisk: Figure,
    /** Sockets over all nodes. */
    connections: Figure,
    activePatrons: Figure,
    revenue: z
      .object({
        /** By currency of payment, such as EUR: in its minor units. Empty where `why` says why. */
        amounts: z.record(z.string(), z.number()).default({}),
        why: z.string().nullable().default('Not measured yet.'),
      })
      .prefault({}),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'live',
  ...notPersonal('has figures of the whole hub'),
})
export type Dashboard = z.infer<(typeof dashboard)['schema']>
