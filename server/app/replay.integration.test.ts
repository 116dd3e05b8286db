import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ViewEntry } from '../../shared/features/positionViews/positionViews.ts'
import type { ReplaySegment, TimeSpan } from '../../shared/features/replay/queries.ts'
import { freePort } from '../testing/freePort.ts'
import { spawnHub } from '../testing/hubProcess.ts'
import { type RosterReading, type RosterStep, readingsPlayedFrom, readingsSeenBy } from '../testing/rosterReadings.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
async function open(...wanted: Parameters<typeof openTestApp>): Promise<TestApp> {
  const app = await openTestApp(...wanted)
  closing.push(app.close)
  return app
}

async function ask<Output>(client: TestClient, name: string, input: object): Promise<Output> {
  const answer = await client.query(name, input)
  if (!answer.ok) throw new Error(`${name}: ${answer.code}`)
  return answer.output as Output
}
interface Span {
  readonly spans: TimeSpan[]
  readonly keptMs: number
  readonly truncated: string | null
}
const spanFor = (client: TestClient) => ask<Span>(client, 'replay.span', { server: 'main' })

async function segmentsFor(client: TestClient) {
  const segments: ReplaySegment[] = []
  for (let at = 0; ; at = (segments.at(-1)?.until ?? 0) + 1) {
    const { segment } = await ask<{ segment: ReplaySegment | null }>(client, 'replay.segment', { server: 'main', at })
    if (!segment) return segments
    segments.push(segment)
  }
}
const viewsFor = async (owner: TestClient) => (await ask<{ views: ViewEntry[] }>(owner, 'positionViews.past', {})).views

/** An admin views all positions for this many readings, then leaves. */
async function viewAll(app: TestApp, readings: number): Promise<RosterStep[]> {
  const admin = await app.visit('admin')
  await admin.watch('roster/main', 'positions/main')
  await admin.until(
    () =>
      readingsSeenBy(admin).length >= readings && Object.keys(readingsSeenBy(admin).at(-1)?.players ?? {}).length > 20,
  )
  admin.leave()
  return readingsSeenBy(admin)
}

/** Without the heading, which each decoder derives. */
const plain = ({ players, places }: RosterReading) => ({
  players,
  places: places.map((place) => place.split(' ').slice(0, 3).join(' ')),
})

/**
 * Everything in the replay was shown live, and everything shown live within its segments is in it. Returns how many readings were compared: a
 * segment that begins after a gap has the first of them as its start.
 */
function expectSame(segments: readonly ReplaySegment[], seen: readonly RosterStep[]) {
  const known = new Map(seen.map((shownStep) => [shownStep.at, shownStep]))
  const firstAt = seen[0]?.at ?? 0
  const played = segments.map(readingsPlayedFrom)
  const compared = new Set<number | null>()
  const compare = <Read extends RosterReading>(read: Read, matches: (read: Read, shown: RosterStep) => void) => {
    const shownStep = known.get(read.at)
    if (!shownStep || read.at === firstAt) return
    matches(read, shownStep)
    compared.add(read.at)
  }
  for (const { start, steps } of played) {
    compare(start, (read, shown) => expect(plain(read)).toEqual(plain(shown)))
    for (const step of steps) compare(step, (read, shown) => expect(read).toEqual(shown))
  }
  const times = new Set(played.flatMap(({ start, steps }) => [start.at, ...steps.map(({ at }) => at)]))
  const within = (at: number | null) => at !== null && segments.some(({ from, until }) => from <= at && at <= until)
  expect(seen.filter(({ at }) => within(at) && !times.has(at))).toEqual([])
  return compared.size
}

test('[LB1] the replay equals what was shown live: at once, after a restart, and around a damaged file', async () => {
  const app = await open({ positionsEveryMs: 500 })
  const first = await viewAll(app, 9)
  const admin = await app.visit('admin')
  expect(expectSame(await segmentsFor(admin), first)).toBeGreaterThanOrEqual(7)
  await app.restart()
  const second = await viewAll(app, 6)
  await app.restart()
  const third = await viewAll(app, 6)
  await app.restart()
  const later = await app.visit('admin')
  const whole = await segmentsFor(later)
  expect(expectSame(whole, [...first, ...second, ...third])).toBeGreaterThanOrEqual(15)
  expect((await spanFor(later)).truncated).toBeNull()

  const folder = join(app.folder, 'replay')
  const middle = whole.findLast(({ from }) => from <= Number(second.at(-1)?.at))
  const damaged = join(folder, `main-${middle?.from}.segment`)
  writeFileSync(damaged, readFileSync(damaged).subarray(0, -5))
  await app.restart()
  const last = await app.visit('admin')
  const left = await segmentsFor(last)
  expect(left.some(({ from }) => from === middle?.from)).toBe(false)
  expect(expectSame(left, first)).toBeGreaterThanOrEqual(7)
  expect(expectSame(left, third)).toBeGreaterThanOrEqual(4)
  const span = await spanFor(last)
  expect(span.truncated).toContain('One damaged or foreign file was left out')
  expect(span.spans.some(({ from, until }) => from < Number(middle?.until) && until > Number(middle?.from))).toBe(false)
  expect(readdirSync(folder)).toContain(`main-${middle?.from}.segment`)
})

test('[LB2] what exceeds the limit is dropped from the oldest, which is reported, and the rest plays unchanged', async () => {
  const replay = { keptMs: 3_600_000, mostBytes: 64 * 1024 * 1024 }
  const app = await open({ positionsEveryMs: 500, replay })
  const first = await viewAll(app, 6)
  await app.restart()
  const second = await viewAll(app, 6)
  await app.restart()
  const folder = join(app.folder, 'replay')
  const kept = readdirSync(folder).map((name) => ({
    from: Number(/\d+/.exec(name)?.[0]),
    size: statSync(join(folder, name)).size,
  }))
  // Of the first run, too, several segments may be kept: a machine that stalls leaves a gap between two of them.
  const isOfFirst = ({ from }: { readonly from: number }) => from <= Number(first.at(-1)?.at)
  const lastOfFirst = Math.max(...kept.filter(isOfFirst).map(({ from }) => from))
  const wanted = kept.filter(({ from }) => from >= lastOfFirst)
  replay.mostBytes = wanted.reduce((sum, { size }) => sum + size, 0) - 500
  await app.restart()
  const admin = await app.visit('admin')
  const left = await segmentsFor(admin)
  expect(left.some(isOfFirst)).toBe(false)
  expect(expectSame(left, second)).toBeGreaterThan(3)
  expect((await spanFor(admin)).truncated).toContain('oldest part was dropped')
})

test('[LB3] the replay is for staff who may see all positions, and knows no other server', async () => {
  const app = await open()
  for (const role of ['player', 'moderator'] as const) {
    const client = await app.visit(role)
    for (const [name, input] of [
      ['replay.span', { server: 'main' }],
      ['replay.segment', { server: 'main', at: 0 }],
      ['positionViews.past', {}],
    ] as const)
      expect(await client.query(name, input)).toMatchObject({ ok: false, code: 'forbidden' })
  }
  await viewAll(app, 3)
  const admin = await app.visit('admin')
  expect(await ask<Span>(admin, 'replay.span', { server: 'other' })).toMatchObject({ spans: [] })
  expect(await ask(admin, 'replay.segment', { server: 'other', at: 0 })).toEqual({ segment: null })
  expect(await admin.query('replay.segment', { server: 'main', at: 'now' })).toMatchObject({ code: 'badInput' })
  expect(await admin.query('positionViews.past', {})).toMatchObject({ code: 'forbidden' })
})

test('[LB4] each live or replay view is one record, even when the hub stops during the view', async () => {
  const app = await open()
  const [owner, admin] = [await app.visit('owner'), await app.visit('admin')]
  await admin.watch('roster/main', 'positions/main')
  await admin.until(() => admin.frames.length > 1)
  await segmentsFor(owner)
  const stoppedAfter = Date.now()
  await app.restart()
  const entries = await viewsFor(await app.visit('owner'))
  const { principal } = admin.hellos[0] ?? {}
  expect(entries.map(({ account, at, cut }) => [account, at, cut]).sort()).toEqual(
    [
      [principal?.id, 'map', true],
      [owner.hellos[0]?.principal?.id, 'replay', true],
    ].sort(),
  )
  for (const { from, to, name } of entries) {
    expect(to).toBeGreaterThanOrEqual(stoppedAfter - 1_000)
    expect(to).toBeGreaterThan(from)
    expect(name).not.toBe('')
  }
})

test('[LB5] after a crash a view is cut at the time when the hub was last known to run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const port = String(await freePort())
  const environment = { DATA_DIR: folder, PORT: port, POSITIONS_SECONDS: '0.5', SIMULATOR_PLAYERS: '20' }
  const begun = spawnHub(environment)
  closing.push(() => begun.kill('SIGKILL'))
  await begun.until(/is open/)
  const admin = await visit(port, 'admin')
  await admin.watch('positions/main')
  // By then the replay was saved at least once.
  await admin.until(() => admin.frames.length > 14)
  const killedAt = Date.now()
  begun.kill('SIGKILL')
  await begun.ended
  const again = spawnHub(environment)
  closing.push(() => again.kill('SIGKILL'))
  await again.until(/is open/)
  const [entry] = await viewsFor(await visit(port, 'owner'))
  expect(entry).toMatchObject({ at: 'map', cut: true, account: admin.hellos[0]?.principal?.id })
  expect(entry?.to).toBeLessThanOrEqual(killedAt)
  expect(entry?.to).toBeGreaterThan(killedAt - 8_000)
  expect(Number(entry?.to) - Number(entry?.from)).toBeGreaterThan(500)
  again.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})

async function visit(port: string, role: 'owner' | 'admin') {
  const client = createTestClient(`http://127.0.0.1:${port}`)
  closing.push(client.leave)
  await client.signIn(role)
  await client.connect()
  return client
}
