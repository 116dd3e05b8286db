import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mainServer } from '../../shared/engine/ids.ts'
import { demoIdentity } from '../auth/demoIdentity.ts'
import { authRoutes } from '../auth/http/authRoutes.ts'
import { credentialsOf } from '../auth/http/credentialsOf.ts'
import { demoRoutes } from '../auth/http/demoRoutes.ts'
import { createAdmission } from '../auth/http/newcomer.ts'
import { raisableRoute } from '../auth/http/raisableRoute.ts'
import { raiseRoutes } from '../auth/http/raiseRoutes.ts'
import { createSessionCookie } from '../auth/http/sessionCookie.ts'
import { tellEnded } from '../auth/http/tellEnded.ts'
import { tokenRoutes } from '../auth/http/tokenRoutes.ts'
import { openPasswords } from '../auth/openPasswords.ts'
import { sharedSecret } from '../auth/sharedSecret.ts'
import { signInDoors } from '../auth/signInDoors.ts'
import type { Node } from '../cluster/node.ts'
import type { Strangers } from '../cluster/strangers.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Principal } from '../engine/principal.ts'
import { sessionKey } from '../features/session/sessionKey.ts'
import type { createOriginCheck } from '../gateway/originCheck.ts'
import { exportRoutes } from '../http/exportRoutes.ts'
import { gameDoors } from '../http/gameDoors.ts'
import { healthRoutes } from '../http/healthRoutes.ts'
import { mapImageRoutes } from '../http/mapImageRoutes.ts'
import { openApi } from '../http/openApi.ts'
import { pages } from '../http/pages.ts'
import { playerRoutes } from '../http/playerRoutes.ts'
import { statusRoutes } from '../http/statusRoutes.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { MapImage } from './openMapImage.ts'

const builtPage = join(import.meta.dirname, '../build/client')
const server = mainServer

export interface RouteParts {
  readonly node: Node
  readonly isAlone: boolean
  /** Whether it is about to stop. */
  isDraining(): boolean
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly isOurs: ReturnType<typeof createOriginCheck>
  readonly isSecure: boolean
  readonly mapImage: MapImage | null
  /** Null where there are no other nodes. */
  readonly strangers: Strangers | null
}

/** All that is answered over HTTP, the page included. */
export async function addRoutes(app: FastifyInstance, parts: RouteParts) {
  const { node, isAlone, principalOf, clock, config, log, metrics, isOurs, isSecure, mapImage } = parts
  const { hub } = node
  openApi(app, createSessionCookie(isSecure).name)
  const { strangers } = parts
  app.addHook('onRequest', async ({ headers }) => strangers?.settle(credentialsOf(headers)))
  tellEnded(app, { clock, log, isSecure, principalOf, sessionKey, isSure: strangers?.isSure ?? (() => true) })
  statusRoutes(app, { hub, principalOf, clock, serverKey: server, game: config.gameAddress })
  healthRoutes(app, { ...parts, serverKey: server, registry: metrics.registry })
  authRoutes(app, { hub, principalOf, sessionKey, isSecure })
  const admit = createAdmission({ hub, isSecure, sessionKey })
  demoRoutes(app, { demo: config.demo, admit, personaOf: demoIdentity })
  const secret = isAlone ? null : sharedSecret(hub)
  signInDoors(app, { principalOf, clock, config, log, isOurOrigin: isOurs, isSecure, admit, sharedSecret: secret })
  exportRoutes(app, { hub, principalOf })
  tokenRoutes(app, { hub, clock, principalOf, sessionKey })
  playerRoutes(app, { hub, principalOf, clock })
  gameDoors(app, { hub, principalOf, clock, serverKey: server })
  const { check } = openPasswords(config.passwords)
  raisableRoute(app, { principalOf, isSet: (name) => config.passwords[name] !== null })
  raiseRoutes(app, { hub, clock, isSecure, principalOf, sessionKey, check })
  mapImageRoutes(app, mapImage)
  await pages(app, builtPage)
}
