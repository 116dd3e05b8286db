import pino from 'pino'
import { expect, test } from 'vitest'
import { CommandRefused } from '../engine/dispatch.ts'
import type { Credentials } from '../engine/principal.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { createHttp } from '../http/createHttp.ts'
import { createLog } from '../observability/log.ts'
import { createTestClock } from '../testing/clock.ts'
import { guest, person } from '../testing/principals.ts'
import { refuseEndedCredentials, signOutRoute } from './sessionEnd.ts'

async function signOut(execute: () => Promise<unknown>, payload?: object, principal = guest, mayKnow = false) {
  const app = await createHttp({ log: createLog({ logLevel: 'silent' }), isSecure: true, isOurOrigin: () => true })
  const isUnknownEverywhere = () => !mayKnow
  signOutRoute(app, { hub: { execute }, isSecure: true, principalOf: () => principal, isUnknownEverywhere })
  const headers = { origin: 'https://hub.example', cookie: '__Host-waterhole_session=token' }
  return app.inject({ method: 'POST', url: '/auth/logout', headers, ...(payload && { payload }) })
}
const removed = { name: '__Host-waterhole_session', value: '', maxAge: 0 }

test('[LO10] [V7.4.1] signing out removes the cookie', async () => {
  const { statusCode, cookies } = await signOut(async () => ({}))
  expect(statusCode).toBe(200)
  expect(cookies).toMatchObject([removed])
})

test.each(['storageFull', 'unavailable', 'fateUnknown'])(
  '[LO11] [V7.4.1] if the session cannot be closed (%s), the cookie is removed and the answer says what remains',
  async (code) => {
    const answer = await signOut(() => Promise.reject(new CommandRefused('session.close', code, 'No room.')))
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code, error: expect.stringMatching(/logged out.*could not end.*No room\.$/) })
    expect(answer.cookies).toMatchObject([removed])
  },
)

test('[LO12] after a fault of the hub the cookie is removed, too', async () => {
  const { statusCode, cookies } = await signOut(() => Promise.reject(new TypeError('broken')))
  expect(statusCode).toBe(500)
  expect(cookies).toMatchObject([removed])
})

test('[LO13] a page with an ended session removes its cookie and never closes a valid session', async () => {
  const ended: string[] = []
  const close = async () => void ended.push('session')
  expect((await signOut(close, { onlyEnded: true })).cookies).toMatchObject([removed])
  expect(ended).toHaveLength(1)
  expect((await signOut(close, { onlyEnded: true }, person('ann'))).cookies).toEqual([])
  expect(ended).toHaveLength(1)
  expect((await signOut(close, {}, person('ann'))).cookies).toMatchObject([removed])
})

test('[LO2080] while another node may know the session, a page that was admitted as a guest does not end it', async () => {
  const ended: string[] = []
  const close = async () => void ended.push('session')
  const answer = await signOut(close, { onlyEnded: true }, guest, true)
  expect(answer.statusCode).toBe(409)
  expect([answer.json().code, answer.cookies, ended]).toEqual(['undecided', [], []])
  expect((await signOut(close, {}, guest, true)).cookies).toMatchObject([removed])
  expect(ended).toHaveLength(1)
})

const ended = { cookie: '__Host-waterhole_session=ended-session' }
const open = { cookie: '__Host-waterhole_session=open-session' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const asPage = { accept: 'text/html,application/xhtml+xml' }

async function openHub() {
  const [clock, lines]: [ReturnType<typeof createTestClock>, string[]] = [createTestClock(), []]
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const app = await createHttp({ log, isSecure: true, isOurOrigin: () => true })
  const principalOf = ({ cookie = '', token }: Credentials) =>
    (token ?? cookie).includes('open-') ? person('ann') : guest
  const otherNodes = { mayKnow: false }
  const isUnknownEverywhere = () => !otherNodes.mayKnow
  refuseEndedCredentials(app, { clock, log, isSecure: true, principalOf, addressOf: () => null, isUnknownEverywhere })
  for (const path of ['/', '/api/server/status', '/auth/steam', '/mod/:folder/commands'])
    app.get(path, async () => ({ fine: true }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ fine: false }))
  const get = (url: string, headers: Record<string, string>, remoteAddress = '192.0.2.7') =>
    app.inject({ url, headers, remoteAddress })
  return { clock, lines, get, otherNodes }
}

test('[TE1] [V7.4.1] a page request with an ended session is served to a guest and removes the cookie', async () => {
  const { get } = await openHub()
  const page = await get('/', { ...ended, ...asPage })
  expect(page.statusCode).toBe(200)
  expect(page.cookies).toMatchObject([{ name: '__Host-waterhole_session', value: '', maxAge: 0, secure: true }])
  expect(page.headers['cache-control']).toBe('no-store')
  expect((await get('/admins', { ...ended, ...asPage })).cookies).toHaveLength(1)
})

test('[TE8] while another node may know the session or token, the cookie stays and the token is not refused', async () => {
  const { get, otherNodes, lines } = await openHub()
  otherNodes.mayKnow = true
  expect((await get('/', { ...ended, ...asPage })).cookies).toEqual([])
  expect((await get('/api/server/status', bearer('wht_gone'))).statusCode).toBe(200)
  expect(lines.join()).not.toContain('is unknown')
  otherNodes.mayKnow = false
  expect((await get('/', { ...ended, ...asPage })).cookies).toHaveLength(1)
})

test('[TE2] the cookie of an open session stays; API and sign-in requests remove no cookie', async () => {
  const { get } = await openHub()
  for (const [url, headers] of [
    ['/', { ...open, ...asPage }],
    ['/', asPage],
    ['/', ended],
    ['/api/server/status', { ...ended, ...asPage }],
    ['/auth/steam', { ...ended, ...asPage }],
  ] as const) {
    const answer = await get(url, headers)
    expect([answer.statusCode, answer.cookies]).toEqual([200, []])
  }
})

test('[TE3] [V7.4.1] every API request with an ended token is refused', async () => {
  const { get } = await openHub()
  for (const url of ['/api/server/status', '/api/server/status?x', '/api/nothing']) {
    const answer = await get(url, { ...bearer('wht_gone'), ...open })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({
      success: false,
      code: 'tokenEnded',
      error: 'This token has ended or was revoked: make a new one.',
    })
  }
  expect((await get('/api/server/status', { ...bearer('open-token'), ...ended })).json()).toEqual({ fine: true })
  expect((await get('/api/server/status', {})).statusCode).toBe(200)
})

test('[TE13] a command mod with its own token is not logged as an unknown one; elsewhere that token is', async () => {
  const { get, lines } = await openHub()
  expect((await get('/mod/secret/commands', bearer('of-the-mod'))).statusCode).toBe(200)
  expect(lines.join()).not.toContain('is unknown')
  await get('/mod', bearer('of-the-mod'))
  expect(lines.join()).toContain('a token is unknown')
})

test('[TE4] [V16.2.5] an ended credential is logged once a minute, by the first digits of its hash', async () => {
  const { get, lines, clock } = await openHub()
  for (let time = 0; time < 5; time += 1) {
    await get('/', ended)
    await get('/api/server/status', bearer('wht_gone'))
  }
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, hash: tokenHash('ended-session').slice(0, 8) })
  expect(lines.join('')).not.toMatch(/gone|ended-session/)
  clock.pass(60_000)
  await get('/', ended)
  expect(lines).toHaveLength(3)
})

test('[TE5] many invented credentials of one address, or of many, do not fill the log', { tags: 'slow' }, async () => {
  const { get, lines, clock } = await openHub()
  const invent = async (addressOf: (index: number) => string) => {
    for (let index = 0; index < 300; index += 1) await get('/', bearer(`wht_${index}`), addressOf(index))
  }
  await invent(() => '192.0.2.7')
  expect(lines).toHaveLength(1)
  await invent((index) => `198.51.100.${index}`)
  expect(lines.length).toBeLessThanOrEqual(100)
  clock.pass(60_000)
  await get('/', bearer('wht_again'))
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ network: '192.0.2.7', leftOut: 299 })
})
