import { expect, test } from 'vitest'
import { type DocumentId, kindOf } from '../../../shared/engine/document.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { linkAs } from '../../testing/linkAs.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { guest, person } from '../../testing/people.ts'
import { accountFeature } from '../account/feature.ts'
import { sessionFeature } from '../session/feature.ts'
import { vitalsFeature } from './feature.ts'
import { createOwnAudience } from './ownAudience.ts'
import { createVitalsReports } from './vitalsReports.ts'

const animal = (x: number, species = 'Troodon') => ({
  ...{ species, gender: null, growth: 50, health: 100, stamina: 95, hunger: 50, thirst: 100 },
  ...{ dead: false, slot: 7, region: null, x, y: 10 },
})
const players = [
  { id: 'steam-1', name: 'One', animal: animal(100) },
  { id: 'steam-2', name: 'Two', animal: animal(200, 'Dryosaurus') },
  { id: 'steam-3', name: 'Three', animal: null },
]

/** Ada has her own place and vitals open. */
async function openOwn(steamId: string | null) {
  const clock = createTestClock()
  const memory = createMemoryStorage()
  const { storage } = memory
  const onFault = (_what: string, error: unknown) => {
    throw error
  }
  const hub = await createHub({ storage, clock, onFault, features: [accountFeature, sessionFeature, vitalsFeature] })
  const watched: DocumentId[] = ['ownPositions/ada', 'vitals/ada']
  const waiting: (() => Uint8Array)[] = []
  const watchedIds = (kind: string) => watched.filter((id) => kindOf(id) === kind)
  const reports = createVitalsReports({ hub, watchedIds, onFault })
  const audience = createOwnAudience({
    hub,
    sockets: { watchedIds, offer: (_id, frame) => void waiting.push(frame) },
  })
  hub.onPublish(audience.screen)
  hub.onPublish(reports.screen)
  const link = async (to: string | null) => {
    await linkAs(hub, clock.now(), { account: 'ada', name: 'Ada', steamId: to })
    await hub.settled()
  }
  if (steamId !== null) await link(steamId)
  const read = async () => {
    clock.pass(2_000)
    const reading = { at: clock.now(), everyMs: 2_000, players }
    await reports.sink.take?.(reading)
    audience.show(reading)
  }
  const decoder = createPositionsDecoder()
  const flush = () => {
    for (const make of waiting.splice(0)) expect(decoder.apply(make())).toBe('ok')
  }
  const join = () => expect(decoder.apply(audience.stream.key('ada', clock.now()) ?? new Uint8Array())).toBe('ok')
  const drawn = () => {
    const all: number[][] = []
    decoder.visit((slot, x) => all.push([slot, x]))
    return all
  }
  return { hub, memory, watched, audience, read, link, flush, join, drawn, own: () => hub.read(vitals, 'ada') }
}

test('[OW1] one sees one’s own place and vitals, from the last reading on', async () => {
  const { audience, read, join, drawn, own } = await openOwn('steam-1')
  expect(audience.stream.key('ada', 1)).toBeNull()
  await read()
  join()
  expect(drawn()).toEqual([[0, 100]])
  expect(own()).toMatchObject({ online: true, animal: { species: 'Troodon', hunger: 50 } })
  expect(own().animal).not.toHaveProperty('slot')
})

test('[OW2] who is linked to nobody sees nothing and is not on the server; so is who has no animal, and is', async () => {
  for (const [steamId, online] of [
    [null, false],
    ['steam-9', false],
    ['steam-3', true],
  ] as const) {
    const { read, join, flush, drawn, own } = await openOwn(steamId)
    await read()
    join()
    await read()
    flush()
    expect(drawn()).toEqual([])
    expect(own()).toMatchObject({ online, animal: null })
  }
})

test('[OW3] who is linked to another player no longer sees the one before, at once', async () => {
  const { read, link, join, flush, drawn, own } = await openOwn('steam-1')
  await read()
  join()
  await link('steam-2')
  flush()
  expect(drawn()).toEqual([])
  expect(own().animal?.species).toBe('Dryosaurus')
  await read()
  flush()
  expect(drawn()).toEqual([[0, 200]])
  await link(null)
  flush()
  expect(drawn()).toEqual([])
  expect(own()).toMatchObject({ online: false, animal: null })
})

test('[OW4] nobody else may watch it', async () => {
  const { audience } = await openOwn('steam-1')
  const may = [person('ada'), person('ben'), person('olga', 'owner'), guest].map((principal) =>
    audience.stream.mayWatch(principal, 'ada'),
  )
  expect(may).toEqual([true, false, false, false])
})

test('[OW5] a link that changes while the first reading is being written down leaves nothing of the player before', async () => {
  const { hub, memory, read, link, own } = await openOwn('steam-1')
  memory.hold()
  const linking = link('steam-2')
  // Only when the link is being written is the reading written after it, and not with it.
  await new Promise((resolve) => setImmediate(resolve))
  const reading = read()
  memory.release()
  await Promise.all([linking, reading])
  await hub.settled()
  expect(own()).toMatchObject({ online: true, animal: { species: 'Dryosaurus' } })
})

test('[OW6] who begins to watch between two readings is told with the next, or when they are linked anew', async () => {
  const { watched, read, link, own } = await openOwn('steam-1')
  const [place, ...rest] = watched.splice(0)
  await read()
  expect(own().readAt).toBeNull()
  if (place) watched.push(place, ...rest)
  await link('steam-2')
  expect(own()).toMatchObject({ online: true, animal: { species: 'Dryosaurus' } })
})

test('[OW7] of who watches no vitals, and has never been told of any, a link writes none', async () => {
  const { hub, watched, read, link } = await openOwn('steam-1')
  watched.splice(0)
  await link('steam-2')
  await read()
  await link('steam-1')
  expect(hub.copy('vitals/ada')?.version).toBe(0)
})
