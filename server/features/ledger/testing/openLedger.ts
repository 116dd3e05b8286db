import { mainServer } from '../../../../shared/engine/ids.ts'
import type { Role } from '../../../../shared/engine/permissions.ts'
import { eraseMe } from '../../../../shared/features/erasure/commands.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import { server } from '../../../../shared/features/server/server.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../../engine/feature.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import type { createTestClock } from '../../../testing/clock.ts'
import type { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { openApp } from '../../../testing/openApp.ts'
import { freshId, inSession, person } from '../../../testing/principals.ts'
import { accountFeature } from '../../account/feature.ts'
import { deliveriesFeature } from '../../deliveries/feature.ts'
import { erasureFeature } from '../../erasure/feature.ts'
import { notificationsFeature } from '../../notifications/feature.ts'
import { playFeature } from '../../play/feature.ts'
import { rightsFeature } from '../../rights/rights.ts'
import { rolesFeature } from '../../roles/feature.ts'
import { rosterFeature } from '../../roster/feature.ts'
import { sessionFeature } from '../../session/feature.ts'
import { settingsFeature } from '../../settings/feature.ts'
import { tokensFeature } from '../../tokens/feature.ts'
import { ledgerFeature } from '../feature.ts'

export const ownersSteamId = '76561198000000999'

interface Opened {
  readonly memory?: ReturnType<typeof createMemoryStorage>
  readonly clock?: ReturnType<typeof createTestClock>
  /** Beside those that the ledger needs. */
  readonly more?: readonly Feature[]
  /** Whether the hub has read who is online: no one. */
  readonly isRead?: boolean
}

/** Whether currency is switched on is read there; no link reports to it. */
const serverStatus: Feature = { name: 'server', documents: [server], commands: [], queries: [] }

/** The ledger and what it needs. */
export const ledgerFeatures: readonly Feature[] = [
  accountFeature,
  sessionFeature,
  rightsFeature([ownersSteamId]),
  tokensFeature,
  rolesFeature,
  settingsFeature([]),
  rosterFeature,
  playFeature,
  notificationsFeature,
  serverStatus,
  deliveriesFeature,
  ledgerFeature,
  erasureFeature,
]

/** A hub with the ledger and what it needs. */
export async function openLedger({ more = [], isRead = true, ...kept }: Opened = {}) {
  const app = await openApp([...ledgerFeatures, ...more], kept)
  const { hub, clock, memory } = app
  const readRoster = () =>
    hub.execute('game link', reportRoster.name, {
      server: mainServer,
      players: [],
      readAt: clock.now(),
      everyMs: 2_000,
    })
  if (isRead) await readRoster()
  return {
    ...app,
    ask: (who: string, role: Role, command: { readonly name: string }, input: object, id = freshId(clock.now())) =>
      app.dispatch(person(who, role), command.name, input, id),
    link: (account: string, steamId: string | null = null, name = account) =>
      ensureAccount(hub, clock.now(), { account, name, steamId }),
    erase: (account: string, name = account) =>
      app.dispatch(inSession(person(account, 'player')), eraseMe.name, { confirm: name }),
    readRoster,
    balanceOf: (account: string) => hub.read(wallet, account).voidPearls,
    restart: () => openLedger({ memory, clock, more }),
  }
}
export type OpenLedger = Awaited<ReturnType<typeof openLedger>>
