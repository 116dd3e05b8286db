import { afterEach, expect, test } from 'vitest'
import { sessions } from '../../shared/features/session/session.ts'
import type { Config } from '../config.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'
import { hashPassword } from './passwordHash.ts'
import { createSessionCookie } from './sessionCookie.ts'

/** Expensive enough for a measurable difference between a checked password and an unchecked one. */
const cost = { N: 4_096, r: 8, p: 1 }
const passwords = async (): Promise<Config['passwords']> => ({
  ownerKey: await hashPassword('the key of the owner', cost),
  owner: null,
  admin: await hashPassword('the password of admins', cost),
  moderator: null,
  challenges: await hashPassword('troodon of the swamp', cost),
  events: null,
})
const right = { role: 'admin', password: 'the password of admins' }
const wrong = { role: 'admin', password: 'a password of nobody' }

let testApp: TestApp
afterEach(() => testApp.close())
const start = async (wanted: Partial<Config> = {}) => {
  testApp = await openTestApp({ passwords: await passwords(), ...wanted })
}
const tokenOf = (client: TestClient) => createSessionCookie(false).read(client.cookie()) ?? ''
const principalOf = (client: TestClient) => client.hellos.at(-1)?.principal
/** The same browser with a new connection. */
async function again(client: TestClient) {
  const next = createTestClient(testApp.address())
  next.holdCookie(client.cookie())
  await next.connect()
  return next
}
test('[V7.2.4] the right password elevates the session under another token; the former token opens nothing', async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann' })
  const other = await testApp.visitAs({ account: 'ann' })
  const before = tokenOf(ann)
  const stale = await again(ann)
  const answer = await ann.post('/auth/raise', right)
  expect(answer).toEqual({
    status: 200,
    body: { success: true, role: 'admin', until: expect.any(Number), message: 'Role upgraded to admin!' },
  })
  expect(tokenOf(ann)).not.toBe(before)
  await stale.until(() => principalOf(stale) === null)
  const elevated = await again(ann)
  expect(principalOf(elevated)).toMatchObject({
    id: 'ann',
    role: 'admin',
    session: { elevatedUntil: answer.body.until },
  })
  expect(principalOf(other)).toMatchObject({ id: 'ann', role: 'player', session: { elevatedUntil: null } })
  const key = tokenHash(before)
  expect(testApp.hub().hub.read(sessions, key.slice(0, 2)).open[key]).toBeUndefined()
  for (const client of [stale, elevated]) client.leave()
})

test("[RA21] the owner key makes the session an owner's until the user ends the elevation", async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann' })
  expect(await ann.post('/auth/raise', { ownerKey: 'the key of the owner' })).toMatchObject({
    status: 200,
    body: { role: 'owner', message: 'Role upgraded to owner!' },
  })
  const elevated = await again(ann)
  await elevated.watch('roster/main')
  expect(await elevated.command('session.endElevation', {})).toMatchObject({ ok: true })
  await elevated.until(() => elevated.dropped.includes('roster/main'))
  expect(principalOf(elevated)).toMatchObject({ role: 'player' })
  elevated.leave()
})

test('[V7.4.1] an elevation ends when the user signs out, on every socket', async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann' })
  await ann.post('/auth/raise', right)
  const elevated = await again(ann)
  const cookie = ann.cookie()
  expect(await ann.post('/auth/logout', {})).toMatchObject({ status: 200 })
  await elevated.until(() => principalOf(elevated) === null)
  elevated.holdCookie(cookie)
  expect(await elevated.post('/auth/raise', right)).toMatchObject({ status: 401, body: { code: 'signedOut' } })
  elevated.leave()
})

test('[V6.3.1] a role without a password is refused like a wrong password', async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann' })
  const cookie = ann.cookie()
  const refused = { success: false, code: 'invalidPassword', error: '❌ Invalid password' }
  for (const role of ['admin', 'owner', 'moderator'])
    expect(await ann.post('/auth/raise', { role, password: wrong.password })).toEqual({ status: 403, body: refused })
  expect(await ann.post('/auth/raise', { ownerKey: right.password })).toEqual({
    status: 403,
    body: { ...refused, error: 'Invalid owner key. Access denied.' },
  })
  expect(ann.cookie()).toBe(cookie)
  expect(principalOf(await again(ann))).toMatchObject({ role: 'player' })
})

test('[V2.4.1] after five wrong passwords in a minute even the right one is not checked, for the account and its network', async () => {
  await start()
  const [ann, bob] = [await testApp.visitAs({ account: 'ann' }), await testApp.visitAs({ account: 'bob' })]
  for (let time = 0; time < 5; time += 1)
    expect(await ann.post('/auth/raise', time % 2 ? wrong : { ownerKey: 'no key' })).toMatchObject({ status: 403 })
  for (const client of [ann, bob])
    expect(await client.post('/auth/raise', right)).toMatchObject({
      status: 429,
      body: { success: false, code: 'tooManyGuesses' },
    })
})

test('[V2.4.1] parallel attempts do not evade the limit, and right passwords do not count', async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann' })
  for (let time = 0; time < 7; time += 1) expect(await ann.post('/auth/raise', right)).toMatchObject({ status: 200 })
  const answers = await Promise.all(Array.from({ length: 15 }, () => ann.post('/auth/raise', wrong)))
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

test('[RA22] a malformed request, or one without a session, elevates nothing and does not count as an attempt', async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann' })
  const guest = createTestClient(testApp.address())
  expect(await guest.post('/auth/raise', right)).toMatchObject({ status: 401, body: { code: 'signedOut' } })
  expect(await ann.post('/auth/raise', right, 'https://elsewhere.example')).toMatchObject({
    status: 403,
    body: { code: 'foreignOrigin' },
  })
  for (const request of [
    {},
    { role: 'admin' },
    { role: 'player', password: 'x' },
    { role: 'admin', password: '' },
    { role: 'admin', password: 7 },
    { role: 'admin', password: 'x'.repeat(1_025) },
    { ownerKey: ['x'] },
    { ...right, ownerKey: 'x' },
  ]) {
    const answer = await ann.post('/auth/raise', request)
    expect(answer).toMatchObject({ status: 400, body: { code: 'badInput' } })
    expect(JSON.stringify(answer.body)).not.toContain('xxxx')
  }
  expect(await ann.post('/auth/raise', right)).toMatchObject({ status: 200 })
})

test("[V8.3.1] a user who views the site as a role has that role's view, and every change is refused, over sockets and HTTP", async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann', role: 'owner' })
  await ann.watch('roster/main', 'staff/all')
  expect(await ann.command('session.viewAs', { role: 'admin' })).toMatchObject({ ok: true })
  await ann.until(() => ann.dropped.includes('staff/all'))
  expect(ann.dropped).not.toContain('roster/main')
  expect(principalOf(ann)).toMatchObject({ id: 'ann', role: 'admin', session: { viewing: 'admin' } })
  expect(await ann.query('replay.span', { server: 'main' })).toMatchObject({ ok: true })
  expect(await ann.query('roles.history', { before: null })).toMatchObject({ code: 'forbidden' })
  for (const [name, input] of [
    ['packs.create', { name: 'Hidden' }],
    ['roles.setRole', { account: 'bob', role: 'admin' }],
    ['session.closeAll', { keepThis: false }],
    ['mapImage.clearCalibration', { server: 'main' }],
  ] as const)
    expect(await ann.command(name, input)).toMatchObject({ ok: false, code: 'readOnly' })
  expect(await ann.post('/auth/raise', right)).toMatchObject({ status: 403, body: { code: 'readOnly' } })
  expect(await ann.command('session.viewAs', { role: 'player' })).toMatchObject({ ok: true })
  await ann.until(() => ann.dropped.includes('roster/main'))
  expect(await ann.command('session.viewAs', { role: null })).toMatchObject({ ok: true })
  await ann.until(() => principalOf(ann)?.role === 'owner')
  expect((await ann.watch('roster/main', 'staff/all')).refused).toEqual([])
})

test('[V3.3.1] over https only the cookie with the prefix is set and accepted', async () => {
  await start({ publicUrl: 'https://hub.example.org' })
  const ann = createTestClient(testApp.address())
  expect(await ann.signIn('admin')).toMatchObject({ status: 200 })
  expect(ann.cookie()).toMatch(/^__Host-waterhole_session=[\w-]{43}$/)
  const [inside, planted] = [createTestClient(testApp.address()), createTestClient(testApp.address())]
  inside.holdCookie(ann.cookie())
  planted.holdCookie(ann.cookie().replace('__Host-', ''))
  await Promise.all([inside.connect(), planted.connect()])
  expect([principalOf(inside)?.role, principalOf(planted)]).toEqual(['admin', null])
  for (const client of [inside, planted]) client.leave()
})

test('[V7.4.3] a user who signs out everywhere else is a guest there, on connections that are open too', async () => {
  await start()
  const here = await testApp.visitAs({ account: 'ann' })
  const there = await Promise.all(Array.from({ length: 5 }, () => testApp.visitAs({ account: 'ann' })))
  await Promise.all(there.map((one) => one.watch('ownSessions/ann')))
  expect(await here.command('session.closeAll', { keepThis: true })).toMatchObject({ output: { closed: 5 } })
  await Promise.all(there.map((one) => one.until(() => principalOf(one) === null && one.dropped.length > 0)))
  expect(principalOf(here)).toMatchObject({ id: 'ann' })
})

test("[DC10] the species code, in any case, gives one session the challenges' permission and no role, until the user ends it", async () => {
  await start()
  const ann = await testApp.visitAs({ account: 'ann' })
  for (const [gate, code, message] of [
    ['challenges', 'Carnotaurus', 'Invalid species code. Access denied.'],
    ['events', 'troodon of the swamp', 'Invalid admin password'],
  ] as const)
    expect(await ann.post('/auth/raise', { gate, code })).toMatchObject({ status: 403, body: { error: message } })
  expect(await ann.post('/auth/raise', { gate: 'challenges', code: ' Troodon of the SWAMP ' })).toMatchObject({
    status: 200,
    body: { gate: 'challenges', message: 'Admin access granted! Welcome to the Challenge Generator.' },
  })
  const inside = await again(ann)
  expect(inside.hellos.at(-1)).toMatchObject({ principal: { role: 'player' } })
  expect(inside.hellos.at(-1)?.may).toEqual(['look', 'play', 'manageChallenges'])
  expect(await inside.command('session.endElevation', {})).toMatchObject({ ok: true })
  await inside.until(() => !(inside.hellos.at(-1)?.may ?? []).includes('manageChallenges'))
  inside.leave()
})
