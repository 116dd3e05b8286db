import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { broadcast } from '../../shared/features/deliveries/commands.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { outcomeWords } from '../../shared/features/deliveries/outcomeWords.ts'
import { DoneAnswer, SaidAnswer } from './doorAnswers.ts'
import { problem } from './httpProblem.ts'
import { withTold } from './openApi.ts'
import { nthId, type OrderDesk, orderLimit, repeatableId, waitMs } from './orderDesk.ts'
import { isTold, outcomeAnswer } from './outcomeAnswer.ts'
import { playerOrder } from './playerOrder.ts'

/** How often a broadcast is said, by how much it matters. */
const timesSaid = { low: 1, medium: 2, high: 3, urgent: 5 } as const
const priorities = ['low', 'medium', 'high', 'urgent'] as const

const SlayWish = z.object({ playerName: z.string().nullish(), steamId: z.string().nullish() })
const BroadcastWish = z.object({ message: z.string().nullish(), priority: z.enum(priorities).nullish() })

const slaying = withTold(orderLimit, {
  ...{ summary: 'Slays a dinosaur. Answered when it is told, or after 8 s.', who: 'person' },
  ...{ body: SlayWish, answer: DoneAnswer },
})
const saying = withTold(orderLimit, {
  ...{ summary: 'Says something to everybody, 1, 2, 3 or 5 times by its priority.', who: 'person' },
  ...{ body: BroadcastWish, answer: SaidAnswer },
})

/** Two calls of the site as it was, under the paths that it knows. */
export function netlifyRoutes(app: FastifyInstance, desk: OrderDesk) {
  app.post('/.netlify/functions/slay', slaying, async (request, reply) => {
    const person = desk.personAt(request, reply, 'anywhere')
    if (person === null) return reply
    const wish = SlayWish.safeParse(request.body ?? {})
    if (!wish.success)
      return problem(reply, 400, 'badInput', 'playerName and steamId are texts; one of them is enough.')
    const commandId = repeatableId(request, reply)
    if (commandId === null) return reply
    // An id names one player alone; a name may be anybody's.
    const order = playerOrder(
      'slay',
      person,
      { targetPlayer: wish.data.steamId || wish.data.playerName },
      desk.isOneself,
    )
    const id = await desk.give(request, reply, person, order, commandId)
    if (id === null) return reply
    const one = await desk.follow(person.id, id, isTold, waitMs)
    return one ? outcomeAnswer(reply, one) : problem(reply, 409, 'gone', 'That command is not there any more.')
  })

  app.post('/.netlify/functions/broadcast', saying, async (request, reply) => {
    const person = desk.personAt(request, reply, 'anywhere')
    if (person === null) return reply
    const wish = BroadcastWish.safeParse(request.body ?? {})
    if (!wish.success)
      return problem(reply, 400, 'badInput', `message is a text; priority one of ${priorities.join(', ')}.`)
    const order = { command: broadcast, input: { text: wish.data.message ?? '' } }
    const key = repeatableId(request, reply)
    if (key === null) return reply
    const given: string[] = []
    for (let said = 0; said < timesSaid[wish.data.priority ?? 'low']; said += 1) {
      const commandId = key === undefined ? undefined : nthId(key, said)
      const before = said === 0 ? {} : { deliveries: [...given], broadcasts: given.length }
      const id = await desk.give(request, reply, person, order, commandId, before)
      // What was refused has been answered, with how many went before it: it is the same for all that were to follow.
      if (id === null) return reply
      given.push(id)
    }
    const followed = await Promise.all(given.map((id) => desk.follow(person.id, id, isTold, waitMs)))
    const told = followed.filter((one) => one !== undefined)
    const [first] = told
    if (!first) return problem(reply, 409, 'gone', 'That command is not there any more.')
    return { ...outcomeAnswer(reply, worst(told) ?? first), deliveries: given, broadcasts: given.length }
  })
}

const badness = { good: 0, waiting: 1, bad: 2 } as const
const worst = (told: readonly Delivery[]) =>
  [...told].sort((one, other) => badness[outcomeWords(other).tone] - badness[outcomeWords(one).tone])[0]
