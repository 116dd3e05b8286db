import type { FastifyReply } from 'fastify'
import type { Command } from '../../shared/engine/command.ts'
import { broadcast } from '../../shared/features/deliveries/commands.ts'
import { forbiddenText, noBroadcastText, type wishRefusals } from '../../shared/features/deliveries/refusals.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { answerProblem } from './answerProblem.ts'
import { problem } from './httpProblem.ts'

const statuses: Readonly<Partial<Record<keyof typeof wishRefusals, number>>> = {
  noTarget: 400,
  noDestination: 400,
  noMessage: 400,
  noCommand: 400,
  tooLong: 400,
  above: 403,
  yourself: 403,
  unknownPlayer: 404,
}

/** Why something is not even asked of the game, in the words of these doors. */
export function deliveryProblem(
  reply: FastifyReply,
  { name }: Command,
  answer: Extract<Answer, { ok: false }>,
  more: object = {},
) {
  const { code, message } = answer
  if (code === 'forbidden')
    return problem(reply, 403, code, name === broadcast.name ? noBroadcastText : forbiddenText, more)
  const status = Object.hasOwn(statuses, code) ? statuses[code as keyof typeof statuses] : undefined
  return status === undefined ? answerProblem(reply, answer, more) : problem(reply, status, code, message, more)
}
