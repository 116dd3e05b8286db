import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'

let world: TestApp
let visitor: TestClient
beforeAll(async () => {
  world = await openTestApp()
  visitor = createTestClient(world.address())
  await vi.waitFor(async () => {
    const status = (await (await visitor.get('/api/server/status')).json()) as {
      online: boolean
      readAt: number | null
    }
    expect(status).toMatchObject({ online: true, readAt: expect.any(Number) })
  }, 120_000)
})
afterAll(() => world.close())

test('[HT1] the status has the fields of both formats, and lists players only with permission', async () => {
  const status = (await (await visitor.get('/api/server/status')).json()) as Record<string, unknown>
  expect(status).toMatchObject({
    online: true,
    maxPlayers: 300,
    map: 'Gateway',
    serverName: expect.any(String),
    version: expect.any(String),
    uptime: expect.any(Number),
    lastRestart: expect.stringMatching(/^\d{4}-/),
    players: { online: expect.any(Number), max: 300, list: null },
    ping: expect.any(Number),
    dayLength: 90,
    nightLength: 20,
    hasPassword: false,
    ip: '127.0.0.1',
    port: 16_006,
  })
})

test('[HT15] [V14.3.2] a status with players is not cached, one without is cached for 30 s', async () => {
  const owner = createTestClient(world.address())
  await owner.signIn('owner')
  const cachingOf = async (who: TestClient, seesPlayers: boolean) => {
    const answer = await who.get('/api/server/status')
    expect(((await answer.json()).players.list?.length ?? 0) > 0).toBe(seesPlayers)
    return answer.headers.get('cache-control')
  }
  expect(await vi.waitFor(() => cachingOf(owner, true), 120_000)).toBe('no-store')
  expect(await cachingOf(visitor, false)).toBe('private, max-age=30')
})

test('[HT2] the server info has phase and remaining minutes', async () => {
  expect(await (await visitor.get('/api/server/info')).json()).toEqual({
    success: true,
    data: {
      timePhase: expect.stringMatching(/^(dawn|day|dusk|night)$/),
      currentTimeOfDay: { minutes: expect.any(Number), minutesRemaining: expect.any(Number) },
    },
  })
})

test('[HT3] health describes storage, link and node; metrics are in Prometheus format', async () => {
  expect(await (await visitor.get('/health')).json()).toMatchObject({
    status: 'ok',
    storage: { state: 'serving', durability: expect.stringContaining('synced') },
    link: { state: 'up' },
    node: { epoch: 1 },
  })
  const metrics = await (await visitor.get('/metrics')).text()
  for (const name of [
    'sockets',
    'documents',
    'journal_write_ms',
    'link_latency_ms',
    'frames_sent_total',
    'bytes_sent_total',
    'nodejs_eventloop_lag_seconds',
  ])
    expect(metrics).toContain(`waterhole_${name}`)
})

test('[HT4] a write from a foreign page, or without an origin, is refused', async () => {
  for (const origin of ['https://evil.example', 'null', ''])
    expect(await visitor.post('/auth/demo', { role: 'owner' }, origin)).toMatchObject({
      status: 403,
      body: { success: false, code: 'foreignOrigin' },
    })
})

test('[HT5] the cookie is HttpOnly and SameSite, and only its hash is stored', async () => {
  const response = await fetch(`${world.address()}/auth/demo`, {
    method: 'POST',
    headers: { origin: world.address(), 'content-type': 'application/json' },
    body: '{"role":"moderator"}',
  })
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  expect(await response.json()).toMatchObject({ success: true, you: { role: 'moderator' } })
})

test('[HT6] errors in a request are answered in one form', async () => {
  expect(await visitor.post('/auth/demo', { role: 'king' })).toMatchObject({
    status: 400,
    body: { success: false, code: 'badInput', error: expect.stringContaining('owner, admin, moderator, player') },
  })
  const broken = await fetch(`${world.address()}/auth/demo`, {
    method: 'POST',
    headers: { origin: world.address(), 'content-type': 'application/json' },
    body: '{"role":',
  })
  expect(broken.status).toBe(400)
  expect(await broken.json()).toMatchObject({ success: false, code: 'badRequest' })
  const missing = await visitor.get('/api/nothing')
  expect(missing.status).toBe(404)
  expect(await missing.json()).toMatchObject({ success: false, code: 'notFound' })
})

test('[HT7] only scripts of the hub run on its pages', async () => {
  const policy = (await visitor.get('/health')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('[HT8] outside demo mode there is no demo sign-in', async () => {
  const { port } = world.simulator()
  const real = await openTestApp({ demo: false, evrima: { host: '127.0.0.1', port, password: 'x' } })
  const guest = createTestClient(real.address())
  expect(await guest.signIn('owner')).toMatchObject({ status: 403, body: { code: 'noDemo' } })
  await real.close()
})

test('[HT9] too many sign-ins from one address are refused', async () => {
  // More than two minutes allow: a minute may end in the middle.
  const answers = await Promise.all(Array.from({ length: 45 }, () => visitor.signIn('player')))
  expect(answers.filter(({ status }) => status === 429)).not.toHaveLength(0)
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ success: false, code: 'tooFast' })
})
