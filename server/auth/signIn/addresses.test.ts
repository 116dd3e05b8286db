import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOriginCheck } from '../../gateway/originCheck.ts'
import { arrivalAt, createSignInBase, returnPathOf } from './addresses.ts'

test.each([
  ['localhost:8080', 'http://localhost:8080'],
  ['192.0.2.7:8080', 'http://192.0.2.7:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['evil.example', null],
  ['evil.example@localhost', null],
  ['localhost/evil', null],
  ['', null],
  [undefined, null],
])('[SI28] without PUBLIC_URL people come back to %s as %s', (host, base) =>
  expect(createSignInBase({ publicUrl: null, isOurOrigin: createOriginCheck([], false) })(host)).toBe(base),
)

test('[SI29] with it they come back there, whatever the request says', () => {
  const publicUrl = 'https://hub.example/'
  const baseOf = createSignInBase({ publicUrl, isOurOrigin: createOriginCheck([publicUrl], false) })
  expect(['evil.example', 'localhost', undefined].map(baseOf)).toEqual(Array(3).fill('https://hub.example'))
})

const hub = 'https://hub.example'

test.each([
  ['/', '/'],
  ['/profile', '/profile'],
  ['/shop?tab=2#top', '/shop?tab=2#top'],
  ['/a/../b', '/b'],
  ['/auth', '/auth'],
])('[SI20] the page %s is gone back to as %s', (wanted, path) => expect(returnPathOf(wanted)).toBe(path))

test.each([
  ...[null, '', 'profile', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example'],
  ...['https://evil.example', 'javascript:alert(1)', '/.//evil.example', '/a/..//evil.example', '/\t/evil.example'],
  ...['/%2e//evil.example', '/\n/evil.example', ' //evil.example', `/${'a'.repeat(600)}`, '/%ff', '/\u0000'],
  // Another sign-in, and what is no page.
  ...['/auth/steam', '/auth/discord/return?code=1', '/%61uth/steam', '/api/server/status'],
])('[SI21] [V3.7.2] %j leads to the first page', (wanted) => expect(returnPathOf(wanted)).toBe('/'))

test('[SI22] [V3.7.2] whatever is wanted, a browser stays at the hub, and is told once what became of it', () => {
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
    const told = arrivalAt(returnPathOf(wanted), { auth: 'failed', provider: 'steam', reason: 'invalid' })
    const url = new URL(told, hub)
    expect(url.origin).toBe(hub)
    expect(['auth', 'provider', 'reason'].map((name) => url.searchParams.getAll(name))).toEqual([
      ...[['failed'], ['steam'], ['invalid']],
    ])
    expect(told).toMatch(/^\/(?!\/)[\x21-\x7e]*$/)
  }
  fc.assert(fc.property(text, property), { numRuns: 3_000 })
})
