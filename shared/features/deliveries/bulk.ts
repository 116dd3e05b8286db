import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, holdersOf } from '../../engine/document.ts'
import { OneServer } from './commands.ts'
import { DeliveryState } from './delivery.ts'
import { ActionDetail, DeliveryKind } from './kinds.ts'
import { orderRefusals } from './refusals.ts'

/** How many players one bulk command can name. */
export const mostBulk = 300
/** How many deliveries of bulk commands can be open at once, of all staff. */
export const mostOpenBulk = 2 * mostBulk
/** How many bulk commands are kept, finished or not. */
export const mostBulkRuns = 20

/** The outcomes of one bulk command: one delivery for each player. */
export const BulkRun = z.object({
  id: z.string(),
  kind: DeliveryKind,
  /** The issuing account, with its name at that time. */
  by: z.string(),
  byName: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** How many deliveries were issued. */
  total: z.int().nonnegative(),
  /** How many of them are in each state now. */
  counts: z.partialRecord(DeliveryState, z.int()),
  /** The players whose delivery did not reach the game, by the game's id. */
  failed: z.array(z.string()),
})
export type BulkRun = z.infer<typeof BulkRun>

/** The latest bulk commands by id. Its key is the server's id. */
export const bulkRuns = defineDocument({
  kind: 'bulkRuns',
  schema: z.object({ runs: z.record(z.string(), BulkRun).default({}) }),
  readableBy: holdersOf('bulkOperations'),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: 'deliveryAudit',
})

const input = z.object({
  server: OneServer,
  /** The game's ids. */
  targets: z.array(z.string().min(1).max(40)).min(1).max(mostBulk),
})

/** `skipped`: the players to whom it was not issued, each with the reason. */
const output = z.object({
  /** The id of the run in `bulkRuns`. */
  run: z.string(),
  issued: z.int(),
  skipped: z.array(z.object({ id: z.string(), name: z.string(), why: z.string() })),
})
export type BulkAnswer = z.infer<typeof output>

export const bulkRefusals = {
  ...orderRefusals,
  noneLeft: "None of these players can be reached now: they've left the game, or you may not act on them.",
  bulkBusy: "Your earlier bulk commands aren't finished yet. Wait for their outcome, then try again.",
} as const

/** One message to each of several players. Needs `messagePlayers` too. */
export const messagePlayers = defineCommand({
  name: 'deliveries.messagePlayers',
  permission: 'bulkOperations',
  input: input.extend({ text: ActionDetail.shape.text.unwrap() }),
  output,
  refusals: bulkRefusals,
})

/** Kicks each of several players. Needs `kickPlayers` too. */
export const kickPlayers = defineCommand({
  name: 'deliveries.kickPlayers',
  permission: 'bulkOperations',
  input: input.extend({ reason: ActionDetail.shape.reason.unwrap().default('') }),
  output,
  refusals: bulkRefusals,
})
