import { z } from 'zod'
import * as commands from '../../shared/features/deliveries/commands.ts'
import type { Order, OrderDesk, Person } from './orderDesk.ts'

export const playerActions = ['kick', 'ban', 'teleport', 'message', 'broadcast', 'slay', 'heal'] as const
export type PlayerAction = (typeof playerActions)[number]

const Text = z.string().nullish()

/** What programs and older pages send. Who `adminUser` says that they are is not believed: the actor is who is signed in. */
export const PlayerWish = z.object({
  targetPlayer: Text,
  reason: Text,
  destinationPlayer: Text,
  message: Text,
})
export type PlayerWish = z.infer<typeof PlayerWish>
export const playerWishes =
  'The body must be a JSON object; targetPlayer, reason, destinationPlayer and message are texts, each where the command wants it.'

/** The command that an action of these doors stands for. Everyone slays and heals their own dinosaur. */
export function playerOrder(
  action: PlayerAction,
  person: Person,
  wish: PlayerWish,
  isOneself: OrderDesk['isOneself'],
): Order {
  const target = wish.targetPlayer ?? ''
  const reason = wish.reason ?? ''
  const text = wish.message ?? ''
  if (action === 'slay' && !person.can('slayPlayers') && isOneself(person, target))
    return { command: commands.slayMyself, input: {} }
  if (action === 'heal' && !person.can('healPlayers') && isOneself(person, target))
    return { command: commands.healMyself, input: {} }
  const orders: Readonly<Record<PlayerAction, Order>> = {
    kick: { command: commands.kickPlayer, input: { target, reason } },
    ban: { command: commands.banPlayer, input: { target, reason } },
    teleport: { command: commands.teleportPlayer, input: { target, destination: wish.destinationPlayer ?? '' } },
    message: { command: commands.messagePlayer, input: { target, text } },
    broadcast: { command: commands.broadcast, input: { text } },
    slay: { command: commands.slayPlayer, input: { target, reason } },
    heal: { command: commands.healPlayer, input: { target, reason } },
  }
  return orders[action]
}
