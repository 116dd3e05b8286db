import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { runConsole } from '../../shared/features/deliveries/commands.ts'
import { rconFailedText } from '../../shared/features/deliveries/outcomeWords.ts'
import { DoneAnswer } from './doorAnswers.ts'
import { problem } from './httpProblem.ts'
import { withTold } from './openApi.ts'
import { type Order, type OrderDesk, orderLimit, type Person, repeatableId, waitMs } from './orderDesk.ts'
import { isTold, outcomeAnswer } from './outcomeAnswer.ts'
import { type PlayerAction, playerActions, playerOrder } from './playerOrder.ts'

const ConsoleWish = z.object({ command: z.string().default('') })
const Text = z.string().nullish()
const BridgeWish = z.object({
  playerName: Text,
  reason: Text,
  message: Text,
  destinationPlayer: Text,
  commandOverride: Text,
})
const bridgeWishes = 'The body must be a JSON object; playerName, reason, message and commandOverride are texts.'
const isAction = (name: string): name is PlayerAction => (playerActions as readonly string[]).includes(name)

const typing = withTold(orderLimit, {
  ...{ summary: 'Runs a console command. Answered when it is told, or after 8 s.', who: 'person' },
  ...{ body: ConsoleWish, answer: DoneAnswer },
})
const bridging = withTold(orderLimit, {
  ...{
    summary: 'Our own bridge. With `commandOverride` any command, by the right to use the console.',
    who: 'program',
  },
  ...{ path: { command: z.union([z.enum(playerActions), z.string()]) }, body: BridgeWish, answer: DoneAnswer },
})

/** The console, and the bridge's own calls answered by us: `/rcon/{command}` is for programs, by their token alone. */
export function rconRoutes(app: FastifyInstance, desk: OrderDesk) {
  const carryOut = async (request: FastifyRequest, reply: FastifyReply, person: Person, order: Order) => {
    const commandId = repeatableId(request, reply)
    if (commandId === null) return reply
    const id = await desk.give(request, reply, person, order, commandId)
    if (id === null) return reply
    const one = await desk.follow(person.id, id, isTold, waitMs)
    if (one === undefined) return problem(reply, 409, 'gone', 'That command is not there any more.')
    return outcomeAnswer(reply, one, order.command === runConsole ? rconFailedText : undefined)
  }

  app.post('/api/rcon/command', typing, async (request, reply) => {
    const person = desk.personAt(request, reply, 'anywhere')
    if (person === null) return reply
    const wish = ConsoleWish.safeParse(request.body ?? {})
    if (!wish.success) return problem(reply, 400, 'badInput', 'command: the text of a console command.')
    return carryOut(request, reply, person, { command: runConsole, input: { text: wish.data.command } })
  })

  app.post<{ Params: { command: string } }>('/rcon/:command', bridging, async (request, reply) => {
    const person = desk.personAt(request, reply, 'program')
    if (person === null) return reply
    const wish = BridgeWish.safeParse(request.body ?? {})
    if (!wish.success) return problem(reply, 400, 'badInput', bridgeWishes)
    const { playerName, commandOverride, ...rest } = wish.data
    if (commandOverride)
      return carryOut(request, reply, person, { command: runConsole, input: { text: commandOverride } })
    const { command } = request.params
    if (!isAction(command))
      return problem(reply, 404, 'unknownCommand', `There is ${playerActions.join(', ')}; all else by commandOverride.`)
    const order = playerOrder(command, person, { ...rest, targetPlayer: playerName }, desk.isOneself)
    return carryOut(request, reply, person, order)
  })
}
