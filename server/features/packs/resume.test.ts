import { expect, test } from 'vitest'
import { joinPack, createPack as makePack, setSharing, setWaypoint } from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/people.ts'
import { accountFeature } from '../account/feature.ts'
import { mapSettingsFeature } from '../mapSettings/feature.ts'
import { rosterFeature } from '../roster/feature.ts'
import { packsFeature } from './feature.ts'

test('[PK40] whoever comes to a pack, or back to it, is never sent what happened there before', async () => {
  const clock = createTestClock()
  const { storage } = createMemoryStorage()
  const hub = await createHub({
    storage,
    clock,
    onFault: (_what, error) => expect.unreachable(String(error)),
    features: [accountFeature, rosterFeature, mapSettingsFeature, packsFeature],
  })
  const act = (who: string, { name }: { name: string }, input: object) =>
    hub.dispatch(person(who), { id: freshId(clock.now()), name, input })
  await act('ada', makePack, { name: 'Ridge' })
  const id = hub.read(membership, 'ada').pack ?? ''
  await act('ada', setWaypoint, { place: { x: 7, y: 7 } })
  await act('ada', setWaypoint, { place: null })
  await act('ada', setSharing, { shares: false })
  await act('cyd', joinPack, { code: hub.read(pack, id).code })
  expect(hub.copy(`pack/${id}`)?.version).toBeGreaterThan(3)
  for (const kind of ['pack', 'packLife'] as const) expect(hub.changesSince(`${kind}/${id}`, 1)).toBeNull()
  await hub.close()
})
