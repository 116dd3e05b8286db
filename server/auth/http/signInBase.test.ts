import { expect, test } from 'vitest'
import { createOriginCheck } from '../../gateway/originCheck.ts'
import { createSignInBase } from './signInBase.ts'

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
