import { expect, test } from 'vitest'
import { ServerStatus } from './server.ts'
import { downAfterMs, freshMs, serverStateAt } from './serverState.ts'

const start = 1_800_000_000_000
const second = 1_000
const status = (name: ServerStatus['link']['name'], readAt: number | null = null, since = start) =>
  ServerStatus.parse({ link: { name, since }, readAt })

test('[NG1] a game that accepts the password and sends nothing legible is never online: unread for 2 minutes, then silent', () => {
  const signedIn = status('up')
  for (let passed = 0; passed <= 3_600; passed += 5)
    expect([passed, serverStateAt(signedIn, start + passed * second)]).toEqual([
      passed,
      passed <= 120 ? 'unread' : 'silent',
    ])
})

test('[NG2] after a good reading the server is online for 30 s, stale until 2 minutes, then silent', () => {
  const read = status('up', start)
  const at = (ms: number) => serverStateAt(read, start + ms)
  expect([at(0), at(freshMs), at(freshMs + 1), at(downAfterMs), at(downAfterMs + 1), at(3_600 * second)]).toEqual([
    'online',
    'online',
    'stale',
    'stale',
    'silent',
    'silent',
  ])
})

test('[NG3] a reading from before a reconnection does not make the new connection online', () => {
  const reconnected = status('up', start - 600 * second, start)
  expect(serverStateAt(reconnected, start + second)).toBe('unread')
  expect(serverStateAt(reconnected, start + downAfterMs + 1)).toBe('silent')
})

test('[NG4] while the connection is not open its own state counts, however fresh the last reading is', () => {
  for (const name of ['none', 'connecting', 'refused', 'down'] as const)
    expect(serverStateAt(status(name, start), start)).toBe(name)
})

test('[NG6] before the first reading nothing about the game is known, and nothing is invented', () => {
  expect(ServerStatus.parse({})).toMatchObject({
    readAt: null,
    name: null,
    map: null,
    version: null,
    playerCount: null,
    maxPlayers: null,
    hasPassword: null,
    startedAt: null,
    clock: null,
    dayLengthMinutes: null,
    nightLengthMinutes: null,
  })
})
