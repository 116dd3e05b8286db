import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { openPasswords } from './openPasswords.ts'

test('[PW7] a hash that no machine could work out stops the hub at its start, by the name of its variable', () => {
  const tooDear = `scrypt$16777216$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`
  const { passwords } = readConfig({ ROLE_PASSWORD_HASH_MODERATOR: tooDear })
  expect(() => openPasswords(passwords)).toThrow(ConfigError)
  expect(() => openPasswords(passwords)).toThrow('ROLE_PASSWORD_HASH_MODERATOR')
})

test('[PW8] where nothing is configured nothing is right', async () => {
  const { check } = openPasswords(readConfig({}).passwords)
  expect(await check('ownerKey', '')).toBe('wrong')
})
