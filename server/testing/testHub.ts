import { createHub } from '../engine/createHub.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createTestClock } from './clock.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { freshId } from './principals.ts'
import { sampleFeatures } from './sampleFeature.ts'

/** A hub over the test hub feature, on a clock and a store that the test commands. */
export async function openTestHub(memory = createMemoryStorage(), clock = createTestClock()) {
  const faults: string[] = []
  const thrown: unknown[] = []
  const hub: Hub = await createHub({
    storage: memory.storage,
    features: sampleFeatures,
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
    give: (principal: Principal, to: string, coins: number) => ask(principal, 'sample.give', { to, coins }),
    /** The same store and time with a new hub: what a restart is. */
    restart: () => openTestHub(memory, clock),
  }
}
