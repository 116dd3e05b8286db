import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { mainServer } from '../shared/engine/ids.ts'
import { positionsStream } from '../shared/features/roster/roster.ts'
import type { Config } from './config.ts'
import { demoIdentity } from './demoIdentity.ts'
import { type Clock, systemClock } from './engine/clock.ts'
import { createHub } from './engine/createHub.ts'
import type { Credentials } from './engine/credentials.ts'
import type { Feature } from './engine/feature.ts'
import type { Hub } from './engine/hub.ts'
import type { Seat } from './engine/seat.ts'
import { startErasing } from './features/erasure/startErasing.ts'
import { createFeatures } from './features/index.ts'
import { currentFrame } from './features/mapSheet/currentFrame.ts'
import { createPlaces } from './features/roster/places.ts'
import { sessionKey } from './features/session/sessionKey.ts'
import { notingTokenUse } from './features/tokens/noteUse.ts'
import { createTrailMemory } from './features/trails/trailMemory.ts'
import { fixtureDoors } from './fixtureDoors.ts'
import { openGameServer } from './gameServer.ts'
import { helloTo } from './helloTo.ts'
import { authRoutes } from './http/authRoutes.ts'
import { createHttp } from './http/createHttp.ts'
import { demoRoutes } from './http/demoRoutes.ts'
import { exportRoutes } from './http/exportRoutes.ts'
import { gameDoors } from './http/gameDoors.ts'
import { healthRoutes } from './http/healthRoutes.ts'
import { mapImageAddress, mapImageRoutes } from './http/mapImageRoutes.ts'
import { createAdmission } from './http/newcomer.ts'
import { openApi } from './http/openApi.ts'
import { pages } from './http/pages.ts'
import { playerRoutes } from './http/playerRoutes.ts'
import { raisableRoute } from './http/raisableRoute.ts'
import { raiseRoutes } from './http/raiseRoutes.ts'
import { createSessionCookie } from './http/sessionCookie.ts'
import { statusRoutes } from './http/statusRoutes.ts'
import { tellEnded } from './http/tellEnded.ts'
import { tokenRoutes } from './http/tokenRoutes.ts'
import { notingLastEntry } from './lastEntryAt.ts'
import type { Log } from './log.ts'
import { answersOf, type LookingBack, noteLooks, openLookingBack } from './lookingBack.ts'
import { makeDataDir } from './makeDataDir.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { type MapImage, openMapImage } from './openMapImage.ts'
import { openPasswords } from './openPasswords.ts'
import { reseatOnChange } from './reseatOnChange.ts'
import { createSeatOf } from './seatOf.ts'
import { followUse } from './sessionUse.ts'
import { signInDoors } from './signInDoors.ts'
import { createAddressOf } from './sockets/addressOf.ts'
import { createGateway } from './sockets/gateway.ts'
import type { Gateway } from './sockets/gatewayParts.ts'
import { createOriginCheck } from './sockets/originCheck.ts'
import { openSqliteStorage } from './storage/sqlite.ts'
import { type Fault, startWorkers } from './workers.ts'

const builtPage = join(import.meta.dirname, '../build/client')
const doorsCloseWithinMs = 5_000
/** What is on its way to the game is answered in this time, or asked for at the next start. */
const workersStopWithinMs = 2_000
const server = mainServer

/** What stands in for the outside where time is not the machine's. */
interface Openings {
  readonly openGame?: typeof openGameServer
}

/** Builds the whole hub and listens. @throws ConfigError, DamagedStore, StoreInUse, or the error of the port */
export async function startWaterhole(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
  { openGame = openGameServer }: Openings = {},
) {
  const metrics = createMetrics(() => hub.documentCount())
  const onFault = faultsTo(metrics, log)
  const mapImage = config.mapImage === null ? null : openMapImage(config.mapImage)
  const trails = createTrailMemory(() => currentFrame(hub, server, config.frame)())
  const features = createFeatures({ ownerSteamIds: config.ownerSteamIds, trails, ...answersOf(() => back) })
  const { hub, lastEntryAt }: OpenHub = await openHub({ config, log, metrics, clock, onFault, features })
  const back: LookingBack = await openLookingBack({ server, hub, config, clock, log, lastEntryAt, onFault })
  const isOurs = createOriginCheck(config.publicUrl ? [config.publicUrl] : [], false, config.host)
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const { seatOf, tokenIn } = openSeats({ hub, clock, config, isSecure, onFault })
  const game = await openGame(config, log)
  const { app, addressOf } = await openHttp({ config, log, isSecure, isOurOrigin: isOurs })
  const places = createPlaces((frame) => gateway.streams.offer(positionsStream(server), recording.frame(frame())))
  const recording = back.replay.record({ hub, key: places.key, onFault })
  const gateway: Gateway = createGateway({
    ...{ hub, clock, log, seatOf, addressOf, server: app.server },
    allowedOrigins: isOurs,
    limits: { socketsPerAddress: config.socketsPerAddress },
    hello: createHello({ hub, clock, config }),
    streams: [{ id: positionsStream(server), mayWatch: (seat) => seat.can('viewAllPositions'), key: places.key }],
    metrics: gatewayMetrics(metrics),
  })
  const stopFollowing = followSessions({ hub, clock, tokenIn, onFault }, { app, gateway, addressOf })
  fixtureDoors(app, { hub, gateway, config, clock, features, seatOf, isOurOrigin: isOurs, onFault })
  await addRoutes(app, { hub, seatOf, clock, config, log, metrics, isOurs, isSecure, mapImage })
  noteLooks(gateway, back.looks)
  const erasing = startErasing({ hub, forgetRecorded: back.replay.forget, clock, onFault })
  const stopWorkers = startWorkers({
    ...{ server, hub, gateway, game, config, clock, places, trails, recording, metrics, onFault },
    mapImage: mapImage && mapImageAddress(mapImage),
  })
  await app.listen({ port: config.port, host: config.host })
  return {
    ...{ hub, gateway, game, app },
    address: app.listeningOrigin,
    async close() {
      for (const stop of [stopFollowing, stopWorkers]) await atMost(workersStopWithinMs, stop())
      // Whatever holds a door open, the journal gets its checkpoint.
      await atMost(doorsCloseWithinMs, closeDoors(back, [gateway, app, game]))
        .finally(erasing.close)
        .finally(hub.close)
    },
  }
}
export type Waterhole = Awaited<ReturnType<typeof startWaterhole>>

interface SeatParts {
  readonly hub: Hub
  readonly clock: Clock
  readonly config: Config
  readonly isSecure: boolean
  readonly onFault: Fault
}

/** Who sits where, by the cookie that is believed here or a token whose use is noted. */
function openSeats({ hub, clock, config, isSecure, onFault }: SeatParts) {
  const { read: tokenIn } = createSessionCookie(isSecure)
  const seats = createSeatOf({ hub, clock, demo: config.demo, ownerSteamIds: config.ownerSteamIds, tokenIn })
  return { tokenIn, seatOf: notingTokenUse({ hub, clock, seatOf: seats, onFault }) }
}

/** The first word to whoever sits there, of this house. */
const createHello =
  ({ hub, clock, config: { community, demo } }: Pick<SeatParts, 'hub' | 'clock' | 'config'>) =>
  (seat: Seat) =>
    helloTo(seat, { epoch: hub.epoch, now: clock.now(), community, demo })

type HttpParts = Omit<Parameters<typeof createHttp>[0], 'addressOf'> & { readonly config: Config }

async function openHttp({ config: { trustedProxies }, ...parts }: HttpParts) {
  const addressOf = createAddressOf({ isSecure: parts.isSecure, trustedProxies })
  return { addressOf, app: await createHttp({ ...parts, addressOf }) }
}

type Following = Parameters<typeof followUse>
type Followed = { readonly hub: Hub; readonly gateway: Gateway }

/** Sessions are kept while they are used, and those who sit in them have what these allow now. Returns the way to stop. */
function followSessions(parts: Following[0] & Pick<Followed, 'hub'>, doors: Following[1] & Pick<Followed, 'gateway'>) {
  const stops = [reseatOnChange(parts.hub, doors.gateway, parts.tokenIn), followUse(parts, doors)]
  return () => {
    for (const stop of stops) stop()
  }
}

interface Door {
  close(): PromiseLike<unknown>
}

/** Who looks is noted before the doors close, which would look as if everybody had left. */
async function closeDoors({ looks, replay }: LookingBack, doors: readonly Door[]) {
  await Promise.all([looks.close(), replay.close()])
  for (const door of doors) await door.close()
}

const faultsTo = (metrics: Metrics, log: Log) => (what: string, error: unknown) => {
  metrics.faults.inc()
  log.error({ err: error }, `fault in ${what}`)
}

interface RouteParts {
  readonly hub: Hub
  readonly seatOf: (credentials: Credentials) => Seat
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly isOurs: ReturnType<typeof createOriginCheck>
  readonly isSecure: boolean
  readonly mapImage: MapImage | null
}

async function addRoutes(app: FastifyInstance, parts: RouteParts) {
  const { hub, seatOf, clock, config, log, metrics, isOurs, isSecure, mapImage } = parts
  openApi(app, createSessionCookie(isSecure).name)
  tellEnded(app, { clock, log, isSecure, seatOf, sessionKey })
  statusRoutes(app, { hub, seatOf, clock, serverKey: server, game: config.gameAddress })
  healthRoutes(app, { hub, clock, serverKey: server, registry: metrics.registry })
  authRoutes(app, { hub, seatOf, sessionKey, isSecure })
  const admit = createAdmission({ hub, isSecure, sessionKey })
  demoRoutes(app, { demo: config.demo, admit, personaOf: demoIdentity })
  signInDoors(app, { seatOf, clock, config, log, isOurOrigin: isOurs, isSecure, admit })
  exportRoutes(app, { hub, seatOf })
  tokenRoutes(app, { hub, clock, seatOf, sessionKey })
  playerRoutes(app, { hub, seatOf, clock })
  gameDoors(app, { hub, seatOf, clock, serverKey: server })
  const { check } = openPasswords(config.passwords)
  raisableRoute(app, { seatOf, isSet: (name) => config.passwords[name] !== null })
  raiseRoutes(app, { hub, clock, isSecure, seatOf, sessionKey, check })
  mapImageRoutes(app, mapImage)
  await pages(app, builtPage)
}

/** Resolves when the work is done or its time is up; what the work throws in that time is thrown. */
async function atMost(ms: number, work: Promise<void> | void) {
  const stop = new AbortController()
  const timeUp = sleep(ms, undefined, { signal: stop.signal }).catch(() => {})
  await Promise.race([work, timeUp]).finally(() => stop.abort())
}

interface OpenHub {
  readonly hub: Hub
  /** Epoch ms of the last thing that an earlier run has written down. */
  readonly lastEntryAt: number | null
}

interface HubOpening {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly clock: Clock
  readonly features: readonly Feature[]
  readonly onFault: Fault
}

async function openHub({ config, log, metrics, clock, features, onFault }: HubOpening): Promise<OpenHub> {
  makeDataDir(config.dataDir)
  const { storage, lastEntryAt } = notingLastEntry(await openSqliteStorage({ folder: config.dataDir }))
  const hub = await createHub({
    storage,
    features,
    clock,
    onFault,
    onState: ({ name, why }) => log[name === 'serving' ? 'info' : 'error'](`journal: ${name}${why ? ` (${why})` : ''}`),
    onWritten(entries, ms) {
      metrics.journalEntries.inc(entries)
      metrics.journalMs.observe(ms)
    },
  })
  log.info({ epoch: hub.epoch }, hub.durability)
  return { hub, lastEntryAt: lastEntryAt() }
}

const gatewayMetrics = (metrics: Metrics) => ({
  sockets: (count: number) => metrics.sockets.set(count),
  sent(messages: number, bytes: number) {
    metrics.sent.writes += 1
    metrics.sent.frames += messages
    metrics.sent.bytes += bytes
  },
  flushed: (ms: number) => metrics.flushMs.observe(ms),
  skipped: () => metrics.skipped.inc(),
})
