import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { idleLengthMs, ownSessions, publicIdOf, sessionUsePrecisionMs } from '../../shared/features/session/session.ts'
import type { Client, Principal } from '../engine/principal.ts'
import { NotWritten } from '../engine/storage.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { openSessions } from '../features/session/testing/openSessions.ts'
import { createTestClock } from '../testing/clock.ts'
import { guest } from '../testing/principals.ts'
import { createUseRecorder, trackSessionUse } from './lastUse.ts'

/** Session tracking over a fake gateway whose sockets the test sets. @param aheadMs how far this node's clock is ahead of the hub's */
async function openUse({ aheadMs = 0 } = {}) {
  const open = await openSessions()
  const clock = { ...open.clock, now: () => open.clock.now() + aheadMs }
  const principals: { principal: Principal; credentials: { cookie: string; token: undefined }; client: Client }[] = []
  const app = Fastify()
  app.get('/', async () => 'here')
  const faults: unknown[] = []
  const stop = trackSessionUse(
    { ...open, clock, tokenIn: (cookie) => cookie ?? null, onFault: (what, error) => faults.push([what, error]) },
    { app, gateway: { connections: () => principals }, addressOf: () => '203.0.113.3' },
  )
  await open.open('token')
  const own = () => open.hub.read(ownSessions, 'ann').open[publicIdOf(tokenHash('token'))]
  const uses = () => open.memory.journal.filter(({ command }) => command === 'session.recordUse').length
  return {
    ...open,
    app,
    faults,
    own,
    uses,
    stop,
    connect: (cookie: string, principal = open.principal(cookie)) =>
      principals.push({
        principal,
        credentials: { cookie, token: undefined },
        client: { address: '203.0.113.2', agent: null },
      }),
    ask: async (cookie: string) => {
      await app.inject({ url: '/', headers: { cookie }, remoteAddress: '203.0.113.1' })
      await open.hub.settled()
    },
    /** In steps of a minute. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 60_000) {
        open.clock.pass(60_000)
        await open.hub.settled()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

test('[SU1] HTTP requests keep a session open and are recorded at most every five minutes', async () => {
  const { ask, own, uses, clock } = await openUse()
  for (let time = 0; time < 50; time += 1) await ask('token')
  expect(uses()).toBe(0)
  clock.pass(sessionUsePrecisionMs)
  for (let time = 0; time < 50; time += 1) await ask('token')
  expect(uses()).toBe(1)
  expect(own()).toMatchObject({ seenAt: clock.now(), address: '203.0.113.1' })
})

test('[SU2] parallel requests are recorded once', async () => {
  const { app, uses, clock, hub } = await openUse()
  clock.pass(sessionUsePrecisionMs)
  await Promise.all(Array.from({ length: 50 }, () => app.inject({ url: '/', headers: { cookie: 'token' } })))
  await hub.settled()
  expect(uses()).toBe(1)
})

test('[SU3] an open socket that only receives keeps its session open, with one record in five minutes', async () => {
  const { connect, pass, own, uses, principal, clock } = await openUse()
  for (let tab = 0; tab < 5; tab += 1) connect('token')
  await pass(60 * 60_000)
  expect(uses()).toBe(12)
  expect(clock.now() - (own()?.seenAt ?? 0)).toBeLessThanOrEqual(sessionUsePrecisionMs)
  expect(own()?.address).toBe('203.0.113.2')
  for (let day = 0; day < 8; day += 1) {
    clock.pass(24 * 3_600_000 - 60_000)
    await pass(60_000)
  }
  expect(principal('token').id).toBe('ann')
})

test('[SU4] opening a socket uses the session', async () => {
  const { app, own, clock, hub } = await openUse()
  clock.pass(sessionUsePrecisionMs)
  app.server.emit('upgrade', { headers: { cookie: 'token' }, socket: {} }, null, null)
  await hub.settled()
  expect(own()).toMatchObject({ seenAt: clock.now(), address: '203.0.113.3' })
})

test('[SU5] while the store fails, one fault is reported and one attempt a minute is made, until a use is recorded', async () => {
  const { ask, faults, own, clock, memory, pass } = await openUse()
  clock.pass(sessionUsePrecisionMs)
  memory.fail(new NotWritten('full', 'No space left'))
  for (let time = 0; time < 50; time += 1) await ask('token')
  expect(faults).toHaveLength(1)
  for (let minute = 0; minute < 3; minute += 1) {
    await pass(60_000)
    for (let time = 0; time < 10; time += 1) await ask('token')
  }
  expect(faults).toHaveLength(1)
  expect(own()?.seenAt).toBeLessThan(clock.now() - sessionUsePrecisionMs)
  memory.fail(null)
  await pass(60_000)
  await ask('token')
  expect(own()?.seenAt).toBe(clock.now())
})

test('[V7.3.1] guests, unknown tokens and ended sessions record no use', async () => {
  const { ask, connect, uses, own, clock, hub, faults } = await openUse()
  connect('', guest)
  connect('unknown')
  clock.pass(idleLengthMs)
  for (const cookie of ['token', 'unknown', '']) await ask(cookie)
  clock.pass(60_000)
  await hub.settled()
  expect(uses()).toBe(0)
  expect(own()).toBeUndefined()
  expect(faults).toEqual([])
})

function openRecorder() {
  const clock = createTestClock()
  const faults: unknown[] = []
  const record = createUseRecorder({
    clock,
    what: 'record',
    precisionMs: 30_000,
    onFault: (what, error) => void faults.push([what, error]),
  })
  let outcome: () => Promise<unknown> = async () => {}
  let tries = 0
  return {
    clock,
    faults,
    tries: () => tries,
    outcomes(next: () => Promise<unknown>) {
      outcome = next
    },
    async use(key = 'one') {
      record(key, () => {
        tries += 1
        return outcome()
      })
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
const fail = () => Promise.reject(new Error('full'))

test('[UN7] [V16.5.2] after a failure nothing is written for a minute, and the failure is reported once', async () => {
  const { use, outcomes, clock, faults, tries } = openRecorder()
  outcomes(fail)
  for (let time = 0; time < 20; time += 1) await use(`session ${time}`)
  expect([tries(), faults]).toEqual([1, [['record', new Error('full')]]])
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(59_999)
    await use()
    clock.pass(1)
    await use()
  }
  expect([tries(), faults.length]).toEqual([6, 1])
})

test('[UN8] after a success the next failure is reported again', async () => {
  const { use, outcomes, clock, faults } = openRecorder()
  for (const outcome of [fail, async () => {}, fail]) {
    outcomes(outcome)
    await use()
    clock.pass(60_000)
  }
  expect(faults).toHaveLength(2)
})

test('[UN9] a pending record is not written a second time', async () => {
  const { use, outcomes, tries } = openRecorder()
  outcomes(() => new Promise(() => {}))
  await use()
  await use()
  await use('other')
  expect(tries()).toBe(2)
})

test('[UN200] a key whose stored time of use stays old, by a leader whose clock is behind, is written once per precision', async () => {
  const { use, clock, tries } = openRecorder()
  for (let second = 0; second < 90; second += 1) {
    await use()
    clock.pass(1_000)
  }
  expect(tries()).toBe(3)
  for (const key of ['one', 'other', 'one', 'other']) await use(key)
  expect(tries()).toBe(5)
})

test('[SU200] on a node whose clock is ahead of the leader, the use of a session is written once in five minutes', async () => {
  const { ask, uses, clock, hub } = await openUse({ aheadMs: sessionUsePrecisionMs })
  for (let minute = 0; minute < 10; minute += 1) {
    for (let time = 0; time < 5; time += 1) await ask('token')
    clock.pass(60_000)
    await hub.settled()
  }
  expect(uses()).toBe(2)
})
