import { expect, test } from 'vitest'
import { createOriginCheck } from '../../gateway/socketServer.ts'
import { createBaseAddress, returnPathOf } from './addresses.ts'

test.each([
  ['localhost:8080', 'http://localhost:8080'],
  ['192.0.2.7:8080', 'http://192.0.2.7:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['evil.example', null],
  ['evil.example@localhost', null],
  ['localhost/evil', null],
  ['', null],
  [undefined, null],
])('[SI28] without PUBLIC_URL the base address for Host %s is %s', (host, base) =>
  expect(createBaseAddress({ publicUrl: null, isOurOrigin: createOriginCheck([], false) })(host)).toBe(base),
)

test('[SI29] with PUBLIC_URL the base address is that, whatever the request says', () => {
  const publicUrl = 'https://hub.example/'
  const baseOf = createBaseAddress({ publicUrl, isOurOrigin: createOriginCheck([publicUrl], false) })
  expect(['evil.example', 'localhost', undefined].map(baseOf)).toEqual(Array(3).fill('https://hub.example'))
})

test.each([
  ['/', '/'],
  ['/profile', '/profile'],
  ['/shop?tab=2#top', '/shop?tab=2#top'],
  ['/a/../b', '/b'],
  ['/auth', '/auth'],
])('[SI66] the return path for %s is %s', (wanted, path) => expect(returnPathOf(wanted)).toBe(path))

test.each([
  ...[null, '', 'profile', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example'],
  ...['https://evil.example', 'javascript:alert(1)', '/.//evil.example', '/a/..//evil.example', '/\t/evil.example'],
  ...['/%2e//evil.example', '/\n/evil.example', ' //evil.example', `/${'a'.repeat(600)}`, '/%ff', '/\u0000'],
  // Another sign-in, and addresses that are not pages.
  ...['/auth/steam', '/auth/discord/return?code=1', '/%61uth/steam', '/api/server/status'],
])('[SI21] [V3.7.2] the return path for %j is the first page', (wanted) => expect(returnPathOf(wanted)).toBe('/'))
