import { createHub } from '../engine/createHub.ts'
import type { Feature } from '../engine/feature.ts'
import type { Published } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createTestClock } from './clock.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { freshId } from './principals.ts'

/**
 * Opens a hub with these features in the test's own process, over a store in memory and a clock that only the test moves. It has no
 * sockets, HTTP or game: rules, queries and workers are tested with plain calls.
 *
 *     const { hub, dispatch, clock, restart } = await openApp([mapSettingsFeature])
 *     expect(await dispatch(person('ann'), 'mapSettings.change', { mapOpacity: 0.5 })).toMatchObject({ ok: true })
 *     clock.pass(60_000)
 *     const { hub: next } = await restart()
 *
 * `published` has all changes in order, `faults` what was reported as a fault, with `thrown` beside it; `restart` opens a new hub over
 * the same store and time, as after a crash.
 */
export async function openApp(
  features: readonly Feature[],
  { memory = createMemoryStorage(), clock = createTestClock() } = {},
) {
  const faults: string[] = []
  const thrown: unknown[] = []
  const published: Published[] = []
  const hub = await createHub({
    storage: memory.storage,
    features,
    clock,
    onFault(what, error) {
      faults.push(what)
      thrown.push(error)
    },
  })
  hub.onPublish((changes) => published.push(...changes))
  return {
    hub,
    memory,
    clock,
    faults,
    thrown,
    published,
    dispatch: (principal: Principal, name: string, input: unknown, id = freshId(clock.now())) =>
      hub.dispatch(principal, { id, name, input }),
    restart: () => openApp(features, { memory, clock }),
  }
}
