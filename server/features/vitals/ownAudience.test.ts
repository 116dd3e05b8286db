import { expect, test } from 'vitest'
import { type DocumentId, kindOf } from '../../../shared/engine/document.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createHub } from '../../engine/createHub.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { guest, person } from '../../testing/principals.ts'
import { accountFeature } from '../account/feature.ts'
import { sessionFeature } from '../session/feature.ts'
import { vitalsFeature } from './feature.ts'
import { createOwnAudience } from './ownAudience.ts'
import { createVitalsReports } from './vitalsReports.ts'

const animal = (x: number, species = 'Troodon') => ({
  species,
  gender: null,
  growth: 50,
  health: 100,
  stamina: 95,
  hunger: 50,
  thirst: 100,
  dead: false,
  slot: 7,
  region: null,
  square: null,
  near: null,
  place: { x, y: 10 },
})
const players = [
  { id: 'steam-1', name: 'One', animal: animal(100) },
  { id: 'steam-2', name: 'Two', animal: animal(200, 'Dryosaurus') },
  { id: 'steam-3', name: 'Three', animal: null },
]

/** Ada watches her own position and vitals. */
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
  hub.onPublish(audience.removeRevoked)
  hub.onPublish(reports.onPublished)
  const link = async (to: string | null) => {
    await ensureAccount(hub, clock.now(), { account: 'ada', name: 'Ada', steamId: to })
    await hub.settled()
  }
  if (steamId !== null) await link(steamId)
  const read = async () => {
    clock.pass(2_000)
    const reading = { at: clock.now(), everyMs: 2_000, players }
    await reports.sink.report?.(reading)
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

test('[OW11] a user sees their own position and vitals from the last reading on', async () => {
  const { audience, read, join, drawn, own } = await openOwn('steam-1')
  expect(audience.stream.key('ada', 1)).toBeNull()
  await read()
  join()
  expect(drawn()).toEqual([[0, 100]])
  expect(own()).toMatchObject({ online: true, animal: { species: 'Troodon', hunger: 50 } })
  expect(own().animal).not.toHaveProperty('slot')
})

test('[OW12] a user without a linked player sees nothing; a user whose player has no animal is online without one', async () => {
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

test('[OW13] a user linked to another player stops seeing the former one at once', async () => {
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

test('[OW14] no other user may watch it', async () => {
  const { audience } = await openOwn('steam-1')
  const may = [person('ada'), person('ben'), person('olga', 'owner'), guest].map((principal) =>
    audience.stream.mayWatch(principal, 'ada'),
  )
  expect(may).toEqual([true, false, false, false])
})

test('[OW15] a link that changes while the first reading is being written leaves nothing of the former player', async () => {
  const { hub, memory, read, link, own } = await openOwn('steam-1')
  memory.hold()
  const linking = link('steam-2')
  // While the link is being written, the reading is written after it and not together with it.
  await new Promise((resolve) => setImmediate(resolve))
  const reading = read()
  memory.release()
  await Promise.all([linking, reading])
  await hub.settled()
  expect(own()).toMatchObject({ online: true, animal: { species: 'Dryosaurus' } })
})

test('[OW16] a user who begins to watch between two readings gets vitals with the next, or after a new link', async () => {
  const { watched, read, link, own } = await openOwn('steam-1')
  const [place, ...rest] = watched.splice(0)
  await read()
  expect(own().readAt).toBeNull()
  if (place) watched.push(place, ...rest)
  await link('steam-2')
  expect(own()).toMatchObject({ online: true, animal: { species: 'Dryosaurus' } })
})

test('[OW17] a new link writes no vitals for a user who never watched them', async () => {
  const { hub, watched, read, link } = await openOwn('steam-1')
  watched.splice(0)
  await link('steam-2')
  await read()
  await link('steam-1')
  expect(hub.copy('vitals/ada')?.version).toBe(0)
})
