import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import { broadcast } from '../../shared/features/deliveries/commands.ts'
import { type Delivery, DeliveryState, isOpenState } from '../../shared/features/deliveries/delivery.ts'
import { outcomeText, shownCommand } from '../../shared/features/deliveries/outcomeTexts.ts'
import { forbiddenText, noBroadcastText } from '../../shared/features/deliveries/refusals.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { answerProblem } from './problem.ts'

/** The order is saved, and on its way. */
export const OrderAnswer = z.strictObject({
  success: z.literal(true),
  /** The text of the command; the delivery's id before there is one. */
  command: z.string(),
  message: z.string().nullable(),
  error: z.null(),
  delivery: z.string(),
})

/** The delivery is confirmed. */
export const DoneAnswer = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  error: z.null(),
  /** The game's reply; null if it sent none. */
  response: z.string().nullable(),
  command: z.string(),
  delivery: z.string(),
  state: DeliveryState,
  text: z.string(),
})

/** The current state of a delivery. */
export const FollowAnswer = DoneAnswer.extend({ automaticExecution: z.boolean(), queued: z.boolean() })

/** All deliveries of a broadcast are confirmed. */
export const BroadcastAnswer = DoneAnswer.extend({ deliveries: z.array(z.string()), broadcasts: z.int() })

const Pending = z.strictObject({
  id: z.string(),
  commandType: z.string(),
  targetPlayer: z.string().nullable(),
  timestamp: z.iso.datetime(),
  command: z.string(),
})
export const PendingAnswer = z.strictObject({ success: z.literal(true), commands: z.array(Pending) })

/** Whether the outcome can be answered: the delivery is settled, unknown, or waits for a person. */
export const isReportable = ({ state }: Delivery) => !isOpenState(state) || state === 'unknown' || state === 'manual'

/** The HTTP status for a delivery's state. Never 5xx: many programs repeat such requests, and the game would act twice. */
export function outcomeStatus(one: Delivery) {
  const { tone } = outcomeText(one)
  return tone === 'good' ? 200 : tone === 'waiting' ? 202 : 409
}

/**
 * The outcome of a delivery, for routes that promise one: `success` means that it is confirmed. A delivery that waits for a
 * person has `queued`, with the text of the command.
 */
export function outcomeAnswer(reply: FastifyReply, one: Delivery, errorOf: (message: string) => string = unchanged) {
  const { tone, message, text, isQueued } = outcomeText(one)
  const shared = { command: shownCommand(one), response: one.reply, delivery: one.id, state: one.state }
  reply.code(outcomeStatus(one))
  if (tone === 'good') return { success: true, error: null, message, text, ...shared }
  if (isQueued) {
    const timestamp = new Date(one.queuedAt).toISOString()
    return { success: false, queued: true, error: message, message, text, code: 'queued', timestamp, ...shared }
  }
  return { success: false, error: errorOf(message), message, text, code: one.state, ...shared }
}
const unchanged = (message: string) => message

/** Answers that an order was refused, with the texts and field names of these routes. */
export function deliveryProblem(
  reply: FastifyReply,
  command: Command,
  answer: Extract<Answer, { ok: false }>,
  sent: Parameters<typeof answerProblem>[3] = {},
) {
  if (answer.code !== 'forbidden') return answerProblem(reply, command, answer, sent)
  const message = command.name === broadcast.name ? noBroadcastText : forbiddenText
  return answerProblem(reply, command, { ...answer, message }, sent)
}
