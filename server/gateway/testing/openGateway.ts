import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Role } from '../../../shared/engine/permissions.ts'
import { helloTo } from '../../app/helloTo.ts'
import { systemClock } from '../../engine/clock.ts'
import type { Principal } from '../../engine/principal.ts'
import { guest, person } from '../../testing/people.ts'
import { openVillage } from '../../testing/village.ts'
import { createGateway } from '../gateway.ts'
import type { GatewayParts } from '../gatewayParts.ts'
import { createOriginCheck } from '../originCheck.ts'
import { createRawClient, type RawOptions } from './rawClient.ts'

type Village = Awaited<ReturnType<typeof openVillage>>
type Given = Partial<GatewayParts> & { readonly village?: Village; readonly port?: number }

const helloOf =
  ({ hub, clock }: Village): GatewayParts['hello'] =>
  (principal) =>
    helloTo(principal, { epoch: hub.epoch, now: clock.now(), community: 'Village', demo: true })

/** A gateway on a real port over the village's hub. The cookie is the person's name; a test may change who sits there. */
export async function openGateway({ village: given, port: wanted = 0, ...parts }: Given = {}) {
  const village = given ?? (await openVillage())
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const principals = new Map<string, Principal>()
  const faults: unknown[] = []
  const gateway = createGateway({
    hub: village.hub,
    server,
    principalOf: ({ cookie }) => (cookie ? (principals.get(cookie) ?? person(cookie)) : guest),
    hello: helloOf(village),
    allowedOrigins: createOriginCheck([], true),
    log: { error: (context, message) => faults.push([message, context]) },
    clock: systemClock,
    ...parts,
  })
  const clients: { close(): void }[] = []
  const join = (options: Omit<RawOptions, 'port'> = {}) => {
    const client = createRawClient({ port, ...options })
    clients.push(client)
    return client
  }
  return {
    ...village,
    gateway,
    server,
    port,
    /** What the gateway had to report. */
    faults,
    principal: (cookie: string, role: Role) => void principals.set(cookie, person(cookie, role)),
    unseat: (cookie: string) => void principals.set(cookie, guest),
    join,
    /** A client that has been greeted. */
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
