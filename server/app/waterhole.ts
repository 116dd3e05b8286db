import type { FastifyInstance } from 'fastify'
import { mainServer } from '../../shared/engine/ids.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { staffPresence } from '../../shared/features/staffPresence/staffPresence.ts'
import { createSessionCookie } from '../auth/http/sessionCookie.ts'
import { createPrincipalOf } from '../auth/principalOf.ts'
import { reauthorizeOnChange } from '../auth/reauthorizeOnChange.ts'
import { followUse } from '../auth/sessionUse.ts'
import type { Node } from '../cluster/node.ts'
import { createSightRelay } from '../cluster/sightRelay.ts'
import { createStrangers, type Strangers } from '../cluster/strangers.ts'
import { openTogether } from '../cluster/together.ts'
import { createWhenReached } from '../cluster/whenReached.ts'
import type { Config } from '../config.ts'
import { type Clock, systemClock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import type { SharedStorage } from '../engine/storage.ts'
import { createFeatures } from '../features/index.ts'
import { currentFrame } from '../features/mapSheet/currentFrame.ts'
import { createTally } from '../features/regions/tally.ts'
import type { Replay } from '../features/replay/replay.ts'
import { sessionKey } from '../features/session/sessionKey.ts'
import { notingTokenUse } from '../features/tokens/noteUse.ts'
import { createTrailMemory } from '../features/trails/trailMemory.ts'
import { createAddressOf } from '../gateway/addressOf.ts'
import { createGateway } from '../gateway/gateway.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'
import { createOriginCheck } from '../gateway/originCheck.ts'
import { createHttp } from '../http/createHttp.ts'
import { mapImageAddress } from '../http/mapImageRoutes.ts'
import type { Log } from '../observability/log.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { createTelling } from '../observability/telemetry.ts'
import { addRoutes } from './addRoutes.ts'
import { type AuthorityParts, openAuthority } from './authority.ts'
import { closeWaterhole } from './closing.ts'
import { fixtureDoors } from './fixtureDoors.ts'
import { followErasures } from './followErasures.ts'
import { openGameServer } from './gameServer.ts'
import { helloTo } from './helloTo.ts'
import { answersOf, openOwnReplay } from './lookingBack.ts'
import { holdOffice, type Office } from './office.ts'
import { type MapImage, openMapImage } from './openMapImage.ts'
import { type OpenNode, openNode } from './openNode.ts'
import { startShowing } from './showing.ts'
import { type Fault, watchedKinds } from './workers.ts'

const server = mainServer
/** Whoever is sent either of these sees where everybody is. */
const tellingKinds = ['positions', roster.kind]
const presenceKinds = [staffPresence.kind]

/** What stands in for the outside where time is not the machine's. */
interface Openings {
  readonly openGame?: typeof openGameServer
  /** A store that several nodes share, in place of the configured one. */
  readonly openShared?: () => Promise<SharedStorage>
}

/** Builds the whole hub and listens. @throws ConfigError, DamagedStore, StoreInUse, or the error of the port */
export async function startWaterhole(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
  { openGame = openGameServer, openShared }: Openings = {},
) {
  const metrics = createMetrics({ node: () => node, clock })
  const onFault = faultsTo(metrics, log)
  const mapImage = config.mapImage === null ? null : openMapImage(config.mapImage)
  const [trails, tally] = [createTrailMemory(() => currentFrame(hub, server, config.frame)()), createTally()]
  const back = answersOf(() => ({ replay, looks: () => office.authority()?.looks ?? null }))
  const features = createFeatures({ ownerSteamIds: config.ownerSteamIds, trails, ...back })
  const telling = createTelling({ log, metrics, features })
  const opened: OpenNode = telling.opened(
    await openNode({ config, log, metrics, telling, clock, onFault, features, openShared }),
  )
  const { node, isAlone } = opened
  const { hub } = node
  const shared = { ...opened, server, hub, config, log, clock, metrics, telling, onFault }
  const replay: Replay = await openOwnReplay(shared)
  const isOurs = createOriginCheck(config.publicUrl ? [config.publicUrl] : [], false, config.host)
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const { principalOf, tokenIn } = openPrincipals({ ...shared, isSecure })
  const { app, addressOf } = await openHttp({ config, log, isSecure, isOurOrigin: isOurs })
  const strangers = isAlone ? null : createStrangers({ hub, clock, principalOf, nameOf: shownBy(tokenIn) })
  const gateway = openGateway({ ...shared, app, addressOf, principalOf, isOurs, strangers, node })
  const showing = startShowing({ ...shared, gateway, replay, trails, tally })
  const stopFollowing = followSessions({ hub, clock, tokenIn, onFault }, { app, gateway, addressOf })
  const stopErasing = isAlone ? () => {} : followErasures({ hub, replay, onFault })
  fixtureDoors(app, { ...shared, gateway, features, principalOf, isOurOrigin: isOurs })
  let isDraining = false
  await addRoutes(app, { ...shared, isDraining: () => isDraining, principalOf, isOurs, isSecure, mapImage, strangers })
  const together = openTogether({ node, isAlone, gateway, clock, watchedKinds, tellingKinds, presenceKinds })
  const relay = createSightRelay({ node, isAlone, epoch: () => hub.epoch, show: showing.show })
  const deciding = { ...shared, ...together, replay, tally, openGame, mapImage: addressOfImage(mapImage) }
  const office: Office = await openOffice(deciding, node, relay)
  await app.listen({ port: config.port, host: config.host })
  return {
    ...{ hub, node, gateway, app },
    get game() {
      return gameOf(office)
    },
    address: app.listeningOrigin,
    async close() {
      isDraining = true
      const stops = [stopFollowing, stopErasing, together.close, relay.close, showing.stop]
      await closeWaterhole({ node, isAlone, office, replay, gateway, app, stops, drainMs: config.drainMs })
    },
  }
}
export type Waterhole = Awaited<ReturnType<typeof startWaterhole>>

type Deciding = Omit<AuthorityParts, 'run' | 'show'>

/** Has this node decide whenever it is its turn. What is seen in a run is shown while it goes on. */
const openOffice = (parts: Deciding, node: Node, relay: ReturnType<typeof createSightRelay>) =>
  holdOffice({
    ...{ node, onFault: parts.onFault },
    open: (run) =>
      openAuthority({ ...parts, run, show: (sight) => void (run.isHeld() && relay.tell(sight, run.epoch)) }),
  })

interface SocketParts extends Pick<PrincipalParts, 'hub' | 'clock' | 'config'> {
  readonly log: Log
  readonly metrics: Metrics
  readonly app: FastifyInstance
  readonly addressOf: ReturnType<typeof createAddressOf>
  readonly principalOf: ReturnType<typeof openPrincipals>['principalOf']
  readonly isOurs: ReturnType<typeof createOriginCheck>
  readonly strangers: Strangers | null
  readonly node: Pick<Node, 'atSeq'>
}

/** Those who come on sockets. */
const openGateway = ({
  hub,
  clock,
  log,
  config,
  metrics,
  app,
  addressOf,
  principalOf,
  isOurs,
  strangers,
  node,
}: SocketParts) =>
  createGateway({
    ...{ hub, clock, log, principalOf, addressOf, server: app.server, ...(strangers && { settle: strangers.settle }) },
    reached: createWhenReached({ node, clock }),
    allowedOrigins: isOurs,
    limits: { socketsPerAddress: config.socketsPerAddress },
    hello: createHello({ hub, clock, config }),
    metrics: metrics.sockets,
  })

const addressOfImage = (image: MapImage | null) => image && mapImageAddress(image)

/** The game is asked by the node that decides, and by no other. */
function gameOf(office: Office) {
  const authority = office.authority()
  if (!authority) throw new Error('This node does not decide, and so has no game.')
  return authority.game
}

interface PrincipalParts {
  readonly hub: Hub
  readonly clock: Clock
  readonly config: Config
  readonly isSecure: boolean
  readonly onFault: Fault
}

/** Who sits where, by the cookie that is believed here or a token whose use is noted. */
function openPrincipals({ hub, clock, config, isSecure, onFault }: PrincipalParts) {
  const { read: tokenIn } = createSessionCookie(isSecure)
  const principals = createPrincipalOf({ hub, clock, demo: config.demo, ownerSteamIds: config.ownerSteamIds, tokenIn })
  return { tokenIn, principalOf: notingTokenUse({ hub, clock, principalOf: principals, onFault }) }
}

/** What somebody shows, as it is kept: a token before a cookie. */
const shownBy =
  (tokenIn: (cookies: string | undefined) => string | null) =>
  ({ cookie, token = tokenIn(cookie) ?? undefined }: Credentials) =>
    token === undefined ? null : sessionKey(token)

/** The first word to whoever sits there, of this house. */
const createHello =
  ({ hub, clock, config: { community, demo } }: Pick<PrincipalParts, 'hub' | 'clock' | 'config'>) =>
  (principal: Principal) =>
    helloTo(principal, { epoch: hub.epoch, now: clock.now(), community, demo })

type HttpParts = Omit<Parameters<typeof createHttp>[0], 'addressOf'> & { readonly config: Config }

async function openHttp({ config: { trustedProxies }, ...parts }: HttpParts) {
  const addressOf = createAddressOf({ isSecure: parts.isSecure, trustedProxies })
  return { addressOf, app: await createHttp({ ...parts, addressOf }) }
}

type Following = Parameters<typeof followUse>
type Followed = { readonly hub: Hub; readonly gateway: Gateway }

/** Sessions are kept while they are used, and those who sit in them have what these allow now. Returns the way to stop. */
function followSessions(parts: Following[0] & Pick<Followed, 'hub'>, doors: Following[1] & Pick<Followed, 'gateway'>) {
  const stops = [reauthorizeOnChange(parts.hub, doors.gateway, parts.tokenIn), followUse(parts, doors)]
  return () => {
    for (const stop of stops) stop()
  }
}

const faultsTo = (metrics: Metrics, log: Log) => (what: string, error: unknown) => {
  metrics.fault()
  log.error({ err: error }, `fault in ${what}`)
}
