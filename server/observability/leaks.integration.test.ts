import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshId } from '../testing/principals.ts'
import { followProviderLink } from '../testing/providers/providerBrowser.ts'
import { type HubWithMarkers, markers, openHubWithMarkers } from './testing/leakTest.ts'
import { createRecordedBrowser, type RecordedBrowser } from './testing/recordedBrowser.ts'

let hub: HubWithMarkers
let ann: RecordedBrowser
let visitor: RecordedBrowser
let apiToken = ''
/** What providers sent back through the browser: codes, states, signatures, nonces. */
const providerValues = new Set<string>()

/** Signs in at a provider, and records the parameters of its redirect. */
async function signInWith(provider: 'steam' | 'discord', link: string) {
  const { location } = await ann.ask(`/auth/${provider}?return=/profile`)
  const back = await followProviderLink(location, link)
  for (const [name, value] of new URL(back).searchParams)
    if (/^(code|state|openid\.(sig|response_nonce|assoc_handle))$/.test(name) && value.length > 7)
      providerValues.add(value)
  const { pathname, search } = new URL(back)
  const first = await ann.ask(pathname + search)
  await ann.ask(pathname + search)
  return first.location
}

const command = (name: string, input: unknown) => ['command', { id: freshId(Date.now()), name, input }] as const
const { wrong } = markers

async function signInRightAndWrong() {
  expect(await signInWith('steam', 'Sign in as Ann')).toContain('auth=success')
  expect(await signInWith('discord', 'Sign in as Ann')).toContain('auth=success')
  for (const fault of ['badSignature', 'otherIdentity']) await signInWith('steam', fault)
  for (const fault of ['expiredCode', 'wrongState']) await signInWith('discord', fault)
  for (const outage of ['garbage', 'down'] as const) {
    hub.discord.breakDown(outage)
    await signInWith('discord', 'Sign in as Ann')
    hub.discord.breakDown(null)
  }
}

async function elevateRightAndWrong() {
  const tries = [{ role: 'moderator', password: wrong }, { ownerKey: wrong }, { role: wrong, password: wrong }]
  for (const attempt of tries) await ann.post('/auth/raise', attempt)
  expect((await ann.post('/auth/raise', { role: 'moderator', password: markers.moderator })).status).toBe(200)
  expect((await ann.post('/auth/raise', { ownerKey: markers.ownerKey })).status).toBe(200)
}

async function useTokens() {
  const endsAt = Date.now() + 3_600_000
  const made = await ann.post('/auth/tokens', { label: 'Bot', permissions: ['look', 'play'], endsAt })
  apiToken = (JSON.parse(made.text) as { token: string }).token
  // The answer shows the token once, to its owner.
  ann.received.pop()
  await visitor.ask('/api/player/me', { headers: { authorization: `Bearer ${apiToken}` } })
  await visitor.ask('/api/player/me', { headers: { authorization: `Bearer wht_${wrong}` } })
  await visitor.overSocket([['watch', { documents: [{ id: 'server/main' }] }]], { token: apiToken })
  await visitor.overSocket([], { token: wrong })
}

async function sendMalformed() {
  for (const body of [`{"password":"${wrong}"`, `"${wrong}"`, { role: { password: wrong } }, [wrong]])
    for (const path of ['/auth/raise', '/auth/tokens', '/auth/demo', '/auth/logout', '/api/nothing'])
      await visitor.post(path, body, { cookie: `waterhole_session=${wrong}` })
  for (const path of ['/api/nothing', '/auth/steam/return', '/auth/discord/return', '/%zz'])
    await visitor.ask(`${path}?code=${wrong}&state=${wrong}&openid.sig=${wrong}`)
  await visitor.ask('/api/tap', { headers: { authorization: `Basic ${wrong}` } })
}

async function callEverything() {
  const hidden = ['sessions/00', 'tokenOwners/00', 'staff/main', 'account/someone', `account/${wrong}`]
  const messages = [
    ['watch', { documents: ['server/main', 'regions/main', 'roster/main', ...hidden].map((id) => ({ id })) }],
    command('session.elevate', { password: wrong }),
    command('session.closeAll', { keepThis: wrong }),
    command('no.such', { password: wrong }),
    ['query', { name: 'roles.findPeople', input: { text: wrong } }],
    ['command', wrong],
  ] as const
  for (const browser of [ann, visitor]) await browser.overSocket(messages)
  for (const path of ['/metrics', '/health', '/api/server/status', '/api/player/me']) await ann.ask(path)
}

beforeAll(async () => {
  hub = await openHubWithMarkers()
  ann = createRecordedBrowser(hub.address)
  visitor = createRecordedBrowser(hub.address)
  await signInRightAndWrong()
  await elevateRightAndWrong()
  await useTokens()
  await sendMalformed()
  await callEverything()
  await hub.game.close()
  await callEverything()
  await visitor.post('/auth/logout', {})
  await ann.post('/auth/logout', {})
  await hub.stop()
})
afterAll(async () => {
  ann.close()
  visitor.close()
  await hub.close()
})

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const configuredSecrets = () => [markers.rcon, markers.steamKey, markers.discordSecret, ...Object.values(hub.hashes)]
const passwords = [markers.ownerKey, markers.moderator]
const keys = () => [...ann.cookieValues, apiToken]
const ids = [markers.ann, markers.ben, markers.annAtDiscord]

const expectNone = (text: string, secrets: readonly string[]) => {
  for (const secret of secrets)
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      if (text.includes(spelling)) expect.fail(`"${spelling}" in: ${around(text, spelling)}`)
}
const around = (text: string, found: string) =>
  text.slice(Math.max(0, text.indexOf(found) - 300), text.indexOf(found) + 100)

test('[LK24] the run covered all kinds of keys, and produced many messages and log lines', () => {
  expect(ann.cookieValues.size).toBeGreaterThan(8)
  expect(providerValues.size).toBeGreaterThan(8)
  expect(apiToken).toMatch(/^wht_/)
  expect(ann.received.length + visitor.received.length).toBeGreaterThan(60)
  expect(hub.said().match(/a sign-in failed/g)?.length).toBeGreaterThan(3)
  expect(hub.said()).toContain('a wrong password for the rights of a role')
})

describe('[V16.2.5] the log of a full run, at level trace, contains', () => {
  test('no secret of the configuration', () => expectNone(hub.said(), configuredSecrets()))
  test('no password, right or wrong', () => expectNone(hub.said(), [...passwords, wrong]))
  test('no cookie, token or hash of one', () => expectNone(hub.said(), [...keys(), ...keys().map(hashOf)]))
  test('no parameter that a provider sent back', () => expectNone(hub.said(), [...providerValues]))
  test('no id of a user at a provider', () => expectNone(hub.said(), ids))
  test('nothing that the redactor had to replace', () => expect(hub.said()).not.toMatch(/\[(hidden|id|Redacted)\]/))
})

describe('[V16.5.1] answers over HTTP and sockets, of successes and faults, contain', () => {
  const everything = () => [...ann.received, ...visitor.received].map(({ from, text }) => `${from} ${text}`).join('\n')
  test('no secret of the configuration', () => expectNone(everything(), configuredSecrets()))
  test('no password, right or wrong', () => expectNone(everything(), passwords))
  test('no key that a page could read', () =>
    expectNone(everything(), [...keys(), ...keys().map(hashOf), ...providerValues]))
  test('no stack and no path of a source file', () =>
    expect(everything()).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d/))
  test('for a visitor without an account, no id of a user', () =>
    expectNone(visitor.received.map(({ text }) => text).join('\n'), [markers.annAtDiscord, markers.ben]))
})

test('[V16.2.5] the log of a demo contains no key, secret or id of a player', async () => {
  const demo = await openHubWithMarkers({ isDemo: true })
  const browser = createRecordedBrowser(demo.address)
  for (const role of ['player', 'owner'])
    for (const provider of ['steam', 'discord', 'none']) await browser.post('/auth/demo', { role, provider })
  await browser.post('/auth/raise', { role: 'moderator', password: markers.moderator })
  await browser.overSocket([['watch', { documents: [{ id: 'roster/main' }, { id: 'account/demo-owner' }] }]])
  await browser.post('/auth/logout', {})
  await demo.stop()
  expect(browser.cookieValues.size).toBe(5)
  expect(browser.received.some(({ text }) => text.includes('demo-owner'))).toBe(true)
  const demoSecrets = [...Object.values(demo.hashes), markers.steamKey, markers.discordSecret, ...browser.cookieValues]
  expectNone(demo.said(), [...demoSecrets, ...passwords])
  expect(demo.said()).not.toMatch(/\b7656\d{13}\b|\[(hidden|id|Redacted)\]/)
  browser.close()
  await demo.close()
})

test('[V11.4.2] the data folder contains no password and no key, only hashes', () => {
  const kept = readdirSync(hub.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
  expectNone(kept, [...configuredSecrets(), ...passwords, wrong, ...keys(), ...providerValues])
})
