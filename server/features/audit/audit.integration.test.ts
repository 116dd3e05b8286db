import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type AuditLine, searchAudit } from '../../../shared/features/audit/queries.ts'
import { deliveries, isOpenState, mostSettled } from '../../../shared/features/deliveries/delivery.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import { createTestClient, type TestClient } from '../../testing/testClient.ts'

const ownersSteamId = '76561198000000777'
/** Only a hang takes this long. */
const hangMs = 150_000
const healed = mostSettled + 10
let testApp: TestApp
let owner: TestClient
let admin: TestClient
beforeAll(async () => {
  testApp = await openTestApp({ ownerSteamIds: [ownersSteamId] })
  owner = await testApp.visitAs({ account: 'boss', name: '=Boss', steamId: ownersSteamId })
  admin = await testApp.visitAs({ account: 'ada', name: 'Ada, "the" 🦖', role: 'admin' })
  await owner.watch(`roster/${mainServer}`)
  await vi.waitFor(() => expect(present().length).toBeGreaterThan(20), hangMs)
  await testApp.visitAs({ account: 'mo', name: 'Mo' })
  expect(await owner.command(setRole.name, { account: 'mo', role: 'moderator' })).toMatchObject({ ok: true })
  for (let count = 0; count < healed; count += 1)
    expect(await admin.post('/api/admin/heal', { targetPlayer: present()[count % 20]?.id })).toMatchObject({
      status: 200,
    })
  expect(await owner.post('/api/admin/kick', { targetPlayer: present()[1]?.id, reason: '=1+1' })).toMatchObject({
    status: 200,
  })
  const isQuiet = () => !Object.values(kept()).some(({ state }) => isOpenState(state))
  await vi.waitFor(() => expect(isQuiet()).toBe(true), hangMs)
})
afterAll(() => testApp.close())

const hub = () => testApp.hub().hub
const present = () =>
  Object.values(hub().read(roster, mainServer).players).filter(({ animal }) => animal && !animal.dead)
const kept = () => hub().read(deliveries, mainServer).entries
const pageOf = async (client: TestClient, asked: object) => {
  const answer = await client.query(searchAudit.name, asked)
  if (!answer.ok) throw new Error(answer.code)
  return searchAudit.output.parse(answer.output)
}
async function allOf(client: TestClient, asked: object) {
  const lines: AuditLine[] = []
  let before: string | null = null
  do {
    const page = await pageOf(client, { ...asked, before, limit: 17 })
    lines.push(...page.lines)
    before = page.next
  } while (before !== null)
  return lines
}

test('[AU22] each act is listed once, newest first, with its actor and its outcome, archived or not', async () => {
  const lines = await allOf(admin, {})
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map(({ seq }) => seq).sort((one, other) => other - one))
  const heals = lines.filter(({ act }) => act === 'heal')
  expect(heals.length).toBe(healed)
  expect(heals.filter(({ delivery }) => delivery !== null && !(delivery in kept())).length).toBeGreaterThan(5)
  for (const line of heals)
    expect(line).toMatchObject({
      by: 'ada',
      byName: 'Ada, "the" 🦖',
      role: 'admin',
      elevated: false,
      kind: 'deliveries',
      target: { id: expect.stringMatching(/^7656/) },
      outcome: { state: expect.stringMatching(/^(confirmed|refused)$/) },
    })
  expect(lines.find(({ kind }) => kind === 'roles')).toMatchObject({
    by: 'boss',
    byName: '=Boss',
    target: { id: 'mo', name: 'Mo' },
    outcome: null,
  })
})

test('[AU12] a line has the address of the client, for HTTP requests and for sockets', async () => {
  expect((await allOf(admin, { text: 'heal' })).every(({ address }) => address === '127.0.0.1')).toBe(true)
  expect((await allOf(admin, { kinds: ['roles'] })).map(({ address }) => address)).toEqual(['127.0.0.1'])
})

test('[AU13] sign-ins, sign-outs and wrong passwords are listed with the address of the client', async () => {
  const guest = createTestClient(testApp.address())
  await guest.signIn('moderator')
  await guest.post('/auth/raise', { role: 'owner', password: 'wrong' })
  await guest.post('/auth/logout', {})
  const demoOwner = await testApp.visit('owner')
  const lines = (await allOf(demoOwner, { kinds: ['sessions'], actor: 'demo-moderator' })).reverse()
  expect(lines).toMatchObject([
    { act: 'session.open', by: 'demo-moderator', address: '127.0.0.1', detail: { role: 'moderator' } },
    { act: 'session.wrongPassword', by: 'demo-moderator', address: '127.0.0.1', detail: { wanted: 'owner' } },
    { act: 'session.close', by: 'demo-moderator', address: '127.0.0.1' },
  ])
})

test('[AU23] the audit is searched by text, actor, kind and time, and pages join', async () => {
  expect((await allOf(admin, { text: 'kick =1+1' })).map(({ by }) => by)).toEqual(['boss'])
  expect((await allOf(admin, { actor: 'ADA,', kinds: ['deliveries'] })).length).toBe(healed)
  expect((await allOf(admin, { kinds: ['roles'] })).length).toBe(1)
  const [newest] = await allOf(admin, {})
  expect(await allOf(admin, { from: (newest?.at ?? 0) + 1 })).toEqual([])
  expect((await allOf(admin, { to: newest?.at })).length).toBe((await allOf(admin, {})).length)
  expect(await admin.query(searchAudit.name, { before: 'nonsense' })).toMatchObject({ code: 'badInput' })
})

test('[V8.2.1] [AU24] only owners and admins read it, over a socket and over HTTP', async () => {
  const others = [
    await testApp.visitAs({ account: 'mod', role: 'moderator' }),
    await testApp.visitAs({ account: 'pia' }),
    await testApp.visit(),
  ]
  for (const other of others)
    expect(await other.query(searchAudit.name, {})).toMatchObject({ ok: false, code: 'forbidden' })
  for (const path of ['/api/audit.csv', '/api/audit.jsonl']) expect((await others[0]?.get(path))?.status).toBe(403)
  const guest = await createTestClient(testApp.address()).get('/api/audit.csv')
  expect([guest.status, (await guest.json()).code]).toEqual([401, 'signedOut'])
})

test('[V1.2.10] [AU10] a file has the same lines, and no cell that a spreadsheet would evaluate', async () => {
  const lines = await allOf(owner, { kinds: ['deliveries'] })
  const jsonl = await owner.get('/api/audit.jsonl?kinds=deliveries')
  expect(jsonl.headers.get('content-type')).toContain('application/x-ndjson')
  const rows = (await jsonl.text()).trim().split('\n')
  expect(rows.map((line) => JSON.parse(line))).toEqual(lines)
  const csv = await owner.get('/api/audit.csv?actor=boss&text=kick')
  expect(csv.headers.get('content-disposition')).toContain('waterhole-audit.csv')
  const [head, row, rest] = (await csv.text()).split('\r\n')
  expect(head).toContain('time,kind,act,actor')
  expect(row).toContain(`"'=Boss",boss,owner,false`)
  expect(rest).toBe('')
  for (const wrong of ['kinds=nonsense', 'from=yesterday', 'what=1'])
    expect((await owner.get(`/api/audit.jsonl?${wrong}`)).status).toBe(400)
})

test('[V2.4.1] [AU25] downloads of files are rate limited', async () => {
  // More than two minutes allow: a minute may end in the middle.
  const answers = await Promise.all(Array.from({ length: 14 }, () => owner.get('/api/audit.csv?text=nothing')))
  expect(answers.map(({ status }) => status)).toContain(429)
})
