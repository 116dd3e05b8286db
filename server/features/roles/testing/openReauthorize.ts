import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setRole } from '../../../../shared/features/roles/commands.ts'
import { openSession } from '../../../../shared/features/session/commands.ts'
import { createPrincipalOf, reauthorizeOnChange } from '../../../auth/principalOf.ts'
import { createBudgets } from '../../../engine/budgets.ts'
import { systemClock } from '../../../engine/clock.ts'
import type { Credentials } from '../../../engine/principal.ts'
import { createGateway } from '../../../gateway/gateway.ts'
import { helloTo } from '../../../gateway/hello.ts'
import { createRawClient } from '../../../gateway/testing/rawClient.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { unlimited } from '../../../testing/unlimited.ts'
import { tokenHash } from '../../session/openSessions.ts'
import { openRoles } from './openRoles.ts'

const stream = 'positions/main' as const
const tokenIn = (cookie: string | undefined) => cookie ?? null

/** Ann, an owner by grant, on several devices, each of which watches what only an owner may. */
export async function openReauthorize(devices: number) {
  const roles = await openRoles(createMemoryStorage(), createTestClock(Date.now()))
  const { hub, clock } = roles
  await roles.giveRole('olga', 'ann', 'owner')
  const principals = createPrincipalOf({ hub, clock, demo: false, ownerSteamIds: [], tokenIn })
  let failing = 0
  const principalOf = (credentials: Credentials) => {
    if (Number(credentials.cookie?.replace('device ', '')) < failing)
      throw new Error('The principal cannot be determined')
    return principals(credentials)
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const faults: string[] = []
  const laterAccount = 'zed-who-came-later'
  const laterFrame = new Uint8Array([9, 9, 9])
  const gateway = createGateway({
    hub,
    server,
    principalOf,
    clock: systemClock,
    budgets: createBudgets(unlimited, systemClock),
    allowedOrigins: () => true,
    hello: (principal) => helloTo(principal, { epoch: hub.epoch, now: clock.now(), community: 'Test', demo: false }),
    log: { error: (_context, message) => faults.push(message) },
    streams: [
      { id: stream, mayWatch: (principal) => principal.can('viewAllPositions'), key: () => new Uint8Array([1]) },
    ],
  })
  reauthorizeOnChange(hub, gateway, tokenIn)
  const { port } = server.address() as AddressInfo
  const enter = async (cookie: string) => {
    const opening = { key: tokenHash(cookie), accountId: 'ann', role: 'player', demo: false }
    await hub.execute('sign-in', openSession.name, opening)
    return watching(port, cookie)
  }
  const clients = await Promise.all(Array.from({ length: devices }, (_, index) => enter(`device ${index}`)))
  return {
    gateway,
    clients,
    faults,
    laterAccount,
    laterFrame,
    /** From now on `principalOf` throws for this many devices. */
    failPrincipals(count: number) {
      failing = count
    },
    take: () => roles.ask('olga', setRole.name, { account: 'ann', role: 'player' }),
    /** Publishes what ann may no longer read. */
    async publishMore() {
      await roles.join(laterAccount, 'Zed')
      await roles.giveRole('olga', laterAccount, 'moderator')
      gateway.streams.offer(stream, () => laterFrame)
    },
    async close() {
      for (const client of clients) client.close()
      await gateway.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A client that watches what only staff may. */
async function watching(port: number, cookie: string) {
  const client = createRawClient({ port, cookie })
  await client.ready()
  await client.watch('staff/all', stream)
  return client
}
