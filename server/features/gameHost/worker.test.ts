import { expect, test } from 'vitest'
import { gameHost, type HostReading } from '../../../shared/features/gameHost/gameHost.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { gameHostFeature } from './feature.ts'
import { startHostWorker, unwatchedEveryMs, watchedEveryMs } from './worker.ts'

const can = {
  start: true,
  restart: true,
  shutdown: true,
  state: true,
  resources: false,
  console: false,
  files: false,
  backups: 'none' as const,
}
const readingAt = (readAt: number): HostReading => ({
  readAt,
  state: 'running',
  uptimeMs: 5_000,
  cpuPercent: null,
  memoryBytes: null,
  diskBytes: null,
})

async function openWorker() {
  const app = await openApp([gameHostFeature])
  const listeners = { status: () => {}, watched: () => {} }
  const paces: number[] = []
  let isWatched = false
  type Status = { link: { name: 'connecting' | 'up' | 'down'; why: string | null }; reading: HostReading | null }
  let status: Status = { link: { name: 'connecting', why: null }, reading: null }
  const source = {
    adapter: 'amp' as const,
    place: 'amp.example.org',
    can,
    status: () => status,
    onStatus(listener: () => void) {
      listeners.status = listener
      return () => {}
    },
    lookEvery: (ms: number) => void paces.push(ms),
  }
  const base = {
    hub: app.hub,
    server: 'main',
    isWatched: () => isWatched,
    onWatched(listener: () => void) {
      listeners.watched = listener
      return () => {}
    },
    onFault: (what: string, error: unknown) => app.faults.push(`${what}: ${error}`),
  }
  const turns = async () => {
    for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...app,
    base,
    source,
    paces,
    turns,
    async become(next: Status) {
      status = next
      listeners.status()
      await turns()
    },
    watch(next: boolean) {
      isWatched = next
      listeners.watched()
    },
    document: () => app.hub.read(gameHost, 'main'),
  }
}

test('[HM70] the document has what the host said last, and why it says nothing now', async () => {
  const { base, source, become, document, turns, faults } = await openWorker()
  startHostWorker({ ...base, source })
  await turns()
  expect(document()).toMatchObject({ adapter: 'amp', place: 'amp.example.org', link: 'connecting', reading: null })
  await become({ link: { name: 'up', why: null }, reading: readingAt(7) })
  expect(document()).toMatchObject({ link: 'up', reading: { readAt: 7, state: 'running', cpuPercent: null } })
  await become({ link: { name: 'down', why: 'It is gone.' }, reading: readingAt(7) })
  expect(document()).toMatchObject({ link: 'down', why: 'It is gone.', reading: { readAt: 7 } })
  expect(faults).toEqual([])
})

test('[HM71] it looks each 12 s while an owner watches, otherwise each minute', async () => {
  const { base, source, paces, watch } = await openWorker()
  startHostWorker({ ...base, source })
  watch(true)
  watch(false)
  expect(paces).toEqual([unwatchedEveryMs, watchedEveryMs, unwatchedEveryMs])
})

test('[HM72] a host that is not configured any more leaves the document', async () => {
  const { base, source, become, document, turns } = await openWorker()
  startHostWorker({ ...base, source })()
  await become({ link: { name: 'up', why: null }, reading: readingAt(7) })
  startHostWorker({ ...base, source: null })
  await turns()
  expect(document()).toMatchObject({ adapter: null, reading: null })
})

test('[HM73] only the hub reports a host, and only owners read of it', async () => {
  const { dispatch, hub } = await openWorker()
  const input = { server: 'main', adapter: null, place: null, can: null, link: 'up', why: null, reading: null }
  expect(await dispatch(person('olga', 'owner'), 'gameHost.report', input)).toMatchObject({ code: 'forbidden' })
  const mayRead = (role: 'owner' | 'admin') =>
    gameHost.readableBy(person('ann', role), 'main', hub.read(gameHost, 'main'), hub.read)
  expect([mayRead('owner'), mayRead('admin')]).toEqual([true, false])
})
