import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type RosterEntry, roster } from '../../shared/features/roster/roster.ts'
import { gameTimeAt } from '../../shared/features/server/gameTime.ts'
import { isOnline, type ServerStatus, server } from '../../shared/features/server/server.ts'
import { regions } from '../../shared/features/world/regions.ts'
import { credentialsOf } from '../auth/http/credentialsOf.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { problem } from './httpProblem.ts'
import { type Told, withTold } from './openApi.ts'

interface StatusParts {
  readonly hub: Pick<Hub, 'read'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Clock
  readonly serverKey: string
  /** Where people join the game; null when that is not told. Never where its RCON listens. */
  readonly game: { readonly host: string; readonly port: number } | null
}

const statusTold: Told = {
  ...{ summary: 'How the game server is; who plays only for those who may see the staff map.', who: 'anyone' },
  answer: z.looseObject({ online: z.boolean(), playerCount: z.int().nullable(), maxPlayers: z.int().nullable() }),
}
const timeTold: Told = {
  ...{ summary: 'The time of day in the game.', who: 'anyone' },
  answer: z.object({
    success: z.literal(true),
    data: z.object({
      timePhase: z.string(),
      currentTimeOfDay: z.object({ minutes: z.int(), minutesRemaining: z.int() }),
    }),
  }),
}

/** The two status calls that other sites and bots read. Who plays is told only to those who may see the staff map. */
export function statusRoutes(app: FastifyInstance, { hub, principalOf, clock, serverKey, game }: StatusParts) {
  app.get('/api/server/status', withTold({}, statusTold), async (request, reply) => {
    const principal = principalOf(credentialsOf(request.headers))
    const isTold = principal.can('viewAllPositions')
    reply.header('cache-control', isTold ? 'no-store' : 'private, max-age=10')
    const players = isTold ? Object.values(hub.read(roster, serverKey).players) : []
    return statusBody(hub.read(server, serverKey), players, clock.now(), game)
  })
  app.get('/api/server/info', withTold({}, timeTold), async (_request, reply) => {
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

/** Fields that the game does not tell are null, never made up. */
function statusBody(status: ServerStatus, players: readonly RosterEntry[], now: number, game: StatusParts['game']) {
  const uptime = status.startedAt === null ? null : Math.floor((now - status.startedAt) / 1_000)
  return {
    online: isOnline(status),
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
    dayLength: status.clock?.dayLengthMinutes ?? null,
    nightLength: status.clock?.nightLengthMinutes ?? null,
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
