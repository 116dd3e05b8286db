import { expect, test } from 'vitest'
import { reportVitals } from '../../../shared/features/vitals/commands.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { createHub } from '../../engine/createHub.ts'
import type { Published } from '../../engine/hub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { guest, person } from '../../testing/principals.ts'
import { vitalsFeature } from './feature.ts'

const animal = {
  species: 'Troodon',
  gender: null,
  growth: 50,
  health: 100,
  stamina: 95,
  hunger: 50,
  thirst: 100,
  dead: false,
  isPlaced: true,
  region: null,
  square: null,
  near: null,
}

async function openHub() {
  const onFault = (_what: string, error: unknown) => {
    throw error
  }
  const { storage } = createMemoryStorage()
  const hub = await createHub({ storage, clock: createTestClock(), features: [vitalsFeature], onFault })
  const published: Published[] = []
  hub.onPublish((changes) => published.push(...changes))
  const report = (readAt: number, wanted: typeof animal | null, online = wanted !== null) =>
    hub.execute('game link', reportVitals.name, { player: 'ada', readAt, everyMs: 2_000, online, animal: wanted })
  return { hub, report, published }
}

test('[VI1] only differences are written', async () => {
  const { hub, report, published } = await openHub()
  await report(1_000, animal)
  await report(3_000, { ...animal, hunger: 49 })
  expect(hub.read(vitals, 'ada')).toEqual({
    readAt: 3_000,
    everyMs: 2_000,
    online: true,
    animal: { ...animal, hunger: 49 },
    adult: null,
  })
  expect(
    published
      .at(-1)
      ?.patches.map(({ path }) => path.join('.'))
      .sort(),
  ).toEqual(['animal.hunger', 'readAt'])
})

test('[VI2] a player who left the server has no animal, and may have another one later', async () => {
  const { hub, report } = await openHub()
  await report(1_000, animal)
  await report(3_000, null)
  expect(hub.read(vitals, 'ada')).toMatchObject({ online: false, animal: null })
  await report(5_000, { ...animal, species: 'Dryosaurus' })
  expect(hub.read(vitals, 'ada').animal?.species).toBe('Dryosaurus')
})

test('[VI3] vitals are readable by their player only, not even by staff', async () => {
  const { hub, report } = await openHub()
  await report(1_000, animal)
  expect(hub.mayRead(person('ada'), 'vitals/ada')).toBe(true)
  for (const other of [person('ben'), person('olga', 'owner'), guest])
    expect(hub.mayRead(other, 'vitals/ada')).toBe(false)
})
