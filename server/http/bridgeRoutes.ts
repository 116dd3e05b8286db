import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { banLengthShape, hasItsDays } from '../../shared/features/deliveries/banLength.ts'
import { broadcast, runConsole } from '../../shared/features/deliveries/commands.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { outcomeText, rconFailedText } from '../../shared/features/deliveries/outcomeTexts.ts'
import { withDocs } from './openApi.ts'
import { BroadcastAnswer, DoneAnswer, isReportable, outcomeAnswer } from './orderAnswers.ts'
import {
  idempotencyKey,
  type Order,
  type Orders,
  orderLimit,
  type PlayerAction,
  playerActions,
  playerOrder,
  playerOrderProblem,
  repeatedId,
  type User,
  waitMs,
} from './orders.ts'
import { problem, readRequest } from './problem.ts'

const ConsoleBody = z.object({ command: z.string().default('') })
const Text = z.string().nullish()
const BridgeBody = z
  .object({
    playerName: Text,
    reason: Text,
    message: Text,
    destinationPlayer: Text,
    commandOverride: Text,
    ...banLengthShape,
  })
  .refine(hasItsDays, { path: ['customDays'] })
const bridgeHint = 'The body must be a JSON object; playerName, reason, message and commandOverride are texts.'
const isAction = (name: string): name is PlayerAction => (playerActions as readonly string[]).includes(name)

const consoleDocs = withDocs(orderLimit, {
  summary: 'Runs a console command. Answered when the outcome is known, or after 8 s.',
  who: 'person',
  permission: runConsole.permission,
  body: ConsoleBody,
  answer: DoneAnswer,
})
const bridgeDocs = withDocs(orderLimit, {
  summary: 'Sends a command to the game; with `commandOverride`, any console command, if you may run the console.',
  who: 'person',
  path: { command: z.union([z.enum(playerActions), z.string()]) },
  body: BridgeBody,
  answer: DoneAnswer,
})

/** Issues an order, and answers its outcome, or that it is on its way. */
const createIssueAndWait =
  (orders: Pick<Orders, 'issue' | 'settled'>) =>
  async (request: FastifyRequest, reply: FastifyReply, user: User, order: Order) => {
    const key = idempotencyKey(request, reply)
    if (key === null) return reply
    const id = await orders.issue(request, reply, user, order, key)
    if (id === null) return reply
    const one = await orders.settled(user.id, id, isReportable, waitMs)
    if (one === undefined) return deliveryGone(reply)
    return outcomeAnswer(reply, one, order.command === runConsole ? rconFailedText : undefined)
  }

/** Runs a line of the console. @param Body of the request: each route has its own limits */
export const createConsoleHandler = (orders: Orders, Body: z.ZodType<{ readonly command: string }>) => {
  const issueAndWait = createIssueAndWait(orders)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const user = orders.userOf(request, reply)
    if (user === null) return reply
    const body = readRequest(Body, request.body ?? {}, reply, { command: 'the text of a console command' })
    if (body === null) return reply
    return issueAndWait(request, reply, user, consoleOrder(body.command, 'command'))
  }
}

/** The console, and the routes of the HTTP bridge served by the hub, for its own pages and for programs with a token. */
export function rconRoutes(app: FastifyInstance, orders: Orders) {
  const issueAndWait = createIssueAndWait(orders)
  app.post('/api/rcon/command', consoleDocs, createConsoleHandler(orders, ConsoleBody))

  app.post<{ Params: { command: string } }>('/rcon/:command', bridgeDocs, async (request, reply) => {
    const user = orders.userOf(request, reply)
    if (user === null) return reply
    const body = BridgeBody.safeParse(request.body ?? {})
    if (!body.success) return problem(reply, 400, 'badInput', playerOrderProblem(body.error, bridgeHint))
    const { playerName, commandOverride, ...rest } = body.data
    if (commandOverride) return issueAndWait(request, reply, user, consoleOrder(commandOverride, 'commandOverride'))
    const { command } = request.params
    if (!isAction(command))
      return problem(
        reply,
        404,
        'unknownCommand',
        `The commands are ${playerActions.join(', ')}. Send anything else as commandOverride.`,
      )
    const order = playerOrder(command, user, { ...rest, targetPlayer: playerName }, orders.isOneself, 'playerName')
    return issueAndWait(request, reply, user, order)
  })
}

/** @param field of the request that holds the command */
const consoleOrder = (text: string, field: string): Order => ({
  command: runConsole,
  input: { text },
  fields: { text: field },
})

/** How often a broadcast is sent, by priority. */
const repetitions = { low: 1, medium: 2, high: 3, urgent: 5 } as const
const priorities = ['low', 'medium', 'high', 'urgent'] as const

const SlayBody = z.object({ playerName: Text, steamId: Text })
const slayFields = { playerName: 'a text', steamId: 'a text' }
const BroadcastBody = z.object({ message: Text, priority: z.enum(priorities).nullish() })
const broadcastFields = { message: 'a text', priority: `one of ${priorities.join(', ')}` }

const slayDocs = withDocs(orderLimit, {
  summary: 'Slays a dinosaur. Answered when the outcome is known, or after 8 s.',
  who: 'person',
  body: SlayBody,
  answer: DoneAnswer,
})
const broadcastDocs = withDocs(orderLimit, {
  summary: 'Sends a broadcast 1, 2, 3 or 5 times, by its priority.',
  who: 'person',
  permission: broadcast.permission,
  body: BroadcastBody,
  answer: BroadcastAnswer,
})

/** Two routes of the former site, under their former paths. */
export function netlifyRoutes(app: FastifyInstance, orders: Orders) {
  const issueAndWait = createIssueAndWait(orders)
  app.post('/.netlify/functions/slay', slayDocs, async (request, reply) => {
    const user = orders.userOf(request, reply)
    if (user === null) return reply
    const body = readRequest(SlayBody, request.body ?? {}, reply, slayFields)
    if (body === null) return reply
    // The id is preferred, since several players may have the same name.
    const { steamId, playerName } = body
    const named = steamId ? 'steamId' : 'playerName'
    const order = playerOrder('slay', user, { targetPlayer: steamId || playerName }, orders.isOneself, named)
    return issueAndWait(request, reply, user, order)
  })

  app.post('/.netlify/functions/broadcast', broadcastDocs, async (request, reply) => {
    const user = orders.userOf(request, reply)
    if (user === null) return reply
    const body = readRequest(BroadcastBody, request.body ?? {}, reply, broadcastFields)
    if (body === null) return reply
    const order = { command: broadcast, input: { text: body.message ?? '' }, fields: { text: 'message' } }
    const key = idempotencyKey(request, reply)
    if (key === null) return reply
    const issued: string[] = []
    for (let nth = 0; nth < repetitions[body.priority ?? 'low']; nth += 1) {
      const orderKey = key === undefined ? undefined : repeatedId(key, nth)
      const before = nth === 0 ? {} : { deliveries: [...issued], broadcasts: issued.length }
      const id = await orders.issue(request, reply, user, order, orderKey, before)
      // A refusal has been answered with the number of orders before it; the following ones would be refused as well.
      if (id === null) return reply
      issued.push(id)
    }
    const outcomes = await Promise.all(issued.map((id) => orders.settled(user.id, id, isReportable, waitMs)))
    const worst = worstOf(outcomes.filter((one) => one !== undefined))
    if (!worst) return deliveryGone(reply)
    return { ...outcomeAnswer(reply, worst), deliveries: issued, broadcasts: issued.length }
  })
}

const severity = { good: 0, waiting: 1, bad: 2 } as const
const worstOf = (outcomes: readonly Delivery[]) =>
  [...outcomes].sort((one, other) => severity[outcomeText(other).tone] - severity[outcomeText(one).tone])[0]

const deliveryGone = (reply: FastifyReply) => problem(reply, 409, 'gone', 'That command no longer exists.')
