import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Role } from '../../shared/engine/permissions.ts'
import { createRawClient } from '../gateway/testing/rawClient.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'

// Requirements of OWASP ASVS, tested on the whole app over HTTP and sockets.
let world: TestApp
beforeAll(async () => {
  world = await openTestApp()
})
afterAll(() => world.close())

const meOf = async (cookie: string) => {
  const { status } = await fetch(`${world.address()}/api/player/me`, { headers: { cookie } })
  return status
}
const signedIn = async (role: Role = 'player') => {
  const visitor = createTestClient(world.address())
  expect((await visitor.signIn(role)).status).toBe(200)
  return visitor
}
const handshake = async (origin: string | undefined, cookie = '') => {
  const port = Number(new URL(world.address()).port)
  const client = createRawClient({ port, cookie, ...(origin !== undefined && { origin }) })
  const came = await Promise.race([client.ready().then(() => true), client.closed.then(() => false)]).catch(() => false)
  client.close()
  return came
}
const principalOf = (visitor: TestClient) => visitor.hellos.at(-1)?.principal ?? null
const codeOf = async (answer: ReturnType<TestClient['command']>) => {
  const given = await answer
  return given.ok ? 'ok' : given.code
}

test('[V4.4.2] a socket is opened from a page of this hub and from no other origin', async () => {
  const visitor = await signedIn()
  expect(await handshake(world.address(), visitor.cookie())).toBe(true)
  for (const origin of ['https://evil.example', 'null', `${world.address()}.evil.example`, undefined])
    expect([origin, await handshake(origin, visitor.cookie())]).toEqual([origin, false])
})

test('[V4.4.3] [V4.4.4] a socket has no key of its own: it uses the session that was opened over HTTP', async () => {
  const visitor = await signedIn()
  await visitor.connect()
  expect(principalOf(visitor)?.id).toBe('demo-player')
  const invented = createTestClient(world.address())
  invented.holdCookie(`${visitor.cookie().slice(0, -3)}AAA`)
  await invented.connect()
  expect(principalOf(invented)).toBeNull()
  for (const one of [visitor, invented]) one.leave()
})

test('[V7.2.1] sessions are checked on the server: any other cookie value means guest', async () => {
  const visitor = await signedIn()
  const [name = '', token = ''] = visitor.cookie().split('=')
  expect(await meOf(`${name}=${token}`)).toBe(200)
  for (const other of ['', 'demo-owner', token.toLowerCase(), `${token}A`, token.slice(1), `{"id":"demo-owner"}`])
    expect([other, await meOf(`${name}=${encodeURIComponent(other)}`)]).toEqual([other, 401])
})

test('[V7.2.2] [V7.2.3] every session has its own token of 256 random bits', async () => {
  const tokens = new Set<string>()
  for (let time = 0; time < 5; time += 1) tokens.add((await signedIn()).cookie().split('=')[1] ?? '')
  expect(tokens.size).toBe(5)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

test('[V7.2.4] signing in again gives a new token, and the old one is refused', async () => {
  const visitor = await signedIn()
  const before = visitor.cookie()
  expect((await visitor.signIn('player')).status).toBe(200)
  expect(visitor.cookie()).not.toBe(before)
  expect([await meOf(before), await meOf(visitor.cookie())]).toEqual([401, 200])
})

test('[V7.4.1] after logout the cookie is refused, and the open socket becomes a guest', async () => {
  const visitor = await signedIn()
  const cookie = visitor.cookie()
  await visitor.connect()
  const other = createTestClient(world.address())
  other.holdCookie(cookie)
  expect((await other.post('/auth/logout', {})).status).toBe(200)
  expect(await meOf(cookie)).toBe(401)
  await vi.waitFor(() => expect(principalOf(visitor)).toBeNull(), 240_000)
  expect(await codeOf(visitor.command('packs.create', { name: 'Late' }))).toBe('forbidden')
  visitor.leave()
})

test('[V8.2.1] a socket can run only the commands that its role permits', async () => {
  const visitors = { guest: await world.visit(), player: await world.visitAs({ account: 'sly' }) }
  const staffOrders = [
    ['roles.setRole', { account: 'sly', role: 'owner' }],
    ['roles.setPermission', { account: 'sly', permission: 'ownerPanel', state: 'given' }],
    ['session.open', { key: 'a'.repeat(64), accountId: 'sly', role: 'owner', demo: false }],
    ['session.elevate', { key: 'a'.repeat(64), newKey: 'b'.repeat(64), role: 'owner' }],
    ['session.signIn', {}],
    ['mapImage.calibrate', {}],
  ] as const
  for (const [who, visitor] of Object.entries(visitors))
    for (const [name, input] of staffOrders)
      expect([who, name, await codeOf(visitor.command(name, input))]).toEqual([who, name, 'forbidden'])
})

test('[V8.2.2] documents of other users and of staff cannot be watched, and forbidden looks like unknown', async () => {
  const ann = await world.visitAs({ account: 'ann', steamId: '76561198000000001' })
  await world.visitAs({ account: 'ben', steamId: '76561198000000002' })
  const others = ['account/ben', 'wallet/ben', 'tokens/ben', 'ownSessions/ben', 'account/nobody'] as const
  const inner = ['sessions/00', 'tokenOwners/00', 'roster/main', 'staff/staff'] as const
  const answer = await ann.watch(...others, ...inner)
  expect(answer.refused.toSorted()).toEqual([...others, ...inner].toSorted())
  expect([...ann.copies.keys()]).toEqual([])
})

test('[V8.3.1] a role or permission that a client claims is ignored', async () => {
  const sly = await world.visitAs({ account: 'sly' })
  const claims = {
    role: 'owner',
    permissions: ['manageAdmins'],
    actor: 'hub',
    id: 'demo-owner',
    session: { role: 'owner' },
  }
  expect(await codeOf(sly.command('roles.setRole', { ...claims, account: 'ann', role: 'admin' }))).toBe('forbidden')
  const forged = {
    cookie: sly.cookie(),
    'x-user-id': 'demo-owner',
    'x-role': 'owner',
    'x-forwarded-user': 'demo-owner',
  }
  const status = await fetch(`${world.address()}/api/server/status?role=owner&user=demo-owner`, { headers: forged })
  expect(await status.json()).toMatchObject({ players: { list: null } })
})

test('[V8.3.2] a page that loses a role loses its permissions and documents at once', async () => {
  const owner = await world.visitAs({ account: 'chief', role: 'owner' })
  const ann = await world.visitAs({ account: 'ann' })
  const set = (role: Role) => owner.command('roles.setRole', { account: 'ann', role })
  expect(await set('admin')).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(ann.hellos.at(-1)?.may).toContain('viewAllPositions'), 240_000)
  await ann.watch('roster/main')
  await ann.until(() => ann.copies.has('roster/main'))
  expect(await set('player')).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(ann.copies.has('roster/main')).toBe(false), 240_000)
  expect(ann.hellos.at(-1)?.may).not.toContain('viewAllPositions')
})

test('[V3.3.1] [V3.3.2] [V3.3.3] [V3.3.4] over https every cookie is Secure, __Host-, HttpOnly and SameSite=Lax', async () => {
  const https = await openTestApp({ publicUrl: 'https://hub.example.org' })
  const headers = { host: 'hub.example.org', origin: 'https://hub.example.org' }
  const { app } = https.hub()
  const answers = [
    await app.inject({ method: 'POST', url: '/auth/demo', headers, payload: { role: 'player' } }),
    await app.inject({ url: '/auth/steam', headers }),
    await app.inject({ method: 'POST', url: '/auth/logout', headers }),
  ]
  for (const answer of answers) {
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-/)
      for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie.split('; ')).toContain(part)
      expect(cookie).not.toMatch(/Domain=/i)
    }
  }
  await https.close()
})

test('[V16.5.1] an internal fault is answered as one, without its message', async () => {
  const broken = vi.spyOn(world.hub().hub, 'read').mockImplementation(() => {
    throw new Error('at /srv/secret.ts: select hunter2')
  })
  const answer = await fetch(`${world.address()}/health`)
  broken.mockRestore()
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({
    success: false,
    code: 'failed',
    error: expect.not.stringMatching(/hunter2|\.ts/),
  })
})

test('[V2.4.1] sign-ins are rate-limited by address', async () => {
  const visitor = createTestClient(world.address())
  const statuses: number[] = []
  for (let time = 0; time < 30; time += 1) statuses.push((await visitor.signIn('player')).status)
  expect(statuses).toContain(429)
  expect(statuses.slice(statuses.indexOf(429)).every((status) => status === 429)).toBe(true)
})
