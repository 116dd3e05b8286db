import { expect, test } from 'vitest'
import {
  mostPresent,
  type PlayRecord,
  presenceSavedEveryMs,
  recentStays,
  resumeWithinMs,
} from '../../../shared/features/play/playRecord.ts'
import { openPlay } from './testing/openPlay.ts'

const [ann, bob] = ['76561198000000001', '76561198000000002']
const second = 1_000
const minute = 60_000

const staysOf = ({ recent }: PlayRecord) =>
  Object.values(recent).map(({ startedAt, endedAt, species }) => [species, endedAt - startedAt])

test('[PL1] a stay lasts from the first reading with the player to the last one', async () => {
  const { clock, see, pass, record } = await openPlay()
  const began = clock.now()
  await see({ [ann]: 'Troodon' })
  expect(record(ann)).toMatchObject({ firstSeenAt: began, since: began, species: 'Troodon', playMs: 0, stays: 0 })
  for (let reading = 0; reading < 6; reading += 1) {
    await pass(10 * second)
    await see({ [ann]: 'Troodon', [bob]: null })
  }
  await pass(10 * second)
  await see({ [bob]: null })
  expect(record(ann)).toEqual({
    firstSeenAt: began,
    lastSeenAt: began + minute,
    playMs: minute,
    stays: 1,
    since: null,
    species: null,
    recent: { 1: { startedAt: began, endedAt: began + minute, species: 'Troodon' } },
  })
  expect(record(bob)).toMatchObject({ since: began + 10 * second, species: null })
})

test('[PL2] another species begins a new stay without losing time; the menu before and between belongs to the stay', async () => {
  const { see, pass, record } = await openPlay()
  for (const species of [null, 'Troodon', null, 'Troodon', 'Stegosaurus', null]) {
    await see({ [ann]: species })
    await pass(10 * second)
  }
  await see({})
  expect(staysOf(record(ann))).toEqual([
    ['Troodon', 40 * second],
    ['Stegosaurus', 10 * second],
  ])
  expect(record(ann).playMs).toBe(50 * second)
})

test('[PL3] without changes only the time of the last reading is saved, once a minute, and nothing for an empty game', async () => {
  const { see, pass, journal, record } = await openPlay()
  await see({ [ann]: 'Troodon' })
  const before = journal.length
  for (let reading = 0; reading < 300; reading += 1) {
    await pass(2 * second)
    await see({ [ann]: 'Troodon' })
  }
  expect(journal.length - before).toBe(10)
  expect(JSON.stringify(journal)).not.toContain('"players":[')
  await see({})
  const empty = journal.length
  for (let reading = 0; reading < 300; reading += 1) {
    await pass(2 * second)
    await see({})
  }
  expect(journal.length).toBe(empty)
  expect(record(ann).playMs).toBe(10 * minute)
})

test('[PL4] after a short absence of the hub the same stays continue', async () => {
  const { see, pass, restart, record } = await openPlay()
  await see({ [ann]: 'Troodon', [bob]: 'Troodon' })
  await pass(2 * minute)
  await see({ [ann]: 'Troodon', [bob]: 'Troodon' })
  await restart(4 * minute)
  await see({ [ann]: 'Troodon' })
  expect(record(ann)).toMatchObject({ stays: 0, species: 'Troodon' })
  expect(staysOf(record(bob))).toEqual([['Troodon', 2 * minute]])
  await pass(minute)
  await see({})
  expect(staysOf(record(ann))).toEqual([['Troodon', 6 * minute]])
})

test('[PL5] time during a long absence of the hub is not counted', async () => {
  const { clock, see, pass, restart, record } = await openPlay()
  await see({ [ann]: 'Troodon' })
  await pass(minute)
  await see({ [ann]: 'Troodon' })
  await restart(3 * 3_600_000)
  expect(record(ann)).toMatchObject({ playMs: minute, since: null })
  await see({ [ann]: 'Troodon' })
  expect(record(ann)).toMatchObject({ stays: 1, since: clock.now() })
})

test('[PL6] without readings for long all stays end, at the time of the last reading', async () => {
  const { clock, see, pass, record, present } = await openPlay()
  await see({ [ann]: 'Troodon', [bob]: null })
  const seenAt = clock.now()
  await pass(resumeWithinMs)
  expect(record(ann).since).toBe(seenAt)
  await pass(presenceSavedEveryMs)
  expect(record(ann)).toMatchObject({ since: null, lastSeenAt: seenAt, playMs: 0 })
  expect(present().players).toEqual({})
  await pass(3_600_000)
  await see({ [ann]: 'Troodon' })
  expect(record(ann)).toMatchObject({ playMs: 0, stays: 1, since: clock.now() })
})

test('[PL7] a restart of the game, seen as an empty server, ends all stays at the previous reading', async () => {
  const { see, pass, record } = await openPlay()
  await see({ [ann]: 'Troodon' })
  for (let reading = 0; reading < 3; reading += 1) {
    await pass(10 * second)
    await see({ [ann]: 'Troodon' })
  }
  await pass(2 * minute)
  await see({})
  await pass(10 * second)
  await see({ [ann]: 'Troodon' })
  await pass(10 * second)
  await see({})
  expect(staysOf(record(ann))).toEqual([
    ['Troodon', 30 * second],
    ['Troodon', 0],
  ])
})

test('[PL8] a clock that steps back a little credits no time until it has caught up; after a large step all stays begin again', async () => {
  const { clock, see, pass, record } = await openPlay()
  await see({ [ann]: 'Troodon' })
  await pass(2 * minute)
  await see({ [ann]: 'Troodon' })
  const seenAt = clock.now()
  await see({ [ann]: 'Troodon' }, seenAt - 90 * second)
  await see({ [ann]: 'Stegosaurus' }, seenAt - 80 * second)
  expect(record(ann)).toMatchObject({ playMs: 2 * minute, since: seenAt, lastSeenAt: seenAt })
  await see({ [ann]: 'Stegosaurus' }, seenAt - 86_400_000)
  expect(record(ann)).toMatchObject({
    playMs: 2 * minute,
    stays: 2,
    since: seenAt - 86_400_000,
    firstSeenAt: seenAt - 86_400_000,
  })
  await see({ [ann]: 'Stegosaurus' }, seenAt + 86_400_000)
  expect(record(ann)).toMatchObject({ playMs: 2 * minute, stays: 3, since: seenAt + 86_400_000 })
})

test('[PL9] the last stays are kept, and all are counted', async () => {
  const { see, pass, record } = await openPlay()
  const animals = ['Troodon', 'Stegosaurus']
  for (let stay = 0; stay <= recentStays + 5; stay += 1) {
    await see({ [ann]: animals[stay % 2] ?? null })
    await pass(second)
  }
  await see({})
  expect(record(ann)).toMatchObject({ stays: recentStays + 6, playMs: (recentStays + 5) * second })
  expect(Object.keys(record(ann).recent)).toEqual(Array.from({ length: recentStays }, (_, nth) => String(nth + 7)))
})

test('[PL10] more players than can be kept do not displace a known one', async () => {
  const { see, pass, record, present } = await openPlay()
  const crowd = Object.fromEntries(Array.from({ length: mostPresent + 50 }, (_, nth) => [String(10_000 + nth), null]))
  await see({ [ann]: 'Troodon' })
  await pass(second)
  await see({ ...crowd, [ann]: 'Troodon' })
  expect(Object.keys(present().players)).toHaveLength(mostPresent)
  await pass(second)
  await see({ ...crowd, [ann]: 'Troodon' })
  expect(record(ann)).toMatchObject({ stays: 0, species: 'Troodon' })
})
