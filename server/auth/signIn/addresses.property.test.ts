import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import { arrivalAt, returnPathOf } from './addresses.ts'

const hub = 'https://hub.example'

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
    fc.string({ unit: anyCharacter }),
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
