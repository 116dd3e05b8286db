import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivalAt, returnPathOf } from './signInReturnPath.ts'

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
