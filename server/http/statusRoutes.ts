import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ListedPlayer, listPlayers } from '../../shared/features/positionViews/commands.ts'
import { gameTimeAt } from '../../shared/features/server/gameTime.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { Link, type ServerStatus, server } from '../../shared/features/server/server.ts'
import { isCurrent, serverStateAt } from '../../shared/features/server/serverState.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import type { HostFigures } from '../observability/hostMeter.ts'
import { type RouteDocs, withDocs } from './openApi.ts'
import { answerProblem, featureOff, problem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface StatusDeps {
  readonly hub: Pick<Hub, 'read' | 'query'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Clock
  readonly serverKey: string
  readonly features: HubFeatures
  readonly told: () => ToldAboutServer
  /** What the machine of this node does. */
  readonly host: () => HostFigures
}

/** What the owner tells about the server. Null: not told. */
interface ToldAboutServer {
  /** Address at which players join the game. Never the address of RCON. */
  readonly gameAddress: { readonly host: string; readonly port: number } | null
  readonly gameMode: string | null
  readonly discordInvite: string | null
}

const Figure = z.number().nullable()
const MachineShare = Figure.describe('Percent of the machine that the hub runs on.')
const Traffic = Figure.describe('Bytes per second of that machine, over the last 10 s.')
const TickRate = Figure.describe('Ticks of the game server per second. Null: the game does not report it.')
const Count = z.int().nonnegative().nullable()
const Words = z.string().nullable()
const IsoTime = z.iso.datetime().nullable()
const Uptime = Count.describe('Seconds since the start of the game server.')
const HubFigures = z.strictObject({
  cpu: Figure.describe('Percent of one core that this process uses.'),
  memory: MachineShare,
  uptime: z.int().describe('Seconds since the start of this process.'),
})

/** Null means unknown: the game did not report it, or it was not read recently. */
const StatusAnswer = z.strictObject({
  online: z.boolean().describe('True only while the status was read within the last 30 s.'),
  state: z
    .enum(['online', 'stale', 'unread', 'silent', 'connecting', 'refused', 'down', 'none'])
    .describe(
      'stale: read 30 s to 2 minutes ago. unread: connected, nothing read yet. silent: nothing read for 2 minutes.',
    ),
  staleSince: IsoTime,
  readAt: Count.describe('Epoch ms of the last reading.'),
  playerCount: Count,
  maxPlayers: Count,
  serverName: Words,
  name: Words,
  map: Words,
  version: Words,
  uptime: Uptime,
  lastRestart: IsoTime,
  players: z.strictObject({
    online: Count,
    max: Count,
    list: z
      .array(ListedPlayer)
      .nullable()
      .describe(
        'Null without the permission for the staff map. Each request of the list is recorded as a view of all positions.',
      ),
  }),
  ip: Words,
  port: Count,
  ping: Figure.describe('Ms.'),
  hasPassword: z.boolean().nullable(),
  gameMode: Words,
  dayLength: Figure.describe('Real minutes.'),
  nightLength: Figure.describe('Real minutes.'),
  discord: Words,
  metrics: z.strictObject({
    cpu: MachineShare,
    memory: MachineShare,
    tickRate: TickRate,
    networkIn: Traffic,
    hub: HubFigures,
  }),
  link: Link,
})
const InfoAnswer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    timePhase: z.enum(['dawn', 'day', 'dusk', 'night']),
    currentTimeOfDay: z.strictObject({ minutes: z.int(), minutesRemaining: z.int() }),
  }),
})
const MetricsAnswer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    cpu: MachineShare,
    memory: MachineShare,
    uptime: Uptime,
    tickRate: TickRate,
    networkIn: Traffic,
    networkOut: Traffic,
    lastRestart: IsoTime,
    hub: HubFigures,
  }),
})

const statusDocs: RouteDocs = {
  summary: 'The state of the game server.',
  description: 'Null means unknown: the game did not report it, or it was not read recently.',
  who: 'anyone',
  answer: StatusAnswer,
}
const timeDocs: RouteDocs = { summary: 'The time of day in the game.', who: 'anyone', answer: InfoAnswer }
const metricsDocs: RouteDocs = {
  summary: "CPU, memory and network of the hub's machine, and when the game server started.",
  who: 'anyone',
  answer: MetricsAnswer,
}

/** Seconds for which an answer is good: as often as the game and the machine are read, or less often. */
const statusAge = 30
const infoAge = 10

/** Status, game time and metrics, for other sites and bots. Players are listed only with the permission for the staff map. */
export function statusRoutes(app: FastifyInstance, deps: StatusDeps) {
  const { hub, principalOf, clock, serverKey, features, host } = deps
  const isOff = !features.realServerStatus

  /** The list of players; undefined if it may not be given: the request has been answered then. */
  const playersFor = async (principal: Principal, { ip, headers }: FastifyRequest, reply: FastifyReply) => {
    if (!principal.can(listPlayers.permission)) return null
    const call = { name: listPlayers.name, input: { server: serverKey } }
    const answer = await hub.query(principal, call, clientOf(ip, headers['user-agent']))
    if (answer.ok) return listPlayers.output.parse(answer.output).players
    answerProblem(reply, listPlayers, answer)
    return undefined
  }

  app.get('/api/server/status', withDocs({}, statusDocs), async (request, reply) => {
    if (isOff) return featureOff(reply, 'realServerStatus')
    const principal = principalOf(credentialsOf(request.headers))
    const players = await playersFor(principal, request, reply)
    if (players === undefined) return reply
    reply.header('vary', 'cookie, authorization')
    reply.header('cache-control', principal.can(listPlayers.permission) ? 'no-store' : `private, max-age=${statusAge}`)
    return statusBody(hub.read(server, serverKey), players, clock.now(), {
      host: deps.host,
      told: deps.told(),
    })
  })

  app.get('/api/server/info', withDocs({}, timeDocs), async (_request, reply) => {
    if (isOff) return featureOff(reply, 'realServerStatus')
    const status = hub.read(server, serverKey)
    if (!status.clock) return problem(reply, 503, 'noClock', "The game server doesn't report its time of day.")
    if (!isCurrent(serverStateAt(status, clock.now())))
      return problem(reply, 503, 'noClock', 'The time of day is unknown: the game server was not read recently.')
    const { phase, minutes, gameMinutesLeft } = gameTimeAt(status.clock, clock.now())
    reply.header('cache-control', `public, max-age=${infoAge}`)
    const currentTimeOfDay = { minutes: Math.floor(minutes), minutesRemaining: Math.ceil(gameMinutesLeft) }
    return { success: true, data: { timePhase: phase, currentTimeOfDay } }
  })

  app.get('/api/server/metrics', withDocs({}, metricsDocs), async (_request, reply) => {
    if (isOff) return featureOff(reply, 'realServerStatus', 'Failed to get server metrics')
    const { cpu, memory, networkIn, networkOut, hub: process } = host()
    const { uptime, lastRestart } = startOf(hub.read(server, serverKey), clock.now())
    reply.header('cache-control', `public, max-age=${infoAge}`)
    return {
      success: true,
      data: { cpu, memory, uptime, tickRate: null, networkIn, networkOut, lastRestart, hub: process },
    }
  })
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The uptime ends with what is known of the server: it may have stopped since. */
function startOf(status: ServerStatus, now: number) {
  const { startedAt } = status
  const isKnown = startedAt !== null && isCurrent(serverStateAt(status, now))
  return { uptime: isKnown ? Math.max(0, Math.floor((now - startedAt) / 1_000)) : null, lastRestart: isoOf(startedAt) }
}

/** Figures of this moment are null once nothing was read for 2 minutes; what seldom changes stays, with the time of its reading. */
function statusBody(
  status: ServerStatus,
  players: readonly ListedPlayer[] | null,
  now: number,
  {
    told: { gameAddress, gameMode, discordInvite },
    host,
  }: Pick<StatusDeps, 'host'> & { readonly told: ToldAboutServer },
): z.input<typeof StatusAnswer> {
  const state = serverStateAt(status, now)
  const { readAt, name, map, version, maxPlayers, hasPassword, dayLengthMinutes, nightLengthMinutes, link } = status
  const playerCount = isCurrent(state) ? status.playerCount : null
  const { cpu, memory, networkIn, hub } = host()
  return {
    online: state === 'online',
    state: state === 'off' ? 'none' : state,
    staleSince: state === 'stale' ? isoOf(readAt) : null,
    readAt,
    playerCount,
    maxPlayers,
    serverName: name,
    name,
    map,
    version,
    ...startOf(status, now),
    players: { online: playerCount, max: maxPlayers, list: isCurrent(state) && players ? [...players] : null },
    ip: gameAddress?.host ?? null,
    port: gameAddress?.port ?? null,
    ping: isCurrent(state) ? status.latencyMs : null,
    hasPassword,
    gameMode,
    dayLength: dayLengthMinutes,
    nightLength: nightLengthMinutes,
    discord: discordInvite,
    metrics: { cpu, memory, tickRate: null, networkIn, hub },
    link,
  }
}
