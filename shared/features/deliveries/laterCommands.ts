import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Given, OneServer } from './commands.ts'
import { laterRefusals, wishRefusals } from './refusals.ts'

const OneDelivery = z.object({ server: OneServer, id: z.string().min(1).max(64) })
const refusals = { ...wishRefusals, ...laterRefusals } as const
const done = z.object({})

/** Who may, is asked anew: the same as for the command itself. The new one names the old. */
export const retry = defineCommand({
  name: 'deliveries.retry',
  permission: 'play',
  input: OneDelivery,
  output: Given,
  refusals,
})

/** Of bans and unbans, the whitelist and toggles: the opposite, for a minute. */
export const undo = defineCommand({
  name: 'deliveries.undo',
  permission: 'play',
  input: OneDelivery,
  output: Given,
  refusals,
})

/** While it waits: by whoever may give such, and to this player if they are not the one who gave it. */
export const cancel = defineCommand({
  name: 'deliveries.cancel',
  permission: 'play',
  input: OneDelivery,
  output: done,
  refusals,
})

/** Somebody has done it by hand; `refused`: they have tried, and the game would not, so that it is dropped and says why. */
export const markDone = defineCommand({
  name: 'deliveries.markDone',
  permission: 'viewPendingCommands',
  input: OneDelivery.extend({ refused: z.boolean().default(false) }),
  output: done,
  refusals,
})

/** Nobody will do it by hand. */
export const drop = defineCommand({
  name: 'deliveries.drop',
  permission: 'viewPendingCommands',
  input: OneDelivery,
  output: done,
  refusals,
})

/** Somebody has looked whether it happened, where the hub could not tell. */
export const settle = defineCommand({
  name: 'deliveries.settle',
  permission: 'viewPendingCommands',
  input: OneDelivery.extend({ happened: z.boolean() }),
  output: done,
  refusals,
})
