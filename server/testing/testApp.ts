import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  /** Of the player in the game that this account is linked to. */
  readonly steamId?: string | null
  readonly role?: Role
}

/** As a sign-in does: the account is told, a real session is open, and the cookie is the only thing that knows its token. */
async function openSessionFor({ hub }: App, { account, name = account, steamId = null, role = 'player' }: TestAccount) {
  const token = newToken()
  await ensureAccount(hub, Date.now(), { account, name, steamId })
  const opening = { key: tokenHash(token), accountId: account, role, demo: false }
  await hub.execute('sign-in', openSession.name, opening)
  return createSessionCookie(false).write(token, sessionLengthMs).split(';')[0] ?? ''
}

/** The whole product in this process, as an owner installs it: real ports, a real journal, the simulator as the game. */
export async function openTestApp(wanted: Partial<Config> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const config: Config = {
    ...readConfig({ DATA_DIR: folder, SIMULATOR_PLAYERS: '40', LOG_LEVEL: 'silent' }),
    port: 0,
    positionsEveryMs: 500,
    ...wanted,
  }
  const log = createLog(config)
  let hub = await startApp(config, log)
  const visitors: ReturnType<typeof createTestClient>[] = []

  return {
    folder,
    config,
    /** The hub as it runs now. */
    hub: () => hub,
    address: () => hub.address,
    simulator() {
      if (!hub.game.simulator) throw new Error('This world has a game server of its own')
      return hub.game.simulator
    },
    /** A visitor on a socket of their own, signed in if a role is given. */
    async visit(role?: Role, number?: number) {
      const visitor = createTestClient(hub.address)
      visitors.push(visitor)
      if (role) await visitor.signIn(role, number)
      await visitor.connect()
      return visitor
    },
    /** A visitor with a session of their own: as many different people as a test wants, without the limits of signing in. */
    async visitAs(newcomer: TestAccount) {
      const visitor = createTestClient(hub.address)
      visitors.push(visitor)
      visitor.holdCookie(await openSessionFor(hub, newcomer))
      await visitor.connect()
      return visitor
    },
    /** Stops the hub in order and starts it anew over the same data. */
    async restart() {
      await hub.close()
      hub = await startApp(config, log)
    },
    async close() {
      for (const visitor of visitors) visitor.leave()
      await hub.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>
