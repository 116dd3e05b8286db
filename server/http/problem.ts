import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import type { Query } from '../../shared/engine/query.ts'
import { type EngineRefusal, engineRefusals, type RefusalKind } from '../../shared/engine/refusals.ts'
import { orderRefusalKinds, orderRefusals } from '../../shared/features/deliveries/refusals.ts'
import { featureOffText, type HubFeature } from '../../shared/features/server/hubFeatures.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { limitIn, withValues } from '../engine/inputProblems.ts'

/** The form of every error over HTTP: `code` for programs, `error` for people. @param more what was done before the error */
export const problem = (reply: FastifyReply, status: number, code: string, error: string, more: object = {}) =>
  reply.code(status).send({ ...more, success: false, error, code })

/** The answer of a feature that the owner has switched off. It stays so until the hub is configured again, so it is not a 5xx. */
export const featureOff = (reply: FastifyReply, feature: HubFeature, before = '') =>
  problem(reply, 404, 'featureOff', [before, featureOffText(feature)].filter(Boolean).join(': '))

const statuses: Readonly<Partial<Record<EngineRefusal, number>>> = {
  signedOut: 401,
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

const statusOfKind = { input: 400, missing: 404, forbidden: 403, conflict: 409 } as const

/** What a route gave to the hub. */
type Called = Pick<Command | Query, 'refusals' | 'refusalKinds'>

interface Sent {
  /** By the fields of the call's input: the fields of the request that they came from, where they have other names. */
  readonly fields?: Readonly<Record<string, string>>
  /** What was done before the error. */
  readonly more?: object
}

/** A refusal of the hub as an HTTP error. A refusal of the command itself is answered by what it says, as it declares; 409 is the usual one. */
export function answerProblem(
  reply: FastifyReply,
  call: Called,
  { code, message, problems = [] }: Extract<Answer, { ok: false }>,
  { fields = {}, more }: Sent = {},
) {
  const status = Object.hasOwn(statuses, code) ? statuses[code as EngineRefusal] : undefined
  if (status === undefined) {
    const kind = kindOf(call, code)
    const [what, before] =
      typeof kind === 'string' ? [kind, ''] : (['input', `${sentName(fields, kind.input)}: `] as const)
    return problem(reply, statusOfKind[what], code, before + message, more)
  }
  // A sentence on limits says the same as the problems, which have the names of the fields.
  const isSaid = code === 'badInput' && problems.length > 0 && message !== engineRefusals.badInput
  const named = problems.map((one) => one.replace(/^[^:]+(?=: )/, (field) => sentName(fields, field)))
  return problem(reply, status, code, (isSaid ? named : [message, ...named]).join(' '), more)
}

/** Commands that pages load first have the refusals of orders alone, and leave out what these say. */
function kindOf({ refusals, refusalKinds }: Called, code: string): RefusalKind {
  const kinds: Readonly<Partial<Record<string, RefusalKind>>> =
    refusalKinds ?? (refusals === orderRefusals ? orderRefusalKinds : {})
  return (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? 'conflict'
}

/** The request's name of a field, or of the beginning of its path: with `{ users: 'userIds' }`, `users.3` is `userIds.3`. */
function sentName(fields: Readonly<Record<string, string>>, field: string): string {
  const known = Object.keys(fields).find((one) => field === one || field.startsWith(`${one}.`))
  return known === undefined ? field : `${fields[known]}${field.slice(known.length)}`
}

/**
 * A body, or the parameters of a query, by its schema. Null where it is wrong: the request has been answered then.
 * @param allowed as for `requestProblem`
 */
export function readRequest<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  reply: FastifyReply,
  allowed: Readonly<Record<string, string>>,
): z.output<Schema> | null {
  const { data, error } = schema.safeParse(given, withValues)
  if (error) problem(reply, 400, 'badInput', requestProblem(error, allowed))
  return data ?? null
}

/**
 * What is wrong with a request: of each wrong field its name, what it may hold, and what it holds. Parse it `withValues`.
 * @param allowed by the names of the fields: what each may hold, as `a time in epoch ms`
 */
export function requestProblem({ issues }: z.ZodError, allowed: Readonly<Record<string, string>>): string {
  const firstOf = new Map<string, Issue>()
  for (const issue of issues) {
    const name = issue.path.join('.')
    if (![...firstOf.keys()].some((known) => known.split('.')[0] === name.split('.')[0])) firstOf.set(name, issue)
  }
  return [...firstOf].map(([name, issue]) => fieldProblem(name, issue, allowed)).join(' ')
}
type Issue = z.core.$ZodIssue

function fieldProblem(name: string, issue: Issue, allowed: Readonly<Record<string, string>>): string {
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.slice(0, 5).map((key) => shownValue(key))
    return `There is no field ${unknown.join(', ')}. There are ${Object.keys(allowed).join(', ')}.`
  }
  if (name === '') return 'The body must be a JSON object.'
  // What a list may hold is said of the list.
  const field = issue.path.filter((step) => typeof step === 'string').join('.')
  const may = allowed[field]
  const tooLong = issue.code === 'too_big' && issue.origin !== 'number' ? limitIn(issue) : null
  if (tooLong !== null || may === undefined) return `${name}: ${tooLong ?? issue.message}`
  if (issue.input === undefined) return `${field}: ${may}. It is missing.`
  // A text of a query that was to be a number.
  return Number.isNaN(issue.input)
    ? `${field}: ${may}. It is not a number.`
    : `${field}: ${may}, not ${shownValue(issue.input)}.`
}

/** Of a text field that is too long: its name, its limit and its length; null where that is not what is wrong with it. */
export function tooLongProblem({ issues }: z.ZodError, field: string): string | null {
  const issue = issues.find(({ path }) => path.join('.') === field)
  return issue?.code === 'too_big' && issue.origin === 'string' ? `${field}: ${limitIn(issue)}` : null
}

const mostShown = 60
function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text
}
