import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Permission, Role } from '../../shared/engine/permissions.ts'
import { switchActive, unlink } from '../../shared/features/account/commands.ts'
import { mapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import { createPack } from '../../shared/features/packs/commands.ts'
import { setRole } from '../../shared/features/roles/commands.ts'
import { elevateSession, viewAs } from '../../shared/features/session/commands.ts'
import { bucketOf } from '../../shared/features/session/session.ts'
import { makeToken, revokeToken } from '../../shared/features/tokens/commands.ts'
import { tokenIdOf, tokenOwners, tokens } from '../../shared/features/tokens/tokens.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { createRawClient, type RawClient, type RawOptions } from '../gateway/testing/rawClient.ts'
import { freshId } from '../testing/principals.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'

const hour = 3_600_000
const ownersSteamId = '76561198000000777'
let testApp: TestApp
let programs: RawClient[]
beforeEach(async () => {
  programs = []
  testApp = await openTestApp({ ownerSteamIds: [ownersSteamId] })
})
afterEach(async () => {
  for (const program of programs) program.close()
  await testApp.close()
})

const hub = () => testApp.hub().hub
const open = (options: Omit<RawOptions, 'port'>) => {
  const program = createRawClient({ port: Number(new URL(testApp.address()).port), ...options })
  programs.push(program)
  return program
}
/** A program that has received its hello. */
const enter = async (bearer: string) => {
  const program = open({ bearer })
  await program.ready()
  return program
}
/** The last hello. */
const helloOf = (program: RawClient) => program.of('hello').at(-1)?.values[0] as Hello
const command = (program: RawClient, { name }: { readonly name: string }, input: unknown) =>
  program.command({ id: freshId(Date.now()), name, input })

const request = (more: object = {}) => ({
  label: 'Bot',
  permissions: ['look', 'play'],
  endsAt: Date.now() + hour,
  ...more,
})
const ask = (client: TestClient, more: object = {}, origin?: string) =>
  client.post('/auth/tokens', request(more), origin)
async function tokenOf(client: TestClient, ...permissions: Permission[]) {
  const { body } = await ask(client, { permissions })
  expect(body).toMatchObject({ success: true, token: expect.stringMatching(/^wht_[\w-]{43}$/) })
  return String(body.token)
}
async function appoint(account: string, role: Role) {
  const owner = await testApp.visitAs({ account: 'boss', steamId: ownersSteamId })
  return async (next = role) =>
    expect(await owner.command(setRole.name, { account, role: next })).toMatchObject({ ok: true })
}

test('[V8.2.1] [TK1] a program does what its token permits, as its owner, and nothing else', async () => {
  const ann = await testApp.visitAs({ account: 'ann', name: 'Ann' })
  await (await appoint('ann', 'moderator'))()
  const program = await enter(await tokenOf(ann, 'look', 'play'))
  expect(helloOf(program)).toMatchObject({ principal: { id: 'ann', session: null }, may: ['look', 'play'] })
  expect(await command(program, createPack, { name: 'By a program' })).toMatchObject({ ok: true })
  const staffProgram = await enter(await tokenOf(ann, 'look', 'kickPlayers'))
  expect(helloOf(staffProgram).may).toEqual(['look', 'kickPlayers'])
  expect(await command(staffProgram, createPack, { name: 'Not this one' })).toMatchObject({
    ok: false,
    code: 'forbidden',
  })
})

test('[V8.2.1] [TK2] a user cannot make a token with more than their permanent permissions', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  expect(await ask(ann, { permissions: ['kickPlayers'] })).toMatchObject({ status: 403, body: { code: 'tooMuch' } })
  const demoAdmin = await testApp.visitAs({ account: 'demo-admin', role: 'admin' })
  expect(await ask(demoAdmin, { permissions: ['kickPlayers'] })).toMatchObject({
    status: 403,
    body: { code: 'tooMuch' },
  })
  const key = tokenHash(ann.cookie().split('=')[1] ?? '')
  const newKey = tokenHash('another')
  await hub().execute('sign-in', elevateSession.name, { key, newKey, role: 'owner' })
  ann.holdCookie(`${ann.cookie().split('=')[0]}=another`)
  expect(await ask(ann, { permissions: ['kickPlayers'] })).toMatchObject({ status: 403, body: { code: 'tooMuch' } })
  expect((await ask(ann)).status).toBe(200)
  const boss = await testApp.visitAs({ account: 'boss', steamId: ownersSteamId })
  expect((await ask(boss, { permissions: ['ownerPanel', 'manageAdmins'] })).status).toBe(200)
})

test('[V7.4.1] [TK3] the open socket of a revoked token becomes a guest at once, and the token opens nothing more', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const token = await tokenOf(ann, 'look', 'play')
  const program = await enter(token)
  await program.watch('mapSettings/ann')
  const id = tokenIdOf(tokenHash(token))
  expect(await command(program, revokeToken, { id })).toMatchObject({ code: 'notASession' })
  expect(await ann.command(revokeToken.name, { id })).toMatchObject({ ok: true })
  await program.untilCount('hello', 2)
  expect(helloOf(program)).toMatchObject({ principal: null, may: ['look'] })
  expect(await command(program, createPack, { name: 'x' })).toMatchObject({ code: 'forbidden' })
  expect((await program.watch(`${mapSettings.kind}/ann`)).refused).toEqual(['mapSettings/ann'])
  expect(helloOf(await enter(token)).principal).toBeNull()
  expect(hub().read(tokenOwners, bucketOf(id)).owners).toEqual({})
  expect(await ann.command(revokeToken.name, { id })).toMatchObject({ code: 'gone' })
})

test('[V7.4.1] [TK16] a program with an ended token gets that refusal, on a socket and over HTTP', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const token = await tokenOf(ann, 'look', 'play')
  const status = async () =>
    (await fetch(`${testApp.address()}/api/server/status`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await status()).toBe(200)
  expect(await ann.command(revokeToken.name, { id: tokenIdOf(tokenHash(token)) })).toMatchObject({ ok: true })
  expect(await status()).toBe(401)
  const program = open({ bearer: token })
  await program.closed
  expect(program.of('notice').map(({ values: result }) => result[0])).toEqual([
    { code: 'closing', message: 'This token has ended or was revoked: make a new one.' },
  ])
})

test("[V8.2.2] [TK15] a program that may only look reads none of its owner's documents, and no program reads sessions or identities", async () => {
  const ann = await testApp.visitAs({ account: 'ann', steamId: '76561198000000555' })
  const ofHers = [
    'account/ann',
    'mapSettings/ann',
    'playRecord/76561198000000555',
    'ownSessions/ann',
    'tokens/ann',
    'ownPositions/ann',
  ] as const
  const looking = await enter(await tokenOf(ann, 'look'))
  const playing = await enter(await tokenOf(ann, 'look', 'play'))
  expect((await ann.watch(...ofHers)).refused).not.toContain('tokens/ann')
  expect((await looking.watch(...ofHers)).refused).toEqual(ofHers)
  const refused = (await playing.watch(...ofHers)).refused
  expect(refused).toEqual(expect.arrayContaining(['ownSessions/ann', 'tokens/ann']))
  expect(refused).not.toContain('account/ann')
  for (const { name } of [unlink, switchActive])
    expect(await command(playing, { name }, { provider: 'discord' })).toMatchObject({ code: 'notASession' })
})

test('[V7.4.1] [TK4] a token ends at its time and is removed', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const { body } = await ask(ann, { endsAt: Date.now() + 2_000 })
  const program = open({ bearer: String(body.token) })
  const isGone = () => Object.keys(hub().read(tokens, 'ann').tokens).length === 0
  const gone = new Promise<void>((resolve) => {
    hub().onPublish(() => isGone() && resolve())
    if (isGone()) resolve()
  })
  await Promise.all([gone, program.until(() => helloOf(program)?.principal === null)])
  expect(helloOf(await enter(String(body.token))).principal).toBeNull()
})

test('[V8.3.1] [TK5] a permission that is taken from the owner is taken from the token at once', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const put = await appoint('ann', 'moderator')
  await put()
  const program = await enter(await tokenOf(ann, 'look', 'play', 'kickPlayers'))
  expect(helloOf(program).may).toContain('kickPlayers')
  await put('player')
  await program.untilCount('hello', 2)
  expect(helloOf(program)).toMatchObject({ principal: { id: 'ann', role: 'player' }, may: ['look', 'play'] })
})

test('[TK6] a token in a query string is ignored; a bearer token takes precedence over a cookie', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const token = await tokenOf(ann, 'look', 'play')
  const program = open({ query: `&token=${token}&authorization=Bearer%20${token}`, origin: testApp.address() })
  await program.ready()
  expect(helloOf(program).principal).toBeNull()
  const both = open({ cookie: ann.cookie(), bearer: 'wht_nothing' })
  await both.ready()
  expect(helloOf(both).principal).toBeNull()
})

test('[V4.4.2] [TK7] a program with a token needs no origin, and a foreign page with one is refused', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const token = await tokenOf(ann, 'look')
  expect(helloOf(await enter(token)).principal?.id).toBe('ann')
  const foreign = open({ bearer: token, origin: 'https://evil.example' })
  const nameless = open({})
  await Promise.all([foreign.closed, nameless.closed])
  expect([...foreign.received, ...nameless.received]).toEqual([])
})

test('[TK8] a token can also be sent in the auth object of Socket.IO', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const token = await tokenOf(ann, 'look', 'play')
  const extraHeaders = { origin: testApp.address() }
  const socket = io(testApp.address(), { transports: ['websocket'], forceNew: true, extraHeaders, auth: { token } })
  const hello = await new Promise<Hello>((resolve) => socket.once('hello', resolve))
  socket.disconnect()
  expect(hello.principal?.id).toBe('ann')
})

test('[TK9] over HTTP a token opens what its owner may see with it, and its use is recorded', async () => {
  const boss = await testApp.visitAs({ account: 'boss', steamId: ownersSteamId })
  const listed = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${testApp.address()}/api/server/status`, { headers })
    return ((await response.json()) as { players: { list: unknown[] | null } }).players.list
  }
  const token = await tokenOf(boss, 'look', 'viewAllPositions')
  const used = () => hub().read(tokens, 'boss').tokens[tokenIdOf(tokenHash(token))]?.usedAt
  expect(used()).toBeNull()
  const noted = new Promise<void>((resolve) => {
    hub().onPublish((published) => published.some(({ id }) => id === 'tokens/boss') && resolve())
  })
  await listed(token)
  await noted
  expect(used()).toBeGreaterThan(Date.now() - 60_000)
  const first = used()
  await listed(token)
  await hub().settled()
  expect(used()).toBe(first)
  expect(await listed(await tokenOf(boss, 'look'))).toBeNull()
})

test('[V7.2.4] [TK10] the token is shown once and is in no document, journal entry or file', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const token = await tokenOf(ann, 'look', 'play')
  await enter(token)
  await testApp.restart()
  const raw = readdirSync(testApp.folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
    .join('')
  expect(raw).toContain(tokenHash(token))
  expect(raw).not.toContain(token)
  expect(raw).not.toContain(token.slice(4))
})

test('[V4.4.2] [TK11] a token is made from a page of this hub by a signed-in user, not with a token', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  expect(await ask(ann, {}, 'https://evil.example')).toMatchObject({ status: 403, body: { code: 'foreignOrigin' } })
  expect(await ask(await testApp.visit())).toMatchObject({ status: 401, body: { code: 'signedOut' } })
  const program = await enter(await tokenOf(ann, 'look', 'play'))
  const input = { ...request(), hash: tokenHash('x') }
  expect(await command(program, makeToken, input)).toMatchObject({ ok: false, code: 'notASession' })
  const headers = { origin: testApp.address(), authorization: `Bearer ${await tokenOf(ann, 'look', 'play')}` }
  const body = JSON.stringify(request())
  const given = { ...headers, 'content-type': 'application/json' }
  expect((await fetch(`${testApp.address()}/auth/tokens`, { method: 'POST', headers: given, body })).status).toBe(401)
})

test('[TK12] a malformed request for a token is refused with its problems and makes no token', async () => {
  const ann = await testApp.visitAs({ account: 'ann' })
  const wrong: [object, string][] = [
    [{ label: ' ' }, 'badInput'],
    [{ permissions: [] }, 'badInput'],
    [{ permissions: ['hub'] }, 'badInput'],
    [{ endsAt: Date.now() - 1 }, 'badEnd'],
    [{ endsAt: Date.now() + 400 * 24 * hour }, 'badEnd'],
    [{ endsAt: 'soon' }, 'badInput'],
  ]
  for (const [more, code] of wrong)
    expect(await ask(ann, more), JSON.stringify(more)).toMatchObject({ status: 400, body: { code } })
  expect((await ann.post('/auth/tokens', { label: 'Bot' })).body).toMatchObject({
    error: 'permissions: a list of permissions. It is missing. endsAt: a time in epoch ms. It is missing.',
  })
  expect(hub().read(tokens, 'ann').tokens).toEqual({})
})

test('[V2.4.1] [TK13] making tokens is rate limited, and refused while the user views the site as a role', async () => {
  const boss = await testApp.visitAs({ account: 'boss', steamId: ownersSteamId })
  await boss.command(viewAs.name, { role: 'player' })
  expect(await ask(boss)).toMatchObject({ status: 403, body: { code: 'readOnly' } })
  for (let asked = 0; asked < 9; asked += 1) await ask(boss)
  expect((await ask(boss)).status).toBe(429)
})
