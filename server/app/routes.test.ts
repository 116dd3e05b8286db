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
  settleSessions(app, { settle: async ({ cookie }) => void asked.push(cookie), isUndecided: () => false })
  app.get('/*', async () => '')
  for (const url of ['/assets/a.js', '/assets/a.js?x', '/', '/shop', '/api/server/status', '/assetsof'])
    await app.inject({ url, headers: { cookie: url } })
  expect(asked).toEqual(['/', '/shop', '/api/server/status', '/assetsof'])
})

test('[ST2260] while no node can say whether a token is known, the API says that it cannot check it, and not that it has ended', async () => {
  const app = fastify()
  const undecided = new Set(['new'])
  settleSessions(app, { settle: async () => {}, isUndecided: ({ token = '' }) => undecided.has(token) })
  for (const path of ['/api/admin/status', '/mod/:folder/commands', '/']) app.get(path, async () => 'served')
  const get = (url: string, token?: string) =>
    app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  for (const url of ['/api/admin/status', '/%61pi/admin/status']) {
    const answer = await get(url, 'new')
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'undecided', '5'])
  }
  for (const answer of [await get('/mod/x/commands', 'new'), await get('/', 'new'), await get('/api/admin/status')])
    expect(answer.body).toBe('served')
  undecided.delete('new')
  expect((await get('/api/admin/status', 'new')).body).toBe('served')
})

test('[ST2281] while no node can say whether a token is known, orders at the addresses of other bridges are not refused as signed out either', async () => {
  const app = fastify()
  settleSessions(app, { settle: async () => {}, isUndecided: () => true })
  const paths = ['/rcon/:command', '/.netlify/functions/slay']
  for (const path of paths) app.post(path, async (_request, reply) => reply.code(401).send())
  const answers = await Promise.all(
    paths.map((url) => app.inject({ method: 'POST', url, headers: { authorization: 'Bearer new' } })),
  )
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [503, '5'],
    [503, '5'],
  ])
})
