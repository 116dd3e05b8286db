import pino from 'pino'
import { expect, test } from 'vitest'
import { CommandRefused } from '../engine/execute.ts'
import type { Credentials } from '../engine/principal.ts'
import { createHttp } from '../http/createHttp.ts'
import { createLog } from '../observability/log.ts'
import { createTestClock } from '../testing/clock.ts'
import { guest, person } from '../testing/principals.ts'
import { authRoutes, createEndedNotes, tellEnded } from './sessionEnd.ts'

async function logOut(order: () => Promise<unknown>, payload?: object, principal = guest) {
  const app = await createHttp({ log: createLog({ logLevel: 'silent' }), isSecure: true, isOurOrigin: () => true })
  authRoutes(app, {
    hub: { execute: order },
    isSecure: true,
    principalOf: () => principal,
    sessionKey: (token) => token,
  })
  const headers = { origin: 'https://hub.example', cookie: '__Host-waterhole_session=token' }
  return app.inject({ method: 'POST', url: '/auth/logout', headers, ...(payload && { payload }) })
}
const gone = { name: '__Host-waterhole_session', value: '', maxAge: 0 }

test('[LO1] [V7.4.1] whoever logs out has no cookie any more', async () => {
  const { statusCode, cookies } = await logOut(async () => ({}))
  expect(statusCode).toBe(200)
  expect(cookies).toMatchObject([gone])
})

test.each(['storageFull', 'unavailable', 'fateUnknown'])(
  '[LO2] [V7.4.1] also when the session cannot be ended (%s): the browser has lost it, and is told of the rest',
  async (code) => {
    const answer = await logOut(() => Promise.reject(new CommandRefused('session.close', code, 'No room.')))
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code, error: expect.stringMatching(/signed out.*could not end.*No room\.$/) })
    expect(answer.cookies).toMatchObject([gone])
  },
)

test('[LO3] a fault of the hub leaves no cookie either', async () => {
  const { statusCode, cookies } = await logOut(() => Promise.reject(new TypeError('broken')))
  expect(statusCode).toBe(500)
  expect(cookies).toMatchObject([gone])
})

test('[LO4] a page that was told of an ended session clears its cookie, and never ends a session that is in force', async () => {
  const ended: string[] = []
  const order = async () => void ended.push('session')
  expect((await logOut(order, { onlyEnded: true })).cookies).toMatchObject([gone])
  expect(ended).toHaveLength(1)
  expect((await logOut(order, { onlyEnded: true }, person('ann'))).cookies).toEqual([])
  expect(ended).toHaveLength(1)
  expect((await logOut(order, {}, person('ann'))).cookies).toMatchObject([gone])
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
  const doubts = { isIn: false }
  const isSure = () => !doubts.isIn
  const sessionKey = (token: string) => `hash of ${token} that nobody sees`
  tellEnded(app, { clock, log, isSecure: true, principalOf, sessionKey, isSure })
  for (const path of ['/', '/api/server/status', '/auth/steam']) app.get(path, async () => ({ fine: true }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ fine: false }))
  const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers })
  return { clock, lines, get, doubts }
}

test('[TE1] [V7.4.1] an ended session is a guest, and the page that is loaded with it takes the dead cookie away', async () => {
  const { get } = await openHub()
  const page = await get('/', { ...ended, ...asPage })
  expect(page.statusCode).toBe(200)
  expect(page.cookies).toMatchObject([{ name: '__Host-waterhole_session', value: '', maxAge: 0, secure: true }])
  expect(page.headers['cache-control']).toBe('no-store')
  expect((await get('/admins', { ...ended, ...asPage })).cookies).toHaveLength(1)
})

test('[TE8] while it cannot be said that a session has ended its cookie stays, and a token is not told that it has', async () => {
  const { get, doubts, lines } = await openHub()
  doubts.isIn = true
  expect((await get('/', { ...ended, ...asPage })).cookies).toEqual([])
  expect((await get('/api/server/status', bearer('wht_gone'))).statusCode).toBe(200)
  expect(lines.join()).not.toContain('unknown here')
  doubts.isIn = false
  expect((await get('/', { ...ended, ...asPage })).cookies).toHaveLength(1)
})

test('[TE2] a cookie that opens something stays, and calls and ways in leave every cookie alone', async () => {
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

test('[TE3] [V7.4.1] a token that has ended is told so on every call, and not answered as nobody', async () => {
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

test('[TE4] [V16.2.5] each is written down once a minute, by the beginning of its hash, and never as it is', async () => {
  const { get, lines, clock } = await openHub()
  for (let time = 0; time < 5; time += 1) {
    await get('/', ended)
    await get('/api/server/status', bearer('wht_gone'))
  }
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, hash: 'hash of ' })
  expect(lines.join('')).not.toMatch(/gone|ended-session/)
  clock.pass(60_000)
  await get('/', ended)
  expect(lines).toHaveLength(3)
})

test('[TE5] whoever invents one after the other fills neither log nor memory, and is noted again a minute later', () => {
  const clock = createTestClock()
  let lines = 0
  const note = createEndedNotes({
    clock,
    log: {
      info: () => {
        lines += 1
      },
    },
  })
  const invent = () => {
    for (let index = 0; index < 1_000; index += 1) note('token', `${index}`.padStart(8, '0'))
  }
  invent()
  expect(lines).toBe(100)
  clock.pass(59_999)
  invent()
  expect(lines).toBe(100)
  clock.pass(1)
  invent()
  expect(lines).toBe(200)
})
