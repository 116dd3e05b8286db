import type { FastifyInstance } from 'fastify'
import { type Delivery, deliveries } from '../../shared/features/deliveries/delivery.ts'
import { apart, wholeOf } from '../../shared/features/deliveries/deliveryWords.ts'
import { permissionFor } from '../../shared/features/deliveries/kinds.ts'
import { outcomeWords, shownCommand } from '../../shared/features/deliveries/outcomeWords.ts'
import { forbiddenText } from '../../shared/features/deliveries/refusals.ts'
import type { Hub } from '../engine/hub.ts'
import { OrderAnswer, PendingAnswer } from './doorAnswers.ts'
import { problem } from './httpProblem.ts'
import { withTold } from './openApi.ts'
import { type OrderDesk, orderLimit, repeatableId } from './orderDesk.ts'
import { type PlayerAction, PlayerWish, playerActions, playerOrder, playerWishes } from './playerOrder.ts'

interface AdminParts {
  readonly hub: Pick<Hub, 'read'>
  readonly desk: OrderDesk
  readonly serverKey: string
}

const ordering = (action: PlayerAction) =>
  withTold(orderLimit, {
    ...{ summary: `Orders: ${action}. Answered when it is kept and worded.`, who: 'person' },
    ...{ body: PlayerWish, answer: OrderAnswer },
  })
const listing = { summary: 'What waits to be done by hand.', who: 'person', answer: PendingAnswer } as const

/** So long it may take until it is known how the command is worded for the link by which it goes. */
const wordedWithinMs = 1_000

/**
 * What staff want done to a player. The answer comes as soon as it is kept: `success` says that it is on its way, `delivery` names
 * it, and `POST /api/automation/execute-command` waits for what becomes of it.
 */
export function adminRoutes(app: FastifyInstance, { hub, desk, serverKey }: AdminParts) {
  for (const action of playerActions)
    app.post(`/api/admin/${action}`, ordering(action), async (request, reply) => {
      const person = desk.personAt(request, reply, 'anywhere')
      if (person === null) return reply
      const wish = PlayerWish.safeParse(request.body ?? {})
      if (!wish.success) return problem(reply, 400, 'badInput', playerWishes)
      const commandId = repeatableId(request, reply)
      if (commandId === null) return reply
      const order = playerOrder(action, person, wish.data, desk.isOneself)
      const id = await desk.give(request, reply, person, order, commandId)
      if (id === null) return reply
      const one = await desk.follow(person.id, id, ({ state }) => state !== 'queued', wordedWithinMs)
      if (one === undefined) return { success: true, command: id, message: null, error: null, delivery: id }
      const { tone, message } = outcomeWords(one)
      const isBad = tone === 'bad'
      reply.code(isBad ? 409 : 200)
      return {
        ...{ success: !isBad, command: shownCommand(one), message, error: isBad ? message : null },
        ...{ delivery: id, ...(isBad && { code: one.state }) },
      }
    })

  app.get('/api/admin/pending-commands', withTold({}, listing), async (request, reply) => {
    const person = desk.personAt(request, reply, 'anywhere')
    if (person === null) return reply
    if (!person.can('viewPendingCommands')) return problem(reply, 403, 'forbidden', forbiddenText)
    const shown = (one: Delivery) =>
      shownCommand(person.can(permissionFor[one.kind]) ? wholeOf(hub.read, serverKey, one) : apart(one).seen)
    const open = Object.values(hub.read(deliveries, serverKey).entries).filter(({ state }) => state === 'byHand')
    const commands = open
      .sort((one, other) => one.number - other.number)
      .map((one) => ({
        ...{ id: one.id, commandType: one.kind, targetPlayer: one.target?.name ?? null },
        ...{
          timestamp: new Date(one.queuedAt).toISOString(),
          command: shown(one),
        },
      }))
    return { success: true, commands }
  })
}
