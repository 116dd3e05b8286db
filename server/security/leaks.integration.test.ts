import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshId } from '../testing/people.ts'
import { goThrough } from '../testing/providers/goThrough.ts'
import { marked } from './testing/marked.ts'
import { type MarkedHub, openMarkedHub } from './testing/openMarkedHub.ts'
import { createRecordedBrowser, type RecordedBrowser } from './testing/recordedBrowser.ts'

let hub: MarkedHub
let ann: RecordedBrowser
let stranger: RecordedBrowser
let apiToken = ''
/** What providers sent back through the browser: codes, states, signatures, nonces. */
const carried = new Set<string>()

/** Out to a provider and back, keeping what the address that leads back carried. */
async function comeThrough(provider: 'steam' | 'discord', link: string) {
  const { location } = await ann.ask(`/auth/${provider}?return=/profile`)
  const back = await goThrough(location, link)
  for (const [name, value] of new URL(back).searchParams)
    if (/^(code|state|openid\.(sig|response_nonce|assoc_handle))$/.test(name) && value.length > 7) carried.add(value)
  const { pathname, search } = new URL(back)
  const first = await ann.ask(pathname + search)
  await ann.ask(pathname + search)
  return first.location
}

const order = (name: string, input: unknown) => ['command', { id: freshId(Date.now()), name, input }] as const
const { wrong } = marked

async function signInRightAndWrong() {
  expect(await comeThrough('steam', 'Sign in as Ann')).toContain('auth=success')
  expect(await comeThrough('discord', 'Sign in as Ann')).toContain('auth=success')
  for (const fault of ['badSignature', 'otherIdentity']) await comeThrough('steam', fault)
  for (const fault of ['expiredCode', 'wrongState']) await comeThrough('discord', fault)
  for (const outage of ['garbage', 'down'] as const) {
    hub.discord.breakDown(outage)
    await comeThrough('discord', 'Sign in as Ann')
    hub.discord.breakDown(null)
  }
}

async function raiseRightAndWrong() {
  const tries = [{ role: 'moderator', password: wrong }, { ownerKey: wrong }, { role: wrong, password: wrong }]
  for (const wish of tries) await ann.post('/auth/raise', wish)
  expect((await ann.post('/auth/raise', { role: 'moderator', password: marked.moderator })).status).toBe(200)
  expect((await ann.post('/auth/raise', { ownerKey: marked.ownerKey })).status).toBe(200)
}

async function useTokens() {
  const endsAt = Date.now() + 3_600_000
  const made = await ann.post('/auth/tokens', { label: 'Bot', permissions: ['look', 'play'], endsAt })
  apiToken = (JSON.parse(made.text) as { token: string }).token
  // It is shown once, to whoever made it.
  ann.heard.pop()
  await stranger.ask('/api/player/me', { headers: { authorization: `Bearer ${apiToken}` } })
  await stranger.ask('/api/player/me', { headers: { authorization: `Bearer wht_${wrong}` } })
  await stranger.overSocket([['watch', { documents: [{ id: 'server/main' }] }]], { token: apiToken })
  await stranger.overSocket([], { token: wrong })
}

async function sayNonsense() {
  for (const body of [`{"password":"${wrong}"`, `"${wrong}"`, { role: { password: wrong } }, [wrong]])
    for (const path of ['/auth/raise', '/auth/tokens', '/auth/demo', '/auth/logout', '/api/nothing'])
      await stranger.post(path, body, { cookie: `waterhole_session=${wrong}` })
  for (const path of ['/api/nothing', '/auth/steam/return', '/auth/discord/return', '/%zz'])
    await stranger.ask(`${path}?code=${wrong}&state=${wrong}&openid.sig=${wrong}`)
  await stranger.ask('/api/tap', { headers: { authorization: `Basic ${wrong}` } })
}

async function lookEverywhere() {
  const hidden = ['sessions/00', 'tokenOwners/00', 'staff/main', 'account/someone', `account/${wrong}`]
  const messages = [
    ['watch', { documents: ['server/main', 'regions/main', 'roster/main', ...hidden].map((id) => ({ id })) }],
    order('session.raise', { password: wrong }),
    order('session.closeAll', { keepThis: wrong }),
    order('no.such', { password: wrong }),
    ['query', { name: 'roles.findPeople', input: { text: wrong } }],
    ['command', wrong],
  ] as const
  for (const browser of [ann, stranger]) await browser.overSocket(messages)
  for (const path of ['/metrics', '/health', '/api/server/status', '/api/player/me']) await ann.ask(path)
}

beforeAll(async () => {
  hub = await openMarkedHub()
  ann = createRecordedBrowser(hub.address)
  stranger = createRecordedBrowser(hub.address)
  await signInRightAndWrong()
  await raiseRightAndWrong()
  await useTokens()
  await sayNonsense()
  await lookEverywhere()
  await hub.game.close()
  await lookEverywhere()
  await stranger.post('/auth/logout', {})
  await ann.post('/auth/logout', {})
  await hub.stop()
})
afterAll(async () => {
  ann.close()
  stranger.close()
  await hub.close()
})

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex')
const ofConfiguration = () => [marked.rcon, marked.steamKey, marked.discordSecret, ...Object.values(hub.hashes)]
const passwords = [marked.ownerKey, marked.moderator]
const keys = () => [...ann.everSet, apiToken]
const ids = [marked.ann, marked.ben, marked.annAtDiscord]

const expectNone = (text: string, secrets: readonly string[]) => {
  for (const secret of secrets)
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      if (text.includes(spelling)) expect.fail(`"${spelling}" in: ${around(text, spelling)}`)
}
const around = (text: string, found: string) =>
  text.slice(Math.max(0, text.indexOf(found) - 300), text.indexOf(found) + 100)

test('[LK1] the run has been through what it is about: keys of all kinds were given, and much was said', () => {
  expect(ann.everSet.size).toBeGreaterThan(8)
  expect(carried.size).toBeGreaterThan(8)
  expect(apiToken).toMatch(/^wht_/)
  expect(ann.heard.length + stranger.heard.length).toBeGreaterThan(60)
  expect(hub.said().match(/a sign-in failed/g)?.length).toBeGreaterThan(3)
  expect(hub.said()).toContain('a wrong password for the rights of a role')
})

describe('[V16.2.5] the log of a full run, at its most talkative, holds', () => {
  test('no secret of the configuration', () => expectNone(hub.said(), ofConfiguration()))
  test('no password, right or wrong', () => expectNone(hub.said(), [...passwords, wrong]))
  test('no cookie, token or what is kept of one', () => expectNone(hub.said(), [...keys(), ...keys().map(digestOf)]))
  test('nothing that a provider sent back', () => expectNone(hub.said(), [...carried]))
  test('no id of anybody at a provider', () => expectNone(hub.said(), ids))
  test('nothing that the last net had to take out', () => expect(hub.said()).not.toMatch(/\[(hidden|id|Redacted)\]/))
})

describe('[V16.5.1] what the hub answers, over HTTP and sockets, when things go right and wrong, holds', () => {
  const everything = () => [...ann.heard, ...stranger.heard].map(({ from, text }) => `${from} ${text}`).join('\n')
  test('no secret of the configuration', () => expectNone(everything(), ofConfiguration()))
  test('no password, right or wrong', () => expectNone(everything(), passwords))
  test('no key of anybody, which a page could read', () =>
    expectNone(everything(), [...keys(), ...keys().map(digestOf), ...carried]))
  test('no stack and no path of a file of ours', () =>
    expect(everything()).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d/))
  test('to a stranger, no id of anybody', () =>
    expectNone(stranger.heard.map(({ text }) => text).join('\n'), [marked.annAtDiscord, marked.ben]))
})

test('[V16.2.5] nor does the log of a demo hold a key, a secret or the id of a player', async () => {
  const demo = await openMarkedHub({ isDemo: true })
  const visitor = createRecordedBrowser(demo.address)
  for (const role of ['player', 'owner'])
    for (const provider of ['steam', 'discord', 'none']) await visitor.post('/auth/demo', { role, provider })
  await visitor.post('/auth/raise', { role: 'moderator', password: marked.moderator })
  await visitor.overSocket([['watch', { documents: [{ id: 'roster/main' }, { id: 'account/demo-owner' }] }]])
  await visitor.post('/auth/logout', {})
  await demo.stop()
  expect(visitor.everSet.size).toBe(5)
  expect(visitor.heard.some(({ text }) => text.includes('demo-owner'))).toBe(true)
  const ofDemo = [...Object.values(demo.hashes), marked.steamKey, marked.discordSecret, ...visitor.everSet]
  expectNone(demo.said(), [...ofDemo, ...passwords])
  expect(demo.said()).not.toMatch(/\b7656\d{13}\b|\[(hidden|id|Redacted)\]/)
  visitor.close()
  await demo.close()
})

test('[V11.4.2] the data folder holds no password, and of keys only what they cannot be made from', () => {
  const kept = readdirSync(hub.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
  expectNone(kept, [...ofConfiguration(), ...passwords, wrong, ...keys(), ...carried])
})
