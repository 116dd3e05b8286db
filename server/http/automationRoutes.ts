import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { isApartKind, permissionFor } from '../../shared/features/deliveries/kinds.ts'
import { outcomeWords, shownCommand } from '../../shared/features/deliveries/outcomeWords.ts'
import { forbiddenText } from '../../shared/features/deliveries/refusals.ts'
import { FollowAnswer } from './doorAnswers.ts'
import { problem } from './httpProblem.ts'
import { withTold } from './openApi.ts'
import { type OrderDesk, orderLimit, waitMs } from './orderDesk.ts'
import { isTold, outcomeStatus } from './outcomeAnswer.ts'

/** As it is worded, and as it was told before a link had worded it. */
const textsOf = (one: Delivery) => [shownCommand(one), shownCommand({ ...one, command: '' })]

/** Of what else is sent nothing is believed: neither who it is for nor who asks. */
const Wish = z.object({ command: z.string().trim().min(1).max(1_000) })

const following = withTold(orderLimit, {
  ...{ summary: 'What becomes of a command that you have given. Answered when it is told, or after 8 s.' },
  ...{ who: 'person', body: Wish, answer: FollowAnswer },
})

/**
 * What becomes of a command that the same person has just given by another door. `command` is its text or its delivery's id, as that
 * door has answered; of several with one text the latest is meant. It executes nothing itself: a text that nobody has given is not there.
 */
export function automationRoutes(app: FastifyInstance, desk: OrderDesk) {
  app.post('/api/automation/execute-command', following, async (request, reply) => {
    const person = desk.personAt(request, reply, 'anywhere')
    if (person === null) return reply
    if (!person.can('play')) return problem(reply, 403, 'forbidden', forbiddenText)
    const wish = Wish.safeParse(request.body)
    if (!wish.success)
      return problem(reply, 400, 'badInput', 'command: the text or the id of a command that you have given.')
    const { command } = wish.data
    const given = desk.ownOf(person.id).find((one) => one.id === command || textsOf(one).includes(command))
    if (!given) return problem(reply, 404, 'gone', 'You have given no such command lately.')
    // What is said there is for whoever may say such, also where it was they who did: a token may be for less.
    if (isApartKind(given.kind) && !person.can(permissionFor[given.kind]))
      return problem(reply, 403, 'forbidden', forbiddenText)
    const one = (await desk.follow(person.id, given.id, isTold, waitMs)) ?? given
    const { tone, isAutomatic, isQueued, message, text } = outcomeWords(one)
    reply.code(outcomeStatus(one))
    return {
      ...{ success: tone !== 'bad', automaticExecution: isAutomatic, queued: isQueued, message, text },
      ...{ command: shownCommand(one), response: one.reply, delivery: one.id, state: one.state },
      ...(tone === 'bad' ? { error: message, code: one.state } : { error: null }),
    }
  })
}
