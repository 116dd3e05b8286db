import type { Role } from '../../../../shared/engine/permissions.ts'
import { bans, deliveries, ownDeliveries } from '../../../../shared/features/deliveries/delivery.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { createHub } from '../../../engine/createHub.ts'
import type { Principal } from '../../../engine/principal.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { freshId, person } from '../../../testing/principals.ts'
import { accountFeature } from '../../account/feature.ts'
import { notificationsFeature } from '../../notifications/feature.ts'
import { playFeature } from '../../play/feature.ts'
import { rightsFeature } from '../../rights/rights.ts'
import { rolesFeature } from '../../roles/feature.ts'
import { rosterFeature } from '../../roster/feature.ts'
import { sessionFeature } from '../../session/feature.ts'
import { tokensFeature } from '../../tokens/feature.ts'
import { deliveriesFeature } from '../feature.ts'

/** An invented SteamID64. */
export const steamOf = (number: number) => `7656119800000${String(number).padStart(4, '0')}`
export const ownerByConfiguration = steamOf(999)

const featuresOf = (owners: readonly string[]) => [
  accountFeature,
  sessionFeature,
  rightsFeature(owners),
  tokensFeature,
  rolesFeature,
  rosterFeature,
  playFeature,
  notificationsFeature,
  deliveriesFeature,
]

export const entryOf = (id: string, name: string, animal: 'alive' | 'dead' | 'none' = 'alive'): RosterEntry => ({
  id,
  name,
  animal:
    animal === 'none'
      ? null
      : {
          species: 'Carnotaurus',
          dead: animal === 'dead',
          gender: null,
          growth: 80,
          slot: null,
          isPlaced: true,
          region: null,
          square: null,
          near: null,
          health: animal === 'dead' ? 0 : 100,
          stamina: 100,
          hunger: 100,
          thirst: 100,
        },
})

/** A hub with the deliveries feature. It has no worker unless the test starts one. */
export async function openDeliveries(memory = createMemoryStorage(), clock = createTestClock()) {
  const faults: unknown[][] = []
  const onFault = (...fault: unknown[]) => void faults.push(fault)
  const hub = await createHub({ storage: memory.storage, features: featuresOf([ownerByConfiguration]), clock, onFault })
  const askAs = (
    principal: Principal,
    { name }: { readonly name: string },
    input: object = {},
    address: string | null = null,
  ) => hub.dispatch(principal, { id: freshId(clock.now()), name, input }, { address, agent: null })
  return {
    hub,
    memory,
    clock,
    faults,
    onFault,
    askAs,
    ask: (who: string, role: Role, command: { readonly name: string }, input: object = {}) =>
      askAs(person(who, role), command, input),
    link: (account: string, steamId: string | null, name = account) =>
      ensureAccount(hub, clock.now(), { account, name, steamId }),
    order: (command: { readonly name: string }, input: object) =>
      hub.execute('deliveries', command.name, { server: 'main', ...input }),
    /** Reports a reading of the players in the game. */
    sees: (...players: RosterEntry[]) =>
      hub.execute('game link', reportRoster.name, { server: 'main', players, readAt: clock.now(), everyMs: 2_000 }),
    all: () => Object.values(hub.read(deliveries, 'main').entries).sort((one, other) => one.number - other.number),
    one: (id: string) => hub.read(deliveries, 'main').entries[id],
    ownOf: (account: string) => hub.read(ownDeliveries, account).entries,
    bans: () => hub.read(bans, 'main').bans,
    restart: () => openDeliveries(memory, clock),
  }
}
export type OpenDeliveries = Awaited<ReturnType<typeof openDeliveries>>

/** The id of an issued delivery. @throws an error that names the refusal */
export async function idOf(asked: ReturnType<OpenDeliveries['ask']>): Promise<string> {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message} ${answer.problems?.join(' ') ?? ''}`)
  return (answer.output as { id: string }).id
}
