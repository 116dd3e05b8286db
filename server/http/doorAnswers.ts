import { z } from 'zod'
import { DeliveryState } from '../../shared/features/deliveries/delivery.ts'

/** What the doors of the game answer when all is well. */

/** It is kept, and on its way. */
export const OrderAnswer = z.strictObject({
  success: z.literal(true),
  /** As it is worded; the delivery's id while it is not. */
  command: z.string(),
  message: z.string().nullable(),
  error: z.null(),
  delivery: z.string(),
})

/** It was done. */
export const DoneAnswer = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  error: z.null(),
  /** What the game said; null where it said nothing. */
  response: z.string().nullable(),
  command: z.string(),
  delivery: z.string(),
  state: DeliveryState,
  text: z.string(),
})

/** How it stands. */
export const FollowAnswer = DoneAnswer.extend({ automaticExecution: z.boolean(), queued: z.boolean() })

/** All of them were done. */
export const SaidAnswer = DoneAnswer.extend({ deliveries: z.array(z.string()), broadcasts: z.int() })

const Pending = z.strictObject({
  id: z.string(),
  commandType: z.string(),
  targetPlayer: z.string().nullable(),
  timestamp: z.iso.datetime(),
  command: z.string(),
})
export const PendingAnswer = z.strictObject({ success: z.literal(true), commands: z.array(Pending) })
