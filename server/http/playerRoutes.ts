import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { account } from '../../shared/features/account/account.ts'
import { exportMe } from '../../shared/features/erasure/queries.ts'
import { dinosaurSources, dinosaurStates, inventory } from '../../shared/features/inventory/inventory.ts'
import { knownOf, playHoursText } from '../../shared/features/inventory/knownDinosaur.ts'
import { lastSeenAtOf, levelOf, playHoursOf, playMsOf, playRecord } from '../../shared/features/play/playRecord.ts'
import type { HubFeature, HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { regionName } from '../../shared/features/world/regions.ts'
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
const Text = z.string().nullable()
const Figure = z.number().nullable()
const InventoryAnswer = z.object({
  success: z.literal(true),
  inventory: z.array(
    z.object({
      id: z.string(),
      dinosaurId: z.string(),
      name: z.string(),
      species: z.string(),
      category: Text,
      rarity: Text,
      weight: Figure,
      level: Figure,
      growth: Figure,
      health: Figure,
      hunger: Figure,
      thirst: Figure,
      gender: Text,
      mutations: z.array(z.string()),
      skin: Text,
      source: z.enum(dinosaurSources),
      location: Text,
      playTime: Text,
      kills: Figure,
      deaths: Figure,
      status: z.literal('alive'),
      lastPlayed: Time,
      acquiredDate: Time,
      holder: z.enum(dinosaurStates),
      tradableAt: Time,
    }),
  ),
})
const docs = { who: 'person', path: { id: z.union([z.literal('me'), z.string()]) } } as const

/** A user's own player data, for programs. Other players are answered as unknown, even to staff. */
export function playerRoutes(app: FastifyInstance, { hub, principalOf, clock, features }: PlayerDeps) {
  const own =
    (feature: HubFeature, answer: (user: User) => object) =>
    async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      reply.header('cache-control', 'private, no-store')
      const { id, ...rest } = principalOf(credentialsOf(request.headers))
      if (id === null) return problem(reply, 401, 'signIn', 'Sign in first.')
      if (!rest.can('play')) return problem(reply, 403, 'forbidden', 'That token needs the permission "play".')
      const names = ['me', id, rest.playsAs]
      if (!names.includes(request.params.id)) return problem(reply, 404, 'notFound', 'There is no such player.')
      if (!features[feature]) return featureOff(reply, feature)
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
        summary: 'Your dinosaurs outside the game, newest first. What the hub does not know is null.',
        answer: InventoryAnswer,
      },
    ),
    own('realInventory', ({ id }) => ({ inventory: dinosaursOf(hub, id) })),
  )
}

/** Growth from 0 to 1, vitals in percent, weight in kg of an adult, `playTime` in whole hours as `12h`. */
function dinosaursOf({ read }: Pick<Hub, 'read'>, user: string): z.input<typeof InventoryAnswer>['inventory'] {
  const all = Object.values(read(inventory, user).dinosaurs).map(knownOf)
  all.sort((one, other) => (other.acquiredAt ?? Infinity) - (one.acquiredAt ?? Infinity))
  return all.map(({ entry, ...known }) => ({
    id: entry.id,
    dinosaurId: known.dinosaurId,
    name: known.name,
    species: entry.species,
    category: known.category,
    rarity: known.rarity,
    weight: known.weightKg,
    level: known.level,
    growth: known.growth,
    health: entry.health,
    hunger: entry.hunger,
    thirst: entry.thirst,
    gender: entry.gender,
    mutations: [...entry.mutations],
    skin: entry.skin,
    source: entry.source,
    location: entry.location === null ? null : regionName(entry.location),
    playTime: entry.playMs === null ? null : playHoursText(entry.playMs),
    kills: entry.kills,
    deaths: entry.deaths,
    status: 'alive',
    lastPlayed: isoOf(entry.lastPlayedAt),
    acquiredDate: isoOf(known.acquiredAt),
    holder: entry.state,
    tradableAt: isoOf(entry.tradableAt),
  }))
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
    if (!answer.ok) return answerProblem(reply, exportMe, answer)
    const { personal } = exportMe.output.parse(answer.output)
    reply.header('content-disposition', 'attachment; filename="waterhole-export.json"')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(withDates(personal), null, 2))
  })
}

const timeName = /^(?:at|since|until|from|timestamp|deadline)$|(?:At|Since|Until|From|Date|Time|For)$/
/** Epoch ms of 2001 and of 2286: what is outside is not a time, but a number of ms or of minutes, or a mark for never. */
const isTime = (value: number) => value > 1e12 && value < 1e13

/** People read the file: its times become dates in UTC. @param isNamed the field, or one around it, has the name of a time */
function withDates(value: unknown, isNamed = false): unknown {
  if (typeof value === 'number') return isNamed && isTime(value) ? new Date(value).toISOString() : value
  if (Array.isArray(value)) return value.map((one) => withDates(one, isNamed))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, held]) => [name, withDates(held, isNamed || timeName.test(name))])
  return Object.fromEntries(fields)
}
