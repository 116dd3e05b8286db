import type { FastifyReply } from 'fastify'
import type { Command } from '../../shared/engine/command.ts'
import { broadcast, runConsole } from '../../shared/features/deliveries/commands.ts'
import { forbiddenText, noBroadcastText, type wishRefusals } from '../../shared/features/deliveries/refusals.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { answerProblem } from './answerProblem.ts'
import { problem } from './httpProblem.ts'

/**
 * Each of them, so that none is forgotten. That too much waits is a conflict and not 429: many programs repeat that by themselves,
 * and what was said several times may have been said in part.
 */
export const refusalStatuses: Readonly<Record<keyof typeof wishRefusals, 400 | 403 | 404 | 409>> = {
  noTarget: 400,
  noDestination: 400,
  noMessage: 400,
  noCommand: 400,
  tooLong: 400,
  above: 403,
  yourself: 403,
  notLinked: 403,
  unknownPlayer: 404,
  ambiguous: 409,
  offline: 409,
  noAnimal: 409,
  tooMany: 409,
  tooManyYours: 409,
  tooManyOwn: 409,
  askedAlready: 409,
  bansFull: 409,
}
const isOfWishes = (code: string): code is keyof typeof wishRefusals => Object.hasOwn(refusalStatuses, code)

/** As these doors call the fields of the commands behind them. */
const doorWords = (command: string) =>
  new Map([
    ['text', command === runConsole.name ? 'command' : 'message'],
    ['target', 'player'],
    ['destination', 'destinationPlayer'],
  ])
const inDoorWords = (command: string, problem: string) =>
  problem.replace(/^[^:]+(?=: )/, (field) => doorWords(command).get(field) ?? field)

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
  const problems = answer.problems?.map((told) => inDoorWords(name, told))
  if (!isOfWishes(code)) return answerProblem(reply, { ...answer, problems }, more)
  return problem(reply, refusalStatuses[code], code, message, more)
}
