import { afterEach, expect, test } from 'vitest'
import { exportAudit, searchAudit } from '../../shared/features/audit/queries.ts'
import { exportRows } from '../../shared/features/backups/exports.ts'
import type { RegionCounts } from '../../shared/features/regions/regionCounts.ts'
import type { Roster } from '../../shared/features/roster/roster.ts'
import type { ServerStatus } from '../../shared/features/server/server.ts'
import { exportUsers } from '../../shared/features/users/users.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'

let app: TestApp
afterEach(() => app.close())

const statusOf = (client: TestClient) => client.copies.get('server/main') as ServerStatus | undefined
const rosterOf = (client: TestClient) => client.copies.get('roster/main') as Roster | undefined

test('[WH1] a guest sees the server status and public documents, but neither roster nor positions', async () => {
  app = await openTestApp()
  const guest = await app.visit()
  expect(guest.hellos[0]).toMatchObject({ principal: null, may: ['look'], demo: true, community: 'Waterhole' })
  const { refused } = await guest.watch('server/main', 'regions/main', 'roster/main', 'positions/main', 'nowhere/x')
  expect(refused).toEqual(['roster/main', 'positions/main', 'nowhere/x'])
  await guest.until(() => statusOf(guest)?.link.name === 'up' && statusOf(guest)?.readAt !== null)
  expect(statusOf(guest)).toMatchObject({ map: 'Gateway', maxPlayers: 300, simulated: true })
  await guest.until(() => (guest.copies.get('regions/main') as RegionCounts).firstAt !== null)
  expect(JSON.stringify([...guest.copies])).not.toContain('7656119')
})

test('[WH2] staff with the map permission receive all players and their positions, read over the game protocol', async () => {
  app = await openTestApp()
  const admin = await app.visit('admin')
  expect(await admin.watch('roster/main', 'positions/main')).toEqual({ refused: [] })
  await admin.until(() => Object.keys(rosterOf(admin)?.players ?? {}).length > 30 && admin.frames.length > 3)
  const living = Object.values(rosterOf(admin)?.players ?? {}).filter(({ animal }) => animal)
  const slots = living.map(({ animal }) => animal?.slot)
  expect(new Set(slots).size).toBe(living.length)
  const online = new Set(
    app
      .simulator()
      .world.online()
      .map(({ id }) => id),
  )
  expect(living.filter(({ id }) => online.has(id)).length).toBeGreaterThan(25)
  expect(admin.frames.every(({ stream }) => stream === 'positions/main')).toBe(true)
})

test('[WH9] patches and positions of one tick reach a viewer in one write', async () => {
  app = await openTestApp()
  const admin = await app.visit('admin')
  await admin.watch('roster/main', 'positions/main')
  await admin.until(() => admin.frames.length > 2)
  const writes = async () =>
    Number(/^waterhole_socket_writes_total (\d+)$/m.exec(await (await admin.get('/metrics')).text())?.[1])
  const [writesBefore, framesBefore] = [await writes(), admin.frames.length]
  await admin.until(() => admin.frames.length >= framesBefore + 8)
  expect((await writes()) - writesBefore).toBeLessThanOrEqual(admin.frames.length - framesBefore + 1)
})

test('[WH3] positions are read once for all clients that watch them, and not otherwise if configured so; the status goes on', async () => {
  app = await openTestApp({ idlePositionsEveryMs: 0 })
  const reads = () => app.simulator().log.filter(({ command }) => command === 'getplayerdata').length
  const [first, second] = [await app.visit('owner'), await app.visit('admin')]
  await first.watch('server/main')
  await first.until(() => statusOf(first)?.readAt != null)
  expect(reads()).toBe(0)
  await first.watch('roster/main', 'positions/main')
  await second.watch('roster/main', 'positions/main')
  await second.until(() => second.frames.length >= 4)
  expect(reads()).toBeLessThanOrEqual(second.frames.length + 2)
  for (const client of [first, second]) client.unwatch('roster/main', 'positions/main')
  await expect.poll(() => app.hub().gateway.watched('positions')).toBe(0)
  const settled = reads()
  await first.watch('regions/main')
  await expect.poll(reads).toBeGreaterThan(settled)
})

test('[WH11] while no client watches, positions are read seldom, for the replay', async () => {
  app = await openTestApp({ idlePositionsEveryMs: 2_000 })
  const reads = () => app.simulator().log.filter(({ command }) => command === 'getplayerdata').length
  await expect.poll(reads).toBeGreaterThanOrEqual(2)
  expect(app.hub().gateway.sockets()).toBe(0)
})

test('[WH4] when a session ends, its open page loses roster and positions at once', async () => {
  app = await openTestApp()
  const admin = await app.visit('admin')
  await admin.watch('roster/main', 'positions/main', 'server/main')
  await admin.until(() => rosterOf(admin) !== undefined && admin.frames.length > 1)
  expect(await admin.post('/auth/logout', {})).toMatchObject({ status: 200 })
  await admin.until(() => admin.hellos.length > 1)
  expect(admin.hellos.at(-1)).toMatchObject({ principal: null, may: ['look'] })
  expect(admin.dropped.sort()).toEqual(['positions/main', 'roster/main'])
  const frames = admin.frames.length
  const other = await app.visit('admin')
  await other.watch('positions/main')
  await other.until(() => other.frames.length > 3)
  expect(admin.frames.length).toBe(frames)
  expect(await admin.watch('roster/main')).toEqual({ refused: ['roster/main'] })
})

test('[WH5] an unreachable game is reported at once with reason and age, and its return too', async () => {
  app = await openTestApp()
  const guest = await app.visit()
  await guest.watch('server/main')
  await guest.until(() => statusOf(guest)?.readAt != null)
  const readAt = statusOf(guest)?.readAt
  await app.simulator().faults.cut()
  await guest.until(() => statusOf(guest)?.link.name === 'down')
  expect(statusOf(guest)).toMatchObject({ readAt, link: { why: expect.stringMatching(/\w/) } })
  expect(await (await guest.get('/api/server/status')).json()).toMatchObject({ online: false, readAt })
  expect((await guest.get('/health')).status).toBe(200)
  await app.simulator().faults.restore()
  await guest.until(() => statusOf(guest)?.link.name === 'up' && statusOf(guest)?.readAt !== readAt)
})

test('[WH6] with a wrong RCON password the hub runs and reports that the game refused it', async () => {
  app = await openTestApp()
  const { port } = app.simulator()
  const other = await openTestApp({ evrima: { host: '127.0.0.1', port, password: 'not the password' } })
  try {
    const guest = await other.visit()
    await guest.watch('server/main')
    await guest.until(() => statusOf(guest)?.link.name === 'refused')
    expect(statusOf(guest)?.link.why).toContain('password refused')
    expect(await (await guest.get('/health')).json()).toMatchObject({ status: 'ok', link: { state: 'refused' } })
  } finally {
    await other.close()
  }
})

test('[WH7] malformed replies of the game leave the last good state', async () => {
  app = await openTestApp()
  const admin = await app.visit('admin')
  await admin.watch('roster/main', 'positions/main', 'server/main')
  await admin.until(() => (rosterOf(admin)?.readAt ?? 0) > 0)
  const before = Object.keys(rosterOf(admin)?.players ?? {}).length
  app.simulator().faults.garbageNext = 6
  await expect.poll(() => app.simulator().faults.garbageNext).toBe(0)
  expect(Object.keys(rosterOf(admin)?.players ?? {}).length).toBeGreaterThan(before - 10)
  const readAt = rosterOf(admin)?.readAt ?? 0
  await admin.until(() => (rosterOf(admin)?.readAt ?? 0) > readAt)
})

test('[WH8] a session outlives a restart of the hub', async () => {
  app = await openTestApp()
  const owner = await app.visit('owner')
  const cookie = owner.cookie()
  await app.restart()
  const response = await fetch(`${app.address()}/api/server/status`, { headers: { cookie } })
  await expect
    .poll(async () => {
      const again = await fetch(`${app.address()}/api/server/status`, { headers: { cookie } })
      return ((await again.json()) as { online: boolean }).online
    })
    .toBe(true)
  expect(response.status).toBe(200)
  expect(app.hub().hub.epoch).toBe(2)
})

/** The exports in the audit, as its lines name them. */
async function exportedIn(owner: TestClient) {
  const answer = await owner.query('audit.search', { text: '' })
  const { lines } = searchAudit.output.parse(answer.ok ? answer.output : null)
  return lines.filter(({ did }) => did.startsWith('exported')).map(({ detail }) => detail.file)
}

test('[BK2373] an export of the audit by an admin, over a socket or as a file, is in the audit; one that is refused is not', async () => {
  app = await openTestApp()
  const [owner, admin, moderator] = [await app.visit('owner'), await app.visit('admin'), await app.visit('moderator')]
  expect(await moderator.query(exportAudit.name, {})).toMatchObject({ code: 'forbidden' })
  expect((await moderator.get('/api/audit.csv')).status).toBe(403)
  expect(await exportedIn(owner)).toEqual([])
  for (let nth = 0; nth < 2; nth += 1) expect(await admin.query(exportAudit.name, {})).toMatchObject({ ok: true })
  for (const file of ['audit.csv', 'audit.jsonl']) expect((await admin.get(`/api/${file}`)).status).toBe(200)
  const lines = ['audit as CSV', 'audit as JSON Lines', 'audit over a socket']
  expect((await exportedIn(owner)).toSorted()).toEqual(lines)
})

test('[BK2317] an export that a program reads over a socket is in the audit before its first page leaves, once for all its pages; one that is refused is not', async () => {
  app = await openTestApp()
  const [owner, admin] = [await app.visit('owner'), await app.visit('admin')]
  expect(await admin.query(exportUsers.name, {})).toMatchObject({ code: 'forbidden' })
  expect(await owner.query(exportRows.name, { of: 'everything' })).toMatchObject({ code: 'badInput' })
  expect(await exportedIn(owner)).toEqual([])
  for (const after of ['0', null]) expect(await owner.query(exportUsers.name, { after })).toMatchObject({ ok: true })
  for (let nth = 0; nth < 2; nth += 1)
    expect(await owner.query(exportRows.name, { of: 'ledger' })).toMatchObject({ ok: true })
  expect((await exportedIn(owner)).toSorted()).toEqual(['ledger over a socket', 'users over a socket'])
})
