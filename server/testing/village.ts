import { createHub } from '../engine/createHub.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createTestClock } from './clock.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { freshId } from './people.ts'
import { villageFeatures } from './villageFeature.ts'

/** A hub over the village feature, on a clock and a store that the test commands. */
export async function openVillage(memory = createMemoryStorage(), clock = createTestClock()) {
  const faults: string[] = []
  const thrown: unknown[] = []
  const hub: Hub = await createHub({
    storage: memory.storage,
    features: villageFeatures,
    clock,
    onFault(what, error) {
      faults.push(what)
      thrown.push(error)
    },
  })
  const ask = (principal: Principal, name: string, input: unknown, id = freshId(clock.now())) =>
    hub.dispatch(principal, { id, name, input })
  return {
    hub,
    memory,
    clock,
    faults,
    thrown,
    ask,
    give: (principal: Principal, to: string, coins: number) => ask(principal, 'village.give', { to, coins }),
    /** The same store and time with a new hub: what a restart is. */
    restart: () => openVillage(memory, clock),
  }
}
