import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mainServer } from '../../shared/engine/ids.ts'
import { hubSettings, shownTexts } from '../../shared/features/settings/hubSettings.ts'
import { addAuthRoutes } from '../auth/authRoutes.ts'
import { createPasswords, type PasswordName } from '../auth/passwords.ts'
import { createSessionCookie } from '../auth/sessionCookie.ts'
import type { Node } from '../cluster/node.ts'
import type { UnknownSessions } from '../cluster/unknownSessions.ts'
import { ConfigError } from '../config/configError.ts'
import type { Config } from '../config.ts'
import type { Budgets } from '../engine/budgets.ts'
import type { Clock } from '../engine/clock.ts'
import type { Feature } from '../engine/feature.ts'
import type { Hub } from '../engine/hub.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { createCalendarFeed } from '../features/events/calendarFeed.ts'
import { schemasOf, vocabularyOf } from '../features/fixtures/redaction/vocabulary.ts'
import type { BridgeMailbox } from '../game/commandBridge/pullTransport.ts'
import type { AddressOf } from '../gateway/clientAddress.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { createOriginCheck } from '../gateway/socketServer.ts'
import { backupRoutes, ownerExportRoutes } from '../http/backupRoutes.ts'
import { countRequests } from '../http/budget.ts'
import { catalogueRoutes } from '../http/catalogueRoutes.ts'
import { currencyRoutes } from '../http/currencyRoutes.ts'
import { donationRoutes } from '../http/donationRoutes.ts'
import { eventRoutes } from '../http/eventRoutes.ts'
import { fixtureRoutes, tapRoutes } from '../http/fixtureRoutes.ts'
import { gameRoutes } from '../http/gameRoutes.ts'
import { healthRoutes } from '../http/healthRoutes.ts'
import { ledgerRoutes } from '../http/ledgerRoutes.ts'
import { mapImageRoutes } from '../http/mapImageRoutes.ts'
import { modBridgeRoutes } from '../http/modBridgeRoutes.ts'
import { addOpenApi, requirePermissions } from '../http/openApi.ts'
import { ownerRoutes } from '../http/ownerRoutes.ts'
import { pages } from '../http/pages.ts'
import { kofi } from '../http/payments/kofi.ts'
import { patreon } from '../http/payments/patreon.ts'
import { tebex } from '../http/payments/tebex.ts'
import { exportRoutes, playerRoutes } from '../http/playerRoutes.ts'
import { problem } from '../http/problem.ts'
import { redeemRoutes } from '../http/redeemRoutes.ts'
import { credentialsOf, isForTokens, routedPath } from '../http/request.ts'
import { serverControlRoutes } from '../http/serverControlRoutes.ts'
import { skinRoutes } from '../http/skinRoutes.ts'
import { statusRoutes } from '../http/statusRoutes.ts'
import { userRoutes } from '../http/userRoutes.ts'
import { webVitalsRoutes } from '../http/webVitalsRoutes.ts'
import type { HostFigures } from '../observability/hostMeter.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createFixtureFiles, longestUpload } from '../storage/fixtures/fixtureFiles.ts'
import { backupFolderOf } from './backups.ts'
import type { Cache } from './caches.ts'
import { communityOf } from './communityName.ts'
import { createFixtureRun, createLiveTap } from './fixtures.ts'
import type { MapImage } from './mapImage.ts'
import { prepareModFetching } from './modBridge.ts'

const root = join(import.meta.dirname, '../..')
const builtPage = join(root, 'build/client')
const ownFixtures = join(root, 'scripts/fixtures')
const serverKey = mainServer

interface RouteDeps {
  readonly node: Node
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly budgets: Budgets
  readonly principalOf: (credentials: Credentials) => Principal
  readonly unknownSessions: UnknownSessions
  /** Signs sign-in attempts on all nodes; null: a secret of this installation does. */
  readonly sharedSignInSecret: (() => Buffer) | null
  readonly addressOf: AddressOf
  readonly isOurOrigin: ReturnType<typeof createOriginCheck>
  readonly isSecure: boolean
  readonly mapImage: MapImage | null
  readonly caches: readonly Cache[]
  /** The commands for a mod that fetches them; null while this node does not lead. */
  readonly modMailbox: () => BridgeMailbox | null
  /** What the machine of this node does. */
  readonly host: () => HostFigures
  /** Whether the node is about to stop. */
  isDraining(): boolean
}

/** Adds everything that is served over HTTP, including the page. */
export async function addRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { node, config, clock, log, metrics, principalOf, unknownSessions, isOurOrigin, isSecure } = deps
  const { hub } = node
  const { features } = config
  const { sharedSignInSecret: sharedSecret, isDraining } = deps
  const { isUnknownEverywhere } = unknownSessions
  const { check: checkPassword } = openPasswords(config.passwords)
  addOpenApi(app, createSessionCookie(isSecure).name)
  settleSessions(app, unknownSessions)
  requirePermissions(app, principalOf)
  countRequests(app, { budgets: deps.budgets, principalOf })
  addAuthRoutes(app, {
    hub,
    clock,
    log,
    config,
    isSecure,
    principalOf,
    addressOf: deps.addressOf,
    isOurOrigin,
    isUnknownEverywhere,
    sharedSecret,
    checkPassword,
  })
  statusRoutes(app, {
    hub,
    principalOf,
    clock,
    serverKey,
    features,
    told: () => shownTexts(hub.read(hubSettings), config),
    host: deps.host,
  })
  addOwnerRoutes(app, deps)
  healthRoutes(app, { node, clock, isDraining, serverKey, registry: metrics.registry })
  addPlayerRoutes(app, deps)
  catalogueRoutes(app, { hub, clock, features })
  currencyRoutes(app, { hub, principalOf, clock, features })
  redeemRoutes(app, { hub, principalOf, clock, features, serverKey })
  skinRoutes(app, { hub, principalOf, clock, features, serverKey })
  gameRoutes(app, { hub, principalOf, clock, serverKey })
  const { community, publicUrl } = config
  eventRoutes(app, {
    calendar: createCalendarFeed({ hub, clock, community: () => communityOf(hub, community), publicUrl }),
  })
  const modToken = prepareModFetching(config, log)
  if (modToken !== null) modBridgeRoutes(app, { token: modToken, mailbox: deps.modMailbox })
  await addPages(app, deps)
}

/** The pages, what they load, and what they report. */
async function addPages(app: FastifyInstance, { mapImage, metrics }: RouteDeps) {
  mapImageRoutes(app, mapImage)
  webVitalsRoutes(app, metrics)
  await pages(app, builtPage)
}

/**
 * A request waits until its session can be judged. The files of a page do not: they are the same for everyone, and would wait one after the other.
 * A token that cannot be judged is answered with 503, so that its program tries again: 401 would say that the token has ended.
 */
export function settleSessions(app: FastifyInstance, { settle, isUndecided }: SettleDeps) {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/assets/')) return
    const credentials = credentialsOf(request.headers)
    await settle(credentials)
    if (credentials.token === undefined || !isForTokens(routedPath(request)) || !isUndecided(credentials)) return
    return problem(reply.header('retry-after', '5'), 503, 'undecided', undecidedToken)
  })
}
type SettleDeps = Pick<UnknownSessions, 'settle' | 'isUndecided'>
const undecidedToken = 'The hub cannot check this token at the moment. Try again in a few seconds.'

/** The services whose secret is configured. */
const donationServices = ({ kofiToken, tebexSecret, patreon: ofPatreon }: Config['donations']) => [
  ...(kofiToken ? [kofi(kofiToken)] : []),
  ...(tebexSecret ? [tebex(tebexSecret)] : []),
  ...(ofPatreon ? [patreon(ofPatreon.secret, ofPatreon.currency)] : []),
]

/** What users call about themselves. */
function addPlayerRoutes(app: FastifyInstance, { node: { hub }, config: { features }, clock, principalOf }: RouteDeps) {
  exportRoutes(app, { hub, principalOf })
  playerRoutes(app, { hub, principalOf, clock, features })
  ledgerRoutes(app, { hub, principalOf, features })
}

/** What the owner panel calls, and what reports donations to it. */
function addOwnerRoutes(app: FastifyInstance, { node: { hub }, config, clock, principalOf, caches }: RouteDeps) {
  ownerRoutes(app, { hub, principalOf, clock, serverKey, caches })
  userRoutes(app, { hub, principalOf, clock, features: config.features })
  serverControlRoutes(app, { hub, principalOf, clock, serverKey, features: config.features })
  donationRoutes(app, { hub, services: donationServices(config.donations) })
  backupRoutes(app, { hub, principalOf, clock, folder: backupFolderOf(config) })
  ownerExportRoutes(app, { hub, principalOf, clock })
}

/** The configuration's variable of each password, for error messages. */
const passwordVariables = {
  ownerKey: 'OWNER_KEY_HASH',
  owner: 'ROLE_PASSWORD_HASH_OWNER',
  admin: 'ROLE_PASSWORD_HASH_ADMIN',
  moderator: 'ROLE_PASSWORD_HASH_MODERATOR',
  challenges: 'CHALLENGE_CODE_HASH',
  events: 'EVENT_PASSWORD_HASH',
} as const

/** The passwords of the configuration. @throws ConfigError that names the variable whose hash cannot be used */
export function openPasswords({ ownerKey, owner, admin, moderator, challenges, events }: Config['passwords']) {
  try {
    const { check } = createPasswords({
      [passwordVariables.ownerKey]: ownerKey,
      [passwordVariables.owner]: owner,
      [passwordVariables.admin]: admin,
      [passwordVariables.moderator]: moderator,
      [passwordVariables.challenges]: challenges,
      [passwordVariables.events]: events,
    })
    return { check: (name: PasswordName, secret: string) => check(passwordVariables[name], secret) }
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

interface FixtureRouteDeps {
  readonly hub: Hub
  readonly gateway: Gateway
  readonly config: Config
  readonly clock: Clock
  readonly features: readonly Feature[]
  readonly principalOf: (credentials: Credentials) => Principal
  readonly isOurOrigin: ReturnType<typeof createOriginCheck>
  readonly onFault: (what: string, error: unknown) => void
}

/** Adds the tap of all traffic and, in demo mode, the list of fixtures. */
export function addFixtureRoutes(app: FastifyInstance, deps: FixtureRouteDeps) {
  const { hub, gateway, config, clock, features, principalOf, isOurOrigin, onFault } = deps
  const vocabulary = () => vocabularyOf(schemasOf(features))
  const tap = createLiveTap({ hub, gateway, config, clock, vocabulary, onFault })
  tapRoutes(app, { principalOf, isOurOrigin, tap })
  const shelf = createFixtureFiles({ ownFolder: ownFixtures, folder: join(config.dataDir, 'fixtures') })
  const { run, close } = createFixtureRun({ folder: join(config.dataDir, 'fixture-run') })
  fixtureRoutes(app, { demo: config.demo, longestUpload, shelf, run })
  // Before the connections close, so that a client which waits for a run gets an answer.
  app.addHook('preClose', close)
}
