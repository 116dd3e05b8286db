import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import type { Role } from '../../shared/engine/permissions.ts'
import { openSession } from '../../shared/features/session/commands.ts'
import { sessionLengthMs } from '../../shared/features/session/session.ts'
import { type App, startApp } from '../app/app.ts'
import { createSessionCookie, newToken } from '../auth/sessionCookie.ts'
import { type Config, readConfig } from '../config.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { createLog } from '../observability/log.ts'
import { ensureAccount } from './accounts.ts'
import { createTestClient } from './testClient.ts'

interface TestAccount {
  readonly account: string
  readonly name?: string
  /** The SteamID64 of the linked player. */
  readonly steamId?: string | null
  readonly role?: Role
}

/** Opens a real session as a sign-in does. Returns the cookie with its token. */
async function openSessionFor({ hub }: App, { account, name = account, steamId = null, role = 'player' }: TestAccount) {
  const token = newToken()
  await ensureAccount(hub, Date.now(), { account, name, steamId })
  const opening = { key: tokenHash(token), accountId: account, role, demo: false }
  await hub.execute('sign-in', openSession.name, opening)
  return createSessionCookie(false).write(token, sessionLengthMs).split(';')[0] ?? ''
}

/** The configuration of a hub whose mod changes no weather: such orders are left to staff. */
export const weatherByHand = { gameFiles: { ...readConfig({}).gameFiles, modBridgeVerbs: { weather: null } } }

/**
 * The whole product in this process: real ports, a real journal, the simulator as the game.
 * @param logTo gets the log lines; by default there is no log
 */
export async function openTestApp(wanted: Partial<Config> = {}, logTo?: DestinationStream) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const config: Config = {
    ...readConfig({ DATA_DIR: folder, SIMULATOR_PLAYERS: '40', LOG_LEVEL: 'silent' }),
    port: 0,
    positionsEveryMs: 500,
    ...wanted,
  }
  const log = createLog(logTo ? { ...config, logLevel: 'trace' } : config, logTo)
  let hub = await startApp(config, log)
  const clients: ReturnType<typeof createTestClient>[] = []

  return {
    folder,
    config,
    /** The running hub. */
    hub: () => hub,
    address: () => hub.address,
    simulator() {
      if (!hub.game.simulator) throw new Error('This test app has its own game server')
      return hub.game.simulator
    },
    /** A client on its own socket, signed in if a role is given. */
    async visit(role?: Role, number?: number) {
      const client = createTestClient(hub.address)
      clients.push(client)
      if (role) await client.signIn(role, number)
      await client.connect()
      return client
    },
    /** A client with its own session for this account, without the limits of signing in. */
    async visitAs(newcomer: TestAccount) {
      const client = createTestClient(hub.address)
      clients.push(client)
      client.holdCookie(await openSessionFor(hub, newcomer))
      await client.connect()
      return client
    },
    /** Stops the hub and starts it again over the same data. */
    async restart() {
      await hub.close()
      hub = await startApp(config, log)
    },
    async close() {
      for (const client of clients) client.leave()
      await hub.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>
