import type { Principal } from '../engine/principal.ts'
import { createTestClock } from './clock.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { openApp } from './openApp.ts'
import { sampleFeatures } from './sampleFeature.ts'

/** A hub with the sample features, over a store and a clock that the test controls. */
export async function openTestHub(memory = createMemoryStorage(), clock = createTestClock()) {
  const { hub, faults, thrown, dispatch: ask } = await openApp(sampleFeatures, { memory, clock })
  return {
    hub,
    memory,
    clock,
    faults,
    thrown,
    ask,
    give: (principal: Principal, to: string, coins: number) => ask(principal, 'sample.give', { to, coins }),
    /** A new hub over the same store and time, as after a restart. */
    restart: () => openTestHub(memory, clock),
  }
}
