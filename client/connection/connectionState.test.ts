import { expect, test } from 'vitest'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { connectionAtom } from './connectionState.ts'
import { meAtom } from './handshake.ts'
import { openConnection } from './testing/openConnection.ts'

const opened = () => {
  const parts = openConnection()
  return { ...parts, sign: () => parts.store.get(connectionAtom), start: parts.clock.now() }
}

test('[PR1] connecting, live, reconnecting, and stale since it was lost', () => {
  const { sign, greet, lose, clock, start } = opened()
  expect(sign()).toEqual({ name: 'connecting', since: start })
  clock.pass(500)
  greet()
  expect(sign()).toEqual({ name: 'live', since: start + 500 })
  clock.pass(60_000)
  lose()
  expect(sign()).toEqual({ name: 'reconnecting', since: start + 60_500 })
  clock.pass(9_999)
  expect(sign().name).toBe('reconnecting')
  clock.pass(1)
  expect(sign()).toEqual({ name: 'stale', since: start + 60_500 })
  greet()
  expect(sign().name).toBe('live')
  clock.pass(60_000)
  expect(sign().name).toBe('live')
})

test('[PR2] a page that never reached the hub says so after ten seconds', () => {
  const { sign, clock, start } = opened()
  clock.pass(10_000)
  expect(sign()).toEqual({ name: 'stale', since: start })
})

test('[PR3] failed attempts come ever later, up to ten seconds apart; a connection that held begins anew', () => {
  const { lose, clock, opened: tries, greet } = opened()
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
  greet()
  clock.pass(1_000)
  lose()
  const before = tries()
  clock.pass(9_900)
  expect(tries()).toBe(before)
  clock.pass(100)
  greet()
  clock.pass(10_000)
  lose()
  clock.pass(400)
  expect(tries()).toBe(before + 2)
})

test('[PR4] when the network is back or somebody looks again, there is no waiting', () => {
  const { lose, opened: tries, connection, greet } = opened()
  greet()
  connection.wake()
  expect(tries()).toBe(1)
  lose()
  connection.wake()
  expect(tries()).toBe(2)
})

test('[PR5] a hub of a newer protocol asks for a reload, and nothing more is tried', () => {
  const { sign, greet, clock, opened: tries, connection, sent } = opened()
  greet({ protocol: 999 })
  expect(sign().name).toBe('reload')
  connection.wake()
  clock.pass(3_600_000)
  expect(sign().name).toBe('reload')
  expect(tries()).toBe(1)
  expect(sent).toEqual([])
})

test('[PR6] a hello that cannot be read is one of another protocol', () => {
  const { sign, greet, say } = opened()
  greet()
  say('hello', { protocol: protocolVersion })
  expect(sign().name).toBe('reload')
})

test('[PR8] a hub of an older protocol has yet to be renewed: no reload would help, and the page tries again until one fits', () => {
  const { sign, say, clock, opened: tries, greet, sent } = opened()
  say('hello', { protocol: protocolVersion - 1 })
  expect(sign().name).toBe('connecting')
  expect(sent).toEqual([])
  clock.pass(400)
  expect(tries()).toBe(2)
  say('hello', { protocol: protocolVersion - 1, inAnotherForm: true })
  clock.pass(10_000)
  expect(tries()).toBe(3)
  greet()
  expect(sign().name).toBe('live')
})

test('[PR9] whom the hub sends away in order comes again within a quarter of a second, however often that happens', () => {
  const { lose, say, clock, opened: tries, greet } = opened()
  for (let move = 0; move < 5; move += 1) {
    greet()
    clock.pass(500)
    const before = tries()
    say('notice', { code: 'closing', message: 'The hub is closing.' })
    expect(tries()).toBe(before)
    lose()
    clock.pass(250)
    expect(tries()).toBe(before + 1)
  }
})

test('[PR10] a connection that is lost without a word, or never made, is tried again ever later', () => {
  const { lose, say, clock, opened: tries, greet } = opened()
  greet()
  say('notice', { code: 'closing', message: 'The hub is closing.' })
  lose()
  clock.pass(250)
  const before = tries()
  lose()
  clock.pass(399)
  expect(tries()).toBe(before)
  clock.pass(1)
  expect(tries()).toBe(before + 1)
})

test('[PR7] who you are and what you may is the last word of the hub, and its time is the time', () => {
  const { store, greet, clock, connection } = opened()
  expect(store.get(meAtom)).toEqual({ you: null, may: [] })
  greet({
    now: clock.now() - 5_000,
    you: { id: 'ann', name: 'Ann', role: 'admin', session: null },
    may: ['look', 'play'],
  })
  expect(store.get(meAtom)).toEqual({
    you: { id: 'ann', name: 'Ann', role: 'admin', session: null },
    may: ['look', 'play'],
  })
  clock.pass(1_000)
  expect(connection.serverNow()).toBe(clock.now() - 5_000)
})
