import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Role } from '../../../shared/engine/permissions.ts'
import { systemClock } from '../../engine/clock.ts'
import type { Principal } from '../../engine/principal.ts'
import { createRawAnswer } from '../../http/rawAnswer.ts'
import { guest, person } from '../../testing/principals.ts'
import { openTestHub } from '../../testing/testHub.ts'
import { createGateway, type GatewayOptions } from '../gateway.ts'
import { helloTo } from '../hello.ts'
import { createOriginCheck } from '../socketServer.ts'
import { createRawClient, type RawOptions } from './rawClient.ts'

type TestHub = Awaited<ReturnType<typeof openTestHub>>
type Given = Partial<GatewayOptions> & { readonly testHub?: TestHub; readonly port?: number }

const helloOf =
  ({ hub, clock }: TestHub): GatewayOptions['hello'] =>
  (principal) =>
    helloTo(principal, { epoch: hub.epoch, now: clock.now(), community: 'Test', demo: true })

/** A gateway on a real port over the test hub. The cookie is the person's name; a test may change which principal a name has. */
export async function openGateway({ testHub: given, port: wanted = 0, ...parts }: Given = {}) {
  const testHub = given ?? (await openTestHub())
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const principals = new Map<string, Principal>()
  const faults: unknown[] = []
  const gateway = createGateway({
    hub: testHub.hub,
    server,
    principalOf: ({ cookie }) => (cookie ? (principals.get(cookie) ?? person(cookie)) : guest),
    hello: helloOf(testHub),
    allowedOrigins: createOriginCheck([], true),
    log: { error: (context, message) => faults.push([message, context]) },
    clock: systemClock,
    refuse: createRawAnswer(false),
    ...parts,
  })
  const clients: { close(): void }[] = []
  const join = (options: Omit<RawOptions, 'port'> = {}) => {
    const client = createRawClient({ port, ...options })
    clients.push(client)
    return client
  }
  return {
    ...testHub,
    gateway,
    server,
    port,
    /** Faults that the gateway logged. */
    faults,
    principal: (cookie: string, role: Role) => void principals.set(cookie, person(cookie, role)),
    signOut: (cookie: string) => void principals.set(cookie, guest),
    join,
    /** A client that has received hello. */
    async enter(cookie?: string) {
      const client = join(cookie ? { cookie } : {})
      await client.ready()
      return client
    },
    async close() {
      for (const client of clients) client.close()
      await gateway.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type OpenGateway = Awaited<ReturnType<typeof openGateway>>
