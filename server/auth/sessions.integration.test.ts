import { afterEach, expect, test } from 'vitest'
import { sessions } from '../../shared/features/session/session.ts'
import type { Config } from '../config.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'
import { hashPassword } from './passwordHash.ts'
import { createSessionCookie } from './sessionCookie.ts'

/** As dear as it has to be that somebody could tell a wrong one from one that was not looked at. */
const cost = { N: 4_096, r: 8, p: 1 }
const passwords = async (): Promise<Config['passwords']> => ({
  ownerKey: await hashPassword('the key of the owner', cost),
  owner: null,
  admin: await hashPassword('the password of admins', cost),
  moderator: null,
})
const right = { role: 'admin', password: 'the password of admins' }
const wrong = { role: 'admin', password: 'a password of nobody' }

let world: TestApp
afterEach(() => world.close())
const start = async (wanted: Partial<Config> = {}) => {
  world = await openTestApp({ passwords: await passwords(), ...wanted })
}
const tokenOf = (visitor: TestClient) => createSessionCookie(false).read(visitor.cookie()) ?? ''
const youOf = (visitor: TestClient) => visitor.hellos.at(-1)?.principal
/** The same browser on a new connection. */
async function again(visitor: TestClient) {
  const next = createTestClient(world.address())
  next.holdCookie(visitor.cookie())
  await next.connect()
  return next
}
test('[V7.2.4] the right password raises this session, under another token; the one before is good for nothing', async () => {
  await start()
  const ann = await world.visitAs({ account: 'ann' })
  const other = await world.visitAs({ account: 'ann' })
  const before = tokenOf(ann)
  const stale = await again(ann)
  const answer = await ann.post('/auth/raise', right)
  expect(answer).toEqual({
    status: 200,
    body: { success: true, role: 'admin', until: expect.any(Number), message: 'Role upgraded to admin!' },
  })
  expect(tokenOf(ann)).not.toBe(before)
  await stale.until(() => youOf(stale) === null)
  const raised = await again(ann)
  expect(youOf(raised)).toMatchObject({ id: 'ann', role: 'admin', session: { elevatedUntil: answer.body.until } })
  expect(youOf(other)).toMatchObject({ id: 'ann', role: 'player', session: { elevatedUntil: null } })
  const key = tokenHash(before)
  expect(world.hub().hub.read(sessions, key.slice(0, 2)).open[key]).toBeUndefined()
  for (const visitor of [stale, raised]) visitor.leave()
})

test('[RA1] the owner’s key makes an owner, until it is given back', async () => {
  await start()
  const ann = await world.visitAs({ account: 'ann' })
  expect(await ann.post('/auth/raise', { ownerKey: 'the key of the owner' })).toMatchObject({
    status: 200,
    body: { role: 'owner', message: 'Role upgraded to owner!' },
  })
  const raised = await again(ann)
  await raised.watch('roster/main')
  expect(await raised.command('session.endElevation', {})).toMatchObject({ ok: true })
  await raised.until(() => raised.dropped.includes('roster/main'))
  expect(youOf(raised)).toMatchObject({ role: 'player' })
  raised.leave()
})

test('[V7.4.1] what was lent ends with logging out, on every socket', async () => {
  await start()
  const ann = await world.visitAs({ account: 'ann' })
  await ann.post('/auth/raise', right)
  const raised = await again(ann)
  const cookie = ann.cookie()
  expect(await ann.post('/auth/logout', {})).toMatchObject({ status: 200 })
  await raised.until(() => youOf(raised) === null)
  raised.holdCookie(cookie)
  expect(await raised.post('/auth/raise', right)).toMatchObject({ status: 401, body: { code: 'signedOut' } })
  raised.leave()
})

test('[V6.3.1] a role without a password is refused as a wrong password is', async () => {
  await start()
  const ann = await world.visitAs({ account: 'ann' })
  const cookie = ann.cookie()
  const refused = { success: false, code: 'invalidPassword', error: '❌ Invalid password' }
  for (const role of ['admin', 'owner', 'moderator'])
    expect(await ann.post('/auth/raise', { role, password: wrong.password })).toEqual({ status: 403, body: refused })
  expect(await ann.post('/auth/raise', { ownerKey: right.password })).toEqual({
    status: 403,
    body: { ...refused, error: 'Invalid owner key. Access denied.' },
  })
  expect(ann.cookie()).toBe(cookie)
  expect(youOf(await again(ann))).toMatchObject({ role: 'player' })
})

test('[V2.4.1] after five wrong tries in a minute not even the right one is looked at, for the account and its network', async () => {
  await start()
  const [ann, bob] = [await world.visitAs({ account: 'ann' }), await world.visitAs({ account: 'bob' })]
  for (let time = 0; time < 5; time += 1)
    expect(await ann.post('/auth/raise', time % 2 ? wrong : { ownerKey: 'no key' })).toMatchObject({ status: 403 })
  for (const visitor of [ann, bob])
    expect(await visitor.post('/auth/raise', right)).toMatchObject({
      status: 429,
      body: { success: false, code: 'tooManyGuesses' },
    })
})

test('[V2.4.1] many tries at once are no way around it, and right ones do not count', async () => {
  await start()
  const ann = await world.visitAs({ account: 'ann' })
  for (let time = 0; time < 7; time += 1) expect(await ann.post('/auth/raise', right)).toMatchObject({ status: 200 })
  const answers = await Promise.all(Array.from({ length: 15 }, () => ann.post('/auth/raise', wrong)))
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

test('[RA2] what is not asked rightly, or not by somebody in a session, raises nobody and is no guess', async () => {
  await start()
  const ann = await world.visitAs({ account: 'ann' })
  const guest = createTestClient(world.address())
  expect(await guest.post('/auth/raise', right)).toMatchObject({ status: 401, body: { code: 'signedOut' } })
  expect(await ann.post('/auth/raise', right, 'https://elsewhere.example')).toMatchObject({
    status: 403,
    body: { code: 'foreignOrigin' },
  })
  for (const wish of [
    {},
    { role: 'admin' },
    { role: 'player', password: 'x' },
    { role: 'admin', password: '' },
    { role: 'admin', password: 7 },
    { role: 'admin', password: 'x'.repeat(1_025) },
    { ownerKey: ['x'] },
    { ...right, ownerKey: 'x' },
  ]) {
    const answer = await ann.post('/auth/raise', wish)
    expect(answer).toMatchObject({ status: 400, body: { code: 'badInput' } })
    expect(JSON.stringify(answer.body)).not.toContain('xxxx')
  }
  expect(await ann.post('/auth/raise', right)).toMatchObject({ status: 200 })
})

test('[V8.3.1] whoever views the site as a role sees what it sees, and every change is refused, over sockets and HTTP', async () => {
  await start()
  const ann = await world.visitAs({ account: 'ann', role: 'owner' })
  await ann.watch('roster/main', 'staff/all')
  expect(await ann.command('session.viewAs', { role: 'admin' })).toMatchObject({ ok: true })
  await ann.until(() => ann.dropped.includes('staff/all'))
  expect(ann.dropped).not.toContain('roster/main')
  expect(youOf(ann)).toMatchObject({ id: 'ann', role: 'admin', session: { viewing: 'admin' } })
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
  await ann.until(() => youOf(ann)?.role === 'owner')
  expect((await ann.watch('roster/main', 'staff/all')).refused).toEqual([])
})

test('[V3.3.1] over https only the cookie with the prefix is given and believed', async () => {
  await start({ publicUrl: 'https://hub.example.org' })
  const ann = createTestClient(world.address())
  expect(await ann.signIn('admin')).toMatchObject({ status: 200 })
  expect(ann.cookie()).toMatch(/^__Host-waterhole_session=[\w-]{43}$/)
  const [inside, planted] = [createTestClient(world.address()), createTestClient(world.address())]
  inside.holdCookie(ann.cookie())
  planted.holdCookie(ann.cookie().replace('__Host-', ''))
  await Promise.all([inside.connect(), planted.connect()])
  expect([youOf(inside)?.role, youOf(planted)]).toEqual(['admin', null])
  for (const visitor of [inside, planted]) visitor.leave()
})

test('[V7.4.3] whoever logs out everywhere else is a guest there within the second', async () => {
  await start()
  const here = await world.visitAs({ account: 'ann' })
  const there = await Promise.all(Array.from({ length: 5 }, () => world.visitAs({ account: 'ann' })))
  await Promise.all(there.map((one) => one.watch('ownSessions/ann')))
  const begun = performance.now()
  expect(await here.command('session.closeAll', { keepThis: true })).toMatchObject({ output: { closed: 5 } })
  await Promise.all(there.map((one) => one.until(() => youOf(one) === null && one.dropped.length > 0)))
  expect(performance.now() - begun).toBeLessThan(1_000)
  expect(youOf(here)).toMatchObject({ id: 'ann' })
})
