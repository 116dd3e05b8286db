import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { banLengthShape, longestBanDays } from '../../shared/features/deliveries/banLength.ts'
import { type Delivery, deliveries, redact, wholeDelivery } from '../../shared/features/deliveries/delivery.ts'
import { isRedactedKind, permissionFor } from '../../shared/features/deliveries/kinds.ts'
import { outcomeText, shownCommand } from '../../shared/features/deliveries/outcomeTexts.ts'
import { forbiddenText } from '../../shared/features/deliveries/refusals.ts'
import type { Hub } from '../engine/hub.ts'
import { auditRoutes } from './auditRoutes.ts'
import { netlifyRoutes, rconRoutes } from './bridgeRoutes.ts'
import { withDocs } from './openApi.ts'
import { FollowAnswer, isReportable, OrderAnswer, outcomeStatus, PendingAnswer } from './orderAnswers.ts'
import {
  createOrders,
  idempotencyKey,
  type Orders,
  type OrdersDeps,
  orderLimit,
  type PlayerAction,
  PlayerOrderBody,
  playerActions,
  playerOrder,
  playerOrderProblem,
  waitMs,
} from './orders.ts'
import { problem, readRequest } from './problem.ts'

export type GameRoutesDeps = OrdersDeps & { readonly hub: OrdersDeps['hub'] & Pick<Hub, 'query'> }

/** Orders to the game over HTTP, and the audit of them. */
export function gameRoutes(app: FastifyInstance, deps: GameRoutesDeps) {
  const orders = createOrders(deps)
  adminRoutes(app, deps, orders)
  automationRoutes(app, orders)
  rconRoutes(app, orders)
  netlifyRoutes(app, orders)
  auditRoutes(app, deps)
}

/** Every player may do this to their own dinosaur. */
const isForOneselfToo = (action: PlayerAction) => action === 'slay' || action === 'heal'

const onTarget = z.object({
  targetPlayer: z.string().describe('The name in the game, or the SteamID64.'),
  reason: z.string().nullish(),
})
const Message = z.string().describe('The text that is shown in the game.')
/** What each command takes. All are parsed as `PlayerOrderBody`, since programs send fields of other commands as well. */
const orderBodies: Readonly<Record<PlayerAction, z.ZodType>> = {
  kick: onTarget,
  ban: onTarget.extend({
    duration: banLengthShape.duration.describe('Permanent where it is left out.'),
    customDays: banLengthShape.customDays.describe(`With the duration custom only: from 1 to ${longestBanDays}.`),
  }),
  teleport: onTarget
    .omit({ reason: true })
    .extend({ destinationPlayer: z.string().describe('The player to whom the target is taken.') }),
  message: onTarget.omit({ reason: true }).extend({ message: Message }),
  broadcast: z.object({ message: Message }),
  slay: onTarget,
  heal: onTarget,
}
const orderDocs = (action: PlayerAction) =>
  withDocs(orderLimit, {
    summary: `Sends the command ${action}. Answered when it is saved.`,
    who: 'person',
    ...(!isForOneselfToo(action) && { permission: permissionFor[action] }),
    body: orderBodies[action],
    answer: OrderAnswer,
  })
const pendingDocs = {
  summary: 'Commands that wait to be done by hand.',
  who: 'person',
  permission: 'viewPendingCommands',
  answer: PendingAnswer,
} as const

/** How long it may take until a link has given the command its text. */
const textWithinMs = 1_000

/**
 * Orders of staff. The answer is sent as soon as the order is saved: `success` means that it is on its way, and `delivery` is its
 * id, with which `POST /api/automation/execute-command` waits for the outcome.
 */
export function adminRoutes(
  app: FastifyInstance,
  { hub, serverKey }: Pick<OrdersDeps, 'hub' | 'serverKey'>,
  orders: Orders,
) {
  for (const action of playerActions)
    app.post(`/api/admin/${action}`, orderDocs(action), async (request, reply) => {
      const user = orders.userOf(request, reply)
      if (user === null) return reply
      const body = PlayerOrderBody.safeParse(request.body ?? {})
      if (!body.success) return problem(reply, 400, 'badInput', playerOrderProblem(body.error))
      const key = idempotencyKey(request, reply)
      if (key === null) return reply
      const order = playerOrder(action, user, body.data, orders.isOneself)
      const id = await orders.issue(request, reply, user, order, key)
      if (id === null) return reply
      const one = await orders.settled(user.id, id, ({ state }) => state !== 'queued', textWithinMs)
      if (one === undefined) return { success: true, command: id, message: null, error: null, delivery: id }
      const { tone, message } = outcomeText(one)
      const command = shownCommand(one)
      if (tone !== 'bad') return { success: true, command, message, error: null, delivery: id }
      reply.code(409)
      return { success: false, command, message, error: message, delivery: id, code: one.state }
    })

  app.get('/api/admin/pending-commands', withDocs({}, pendingDocs), async (request, reply) => {
    const user = orders.userOf(request, reply)
    if (user === null) return reply
    const textOf = (one: Delivery) =>
      shownCommand(user.can(permissionFor[one.kind]) ? wholeDelivery(hub.read, serverKey, one) : redact(one).redacted)
    const manual = Object.values(hub.read(deliveries, serverKey).entries).filter(({ state }) => state === 'manual')
    const commands = manual
      .sort((one, other) => one.number - other.number)
      .map((one) => ({
        id: one.id,
        commandType: one.kind,
        targetPlayer: one.target?.name ?? null,
        timestamp: new Date(one.queuedAt).toISOString(),
        command: textOf(one),
      }))
    return { success: true, commands }
  })
}

/** The text of a command, and the text that was answered before a link had given it one. */
const textsOf = (one: Delivery) => [shownCommand(one), shownCommand({ ...one, command: '' })]

/** Other fields that clients send, such as target and actor, are ignored. */
const FollowBody = z.object({ command: z.string().trim().min(1).max(1_000) })
const followFields = { command: 'the text or the id of a command that you sent' }

const followDocs = withDocs(orderLimit, {
  summary: 'The outcome of a command that you sent. Answered when it is known, or after 8 s.',
  who: 'person',
  body: FollowBody,
  answer: FollowAnswer,
})

/**
 * The outcome of an order that the same user has just issued by another route. `command` is the delivery's id, or the text that the
 * other route answered; of several with the same text, the latest counts. This route executes nothing itself.
 */
export function automationRoutes(app: FastifyInstance, orders: Orders) {
  app.post('/api/automation/execute-command', followDocs, async (request, reply) => {
    const user = orders.userOf(request, reply)
    if (user === null) return reply
    if (!user.can('play')) return problem(reply, 403, 'forbidden', forbiddenText)
    const body = readRequest(FollowBody, request.body ?? {}, reply, followFields)
    if (body === null) return reply
    const { command } = body
    const issued = orders.ownDeliveriesOf(user.id).find((one) => one.id === command || textsOf(one).includes(command))
    if (!issued) return problem(reply, 404, 'gone', 'You have sent no such command recently.')
    // Private fields need the permission even for the user's own orders: a token may have fewer permissions than its owner.
    if (isRedactedKind(issued.kind) && !user.can(permissionFor[issued.kind]))
      return problem(reply, 403, 'forbidden', forbiddenText)
    const one = (await orders.settled(user.id, issued.id, isReportable, waitMs)) ?? issued
    const { tone, isAutomatic, isQueued, message, text } = outcomeText(one)
    reply.code(outcomeStatus(one))
    return {
      success: tone !== 'bad',
      automaticExecution: isAutomatic,
      queued: isQueued,
      message,
      text,
      command: shownCommand(one),
      response: one.reply,
      delivery: one.id,
      state: one.state,
      ...(tone === 'bad' ? { error: message, code: one.state } : { error: null }),
    }
  })
}
