import fastify from 'fastify'
import { expect, test } from 'vitest'
import { ConfigError } from '../config/configError.ts'
import { readConfig } from '../config.ts'
import { openPasswords, settleSessions } from './routes.ts'

test('[PW7] a password hash that costs too much stops the hub at its start, with the name of its variable', () => {
  const tooExpensive = `scrypt$16777216$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`
  const { passwords } = readConfig({ ROLE_PASSWORD_HASH_MODERATOR: tooExpensive })
  expect(() => openPasswords(passwords)).toThrow(ConfigError)
  expect(() => openPasswords(passwords)).toThrow('ROLE_PASSWORD_HASH_MODERATOR')
})

test('[PW8] without configured passwords every password is wrong', { tags: 'slow' }, async () => {
  const { check } = openPasswords(readConfig({}).passwords)
  expect(await check('ownerKey', '')).toBe('wrong')
})

test('[ST2087] while no node can say whether a session is known, the files of a page do not wait for it, and other requests do', async () => {
  const app = fastify()
  const asked: (string | undefined)[] = []
  settleSessions(app, { settle: async ({ cookie }) => void asked.push(cookie) })
  app.get('/*', async () => '')
  for (const url of ['/assets/a.js', '/assets/a.js?x', '/', '/shop', '/api/server/status', '/assetsof'])
    await app.inject({ url, headers: { cookie: url } })
  expect(asked).toEqual(['/', '/shop', '/api/server/status', '/assetsof'])
})
