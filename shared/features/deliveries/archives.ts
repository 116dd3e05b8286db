import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'
import { wordsOf, wordsOfMany } from './auditWords.ts'
import { Delivery } from './delivery.ts'

/** What staff wrote to or about a player is the player's; an order without a player is its issuer's. */
const aboutTarget = ['target', 'by'] as const
/** The player to whom a teleport leads is a third person of the row. */
const detailOwners = {
  detail: aboutTarget,
  'detail.reason': { emptied: aboutTarget },
  'detail.text': { emptied: aboutTarget },
  'detail.destination': 'destination',
  'detail.destinationName': { emptied: 'destination' },
} as const
/** What was sent to the game and what it replied may hold the ids and names of both players. */
const sentText = { names: ['target', 'destination', 'by'] } as const

/** Settled deliveries that left the document, with their private fields. */
export const deliveryHistory = defineArchive({
  kind: 'deliveryHistory',
  schema: Delivery.extend({ server: z.string() }),
  readableBy: holdersOf('runConsole'),
  persons: { target: 'target.id', destination: 'detail.destination', by: 'by', settledBy: 'settledBy' },
  fields: {
    server: 'event',
    id: 'event',
    number: 'event',
    kind: 'event',
    state: 'event',
    role: 'event',
    elevated: 'by',
    own: 'event',
    queuedAt: 'event',
    releasedAt: 'event',
    sentAt: 'event',
    settledAt: 'event',
    attempts: 'event',
    link: 'event',
    changed: 'event',
    retryOf: 'event',
    bulk: 'event',
    redemption: 'event',
    undoOf: 'event',
    redacted: 'event',
    target: { emptied: 'target' },
    targetRole: 'target',
    ...detailOwners,
    command: sentText,
    reply: sentText,
    why: { emptied: aboutTarget },
    by: 'by',
    byName: { emptied: 'by' },
    commandId: 'by',
    settledBy: 'settledBy',
    settledByName: { emptied: 'settledBy' },
  },
  erased: 'emptied',
  audited: null,
})

/** The orders of staff, players and the hub itself in the game, and their follow-ups. */
export const deliveryAudit = defineArchive({
  kind: 'deliveryAudit',
  schema: z.object({
    act: z.string(),
    /** An account id, or the name of a part of the hub. */
    by: z.string(),
    byHub: z.boolean().default(false),
    role: z.enum(roles).nullable().default(null),
    elevated: z.boolean().default(false),
    delivery: z.string(),
    kind: z.string(),
    target: z.object({ id: z.string(), name: z.string() }).nullable(),
    detail: z.record(z.string(), z.unknown()),
    ...originShape,
  }),
  readableBy: holdersOf('runConsole'),
  persons: { target: 'target.id', destination: 'detail.destination', by: 'by' },
  fields: {
    act: 'event',
    kind: 'event',
    role: 'event',
    byHub: 'event',
    delivery: 'event',
    elevated: 'by',
    by: 'by',
    target: { emptied: 'target' },
    ...detailOwners,
    ...originOwners,
  },
  erased: 'emptied',
  audited: ({ kind, detail, ...row }) => ({
    ...row,
    subject: 'deliveries',
    // A row of an early release may lack it.
    ...wordsOfOrder(row.act, kind, detail),
    detail: {
      ...(kind !== row.act && { kind }),
      ...detail,
      // A missing length is a permanent ban, and an empty field would not be shown.
      ...(kind === 'ban' && { durationMs: detail.durationMs ?? 'permanent' }),
      // The game takes a fraction of 1. Of an erased player it is empty.
      ...(kind === 'grow' && { text: '', growth: detail.text ? `${Math.round(Number(detail.text) * 100)}%` : '' }),
    },
  }),
})

function wordsOfOrder(act: string, kind: string, detail: Readonly<Record<string, unknown>> | undefined) {
  if (typeof detail?.players === 'number') return { ...wordsOfMany(kind, detail.players), delivery: null }
  return wordsOf(act, kind, detail?.on === true)
}
