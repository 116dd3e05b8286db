import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newCommandId } from '../../shared/engine/ids.ts'
import { PositiveAmount } from '../../shared/features/ledger/accounts.ts'
import {
  addCurrency,
  addedText,
  amountProblem,
  longestReason,
  playerProblem,
} from '../../shared/features/ledger/commands.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { type Currency, currencies } from '../../shared/features/world/currencies.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { withValues } from '../engine/inputProblems.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { withDocs } from './openApi.ts'
import { idempotencyKey, orderLimit } from './orders.ts'
import { answerProblem, featureOff, problem, tooLongProblem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface CurrencyRoutesDeps {
  readonly hub: Pick<Hub, 'dispatch'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
  readonly features: HubFeatures
}

const Text = z.string().nullish()

/** What programs and older pages send. `adminUser` is ignored: the actor is the signed-in user. */
const AddBody = z.object({
  /** The name of a player in the game, a SteamID64 or an account id. */
  targetPlayer: Text,
  amount: PositiveAmount,
  reason: z.string().max(longestReason).nullish(),
  adminUser: Text,
  currency: z.enum(currencies).nullish(),
})

const addDocs = withDocs(orderLimit, {
  summary: 'Gives currency to a player. `currency` is `voidPearls` where it is left out.',
  description:
    'The player has signed in to the hub at least once. A request that is repeated with the same header `Idempotency-Key` (a UUID of version 7) gives once.',
  who: 'person',
  permission: addCurrency.permission,
  body: AddBody,
  answer: z.strictObject({
    success: z.literal(true),
    newBalance: z.int(),
    message: z.string(),
    error: z.null(),
    /** The operation of the ledger. */
    operation: z.string(),
  }),
})

const fieldProblems: Readonly<Record<string, string>> = {
  targetPlayer: playerProblem,
  amount: amountProblem,
  reason: `reason: a text of at most ${longestReason} characters.`,
  currency: `currency: one of ${currencies.join(', ')}.`,
}

/** Staff give currency over HTTP, by the same command as the pages. */
export function currencyRoutes(app: FastifyInstance, { hub, principalOf, clock, features }: CurrencyRoutesDeps) {
  app.post('/api/admin/currency/add', addDocs, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const principal = principalOf(credentialsOf(request.headers))
    if (!features.realCurrency) return featureOff(reply, 'realCurrency')
    const body = AddBody.safeParse(request.body ?? {}, withValues)
    if (!body.success) return problem(reply, 400, 'badInput', bodyProblem(body.error))
    const key = idempotencyKey(request, reply)
    if (key === null) return reply
    const { targetPlayer, amount, reason, currency } = body.data
    const target = targetPlayer?.trim() ?? ''
    const input = { target, amount, reason: reason ?? '', currency: currency ?? ('voidPearls' satisfies Currency) }
    const answer = await hub.dispatch(
      principal,
      { id: key ?? newCommandId(clock.now(), randomBytes(10)), name: addCurrency.name, input },
      clientOf(request.ip, request.headers['user-agent']),
    )
    if (!answer.ok) return answerProblem(reply, addCurrency, answer, { fields: { target: 'targetPlayer' } })
    const { operation, player, newBalance, asked } = addCurrency.output.parse(answer.output)
    if (asked.target !== target || asked.amount !== amount || asked.currency !== input.currency)
      return problem(reply, 409, 'otherContents', 'That Idempotency-Key was used for another grant. Nothing was given.')
    const message = addedText({ amount, player: player.name, newBalance })
    return { success: true, newBalance, message, error: null, operation }
  })
}

/** The player is named first, as on the page. */
function bodyProblem(error: z.ZodError): string {
  const fields = error.issues.map(({ path }) => String(path[0]))
  const field = Object.keys(fieldProblems).find((one) => fields.includes(one))
  return (field && (tooLongProblem(error, field) ?? fieldProblems[field])) ?? 'The body must be a JSON object.'
}
