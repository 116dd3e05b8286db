import { z } from 'zod'
import { auditErasure, defineArchive, originShape } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'
import { Delivery } from './delivery.ts'

/** Settled deliveries that left the document, with their private fields. */
export const deliveryHistory = defineArchive({
  kind: 'deliveryHistory',
  schema: Delivery.extend({ server: z.string() }),
  readableBy: holdersOf('runConsole'),
  about: ({ by, settledBy, target }) => [by, settledBy, target?.id ?? null],
  // Users who issued an order find it in the export of the audit; the rest is about the player.
  exported: () => null,
  erased: { empty: ['name', 'byName', 'settledByName'] },
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
  about: ({ by, byHub, target }) => [byHub ? null : by, target?.id ?? null],
  exported: (row, { account }) => (row.by === account ? row : null),
  erased: auditErasure,
  audited: ({ kind, detail, ...row }) => ({
    ...row,
    subject: 'deliveries',
    detail: {
      ...(kind !== row.act && { kind }),
      ...detail,
      // A missing length is a permanent ban, and an empty field would not be shown.
      ...(kind === 'ban' && { durationMs: detail.durationMs ?? 'permanent' }),
    },
  }),
})
