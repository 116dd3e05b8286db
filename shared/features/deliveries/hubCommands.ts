import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { IssuedOrder } from './commands.ts'
import { LinkName } from './delivery.ts'
import { DeliveryKind, GameAction } from './kinds.ts'
import { orderRefusals } from './refusals.ts'

const OneDelivery = z.object({ server: z.string(), id: z.string() })
/** Names the attempt, so that a late result of an earlier attempt does not settle the current one. */
const OneAttempt = OneDelivery.extend({ attempt: z.int().nonnegative() })
const moved = 'The state of that delivery has already changed.'
const CutText = z.string().transform((text) => text.slice(0, 1_000))
/** Longer, since the replies of the console are lists. */
const CutReply = z.string().transform((text) => text.slice(0, 2_000))
const done = z.object({})

/** Durable before the first byte is sent. `again`: it may have been sent before and is harmless twice. */
export const beginAttempt = defineCommand({
  name: 'deliveries.beginAttempt',
  permission: 'hub',
  input: OneDelivery.extend({ link: LinkName, command: CutText, again: z.boolean() }),
  output: z.object({ attempt: z.int().positive() }),
  refusals: { moved },
})

/** The outcome of an attempt. For an unknown delivery it may still arrive late. */
export const endAttempt = defineCommand({
  name: 'deliveries.endAttempt',
  permission: 'hub',
  input: OneAttempt.extend({
    state: z.enum(['confirmed', 'refused', 'failed', 'unknown']),
    reply: CutReply.nullable(),
    why: CutText.nullable(),
    changed: z.boolean().default(true),
  }),
  output: done,
  refusals: { moved },
})

/** Back to the queue. `sent` is false where nothing was sent. */
export const requeue = defineCommand({
  name: 'deliveries.requeue',
  permission: 'hub',
  input: OneAttempt.extend({ sent: z.boolean(), why: CutText }),
  output: done,
  refusals: { moved },
})

/** No link supports it or is up: staff carry it out. A delivery for the issuer's own dinosaur fails instead. */
export const moveToManual = defineCommand({
  name: 'deliveries.moveToManual',
  permission: 'hub',
  input: OneDelivery.extend({ command: CutText, why: CutText }),
  output: done,
  refusals: { moved },
})

/** The kinds that a link can send from now on. */
export const reportSendable = defineCommand({
  name: 'deliveries.reportSendable',
  permission: 'hub',
  input: z.object({ server: z.string(), kinds: z.array(DeliveryKind) }),
  output: done,
  refusals: {},
})

/** An order of the hub: for an account, which sees it among its own (a purchase), or of a worker. */
export const issueOrder = defineCommand({
  name: 'deliveries.issueOrder',
  permission: 'hub',
  input: z.object({
    server: z.string(),
    action: GameAction,
    by: z.object({ account: z.string().nullable(), name: z.string() }),
  }),
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** A banned player is in the game: counts it and kicks them again. The id is that of the kick, if there is one. */
export const enforceBan = defineCommand({
  name: 'deliveries.enforceBan',
  permission: 'hub',
  input: z.object({ server: z.string(), player: z.string() }),
  output: z.object({ id: z.string().nullable() }),
  refusals: orderRefusals,
})

/** A ban has reached its end. */
export const expireBan = defineCommand({
  name: 'deliveries.expireBan',
  permission: 'hub',
  input: z.object({ server: z.string(), player: z.string() }),
  output: done,
  refusals: {},
})
