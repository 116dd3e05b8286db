import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Given } from './commands.ts'
import { LinkName } from './delivery.ts'
import { GameAction } from './kinds.ts'
import { wishRefusals } from './refusals.ts'

const OneDelivery = z.object({ server: z.string(), id: z.string() })
/** Which attempt is spoken of: what an earlier one brings late says nothing of the present one. */
const OneAttempt = OneDelivery.extend({ attempt: z.int().nonnegative() })
const moved = 'That delivery is not where it was thought to be.'
const Words = z.string().transform((text) => text.slice(0, 1_000))
const done = z.object({})

/** Durable before the bytes leave. `again`: it may have left before, and does no harm twice. */
export const begin = defineCommand({
  name: 'deliveries.begin',
  permission: 'hub',
  input: OneDelivery.extend({ link: LinkName, command: Words, again: z.boolean() }),
  output: z.object({ attempt: z.int().positive() }),
  refusals: { moved },
})

/** What became of an attempt. Of an unknown one it may still be told late. */
export const end = defineCommand({
  name: 'deliveries.end',
  permission: 'hub',
  input: OneAttempt.extend({
    state: z.enum(['confirmed', 'refused', 'failed', 'unknown']),
    reply: Words.nullable(),
    why: Words.nullable(),
    changed: z.boolean().default(true),
  }),
  output: done,
  refusals: { moved },
})

/** It waits anew. `sent` is false where certainly nothing has left. */
export const requeue = defineCommand({
  name: 'deliveries.requeue',
  permission: 'hub',
  input: OneAttempt.extend({ sent: z.boolean(), why: Words }),
  output: done,
  refusals: { moved },
})

/** No link will do it: staff find the command's text among what is to be done by hand, and what one wants for oneself fails. */
export const handOver = defineCommand({
  name: 'deliveries.handOver',
  permission: 'hub',
  input: OneDelivery.extend({ command: Words, why: Words }),
  output: done,
  refusals: { moved },
})

/** By the hub for somebody: what the economy sells, or what a worker of the hub wants. The account sees it among its own. */
export const order = defineCommand({
  name: 'deliveries.order',
  permission: 'hub',
  input: z.object({
    server: z.string(),
    action: GameAction,
    by: z.object({ account: z.string().nullable(), name: z.string() }),
  }),
  output: Given,
  refusals: wishRefusals,
})

/** Somebody whom we have banned is in the game: counted, and kicked again. The id is that of the kick, if there is one. */
export const noteDrift = defineCommand({
  name: 'deliveries.noteDrift',
  permission: 'hub',
  input: z.object({ server: z.string(), player: z.string() }),
  output: z.object({ id: z.string().nullable() }),
  refusals: wishRefusals,
})

/** A ban has reached its end. */
export const lapseBan = defineCommand({
  name: 'deliveries.lapseBan',
  permission: 'hub',
  input: z.object({ server: z.string(), player: z.string() }),
  output: done,
  refusals: {},
})
