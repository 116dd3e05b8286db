import { expect, test } from 'vitest'
import { signInReasons } from '../../../shared/features/account/signIn.ts'
import { authReturnIn, failureWords, withoutReturn } from './authReturn.ts'

test.each([
  ['?auth=success&provider=steam', { outcome: 'success', provider: 'steam' }],
  ['?auth=failed&provider=discord&reason=expired', { outcome: 'failed', provider: 'discord', reason: 'expired' }],
  ['?auth=failed&provider=discord&reason=toString', { outcome: 'failed', provider: 'discord', reason: null }],
  ['?auth=failed&provider=steam', { outcome: 'failed', provider: 'steam', reason: null }],
  ['?auth=maybe&provider=steam', null],
  ['?auth=success&provider=myspace', null],
  ['?auth=success', null],
  ['', null],
])('[AR1] the address %s tells %o', (search, expected) => {
  expect(authReturnIn(search)).toEqual(expected)
})

test('[AR2] the address is cleaned of the return and of nothing else', () => {
  const told = '?probe=&auth=failed&provider=steam&reason=cancelled&at=5'
  expect(withoutReturn({ pathname: '/map', search: told, hash: '#x' })).toBe('/map?probe=&at=5#x')
  expect(withoutReturn({ pathname: '/profile', search: '?auth=success&provider=steam', hash: '' })).toBe('/profile')
})

test('[AR3] every failure is told in words of its own that name the provider', () => {
  const reasons = [...Object.keys(signInReasons), null] as (keyof typeof signInReasons | null)[]
  const sentences = reasons.map((reason) => failureWords(reason, 'discord'))
  expect(new Set(sentences).size).toBe(reasons.length)
  for (const sentence of sentences) expect(sentence).toContain('Discord')
})
