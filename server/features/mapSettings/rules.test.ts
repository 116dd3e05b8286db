import { expect, test } from 'vitest'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import { MapSettings, mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { mapSettingsFeature } from './feature.ts'

async function openSettings(memory = createMemoryStorage()) {
  const { hub, dispatch } = await openApp([mapSettingsFeature], { memory })
  const paths: string[] = []
  hub.onPublish((published) =>
    paths.push(...published.flatMap(({ id, patches }) => patches.map(({ path }) => `${id} ${path.join('.')}`))),
  )
  const change = (input: unknown, who = 'ann') => dispatch(person(who), changeMapSettings.name, input)
  return { hub, memory, paths, change, of: (who: string) => hub.read(mapSettings, who) }
}

test('[MS18] the map begins with the default settings', async () => {
  const { of } = await openSettings()
  expect(of('ann')).toEqual({
    playerColor: 'amber',
    teammateColor: 'azure',
    pingColor: 'coral',
    showPlayerNames: true,
    showDirectionArrows: true,
    mapOpacity: 1,
    pingInterval: 10_000,
    zoomLevel: 1,
  })
})

test('[MS19] only the given fields of the own settings change, and equal values are not written', async () => {
  const { paths, change, of } = await openSettings()
  expect(await change({ pingColor: 'teal', mapOpacity: 0.7 })).toMatchObject({ ok: true })
  expect(of('ann')).toEqual({ ...of('bob'), pingColor: 'teal', mapOpacity: 0.7 })
  paths.length = 0
  await change({ pingColor: 'teal', zoomLevel: 3, playerColor: undefined })
  expect(paths).toEqual(['mapSettings/ann zoomLevel'])
})

test('[MS20] every step that the panel offers is accepted', async () => {
  const { change, of } = await openSettings()
  for (const mapOpacity of [0.3, 0.1 * 4, 0.5, 0.6, 0.1 * 7, 0.8, 0.9, 1])
    expect(await change({ mapOpacity })).toMatchObject({ ok: true })
  for (const pingInterval of [5_000, 10_000, 15_000, 20_000, 25_000, 30_000])
    expect(await change({ pingInterval })).toMatchObject({ ok: true })
  for (const zoomLevel of [0.5, 0.7, 3]) expect(await change({ zoomLevel })).toMatchObject({ ok: true })
  expect(of('ann')).toMatchObject({ mapOpacity: 1, pingInterval: 30_000, zoomLevel: 3 })
})

test.each([
  ['mapOpacity', 0.2],
  ['mapOpacity', 0.35],
  ['mapOpacity', 1.1],
  ['mapOpacity', Number.NaN],
  ['pingInterval', 0],
  ['pingInterval', 7_500],
  ['pingInterval', 35_000],
  ['pingInterval', '10000'],
  ['zoomLevel', 0.49],
  ['zoomLevel', Number.POSITIVE_INFINITY],
  ['playerColor', '#ff0000'],
  ['playerColor', '__proto__'],
  ['showPlayerNames', 'yes'],
  ['showPlayerNames', null],
  ['leader', true],
])('[MS21] %s = %s is refused by name, and no other change of the same request is made', async (name, value) => {
  const { paths, change, of } = await openSettings()
  const answer = await change({ pingColor: 'moss', [name]: value })
  expect(answer).toMatchObject({ ok: false, code: 'badInput', problems: [expect.stringContaining(name)] })
  expect([paths, of('ann')]).toEqual([[], MapSettings.parse({})])
})

test('[MS22] settings are readable by their player only and survive a restart', async () => {
  const { hub, memory, change } = await openSettings()
  await change({ teammateColor: 'rose' })
  const may = (['ann', 'bob'] as const).map((who) => hub.mayRead(person(who, 'owner'), 'mapSettings/ann'))
  expect(may).toEqual([true, false])
  await hub.close()
  expect((await openSettings(memory)).of('ann').teammateColor).toBe('rose')
})
