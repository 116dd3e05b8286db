import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mainServer } from '../shared/engine/ids.ts'
import type { Node } from './cluster/node.ts'
import type { Config } from './config.ts'
import { demoIdentity } from './demoIdentity.ts'
import type { Clock } from './engine/clock.ts'
import type { Credentials } from './engine/credentials.ts'
import type { Seat } from './engine/seat.ts'
import { sessionKey } from './features/session/sessionKey.ts'
import { authRoutes } from './http/authRoutes.ts'
import { credentialsOf } from './http/credentialsOf.ts'
import { demoRoutes } from './http/demoRoutes.ts'
import { exportRoutes } from './http/exportRoutes.ts'
import { gameDoors } from './http/gameDoors.ts'
import { healthRoutes } from './http/healthRoutes.ts'
import { mapImageRoutes } from './http/mapImageRoutes.ts'
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
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Strangers } from './nodes/strangers.ts'
import type { MapImage } from './openMapImage.ts'
import { openPasswords } from './openPasswords.ts'
import { sharedSecret } from './sharedSecret.ts'
import { signInDoors } from './signInDoors.ts'
import type { createOriginCheck } from './sockets/originCheck.ts'

const builtPage = join(import.meta.dirname, '../build/client')
const server = mainServer

export interface RouteParts {
  readonly node: Node
  readonly isAlone: boolean
  /** Whether it is about to stop. */
  isDraining(): boolean
  readonly seatOf: (credentials: Credentials) => Seat
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
  const { node, isAlone, seatOf, clock, config, log, metrics, isOurs, isSecure, mapImage } = parts
  const { hub } = node
  openApi(app, createSessionCookie(isSecure).name)
  const { strangers } = parts
  app.addHook('onRequest', async ({ headers }) => strangers?.settle(credentialsOf(headers)))
  tellEnded(app, { clock, log, isSecure, seatOf, sessionKey, isSure: strangers?.isSure ?? (() => true) })
  statusRoutes(app, { hub, seatOf, clock, serverKey: server, game: config.gameAddress })
  healthRoutes(app, { ...parts, serverKey: server, registry: metrics.registry })
  authRoutes(app, { hub, seatOf, sessionKey, isSecure })
  const admit = createAdmission({ hub, isSecure, sessionKey })
  demoRoutes(app, { demo: config.demo, admit, personaOf: demoIdentity })
  const secret = isAlone ? null : sharedSecret(hub)
  signInDoors(app, { seatOf, clock, config, log, isOurOrigin: isOurs, isSecure, admit, sharedSecret: secret })
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
