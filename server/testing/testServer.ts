import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { permissionsOf } from '../../shared/engine/permissions.ts'
import { systemClock } from '../engine/clock.ts'
import { createHub } from '../engine/createHub.ts'
import { type Credentials, guestPrincipal, type Principal } from '../engine/principal.ts'
import type { Storage } from '../engine/storage.ts'
import { createGateway } from '../gateway/gateway.ts'
import { helloTo } from '../gateway/hello.ts'
import type { Limits } from '../gateway/limits.ts'
import { person } from './principals.ts'
import { sampleFeatures } from './sampleFeature.ts'

/** The cookie of the user of this name; without it a client is a guest. */
export const cookieOf = (name: string) => `person=${name}`
const principalOf = ({ cookie }: Credentials): Principal => {
  const name = /^person=(\w+)$/.exec(cookie ?? '')?.[1]
  return name ? person(name) : guestPrincipal(permissionsOf.guest)
}

const unlimited = { perSecond: 1_000_000, burst: 1_000_000 }
const noLimits: Partial<Limits> = { commands: unlimited, queries: unlimited, watches: unlimited }

/** The test hub behind real sockets on a free port: engine, gateway and a store, and none of the product's features. */
export async function startTestServer(storage: Storage, checkpointEntries?: number) {
  const hub = await createHub({
    storage,
    features: sampleFeatures,
    clock: systemClock,
    onFault: (what, error) => console.error(`fault in ${what}`, error),
    ...(checkpointEntries && { checkpointEntries }),
  })
  const server = createServer()
  const gateway = createGateway({
    hub,
    server,
    principalOf,
    limits: noLimits,
    allowedOrigins: () => true,
    hello: (principal) => helloTo(principal, { epoch: hub.epoch, now: Date.now(), community: 'Test', demo: false }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    hub,
    gateway,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await gateway.close()
      server.close()
      await hub.close()
    },
  }
}
