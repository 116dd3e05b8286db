import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { account } from '../../shared/features/account/account.ts'
import { lastSeenAtOf, levelOf, playMsOf, playRecord } from '../../shared/features/play/playRecord.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { credentialsOf } from '../auth/http/credentialsOf.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { problem } from './httpProblem.ts'
import { withTold } from './openApi.ts'

interface PlayerParts {
  readonly hub: Pick<Hub, 'read'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
}

type Own = Principal & { readonly id: string }

const hourMs = 3_600_000
const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const Time = z.iso.datetime().nullable()
const PlayerAnswer = z.object({
  success: z.literal(true),
  player: z.object({
    ...{ name: z.string(), steamId: z.string().nullable(), level: z.int(), playTime: z.int() },
    ...{ joinDate: Time, lastSeen: Time, permissions: z.array(z.string()) },
  }),
})
const CurrencyAnswer = z.object({
  success: z.literal(true),
  currency: z.object({ voidPearls: z.int(), razorTalons: z.int(), sylvanShards: z.int() }),
})
const told = { who: 'person', path: { id: z.union([z.literal('me'), z.string()]) } } as const

/** What programs ask of a player. Everybody is told of themselves alone; others are as if they were not there, also for staff. */
export function playerRoutes(app: FastifyInstance, { hub, principalOf, clock }: PlayerParts) {
  const own =
    (answer: (principal: Own) => object) =>
    async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      reply.header('cache-control', 'private, no-store')
      const { id, ...rest } = principalOf(credentialsOf(request.headers))
      if (id === null) return problem(reply, 401, 'signIn', 'Sign in first.')
      if (!rest.can('play'))
        return problem(reply, 403, 'forbidden', 'That token may not do this: it needs the permission "play".')
      const names = ['me', id, rest.playsAs]
      if (!names.includes(request.params.id)) return problem(reply, 404, 'notFound', 'There is no such player.')
      return { success: true, ...answer({ ...rest, id }) }
    }

  app.get(
    '/api/player/:id',
    withTold({}, { ...told, summary: 'Yourself.', answer: PlayerAnswer }),
    own((principal) => ({ player: playerOf(hub, principal, clock.now()) })),
  )
  app.get(
    '/api/player/:id/currency',
    withTold({}, { ...told, summary: 'What you own.', answer: CurrencyAnswer }),
    own(({ id }) => {
      const { voidPearls, razorTalons, sylvanShards } = hub.read(wallet, id)
      return { currency: { voidPearls, razorTalons, sylvanShards } }
    }),
  )
}

/** `playTime` in whole hours; times in ISO 8601, null while not known. */
function playerOf({ read }: Pick<Hub, 'read'>, { id, name, may }: Own, now: number) {
  const { steamId, createdAt } = read(account, id)
  const record = steamId === null ? playRecord.schema.parse({}) : read(playRecord, steamId)
  const playMs = playMsOf(record, now)
  return {
    name,
    steamId,
    level: levelOf(playMs),
    playTime: Math.floor(playMs / hourMs),
    joinDate: isoOf(createdAt),
    lastSeen: isoOf(lastSeenAtOf(record, now)),
    permissions: may,
  }
}
