import { expect, test } from 'vitest'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { accessAtom, connectionAtom, noticeAtom } from './connectionState.ts'
import { openConnection } from './testing/openConnection.ts'

const opened = () => {
  const parts = openConnection()
  return { ...parts, sign: () => parts.store.get(connectionAtom), start: parts.clock.now() }
}

test('[PR1] the state goes through connecting, live, reconnecting, and stale since the loss', () => {
  const { sign, hello, lose, clock, start } = opened()
  expect(sign()).toEqual({ name: 'connecting', since: start })
  clock.pass(500)
  hello({ now: clock.now() })
  expect(sign()).toEqual({ name: 'live', since: start + 500 })
  clock.pass(60_000)
  lose()
  expect(sign()).toEqual({ name: 'reconnecting', since: start + 60_500 })
  clock.pass(9_999)
  expect(sign().name).toBe('reconnecting')
  clock.pass(1)
  expect(sign()).toEqual({ name: 'stale', since: start + 60_500 })
  hello()
  expect(sign().name).toBe('live')
  clock.pass(60_000)
  expect(sign().name).toBe('live')
})

test('[PR2] a page that never reaches the hub is stale after ten seconds', () => {
  const { sign, clock, start } = opened()
  clock.pass(10_000)
  expect(sign()).toEqual({ name: 'stale', since: start })
})

test('[PR3] the waits between failed attempts grow to ten seconds; a connection that lasted resets them', () => {
  const { lose, clock, opened: tries, hello } = opened()
  expect(tries()).toBe(1)
  const waits: number[] = []
  for (let failure = 0; failure < 7; failure += 1) {
    lose()
    const before = tries()
    let waited = 0
    for (; tries() === before; waited += 100) clock.pass(100)
    waits.push(waited)
  }
  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 10_000, 10_000])
  hello()
  clock.pass(1_000)
  lose()
  const before = tries()
  clock.pass(9_900)
  expect(tries()).toBe(before)
  clock.pass(100)
  hello()
  clock.pass(10_000)
  lose()
  clock.pass(400)
  expect(tries()).toBe(before + 2)
})

test('[PR4] wake connects at once, without the backoff', () => {
  const { lose, opened: tries, connection, hello } = opened()
  hello()
  connection.wake()
  expect(tries()).toBe(1)
  lose()
  connection.wake()
  expect(tries()).toBe(2)
})

test('[PR26] a page that wakes while it connects sends no second request, and tries again after a failure', () => {
  const { lose, opened: tries, connection, hello, clock } = opened()
  for (let time = 0; time < 3; time += 1) connection.wake()
  expect(tries()).toBe(1)
  lose()
  clock.pass(400)
  connection.wake()
  expect(tries()).toBe(2)
  hello()
  connection.restart()
  connection.wake()
  expect(tries()).toBe(3)
})

test('[PR5] a hub of a newer protocol asks for a reload, and the page stops its attempts', () => {
  const { sign, hello, clock, opened: tries, connection, sent } = opened()
  hello({ protocol: 999 })
  expect(sign().name).toBe('reload')
  connection.wake()
  clock.pass(3_600_000)
  expect(sign().name).toBe('reload')
  expect(tries()).toBe(1)
  expect(sent).toEqual([])
})

test('[PR6] an unreadable hello counts as another protocol', () => {
  const { sign, hello, sendRaw } = opened()
  hello()
  sendRaw('hello', { protocol: protocolVersion })
  expect(sign().name).toBe('reload')
})

test('[PR8] with a hub of an older protocol the page tries again until a fitting one answers, without a reload', () => {
  const { sign, sendRaw, clock, opened: tries, hello, sent } = opened()
  sendRaw('hello', { protocol: protocolVersion - 1 })
  expect(sign().name).toBe('connecting')
  expect(sent).toEqual([])
  clock.pass(400)
  expect(tries()).toBe(2)
  sendRaw('hello', { protocol: protocolVersion - 1, inAnotherForm: true })
  clock.pass(10_000)
  expect(tries()).toBe(3)
  hello()
  expect(sign().name).toBe('live')
})

test('[PR9] after an announced close the client reconnects within 250 ms, however often that happens', () => {
  const { lose, sendRaw, clock, opened: tries, hello } = opened()
  for (let move = 0; move < 5; move += 1) {
    hello()
    clock.pass(500)
    const before = tries()
    sendRaw('notice', { code: 'closing', message: 'The hub is closing.' })
    expect(tries()).toBe(before)
    lose()
    clock.pass(250)
    expect(tries()).toBe(before + 1)
  }
})

test('[PR10] after an unannounced loss or a failed attempt the waits grow', () => {
  const { lose, sendRaw, clock, opened: tries, hello } = opened()
  hello()
  sendRaw('notice', { code: 'closing', message: 'The hub is closing.' })
  lose()
  clock.pass(250)
  const before = tries()
  lose()
  clock.pass(399)
  expect(tries()).toBe(before)
  clock.pass(1)
  expect(tries()).toBe(before + 1)
})

test('[PR7] the last hello decides principal, permissions and server time', () => {
  const { store, hello, clock, connection } = opened()
  expect(store.get(accessAtom)).toEqual({ principal: null, may: [] })
  hello({
    now: clock.now() - 5_000,
    principal: { id: 'ann', name: 'Ann', role: 'admin', session: null },
    may: ['look', 'play'],
  })
  expect(store.get(accessAtom)).toEqual({
    principal: { id: 'ann', name: 'Ann', role: 'admin', session: null },
    may: ['look', 'play'],
  })
  clock.pass(1_000)
  expect(connection.serverNow()).toBe(clock.now() - 5_000)
})

test('[AB16] a page that the hub refuses shows why, tries again after growing waits, and the reason goes when it is admitted', () => {
  const { store, refuse, clock, opened: tries, hello } = opened()
  for (const waitMs of [400, 800, 1_600]) {
    const before = tries()
    refuse('You have 20 pages open.')
    expect(store.get(noticeAtom)).toEqual({ code: 'refused', message: 'You have 20 pages open.' })
    clock.pass(waitMs - 1)
    expect(tries()).toBe(before)
    clock.pass(1)
    expect(tries()).toBe(before + 1)
  }
  hello()
  expect(store.get(noticeAtom)).toBeNull()
})

test('[PR2081] that a hub was closing is no longer said once another one has admitted the page', () => {
  const { store, hello, sendRaw, lose, clock } = opened()
  hello()
  sendRaw('notice', { code: 'closing', message: 'The hub is closing.' })
  lose()
  expect(store.get(noticeAtom)).toMatchObject({ code: 'closing' })
  clock.pass(250)
  hello()
  lose()
  expect(store.get(noticeAtom)).toBeNull()
})
