import type { FastifyReply } from 'fastify'
import { type EngineRefusal, engineRefusals } from '../../shared/engine/refusals.ts'
import { featureOffText, type HubFeature } from '../../shared/features/server/hubFeatures.ts'
import type { Answer } from '../../shared/protocol/calls.ts'

/** The form of every error over HTTP: `code` for programs, `error` for people. @param more what was done before the error */
export const problem = (reply: FastifyReply, status: number, code: string, error: string, more: object = {}) =>
  reply.code(status).send({ ...more, success: false, error, code })

/** The answer of a feature that the owner has switched off. It stays so until the hub is configured again, so it is no 5xx. */
export const featureOff = (reply: FastifyReply, feature: HubFeature, before = '') =>
  problem(reply, 404, 'featureOff', [before, featureOffText(feature)].filter(Boolean).join(': '))

const statuses: Readonly<Partial<Record<EngineRefusal, number>>> = {
  forbidden: 403,
  readOnly: 403,
  featureOff: 404,
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

/** A refusal of the hub as an HTTP error. A refusal of the command itself is a conflict with the current state: 409. */
export function answerProblem(
  reply: FastifyReply,
  { code, message, problems = [] }: Extract<Answer, { ok: false }>,
  more: object = {},
) {
  const status = Object.hasOwn(statuses, code) ? statuses[code as EngineRefusal] : undefined
  // A sentence on limits says the same as the problems, which have the names of the fields.
  const isSaid = code === 'badInput' && problems.length > 0 && message !== engineRefusals.badInput
  return problem(reply, status ?? 409, code, (isSaid ? problems : [message, ...problems]).join(' '), more)
}
