import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type RosterEntry, roster } from '../../shared/features/roster/roster.ts'
import { gameTimeAt } from '../../shared/features/server/gameTime.ts'
import { type ServerStatus, server } from '../../shared/features/server/server.ts'
import { serverStateAt } from '../../shared/features/server/serverState.ts'
import { regions } from '../../shared/features/world/regions.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { type RouteDocs, withDocs } from './openApi.ts'
import { problem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface StatusDeps {
  readonly hub: Pick<Hub, 'read'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Clock
  readonly serverKey: string
  /** Address at which players join the game; null to keep it private. Never the address of RCON. */
  readonly game: { readonly host: string; readonly port: number } | null
}

const statusDocs: RouteDocs = {
  summary: 'How the game server is; who plays only for those who may see the staff map.',
  who: 'anyone',
  answer: z.looseObject({ online: z.boolean(), playerCount: z.int().nullable(), maxPlayers: z.int().nullable() }),
}
const timeDocs: RouteDocs = {
  summary: 'The time of day in the game.',
  who: 'anyone',
  answer: z.object({
    success: z.literal(true),
    data: z.object({
      timePhase: z.string(),
      currentTimeOfDay: z.object({ minutes: z.int(), minutesRemaining: z.int() }),
    }),
  }),
}

/** Status and game time, for other sites and bots. Players are listed only with the permission for the staff map. */
export function statusRoutes(app: FastifyInstance, { hub, principalOf, clock, serverKey, game }: StatusDeps) {
  app.get('/api/server/status', withDocs({}, statusDocs), async (request, reply) => {
    const principal = principalOf(credentialsOf(request.headers))
    const seesPlayers = principal.can('viewAllPositions')
    reply.header('cache-control', seesPlayers ? 'no-store' : 'private, max-age=10')
    const players = seesPlayers ? Object.values(hub.read(roster, serverKey).players) : []
    return statusBody(hub.read(server, serverKey), players, clock.now(), game)
  })
  app.get('/api/server/info', withDocs({}, timeDocs), async (_request, reply) => {
    const { clock: gameClock } = hub.read(server, serverKey)
    if (!gameClock) return problem(reply, 503, 'noClock', 'The game server does not tell its time of day.')
    const { phase, minutes, gameMinutesLeft } = gameTimeAt(gameClock, clock.now())
    reply.header('cache-control', 'public, max-age=10')
    return {
      success: true,
      data: {
        timePhase: phase,
        currentTimeOfDay: { minutes: Math.floor(minutes), minutesRemaining: Math.ceil(gameMinutesLeft) },
      },
    }
  })
}

/** Fields that the game does not provide are null. */
function statusBody(status: ServerStatus, players: readonly RosterEntry[], now: number, game: StatusDeps['game']) {
  const uptime = status.startedAt === null ? null : Math.floor((now - status.startedAt) / 1_000)
  return {
    online: serverStateAt(status, now) === 'online',
    playerCount: status.playerCount,
    maxPlayers: status.maxPlayers,
    serverName: status.name,
    name: status.name,
    map: status.map,
    version: status.version,
    uptime,
    lastRestart: status.startedAt === null ? null : new Date(status.startedAt).toISOString(),
    players: { online: status.playerCount, max: status.maxPlayers, list: players.map(listed) },
    ip: game?.host ?? null,
    port: game?.port ?? null,
    ping: status.latencyMs,
    hasPassword: status.hasPassword,
    gameMode: null,
    dayLength: status.dayLengthMinutes,
    nightLength: status.nightLengthMinutes,
    discord: null,
    metrics: null,
    readAt: status.readAt,
    link: status.link,
  }
}

const nameOfRegion = (id: string | null | undefined) => regions.find((region) => region.id === id)?.name ?? null

const listed = ({ id, name, animal }: RosterEntry) => ({
  id,
  name,
  species: animal?.species ?? null,
  growth: animal?.growth ?? null,
  location: nameOfRegion(animal?.region),
  status: animal === null ? 'choosing' : animal.dead ? 'dead' : 'alive',
})
