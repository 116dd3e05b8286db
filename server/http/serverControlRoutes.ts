import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Command, OutputOf } from '../../shared/engine/command.ts'
import { newCommandId } from '../../shared/engine/ids.ts'
import { longestRule, longestZone } from '../../shared/engine/recurrenceLimits.ts'
import { longestLine } from '../../shared/features/console/console.ts'
import { kickPlayer } from '../../shared/features/deliveries/commands.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { server } from '../../shared/features/server/server.ts'
import { isCurrent, serverStateAt } from '../../shared/features/server/serverState.ts'
import { broadcasts } from '../../shared/features/serverControl/broadcasts.ts'
import * as commands from '../../shared/features/serverControl/commands.ts'
import {
  comingKinds,
  longestMaintenanceMessage,
  longestReason,
  performanceOf,
  serverControl,
} from '../../shared/features/serverControl/serverControl.ts'
import { logSources, mostLogLines, readServerLog } from '../../shared/features/serverControl/serverLog.ts'
import type { Hub } from '../engine/hub.ts'
import { clientOf } from '../engine/principal.ts'
import { createConsoleHandler } from './bridgeRoutes.ts'
import { type RouteDocs, withDocs } from './openApi.ts'
import { DoneAnswer } from './orderAnswers.ts'
import { createOrders, idempotencyKey, type OrdersDeps, orderLimit } from './orders.ts'
import { answerProblem, featureOff, problem, readRequest } from './problem.ts'

export type ServerControlDeps = OrdersDeps & {
  readonly hub: OrdersDeps['hub'] & Pick<Hub, 'query'>
  readonly features: HubFeatures
}

/** Players that the game takes where it does not report how many. */
const usualMaxPlayers = 300

const Status = z.strictObject({
  online: z.boolean(),
  playerCount: z.int().nonnegative().nullable(),
  maxPlayers: z.int().nonnegative(),
  isConnected: z.boolean().describe('Whether the RCON link to the game is up.'),
  scheduledTasks: z.int().describe('Restarts and broadcasts that wait for their time.'),
  performance: z.enum(['excellent', 'good', 'poor', 'critical', 'unknown']),
  uptime: z.int().nullable().describe('Seconds since the start of the game server.'),
  lastRestart: z.iso.datetime().nullable(),
})
const Player = z.strictObject({ name: z.string(), id: z.string(), connected: z.boolean() })
const Line = z.strictObject({
  timestamp: z.iso.datetime(),
  source: z.enum(logSources).describe("game: the game's own log. link, commands: the hub's lines."),
  message: z.string(),
})
const LogsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(mostLogLines).default(50),
  source: z.enum(logSources).optional(),
})

const Text = z.string().nullish()
const ReasonBody = z.object({ reason: Text })
const KickBody = ReasonBody.extend({ playerName: Text })
const ScheduleBody = ReasonBody.extend({
  cronExpression: z.string().trim().min(1).max(longestRule),
  zone: z.string().max(longestZone).default('UTC').describe('A time zone of the IANA database.'),
})
const ConsoleBody = z.object({ command: z.string().trim().min(1).max(longestLine) })
const Done = z.strictObject({ success: z.literal(true), message: z.string() })

const textUpTo = (longest: number) => `a text of at most ${longest} characters`
const aReason = textUpTo(longestReason)
const kickFields = { playerName: 'a name in the game or a SteamID64', reason: aReason }
const scheduleFields = {
  cronExpression: 'five fields such as "0 4 * * *"',
  zone: 'a time zone such as Europe/Berlin',
  reason: aReason,
}
const logFields = { limit: `a whole number from 1 to ${mostLogLines}`, source: `one of ${logSources.join(', ')}` }

const permission = 'ownerPanel'
const about =
  'A request that is repeated with the same header `Idempotency-Key` (a UUID of version 7) is carried out once.'
const docsOf = (summary: string, more: Pick<RouteDocs, 'answer' | 'body' | 'query'>) =>
  withDocs(orderLimit, { summary, description: about, who: 'person', permission, ...more })

/** An act without a body of its own: its path, its command, and the answer once it is saved. */
interface Act {
  readonly path: string
  readonly summary: string
  readonly command: Command
  readonly input?: object
  readonly message: (output: Readonly<Record<string, unknown>>) => string
}
const acts: readonly Act[] = [
  {
    path: 'restart',
    summary: 'Restarts the game server, after saving the game where a link can.',
    command: commands.restartNow,
    message: () => 'The restart is on its way. It counts as done when the game server is back with a new uptime.',
  },
  {
    path: 'shutdown',
    summary: 'Shuts the game server down, after saving the game where a link can.',
    command: commands.shutDownNow,
    message: () => 'The shutdown is on its way.',
  },
  {
    path: 'emergency/restart',
    summary: 'Restarts the game server at once, without saving.',
    command: commands.restartNow,
    input: { isEmergency: true },
    message: () => 'The emergency restart is on its way.',
  },
  {
    path: 'emergency/shutdown',
    summary: 'Shuts the game server down at once, without saving.',
    command: commands.shutDownNow,
    input: { isEmergency: true },
    message: () => 'The emergency shutdown is on its way.',
  },
  {
    path: 'kick-all',
    summary: 'Kicks all players whom you may kick.',
    command: commands.kickAll,
    message: ({ issued }) => `${issued} ${issued === 1 ? 'player is' : 'players are'} being kicked.`,
  },
]

/** What an owner does with the game server as a whole, by the commands of the page. */
export function serverControlRoutes(app: FastifyInstance, deps: ServerControlDeps) {
  const orders = createOrders(deps)
  readingRoutes(app, deps, orders)
  const give = createGive(deps, orders)

  for (const { path, summary, command, input, message } of acts)
    app.post(
      `/api/owner/server/${path}`,
      docsOf(summary, { body: ReasonBody, answer: Done }),
      async (request, reply) => {
        const body = readRequest(ReasonBody, request.body ?? {}, reply, { reason: aReason })
        if (body === null) return reply
        const output = await give(request, reply, command, { reason: body.reason ?? '', ...input })
        return output === null
          ? reply
          : { success: true, message: message(output as Readonly<Record<string, unknown>>) }
      },
    )

  maintenanceRoutes(app, give)
  otherActs(app, give)
  consoleRoute(app, orders)
}

type Give = ReturnType<typeof createGive>

/** Gives a command and returns its output; null if it was refused: the request has been answered then. */
function createGive({ hub, clock, serverKey }: ServerControlDeps, orders: ReturnType<typeof createOrders>) {
  return async <C extends Command>(
    request: FastifyRequest,
    reply: FastifyReply,
    command: C,
    input: object,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<OutputOf<C> | null> => {
    const user = orders.userOf(request, reply)
    if (user === null) return null
    const key = idempotencyKey(request, reply)
    if (key === null) return null
    const call = {
      id: key ?? newCommandId(clock.now(), randomBytes(10)),
      name: command.name,
      input: { server: serverKey, ...input },
    }
    const answer = await hub.dispatch(user, call, clientOf(request.ip, request.headers['user-agent']))
    if (answer.ok) return answer.output as OutputOf<C>
    answerProblem(reply, command, answer, { fields })
    return null
  }
}

function otherActs(app: FastifyInstance, give: Give) {
  const kickDocs = docsOf('Kicks a player, by name in the game or SteamID64.', { body: KickBody, answer: Done })
  app.post('/api/owner/server/kick-player', kickDocs, async (request, reply) => {
    const body = readRequest(KickBody, request.body ?? {}, reply, kickFields)
    if (body === null) return reply
    const target = body.playerName?.trim() ?? ''
    if (target === '') return problem(reply, 400, 'badInput', 'Please enter a player name')
    const input = { target, reason: body.reason ?? '' }
    const output = await give(request, reply, kickPlayer, input, { target: 'playerName' })
    return output === null ? reply : { success: true, message: `${target} is being kicked.` }
  })

  const scheduleDocs = docsOf('Schedules restarts by five fields of cron. This replaces the previous schedule.', {
    body: ScheduleBody,
    answer: Done.extend({ nextRun: z.iso.datetime().nullable() }),
  })
  app.post('/api/owner/server/schedule-restart', scheduleDocs, async (request, reply) => {
    const body = readRequest(ScheduleBody, request.body ?? {}, reply, scheduleFields)
    if (body === null) return reply
    const { cronExpression: rule, zone, reason } = body
    const schedule = { every: 'custom', rule, zone, reason: reason ?? '' }
    const output = await give(request, reply, commands.scheduleRestarts, { schedule }, sentSchedule)
    if (output === null) return reply
    const nextRun = output.nextAt === null ? null : new Date(output.nextAt).toISOString()
    return { success: true, message: 'The restarts are scheduled.', nextRun }
  })
}

/** By the fields of the command's input: those of the request. */
const sentSchedule = { 'schedule.rule': 'cronExpression', 'schedule.zone': 'zone', 'schedule.reason': 'reason' }

function consoleRoute(app: FastifyInstance, orders: ReturnType<typeof createOrders>) {
  const consoleDocs = docsOf('Runs a console command. Answered when the outcome is known, or after 8 s.', {
    body: ConsoleBody,
    answer: DoneAnswer,
  })
  app.post('/api/owner/server/rcon-command', consoleDocs, createConsoleHandler(orders, ConsoleBody))
}

function maintenanceRoutes(app: FastifyInstance, give: Give) {
  const begin = docsOf('Begins maintenance, with the whitelist on. Every page shows the reason.', {
    body: ReasonBody,
    answer: Done,
  })
  app.post('/api/owner/server/maintenance/enable', begin, async (request, reply) => {
    const body = readRequest(ReasonBody, request.body ?? {}, reply, { reason: textUpTo(longestMaintenanceMessage) })
    if (body === null) return reply
    const input = { message: body.reason ?? '' }
    const output = await give(request, reply, commands.enableMaintenance, input, { message: 'reason' })
    return output === null ? reply : { success: true, message: 'Maintenance is on.' }
  })
  const end = docsOf('Ends maintenance, and turns the whitelist off if maintenance had turned it on.', { answer: Done })
  app.post('/api/owner/server/maintenance/disable', end, async (request, reply) => {
    const output = await give(request, reply, commands.disableMaintenance, {})
    return output === null ? reply : { success: true, message: 'Maintenance is off.' }
  })
}

/** Status, players and log: what the page is pushed. */
function readingRoutes(
  app: FastifyInstance,
  { hub, clock, serverKey, features }: ServerControlDeps,
  { userOf }: ReturnType<typeof createOrders>,
) {
  const readDocs = (summary: string, answer: z.ZodType, query?: z.ZodObject) =>
    withDocs({}, { summary, who: 'person', permission, answer, ...(query && { query }) })

  app.get('/api/owner/server/status', readDocs('The state of the game server.', Status), async (request, reply) => {
    if (userOf(request, reply) === null) return reply
    if (!features.realServerStatus) return featureOff(reply, 'realServerStatus')
    return statusOf(hub, serverKey, clock.now())
  })

  const playersDocs = readDocs('Who is in the game, and who is loading.', z.array(Player))
  app.get('/api/owner/server/players', playersDocs, async (request, reply) => {
    if (userOf(request, reply) === null) return reply
    // Whether they are connected now follows from the status.
    if (!features.realServerStatus) return featureOff(reply, 'realServerStatus')
    const { players } = hub.read(roster, serverKey)
    const isConnected = isCurrent(serverStateAt(hub.read(server, serverKey), clock.now()))
    return Object.values(players).map(({ id, name }) => ({ name, id, connected: isConnected }))
  })

  const logDocs = readDocs('The log of the game server, newest first.', z.array(Line), LogsQuery)
  app.get('/api/owner/server/logs', logDocs, async (request, reply) => {
    const user = userOf(request, reply)
    if (user === null) return reply
    const query = readRequest(LogsQuery, request.query, reply, logFields)
    if (query === null) return reply
    const { limit, source = null } = query
    const client = clientOf(request.ip, request.headers['user-agent'])
    const answer = await hub.query(user, { name: readServerLog.name, input: { limit, source } }, client)
    if (!answer.ok) return answerProblem(reply, readServerLog, answer)
    const { lines } = readServerLog.output.parse(answer.output)
    const shown = lines.slice(0, limit)
    return shown.map(({ at, source: from, text }) => ({
      timestamp: new Date(at).toISOString(),
      source: from,
      message: text,
    }))
  })
}

function statusOf({ read }: Pick<Hub, 'read'>, serverKey: string, now: number): z.input<typeof Status> {
  const status = read(server, serverKey)
  const state = serverStateAt(status, now)
  const { startedAt, latencyMs, link } = status
  const control = read(serverControl, serverKey)
  const restarts = comingKinds.filter((which) => control[which] !== null).length
  return {
    online: state === 'online',
    playerCount: isCurrent(state) ? status.playerCount : null,
    maxPlayers: status.maxPlayers ?? usualMaxPlayers,
    isConnected: link.name === 'up',
    scheduledTasks: restarts + Object.keys(read(broadcasts, serverKey).waiting).length,
    performance: performanceOf(isCurrent(state) ? latencyMs : null),
    uptime: startedAt !== null && isCurrent(state) ? Math.max(0, Math.floor((now - startedAt) / 1_000)) : null,
    lastRestart: startedAt === null ? null : new Date(startedAt).toISOString(),
  }
}
