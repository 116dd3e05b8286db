import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import { documentId } from '../../shared/engine/document.ts'
import { CommandId, madeAt, newCommandId } from '../../shared/engine/ids.ts'
import {
  banLengthMs,
  banLengthProblems,
  banLengthShape,
  hasItsDays,
} from '../../shared/features/deliveries/banLength.ts'
import * as commands from '../../shared/features/deliveries/commands.ts'
import { type Delivery, deliveries, ownDeliveries, wholeDelivery } from '../../shared/features/deliveries/delivery.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { deliveryProblem } from './orderAnswers.ts'
import { problem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface OrdersDeps {
  readonly hub: Pick<Hub, 'dispatch' | 'read' | 'onPublish'>
  readonly clock: Clock
  readonly principalOf: (credentials: Credentials) => Principal
  readonly serverKey: string
}

export type User = Principal & { readonly id: string }

/** A command that queues a delivery, with its input. */
export interface Order {
  readonly command: Command
  readonly input: object
  /** By the fields of the input: those of the request that they came from. */
  readonly fields?: Readonly<Record<string, string>>
}

/** How long a route waits for the outcome of a delivery before it answers that it is on its way. */
export const waitMs = 8_000
/** Per network. */
export const orderLimit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

/** Issues game orders over HTTP, by the same commands as the pages. */
export function createOrders({ hub, clock, principalOf, serverKey }: OrdersDeps) {
  /** The signed-in user, by a cookie or a token. Null if there is none: the request has been answered then. */
  const userOf = ({ headers }: FastifyRequest, reply: FastifyReply): User | null => {
    reply.header('cache-control', 'no-store')
    const principal = principalOf(credentialsOf(headers))
    if (principal.id !== null) return { ...principal, id: principal.id }
    problem(reply, 401, 'signedOut', 'Sign in, or send an API token: Authorization: Bearer …')
    return null
  }

  /** Returns the delivery's id. Null if the order was refused: the request has been answered then, with `more` included. */
  const issue = async (
    request: FastifyRequest,
    reply: FastifyReply,
    user: User,
    order: Order,
    key?: CommandId,
    more: object = {},
  ): Promise<string | null> => {
    const id = key === undefined ? newCommandId(clock.now(), randomBytes(10)) : idOfOrder(key, order)
    const answer = await hub.dispatch(
      user,
      { id, name: order.command.name, input: order.input },
      clientOf(request.ip, request.headers['user-agent']),
    )
    if (answer.ok) return commands.IssuedOrder.parse(answer.output).id
    deliveryProblem(reply, order.command, answer, { fields: order.fields ?? {}, more })
    return null
  }

  /** Whether the text names the user: by the SteamID, or by the name in the hub or in the game. */
  const isOneself = ({ playsAs, name }: User, text: string) => {
    if (playsAs === null || playsAs === undefined) return false
    const { players } = hub.read(roster, serverKey)
    const nameInGame = Object.hasOwn(players, playsAs) ? players[playsAs]?.name : undefined
    const wanted = text.trim().toLowerCase()
    return wanted !== '' && [playsAs, name, nameInGame].some((own) => own?.toLowerCase() === wanted)
  }

  return {
    userOf,
    issue,
    isOneself,
    settled: createDeliveryWait({ hub, clock, serverKey }),
    /** The user's own deliveries, newest first, including private fields: check that the caller may read them. */
    ownDeliveriesOf: (account: string) =>
      Object.values(hub.read(ownDeliveries, account).entries)
        .sort((one, other) => other.number - one.number)
        .map((one) => wholeDelivery(hub.read, serverKey, one)),
  }
}
export type Orders = ReturnType<typeof createOrders>

/** Waits for the outcome of a user's own delivery. */
export function createDeliveryWait({
  hub,
  clock,
  serverKey,
}: {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  readonly clock: Pick<Clock, 'after'>
  readonly serverKey: string
}) {
  const deliveryOf = (account: string, id: string): Delivery | undefined => {
    const own = hub.read(ownDeliveries, account).entries
    const all = hub.read(deliveries, serverKey).entries
    const one = Object.hasOwn(own, id) ? own[id] : Object.hasOwn(all, id) ? all[id] : undefined
    return one && wholeDelivery(hub.read, serverKey, one)
  }
  /** The delivery as soon as `isEnough`, or as it is after `ms`; undefined if it does not exist. */
  return (account: string, id: string, isEnough: (one: Delivery) => boolean, ms: number) =>
    new Promise<Delivery | undefined>((resolve) => {
      const key = documentId(ownDeliveries, account)
      let last = deliveryOf(account, id)
      if (last === undefined || isEnough(last)) return resolve(last)
      const finish = () => {
        stopListening()
        cancel()
        resolve(last)
      }
      const stopListening = hub.onPublish((published) => {
        if (!published.some((change) => change.id === key)) return
        last = deliveryOf(account, id) ?? last
        if (last === undefined || isEnough(last)) finish()
      })
      const cancel = clock.after(ms, finish)
    })
}

/**
 * The command id in the header `Idempotency-Key`, so that a program may repeat a request without ordering twice; undefined
 * if there is none. Null if it is invalid: the request has been answered then.
 */
export function idempotencyKey({ headers }: FastifyRequest, reply: FastifyReply): CommandId | undefined | null {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  const id = CommandId.safeParse(key)
  if (id.success) return id.data
  problem(reply, 400, 'badId', 'Idempotency-Key must be a new UUID of version 7, or be left out.')
  return null
}

/** The command id of this order under this key: another order under the same key gets another id. */
const idOfOrder = (key: CommandId, { command, input }: Order): CommandId =>
  derivedId(key, JSON.stringify([command.name, input]))

/** The key for the nth order of one request, the same for every repetition of the request. */
export const repeatedId = (key: CommandId, nth: number): CommandId => (nth === 0 ? key : derivedId(key, String(nth)))

const derivedId = (key: CommandId, from: string): CommandId =>
  newCommandId(madeAt(key), createHash('sha256').update(`${key} ${from}`).digest().subarray(0, 10))

export const playerActions = ['kick', 'ban', 'teleport', 'message', 'broadcast', 'slay', 'heal'] as const
export type PlayerAction = (typeof playerActions)[number]

const Text = z.string().nullish()

/** What programs and older pages send. `adminUser` is ignored: the actor is the signed-in user. */
export const PlayerOrderBody = z
  .object({
    targetPlayer: Text,
    reason: Text,
    destinationPlayer: Text,
    message: Text,
    ...banLengthShape,
  })
  .refine(hasItsDays, { path: ['customDays'] })
export type PlayerOrderBody = z.infer<typeof PlayerOrderBody>

const playerOrderHint =
  'The body must be a JSON object; targetPlayer, reason, destinationPlayer and message are texts, each where the command wants it.'

/** What is wrong with a body: its first wrong field, otherwise the form of the whole, as `hint` says. */
export function playerOrderProblem(error: z.ZodError, hint = playerOrderHint): string {
  const field = error.issues[0]?.path[0]
  if (field === 'duration' || field === 'customDays') return banLengthProblems[field]
  return typeof field === 'string' ? `The body must be a JSON object in which ${field} is a text.` : hint
}

/** The calls were defined without a length, and programs that use them ban permanently. Pages always state a length. */
const banLengthOverHttp = ({ duration, customDays }: Partial<PlayerOrderBody>) =>
  banLengthMs({ duration: duration ?? 'permanent', customDays })

/**
 * The command for an action. Users may slay and heal their own dinosaur without a permission for others.
 * @param named the field of the request that names the player
 */
export function playerOrder(
  action: PlayerAction,
  user: User,
  body: Partial<PlayerOrderBody>,
  isOneself: Orders['isOneself'],
  named = 'targetPlayer',
): Order {
  const target = body.targetPlayer ?? ''
  const reason = body.reason ?? ''
  const text = body.message ?? ''
  if (action === 'slay' && !user.can('slayPlayers') && isOneself(user, target))
    return { command: commands.slayMyself, input: {} }
  if (action === 'heal' && !user.can('healPlayers') && isOneself(user, target))
    return { command: commands.healMyself, input: {} }
  const orders: Readonly<Record<PlayerAction, Order>> = {
    kick: { command: commands.kickPlayer, input: { target, reason } },
    ban: { command: commands.banPlayer, input: { target, reason, durationMs: banLengthOverHttp(body) } },
    teleport: { command: commands.teleportPlayer, input: { target, destination: body.destinationPlayer ?? '' } },
    message: { command: commands.messagePlayer, input: { target, text } },
    broadcast: { command: commands.broadcast, input: { text } },
    slay: { command: commands.slayPlayer, input: { target, reason } },
    heal: { command: commands.healPlayer, input: { target, reason } },
  }
  return { ...orders[action], fields: { ...playerOrderFields, target: named } }
}
const playerOrderFields = { destination: 'destinationPlayer', text: 'message', durationMs: 'duration' }
