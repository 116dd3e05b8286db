import type { Server } from 'node:http'
import { mainServer } from '../../shared/engine/ids.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { staffSelection } from '../../shared/features/staffPresence/staffPresence.ts'
import { trackSessionUse, trackTokenUse } from '../auth/lastUse.ts'
import { createPrincipalOf, reauthorizeOnChange } from '../auth/principalOf.ts'
import { createSessionCookie } from '../auth/sessionCookie.ts'
import type { Term } from '../cluster/node.ts'
import { createPositionRelay } from '../cluster/positionRelay.ts'
import { openPresence } from '../cluster/presence.ts'
import { shareBudgets } from '../cluster/sharedBudgets.ts'
import { configurationOf, joinDetailsOf } from '../config/features.ts'
import type { Config } from '../config.ts'
import { createBudgets } from '../engine/budgets.ts'
import { type Clock, systemClock } from '../engine/clock.ts'
import { CommandRefused } from '../engine/dispatch.ts'
import { createLineLimit } from '../engine/lineLimit.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { createQueryCalls } from '../engine/query.ts'
import { Refusal } from '../engine/rule.ts'
import type { SharedStorage } from '../engine/storage.ts'
import { createNotedExports } from '../features/backups/notedExports.ts'
import { createFeatures } from '../features/index.ts'
import { currentFrame } from '../features/mapImage/currentFrame.ts'
import { createRegionCounter } from '../features/regions/counter.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { createTrailMemory } from '../features/trails/trailMemory.ts'
import { type AddressOf, createAddressOf, isTrustedPeer, warnOfUnknownProxy } from '../gateway/clientAddress.ts'
import { createGateway } from '../gateway/gateway.ts'
import { helloTo } from '../gateway/hello.ts'
import { defaultLimits, handshakesOf, ratesOf, socketsOf } from '../gateway/limits.ts'
import { warnOfOwnOrigin } from '../gateway/originWarning.ts'
import { createOriginCheck } from '../gateway/socketServer.ts'
import { createHttp } from '../http/createHttp.ts'
import { mapImageAddress } from '../http/mapImageRoutes.ts'
import { connectionLimitsOf, limitConnections } from '../http/openConnections.ts'
import { createRawAnswer } from '../http/rawAnswer.ts'
import { createHostMeter } from '../observability/hostMeter.ts'
import { mostOpenFiles } from '../observability/hostReading.ts'
import type { Log } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createTelemetry } from '../observability/telemetry.ts'
import { type Cache, followCacheClears } from './caches.ts'
import { communityOf, followCommunityName } from './communityName.ts'
import { openGameServer } from './gameServer.ts'
import { type LeaderServices, openLeaderServices, runLeaderServices } from './leaderServices.ts'
import { readMapImage } from './mapImage.ts'
import { openNode } from './node.ts'
import { notificationDepsOf } from './notifications.ts'
import { startPositions } from './positions.ts'
import { followErasures, openRecordings, type Recordings } from './replay.ts'
import { recordRestored } from './restoring.ts'
import { addFixtureRoutes, addRoutes } from './routes.ts'
import { closeApp } from './shutdown.ts'
import { watchedKinds } from './workers.ts'

const server = mainServer
/** A user who watches one of these sees all positions. */
const positionKinds = ['positions', roster.kind]
const staffKinds = [staffSelection.kind]

/** Replacements for the outside world in tests. */
interface Replacements {
  readonly openGame?: typeof openGameServer
  /** A store that several nodes share, in place of the configured one. */
  readonly openShared?: () => Promise<SharedStorage>
  /** Closes this app and starts it again, which a restore of a backup needs; without it the panel restores nothing. */
  readonly startAgain?: () => void
}

/** Puts the whole application together and listens. @throws ConfigError, DamagedStore, StoreInUse, or the error of the port */
export async function startApp(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
  { openGame = openGameServer, openShared, startAgain }: Replacements = {},
) {
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const { isOurOrigin, addressOf } = openEdge({ config, log, clock, isSecure })
  const mapImage = config.mapImage === null ? null : readMapImage(config.mapImage)
  const metrics = createMetrics({ node: () => node, clock })
  const base = { server, config, log, clock, metrics, onFault }
  const faults = createLineLimit(clock)
  const { leading, modMailbox, lead } = createLeading()
  const trails = createTrailMemory(() => currentFrame(hub, server, config.frame)())
  const regionCounter = createRegionCounter(clock)
  const features = createFeatures({
    ...configuredDeps(config),
    trails,
    money: () => opened.money,
    lists: () => opened.lists,
    users: () => opened.users,
    ...recordingDeps(leading, () => recordings),
  })
  const queryCalls = createQueryCalls(clock)
  const telemetry = createTelemetry({ clock, log, metrics, features })
  const { node, ...opened } = await openNode({ ...base, telemetry, features, queryCalls, openShared })
  const { hub } = node
  const served = { ...base, hub, clock: node.clock }
  await recordRestored(hub, config)
  telemetry.nodeOpened(node)
  const recordings = await openRecordings({ ...base, node })
  const { read: tokenIn } = createSessionCookie(isSecure)
  const principalOf = trackTokenUse({ ...served, principalOf: createPrincipalOf({ ...config, ...served, tokenIn }) })
  const unknownSessions = node.unknownSessions({ principalOf, keyOf })
  const app = boundConnections(await createHttp({ log, isSecure, isOurOrigin, addressOf, clock }), config, addressOf)
  const budgets = createBudgets({ ...defaultLimits, ...limitsOf(config) }, clock)
  const gateway = openGateway()
  const host = createHostMeter({ clock })
  const caches: readonly Cache[] = [{ name: 'encoded documents', ...gateway.encodedDocuments }]
  const positions = startPositions({ ...base, ...recordings, hub, gateway, trails, regionCounter })
  const presence = openPresence({ presence: node.presence, gateway, clock, watchedKinds, positionKinds, staffKinds })
  const relay = createPositionRelay({ node, epoch: () => hub.epoch, show: positions.show })
  const stops = [
    reauthorizeOnChange(hub, gateway, tokenIn),
    trackSessionUse({ ...served, tokenIn }, { app, gateway, addressOf }),
    followErasures({ node, recordings: Object.values(recordings), clock, onFault }),
    presence.close,
    relay.close,
    positions.stop,
    host.stop,
    followCommunityName(hub, gateway),
    followCacheClears(hub, caches),
    shareBudgets({ messages: node.messages, clock, budgets, queryCalls }),
  ]

  let isDraining = false
  const access = { principalOf, addressOf, unknownSessions, isOurOrigin, isSecure, budgets, caches, host: host.figures }
  addFixtureRoutes(app, { ...served, ...access, gateway, features })
  await addRoutes(app, { ...served, ...opened, ...access, node, mapImage, modMailbox, isDraining: () => isDraining })

  const services = lead(await runLeaderServices({ node, onFault, open: openServices }))

  function openGateway() {
    return createGateway({
      hub,
      query: createNotedExports(served),
      clock: node.clock,
      log: { error: ({ err }: { readonly err?: unknown }, what) => onFault(what, err) },
      server: app.server,
      principalOf,
      addressOf,
      settle: unknownSessions.settle,
      isUndecided: unknownSessions.isUndecided,
      reached: node.whenReached,
      allowedOrigins: isOurOrigin,
      refuse: createRawAnswer(isSecure),
      limits: limitsOf(config),
      budgets,
      hello,
      metrics: metrics.sockets,
    })
  }
  function openServices(term: Term) {
    return openLeaderServices({
      ...base,
      ...presence,
      term,
      telemetry,
      ...recordings,
      regionCounter,
      mapImagePath: mapImage && mapImageAddress(mapImage),
      ...opened,
      hubOutlivesNode: node.hubOutlivesNode,
      nodeName: node.name,
      startAgain: startAgain ?? null,
      openGame,
      machine: host.figures,
      share: (shared) => void (term.isHeld() && relay.send(shared, term)),
    })
  }
  function onFault(what: string, error: unknown) {
    // The same fault may come with every message of a visitor.
    const line = faults(`${what} ${String(error).slice(0, 100)}`, null)
    const leftOut = line?.leftOut && { leftOut: line.leftOut }
    // The store's own line says why: it is not a fault of the program.
    if (error instanceof CommandRefused && error.isStorageFailure)
      return line && log.warn({ code: error.code, ...leftOut }, `${what}: ${error.message}`)
    metrics.fault()
    if (line) log.error({ err: error, ...leftOut }, `fault in ${what}`)
  }
  function hello(principal: Principal) {
    const community = communityOf(hub, config.community)
    return helloTo(principal, { epoch: hub.epoch, now: node.clock.now(), community, demo: config.demo })
  }
  function keyOf({ cookie, token = tokenIn(cookie) ?? undefined }: Credentials) {
    return token === undefined ? null : tokenHash(token)
  }

  await app.listen({ port: config.port, host: config.host })
  return {
    hub,
    node,
    gateway,
    app,
    /** @throws on a follower: only the leader reads the game */
    get game() {
      return leading().game
    },
    address: app.listeningOrigin,
    async close() {
      isDraining = true
      await closeApp({ node, services, ...recordings, gateway, app, stops, drainMs: config.drainMs })
    },
  }
}

/** The recordings of this node, and who is shown them: each view of positions is recorded while this node leads. */
const recordingDeps = (leading: () => LeaderServices, recordings: () => Recordings) => ({
  replay: () => recordings().replay,
  pinnedMap: () => recordings().pinnedMap,
  onReplayed: (principal: Principal) => leading().views.replayed(principal),
  onTimeline: (principal: Principal) => leading().views.timeline(principal),
  onListed: (principal: Principal) => leading().views.listed(principal),
})

/** What the configuration tells the features. */
const configuredDeps = (config: Config) => ({
  ownerSteamIds: config.ownerSteamIds,
  features: config.features,
  notifications: notificationDepsOf(config),
  configuration: () => configurationOf(config),
  joinDetails: () => joinDetailsOf(config),
})

interface EdgeDeps {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly isSecure: boolean
}

/** Where requests come from, and warnings when the configuration does not fit the reverse proxy: it would keep all users out. */
function openEdge({ config, log, clock, isSecure }: EdgeDeps) {
  const { publicUrl, trustedProxies, host } = config
  const check = createOriginCheck(publicUrl ? [publicUrl] : [], false, host)
  return {
    isOurOrigin: warnOfOwnOrigin(check, clock, (origin) =>
      log.warn(
        { origin },
        `A page of this address is refused, since PUBLIC_URL ${publicUrl ? `is ${publicUrl}` : 'is not set'}. If it is the address of this hub, set PUBLIC_URL to it.`,
      ),
    ),
    addressOf: warnOfUnknownProxy(createAddressOf({ isSecure, trustedProxies }), (peer) =>
      log.warn(
        { peer },
        'Requests say that they were forwarded by this peer, which is not a trusted proxy: all its users count as one, and share its limits. If it is your reverse proxy, set TRUSTED_PROXIES to its address.',
      ),
    ),
  }
}

/** The services of the leader, for what is asked of this node while it leads. */
function createLeading() {
  let current: () => LeaderServices | null = () => null
  return {
    /** The commands for a mod that fetches them; null while it does not lead. */
    modMailbox: () => current()?.game.modMailbox ?? null,
    /** @throws Refusal while it does not lead, or its term has begun and the services open: other nodes ask already */
    leading(): LeaderServices {
      const services = current()
      if (!services) throw new Refusal('unavailable', 'Another node of the hub is taking over. Try again in a moment.')
      return services
    },
    lead<Services extends { current(): LeaderServices | null }>(services: Services): Services {
      current = services.current
      return services
    },
  }
}

function boundConnections<Http extends { readonly server: Server }>(
  http: Http,
  { socketsPerAddress }: Config,
  addressOf: AddressOf,
): Http {
  const limits = connectionLimitsOf(socketsPerAddress, mostOpenFiles())
  limitConnections(http.server, limits, (peer) => isTrustedPeer(addressOf, peer))
  return http
}

/** The limits that the configuration sets. */
const limitsOf = ({ commandsPerSecond, handshakesPerSecond, socketsPerAccount, socketsPerAddress }: Config) => ({
  ...ratesOf(commandsPerSecond),
  handshakes: handshakesOf(handshakesPerSecond),
  sockets: socketsOf(socketsPerAccount),
  socketsPerAccount,
  socketsPerAddress,
})

export type App = Awaited<ReturnType<typeof startApp>>
