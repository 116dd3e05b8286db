import type { Viewer } from '../../../../shared/engine/document.ts'
import type { Permission, Role } from '../../../../shared/engine/permissions.ts'
import { openTestApp } from '../../../testing/testApp.ts'
import { createTestClient, type TestClient } from '../../../testing/testClient.ts'

/**
 * What each role may do, written down a second time on purpose: the attacks must not trust the table that they attack. A permission
 * that is missing here fails the matrix, so that a new one is entered by hand.
 */
const rolePermissions: Readonly<Record<Role | 'guest', readonly Permission[]>> = {
  guest: ['look'],
  player: ['look', 'play'],
  moderator: ['look', 'play', 'healPlayers', 'kickPlayers', 'messagePlayers', 'viewPendingCommands', 'readChat'],
  admin: [
    ...(['look', 'play', 'healPlayers', 'kickPlayers', 'messagePlayers', 'viewPendingCommands', 'readChat'] as const),
    ...(['slayPlayers', 'banPlayers', 'teleportPlayers', 'broadcast', 'addCurrency', 'settleEconomy'] as const),
    ...([
      'bulkOperations',
      'changeDinosaurs',
      'viewAllPositions',
      'runConsole',
      'manageChallenges',
      'manageEvents',
    ] as const),
  ],
  owner: [
    ...(['look', 'play', 'healPlayers', 'kickPlayers', 'messagePlayers', 'viewPendingCommands', 'readChat'] as const),
    ...(['slayPlayers', 'banPlayers', 'teleportPlayers', 'broadcast', 'addCurrency', 'settleEconomy'] as const),
    ...([
      'bulkOperations',
      'changeDinosaurs',
      'viewAllPositions',
      'runConsole',
      'manageChallenges',
      'manageEvents',
    ] as const),
    ...(['ownerPanel', 'manageAdmins'] as const),
  ],
}
export const knownPermissions: readonly Permission[] = [...rolePermissions.owner, 'hub']

/** A viewer with a socket, and what the viewer is permitted. */
export interface Attacker {
  readonly name: string
  readonly client: TestClient
  readonly viewer: Viewer & { readonly session: object | null }
}

const steamIdOf = (at: number) => `7656119800000${(9_000 + at).toString()}`

/**
 * The whole product in this process, with a guest, two players, a moderator, an admin and an owner on real sockets. Every player has
 * something private that holds their marker: no other viewer may receive it.
 */
export async function openAttackedHub() {
  const logLines: string[] = []
  const app = await openTestApp(
    { commandsPerSecond: 100_000, trustedProxies: ['127.0.0.1'] },
    { write: (line) => void logLines.push(line) },
  )
  const attackers: Attacker[] = []
  const accounts = [
    ['ann', 'player'],
    ['ben', 'player'],
    ['mod', 'moderator'],
    ['adm', 'admin'],
    ['own', 'owner'],
  ] as const
  for (const [at, [account, role]] of accounts.entries()) {
    const steamId = steamIdOf(at)
    const client = await app.visitAs({ account, role, steamId })
    attackers.push({ name: `${role} ${account}`, client, viewer: viewerOf(role, account, steamId) })
  }
  attackers.unshift({ name: 'guest', client: await app.visit(), viewer: viewerOf('guest', null, null) })
  return {
    app,
    attackers,
    /** All that was logged. */
    logLines,
    address: app.address(),
    /** Keys under which documents about these viewers, or of the community, are kept. */
    keys: [
      '',
      'main',
      'staff',
      '00',
      'nobody',
      ...accounts.map(([account]) => account),
      ...accounts.map((_, at) => steamIdOf(at)),
    ],
    /** An HTTP client with the cookie of this attacker, and without a socket. */
    browserOf({ client }: Attacker) {
      const browser = createTestClient(app.address())
      browser.holdCookie(client.cookie())
      return browser
    },
    close: app.close,
  }
}
export type AttackedHub = Awaited<ReturnType<typeof openAttackedHub>>

const viewerOf = (role: Role | 'guest', id: string | null, playsAs: string | null): Attacker['viewer'] => ({
  id,
  playsAs,
  session: id === null ? null : {},
  can: (permission) => rolePermissions[role].includes(permission),
})
