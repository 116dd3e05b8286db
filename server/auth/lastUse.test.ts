import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { idleLengthMs, ownSessions, publicIdOf, sessionUsePrecisionMs } from '../../shared/features/session/session.ts'
import type { Principal } from '../engine/principal.ts'
import { NotWritten } from '../engine/storage.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { openSessions } from '../features/session/testing/openSessions.ts'
import { createTestClock } from '../testing/clock.ts'
import { guest } from '../testing/principals.ts'
import { createUseRecorder, trackSessionUse } from './lastUse.ts'

/** Sessions that are kept by use, on a gateway that holds the sockets which the test says. */
async function openUse() {
  const open = await openSessions()
  const principals: { principal: Principal; credentials: { cookie: string; token: undefined }; address: string }[] = []
  const app = Fastify()
  app.get('/', async () => 'here')
  const faults: unknown[] = []
  const stop = trackSessionUse(
    { ...open, tokenIn: (cookie) => cookie ?? null, onFault: (what, error) => faults.push([what, error]) },
    { app, gateway: { connections: () => principals }, addressOf: () => '203.0.113.3' },
  )
  await open.open('token')
  const own = () => open.hub.read(ownSessions, 'ann').open[publicIdOf(tokenHash('token'))]
  const uses = () => open.memory.journal.filter(({ command }) => command === 'session.recordUse').length
  return {
    ...{ ...open, app, faults, own, uses, stop },
    sit: (cookie: string, principal = open.principal(cookie)) =>
      principals.push({ principal, credentials: { cookie, token: undefined }, address: '203.0.113.2' }),
    ask: async (cookie: string) => {
      await app.inject({ url: '/', headers: { cookie }, remoteAddress: '203.0.113.1' })
      await open.hub.settled()
    },
    /** In steps, as time goes. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 60_000) {
        open.clock.pass(60_000)
        await open.hub.settled()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

test('[SU1] what is asked over HTTP keeps a session, and is written down at most every five minutes', async () => {
  const { ask, own, uses, clock } = await openUse()
  for (let time = 0; time < 50; time += 1) await ask('token')
  expect(uses()).toBe(0)
  clock.pass(sessionUsePrecisionMs)
  for (let time = 0; time < 50; time += 1) await ask('token')
  expect(uses()).toBe(1)
  expect(own()).toMatchObject({ seenAt: clock.now(), address: '203.0.113.1' })
})

test('[SU2] many requests at once are one use', async () => {
  const { app, uses, clock, hub } = await openUse()
  clock.pass(sessionUsePrecisionMs)
  await Promise.all(Array.from({ length: 50 }, () => app.inject({ url: '/', headers: { cookie: 'token' } })))
  await hub.settled()
  expect(uses()).toBe(1)
})

test('[SU3] a page that is open keeps its session, even if it only looks, with one write in five minutes', async () => {
  const { sit, pass, own, uses, principal, clock } = await openUse()
  for (let tab = 0; tab < 5; tab += 1) sit('token')
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

test('[SU4] whoever comes on a socket uses their session', async () => {
  const { app, own, clock, hub } = await openUse()
  clock.pass(sessionUsePrecisionMs)
  app.server.emit('upgrade', { headers: { cookie: 'token' }, socket: {} }, null, null)
  await hub.settled()
  expect(own()).toMatchObject({ seenAt: clock.now(), address: '203.0.113.3' })
})

test('[SU5] while nothing can be kept one fault is told, it is tried once a minute, and noted as soon as it can be', async () => {
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

test('[V7.3.1] guests, unknown tokens and sessions that have ended are used by nobody', async () => {
  const { ask, sit, uses, own, clock, hub, faults } = await openUse()
  sit('', guest)
  sit('unknown')
  clock.pass(idleLengthMs)
  for (const cookie of ['token', 'unknown', '']) await ask(cookie)
  clock.pass(60_000)
  await hub.settled()
  expect(uses()).toBe(0)
  expect(own()).toBeUndefined()
  expect(faults).toEqual([])
})

function openNotes() {
  const clock = createTestClock()
  const faults: unknown[] = []
  const note = createUseRecorder({ clock, what: 'note', onFault: (what, error) => void faults.push([what, error]) })
  let outcome: () => Promise<unknown> = async () => {}
  let tries = 0
  return {
    ...{ clock, faults, tries: () => tries },
    goOn(next: () => Promise<unknown>) {
      outcome = next
    },
    async note(key = 'one') {
      note(key, () => {
        tries += 1
        return outcome()
      })
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
const fail = () => Promise.reject(new Error('full'))

test('[UN1] [V16.5.2] after a failure nothing is tried for a minute, whatever was used, and it is told once', async () => {
  const { note, goOn, clock, faults, tries } = openNotes()
  goOn(fail)
  for (let time = 0; time < 20; time += 1) await note(`session ${time}`)
  expect([tries(), faults]).toEqual([1, [['note', new Error('full')]]])
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(59_999)
    await note()
    clock.pass(1)
    await note()
  }
  expect([tries(), faults.length]).toEqual([6, 1])
})

test('[UN2] once it has succeeded again, the next failure is told anew', async () => {
  const { note, goOn, clock, faults } = openNotes()
  for (const outcome of [fail, async () => {}, fail]) {
    goOn(outcome)
    await note()
    clock.pass(60_000)
  }
  expect(faults).toHaveLength(2)
})

test('[UN3] what is being noted is not noted at the same time once more', async () => {
  const { note, goOn, tries } = openNotes()
  goOn(() => new Promise(() => {}))
  await note()
  await note()
  await note('other')
  expect(tries()).toBe(2)
})
