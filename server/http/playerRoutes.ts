import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { account } from '../../shared/features/account/account.ts'
import { exportMe } from '../../shared/features/erasure/queries.ts'
import { lastSeenAtOf, levelOf, playHoursOf, playMsOf, playRecord } from '../../shared/features/play/playRecord.ts'
import type { HubFeature, HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { withDocs } from './openApi.ts'
import { answerProblem, featureOff, problem } from './problem.ts'
import { credentialsOf, wantsPage } from './request.ts'

export interface PlayerDeps {
  readonly hub: Pick<Hub, 'read'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
  readonly features: HubFeatures
}

type User = Principal & { readonly id: string }

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const Time = z.iso.datetime().nullable()
const PlayerAnswer = z.object({
  success: z.literal(true),
  player: z.object({
    name: z.string(),
    steamId: z.string().nullable(),
    level: z.int(),
    playTime: z.int(),
    joinDate: Time,
    lastSeen: Time,
    permissions: z.array(z.string()),
  }),
})
const CurrencyAnswer = z.object({
  success: z.literal(true),
  currency: z.object({ voidPearls: z.int(), razorTalons: z.int(), sylvanShards: z.int() }),
})
const docs = { who: 'person', path: { id: z.union([z.literal('me'), z.string()]) } } as const

/** A user's own player data, for programs. Other players are answered as unknown, also to staff. */
export function playerRoutes(app: FastifyInstance, { hub, principalOf, clock, features }: PlayerDeps) {
  const own =
    (feature: HubFeature, answer: ((user: User) => object) | null) =>
    async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      reply.header('cache-control', 'private, no-store')
      const { id, ...rest } = principalOf(credentialsOf(request.headers))
      if (id === null) return problem(reply, 401, 'signIn', 'Sign in first.')
      if (!rest.can('play')) return problem(reply, 403, 'forbidden', 'That token needs the permission "play".')
      const names = ['me', id, rest.playsAs]
      if (!names.includes(request.params.id)) return problem(reply, 404, 'notFound', 'There is no such player.')
      if (!features[feature]) return featureOff(reply, feature)
      if (answer === null) return problem(reply, 404, 'notBuilt', "The inventory isn't available yet.")
      return { success: true, ...answer({ ...rest, id }) }
    }

  app.get(
    '/api/player/:id',
    withDocs({}, { ...docs, summary: 'Your profile.', answer: PlayerAnswer }),
    own('realPlayerData', (user) => ({ player: playerOf(hub, user, clock.now()) })),
  )
  app.get(
    '/api/player/:id/currency',
    withDocs({}, { ...docs, summary: 'Your currencies.', answer: CurrencyAnswer }),
    own('realCurrency', ({ id }) => {
      const { voidPearls, razorTalons, sylvanShards } = hub.read(wallet, id)
      return { currency: { voidPearls, razorTalons, sylvanShards } }
    }),
  )
  app.get(
    '/api/player/:id/inventory',
    withDocs(
      {},
      {
        ...docs,
        summary: 'Your dinosaurs. Not available in this release: 404 `notBuilt`.',
        answer: z.object({}),
      },
    ),
    own('realInventory', null),
  )
}

/** `playTime` in whole hours; times in ISO 8601, null if not known. */
function playerOf({ read }: Pick<Hub, 'read'>, { id, name, may }: User, now: number) {
  const { steamId, createdAt } = read(account, id)
  const record = steamId === null ? playRecord.schema.parse({}) : read(playRecord, steamId)
  return {
    name,
    steamId,
    level: levelOf(playMsOf(record, now)),
    playTime: playHoursOf(record, now),
    joinDate: isoOf(createdAt),
    lastSeen: isoOf(lastSeenAtOf(record, now)),
    permissions: may,
  }
}

export interface ExportDeps {
  readonly hub: Pick<Hub, 'query'>
  readonly principalOf: (credentials: Credentials) => Principal
}

/** Everything that the hub keeps about the user, as a file. Accepts the session cookie only, no token. */
export function exportRoutes(app: FastifyInstance, { hub, principalOf }: ExportDeps) {
  const limited = { config: { rateLimit: { max: 5, timeWindow: '1 minute' } } }

  app.get('/auth/export', limited, async (request, reply) => {
    const { headers, ip } = request
    reply.header('cache-control', 'no-store')
    const principal = principalOf({ cookie: headers.cookie, token: undefined })
    if (principal.id === null && wantsPage(request)) return reply.redirect('/auth', 303)
    if (principal.id === null) return problem(reply, 401, 'signedOut', 'Sign in first.')
    const answer = await hub.query(principal, { name: exportMe.name, input: {} }, clientOf(ip, headers['user-agent']))
    if (!answer.ok) return answerProblem(reply, answer)
    const { personal } = exportMe.output.parse(answer.output)
    reply.header('content-disposition', 'attachment; filename="waterhole-export.json"')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(personal, null, 2))
  })
}
