import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { cancelRefusals } from '../redemptions/redemption.ts'
import { IssuedOrder, OneServer } from './commands.ts'
import { followUpRefusals, orderRefusals } from './refusals.ts'

const OneDelivery = z.object({ server: OneServer, id: Id })
const refusals = { ...orderRefusals, ...followUpRefusals } as const
const done = z.object({})

/** Checks the same permissions as the command itself. The new delivery names the old one. */
export const retry = defineCommand({
  name: 'deliveries.retry',
  permission: 'play',
  input: OneDelivery,
  output: IssuedOrder,
  refusals,
})

/** For a minute: the opposite of a ban, an unban, a whitelist change or a toggle. */
export const undo = defineCommand({
  name: 'deliveries.undo',
  permission: 'play',
  input: OneDelivery,
  output: IssuedOrder,
  refusals,
})

/** While it is queued: for users who may issue the same action on the same target. */
export const cancel = defineCommand({
  name: 'deliveries.cancel',
  permission: 'play',
  input: OneDelivery,
  output: done,
  refusals: { ...refusals, ...cancelRefusals },
})

/** A manual delivery was carried out. With `refused` the game refused it, so that it is dropped with that reason. */
export const markDone = defineCommand({
  name: 'deliveries.markDone',
  permission: 'viewPendingCommands',
  input: OneDelivery.extend({ refused: z.boolean().default(false) }),
  output: done,
  refusals,
})

/** Sends a manual delivery over a link after all. It becomes queued again, so that it can be sent only once. */
export const sendNow = defineCommand({
  name: 'deliveries.sendNow',
  permission: 'viewPendingCommands',
  input: OneDelivery,
  output: done,
  refusals,
})

/** A manual delivery will not be carried out. */
export const drop = defineCommand({
  name: 'deliveries.drop',
  permission: 'viewPendingCommands',
  input: OneDelivery,
  output: done,
  refusals,
})

/** Settles an unknown delivery: staff have looked whether it happened. */
export const settle = defineCommand({
  name: 'deliveries.settle',
  permission: 'viewPendingCommands',
  input: OneDelivery.extend({ happened: z.boolean() }),
  output: done,
  refusals,
})
