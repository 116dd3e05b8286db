import type { FastifyReply } from 'fastify'
import type { EngineRefusal } from '../../shared/engine/refusals.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { problem } from './httpProblem.ts'

const statuses: Readonly<Partial<Record<EngineRefusal, number>>> = {
  forbidden: 403,
  readOnly: 403,
  badInput: 400,
  badId: 400,
  unknownCommand: 404,
  tooFast: 429,
  tooManyGuesses: 429,
  failed: 500,
  unavailable: 503,
  fateUnknown: 503,
  storageFull: 503,
}

/** A "no" of the hub as HTTP says it: what the command itself refuses is a conflict with how things stand. */
export function answerProblem(
  reply: FastifyReply,
  { code, message, problems = [] }: Extract<Answer, { ok: false }>,
  more: object = {},
) {
  const status = Object.hasOwn(statuses, code) ? statuses[code as EngineRefusal] : undefined
  return problem(reply, status ?? 409, code, [message, ...problems].join(' '), more)
}
