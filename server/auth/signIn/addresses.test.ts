import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOriginCheck } from '../../gateway/originCheck.ts'
import { arrivalAt, createBaseAddress, returnPathOf } from './addresses.ts'

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

const hub = 'https://hub.example'

test.each([
  ['/', '/'],
  ['/profile', '/profile'],
  ['/shop?tab=2#top', '/shop?tab=2#top'],
  ['/a/../b', '/b'],
  ['/auth', '/auth'],
])('[SI20] the return path for %s is %s', (wanted, path) => expect(returnPathOf(wanted)).toBe(path))

test.each([
  ...[null, '', 'profile', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example'],
  ...['https://evil.example', 'javascript:alert(1)', '/.//evil.example', '/a/..//evil.example', '/\t/evil.example'],
  ...['/%2e//evil.example', '/\n/evil.example', ' //evil.example', `/${'a'.repeat(600)}`, '/%ff', '/\u0000'],
  // Another sign-in, and addresses that are not pages.
  ...['/auth/steam', '/auth/discord/return?code=1', '/%61uth/steam', '/api/server/status'],
])('[SI21] [V3.7.2] the return path for %j is the first page', (wanted) => expect(returnPathOf(wanted)).toBe('/'))

test('[SI22] [V3.7.2] for any wanted path the browser stays on the hub and gets the result exactly once', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '@',
    ':',
    'evil.example',
    '\t',
    '?',
    '#',
    'auth=success',
  )
  const text = fc.oneof(
    fc.array(part).map((parts) => `/${parts.join('')}`),
    fc.string({ unit: 'binary' }),
  )
  const property = (wanted: string) => {
    const arrival = arrivalAt(returnPathOf(wanted), { auth: 'failed', provider: 'steam', reason: 'invalid' })
    const url = new URL(arrival, hub)
    expect(url.origin).toBe(hub)
    expect(['auth', 'provider', 'reason'].map((name) => url.searchParams.getAll(name))).toEqual([
      ['failed'],
      ['steam'],
      ['invalid'],
    ])
    expect(arrival).toMatch(/^\/(?!\/)[\x21-\x7e]*$/)
  }
  fc.assert(fc.property(text, property), { numRuns: 3_000 })
})
