import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Command } from '../../shared/engine/command.ts'
import { CommandId, madeAt, newCommandId } from '../../shared/engine/ids.ts'
import { Given } from '../../shared/features/deliveries/commands.ts'
import { ownDeliveries } from '../../shared/features/deliveries/delivery.ts'
import { wholeOf } from '../../shared/features/deliveries/deliveryWords.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { credentialsOf } from '../auth/http/credentialsOf.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createFollow } from './createFollow.ts'
import { deliveryProblem } from './deliveryProblem.ts'
import { problem } from './httpProblem.ts'

export interface OrderDeskParts {
  readonly hub: Pick<Hub, 'dispatch' | 'read' | 'onPublish'>
  readonly clock: Clock
  readonly principalOf: (credentials: Credentials) => Principal
  readonly serverKey: string
}

export type Person = Principal & { readonly id: string }

/** One command of the game, with what it is to be given. */
export interface Order {
  readonly command: Command
  readonly input: object
}

/** So long a door waits for what becomes of a delivery before it says that it is on its way. */
export const waitMs = 8_000
/** As often as one network may order. */
export const orderLimit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

/** Where the doors hand in what is wanted of the game: by the same commands as the pages, for whoever is signed in. */
export function createOrderDesk({ hub, clock, principalOf, serverKey }: OrderDeskParts) {
  /** Null when nobody is signed in: that has been answered then. */
  const personAt = ({ headers }: FastifyRequest, reply: FastifyReply, from: 'anywhere' | 'program'): Person | null => {
    reply.header('cache-control', 'no-store')
    const { cookie, token } = credentialsOf(headers)
    const principal =
      from === 'program' && token === undefined
        ? null
        : principalOf({ token, cookie: from === 'program' ? '' : cookie })
    if (principal !== null && principal.id !== null) return { ...principal, id: principal.id }
    const words = from === 'program' ? 'Show an API token: Authorization: Bearer …' : 'Sign in first.'
    problem(reply, 401, 'signedOut', words)
    return null
  }

  /** The delivery's id; null when it was refused, which has been answered then, with `more` beside it. */
  const give = async (
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
    order: Order,
    key?: CommandId,
    more: object = {},
  ): Promise<string | null> => {
    const id = key === undefined ? newCommandId(clock.now(), randomBytes(10)) : boundTo(key, order)
    const answer = await hub.dispatch(person, { id, name: order.command.name, input: order.input }, request.ip)
    if (answer.ok) return Given.parse(answer.output).id
    deliveryProblem(reply, order.command, answer, more)
    return null
  }

  /** Whether what was typed names the very person who typed it: by the id, or the name here or in the game. */
  const isOneself = ({ playsAs, name }: Person, typed: string) => {
    if (playsAs === null || playsAs === undefined) return false
    const { players } = hub.read(roster, serverKey)
    const inGame = Object.hasOwn(players, playsAs) ? players[playsAs]?.name : undefined
    const wanted = typed.trim().toLowerCase()
    return wanted !== '' && [playsAs, name, inGame].some((own) => own?.toLowerCase() === wanted)
  }

  return {
    isOneself,
    personAt,
    give,
    follow: createFollow({ hub, clock, serverKey }),
    /** One's own, newest first, with their words: whoever asks must still be one who may read them. */
    ownOf: (account: string) =>
      Object.values(hub.read(ownDeliveries, account).entries)
        .sort((one, other) => other.number - one.number)
        .map((one) => wholeOf(hub.read, serverKey, one)),
  }
}
export type OrderDesk = ReturnType<typeof createOrderDesk>

/**
 * The command id that a program names in `Idempotency-Key`, so that it may ask again without ordering twice; undefined
 * where it names none. Null when it is not one: that has been answered then.
 */
export function repeatableId({ headers }: FastifyRequest, reply: FastifyReply): CommandId | undefined | null {
  const named = headers['idempotency-key']
  if (named === undefined) return undefined
  const id = CommandId.safeParse(named)
  if (id.success) return id.data
  problem(reply, 400, 'badId', 'Idempotency-Key has to be a fresh UUID of version 7, or be left out.')
  return null
}

/** The id of this very order under this key: whoever uses a key for another order is not answered with what became of the first. */
export const boundTo = (key: CommandId, { command, input }: Order): CommandId =>
  derived(key, JSON.stringify([command.name, input]))

/** The ids of what one key orders several times: the same again whenever it is asked again. */
export const nthId = (key: CommandId, nth: number): CommandId => (nth === 0 ? key : derived(key, String(nth)))

const derived = (key: CommandId, from: string): CommandId =>
  newCommandId(madeAt(key), createHash('sha256').update(`${key} ${from}`).digest().subarray(0, 10))
