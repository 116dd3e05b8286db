import { expect, test } from 'vitest'
import { signInReasons } from '../../../shared/features/account/signIn.ts'
import { signInFailureLabel } from './AuthReturnResult.tsx'
import { authReturnIn, withoutReturn } from './authReturn.ts'

test.each([
  ['?auth=success&provider=steam', { outcome: 'success', provider: 'steam' }],
  ['?auth=failed&provider=discord&reason=expired', { outcome: 'failed', provider: 'discord', reason: 'expired' }],
  ['?auth=failed&provider=discord&reason=toString', { outcome: 'failed', provider: 'discord', reason: null }],
  ['?auth=failed&provider=steam', { outcome: 'failed', provider: 'steam', reason: null }],
  ['?auth=maybe&provider=steam', null],
  ['?auth=success&provider=myspace', null],
  ['?auth=success', null],
  ['', null],
])('[AR1] the address %s gives %o', (search, expected) => {
  expect(authReturnIn(search)).toEqual(expected)
})

test('[AR2] only the parameters of the return are removed from the address', () => {
  const search = '?probe=&auth=failed&provider=steam&reason=cancelled&at=5'
  expect(withoutReturn({ pathname: '/map', search, hash: '#x' })).toBe('/map?probe=&at=5#x')
  expect(withoutReturn({ pathname: '/profile', search: '?auth=success&provider=steam', hash: '' })).toBe('/profile')
})

test('[AR3] every failure has its own text, with the name of the provider', () => {
  const reasons = [...Object.keys(signInReasons), null] as (keyof typeof signInReasons | null)[]
  const sentences = reasons.map((reason) => signInFailureLabel(reason, 'discord'))
  expect(new Set(sentences).size).toBe(reasons.length)
  for (const sentence of sentences) expect(sentence).toContain('Discord')
})
