import type { FastifyReply } from 'fastify'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { isOpenState } from '../../shared/features/deliveries/delivery.ts'
import { outcomeWords, shownCommand } from '../../shared/features/deliveries/outcomeWords.ts'

/** Told of by then: it is over, or somebody else's turn. */
export const isTold = ({ state }: Delivery) => !isOpenState(state) || state === 'unknown' || state === 'byHand'

/** The HTTP status of a delivery as it stands. No 5xx: many programs repeat what is answered so, and the game would do it twice. */
export function outcomeStatus(one: Delivery) {
  const { tone } = outcomeWords(one)
  return tone === 'good' ? 200 : tone === 'waiting' ? 202 : 409
}

/**
 * What became of it, for doors whose caller wants to know that it was done: `success` is only said of what was. What waits has
 * `queued`, with the command's text for whoever does it by hand.
 */
export function outcomeAnswer(reply: FastifyReply, one: Delivery, errorOf: (message: string) => string = plainly) {
  const { tone, message, text, isQueued } = outcomeWords(one)
  const command = shownCommand(one)
  const said = { command, response: one.reply, delivery: one.id, state: one.state }
  reply.code(outcomeStatus(one))
  if (tone === 'good') return { success: true, error: null, message, text, ...said }
  if (isQueued)
    return {
      ...{ success: false, queued: true, error: message, message, text, code: 'queued' },
      ...{ timestamp: new Date(one.queuedAt).toISOString(), ...said },
    }
  return { success: false, error: errorOf(message), message, text, code: one.state, ...said }
}
const plainly = (message: string) => message
