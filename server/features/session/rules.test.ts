import { expect, test } from 'vitest'
import { bucketOf, sessionLengthMs, sessions } from '../../../shared/features/session/session.ts'
import { createHub } from '../../engine/createHub.ts'
import { timers } from '../../engine/timers.ts'
import { createSeatOf } from '../../seatOf.ts'
import { createTestClock } from '../../testing/clock.ts'
import { linkAs } from '../../testing/linkAs.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { person } from '../../testing/people.ts'
import { accountFeature } from '../account/feature.ts'
import { sessionFeature } from './feature.ts'
import { sessionKey } from './sessionKey.ts'

const token = 'only the browser knows'
const key = sessionKey(token)
const opening = { key, accountId: 'demo-admin', name: 'Demo Admin', role: 'admin', demo: true }

async function openSessions(memory = createMemoryStorage(), clock = createTestClock()) {
  const hub = await createHub({ storage: memory.storage, features: [sessionFeature], clock, onFault() {} })
  return { hub, memory, clock, seat: (demo = true) => sessionSeat(hub, token, { now: clock.now(), demo }) }
}

test('[SE1] who holds the token holds the seat, with the rights of its role, also after a restart', async () => {
  const { hub, memory, clock, seat } = await openSessions()
  expect(seat()).toMatchObject({ id: null, role: null })
  await hub.order('sign-in', 'session.open', opening)
  expect(seat()).toMatchObject({ id: 'demo-admin', role: 'admin' })
  expect(seat().can('viewAllPositions')).toBe(true)
  expect(seat().can('ownerPanel')).toBe(false)
  expect((await openSessions(memory, clock)).seat().id).toBe('demo-admin')
})

test('[SE2] the token itself is never kept', async () => {
  const { hub, memory } = await openSessions()
  await hub.order('sign-in', 'session.open', opening)
  expect(JSON.stringify(memory.journal)).not.toContain(token)
})

test('[SE3] nobody may read a session, not even its own', async () => {
  const { hub } = await openSessions()
  await hub.order('sign-in', 'session.open', opening)
  expect(hub.mayRead(person('demo-admin', 'owner'), `sessions/${bucketOf(key)}`)).toBe(false)
})

test('[SE4] a closed session is a guest, at once, and closing twice changes nothing', async () => {
  const { hub, seat } = await openSessions()
  await hub.order('sign-in', 'session.open', opening)
  await hub.order('sign-in', 'session.close', { key })
  await hub.order('sign-in', 'session.close', { key })
  expect(seat().id).toBeNull()
})

test('[SE5] a session ends by itself after thirty days and is cleared away', async () => {
  const { hub, clock, seat } = await openSessions()
  await hub.order('sign-in', 'session.open', opening)
  clock.pass(sessionLengthMs - 1)
  expect(seat().id).toBe('demo-admin')
  clock.pass(1)
  expect(seat().id).toBeNull()
  await hub.settled()
  expect(hub.read(sessions, bucketOf(key)).open).toEqual({})
})

test('[SE6] a session is not opened twice', async () => {
  const { hub } = await openSessions()
  await hub.order('sign-in', 'session.open', opening)
  await expect(hub.order('sign-in', 'session.open', { ...opening, role: 'owner' })).rejects.toThrow('open already')
})

test('[SE7] a demo session is a guest on a hub that is no demo', async () => {
  const { hub, seat } = await openSessions()
  await hub.order('sign-in', 'session.open', opening)
  expect(seat(true).id).toBe('demo-admin')
  expect(seat(false)).toMatchObject({ id: null, role: null })
})

test('[SE8] a session of a real account is good with and without demo mode', async () => {
  const { hub, seat } = await openSessions()
  await hub.order('sign-in', 'session.open', { ...opening, accountId: 'a1', demo: false })
  expect([seat(true).id, seat(false).id]).toEqual(['a1', 'a1'])
})

test('[SE9] fifty people who came and went leave nothing but empty buckets, and no timers', async () => {
  const { hub, clock, memory } = await openSessions()
  const keys = Array.from({ length: 50 }, (_, index) => sessionKey(`token ${index}`))
  for (const each of keys) await hub.order('sign-in', 'session.open', { ...opening, key: each })
  for (const each of keys.slice(0, 25)) await hub.order('sign-in', 'session.close', { key: each })
  clock.pass(sessionLengthMs)
  await hub.settled()
  await hub.close()
  const again = (await openSessions(memory, clock)).hub
  for (const each of keys) {
    expect(again.read(sessions, bucketOf(each))).toEqual({ open: {} })
  }
  for (let bucket = 0; bucket < 64; bucket += 1) expect(again.read(timers, String(bucket)).due).toEqual({})
  expect(again.documentCount()).toBeLessThanOrEqual(new Set(keys.map(bucketOf)).size + 64)
})
