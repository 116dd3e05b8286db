import { PackId } from '../../../../shared/engine/ids.ts'
import * as commands from '../../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../../shared/features/packs/pack.ts'
import { packLife } from '../../../../shared/features/packs/packLife.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { createHub } from '../../../engine/createHub.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { freshId, person } from '../../../testing/principals.ts'
import { accountFeature } from '../../account/feature.ts'
import { deliveriesFeature } from '../../deliveries/feature.ts'
import { mapSettingsFeature } from '../../mapSettings/feature.ts'
import { rosterFeature } from '../../roster/feature.ts'
import { sessionFeature } from '../../session/feature.ts'
import { packsFeature } from '../feature.ts'

const features = [accountFeature, sessionFeature, rosterFeature, mapSettingsFeature, deliveriesFeature, packsFeature]

const entryOf = (id: string, species: string, dead: boolean): RosterEntry => ({
  id,
  name: id,
  animal: {
    species,
    dead,
    gender: null,
    growth: 80,
    slot: null,
    isPlaced: true,
    region: null,
    square: null,
    near: null,
    health: dead ? 0 : 100,
    stamina: 100,
    hunger: 100,
    thirst: 100,
  },
})

/** A hub with the packs feature, and short functions for its commands. Every account is linked to a player of the same name. */
export async function openPacks(memory = createMemoryStorage(), clock = createTestClock()) {
  const faults: unknown[] = []
  const hub = await createHub({ storage: memory.storage, features, clock, onFault: (...fault) => faults.push(fault) })
  const played = new Map<string, RosterEntry>()

  const ask = (who: string, { name }: { readonly name: string }, input: unknown = {}) =>
    hub.dispatch(person(who), { id: freshId(clock.now()), name, input })
  const idOf = (who: string) => hub.read(membership, who).pack
  const packOf = (who: string) => hub.read(pack, idOf(who) ?? '')
  const must = async (asked: ReturnType<typeof ask>) => {
    const answer = await asked
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
    return answer.output
  }
  return {
    hub,
    memory,
    clock,
    faults,
    ask,
    idOf,
    packOf,
    lifeOf: (who: string) => hub.read(packLife, idOf(who) ?? ''),
    join: (who: string, leader: string) => ask(who, commands.joinPack, { code: packOf(leader).code }),
    /** Creates a pack whose members join a second after each other; the first leads. */
    async create(leader: string, ...others: string[]) {
      const { pack: id } = (await must(ask(leader, commands.createPack, { name: `Pack of ${leader}` }))) as {
        pack: string
      }
      for (const other of others) {
        clock.pass(1_000)
        await must(ask(other, commands.joinPack, { code: packOf(leader).code }))
      }
      return PackId.parse(id)
    },
    /** Reports a reading in which the account plays this animal; null is none. */
    async plays(who: string, species: string | null, dead = false) {
      await ensureAccount(hub, clock.now(), { account: who, name: `${who} of old`, steamId: who })
      if (species === null) played.delete(who)
      else played.set(who, entryOf(who, species, dead))
      const reading = { server: 'main', players: [...played.values()], readAt: clock.now(), everyMs: 2_000 }
      await hub.execute('game link', reportRoster.name, reading)
    },
  }
}
export type OpenPacks = Awaited<ReturnType<typeof openPacks>>
