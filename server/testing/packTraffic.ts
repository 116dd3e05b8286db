import { setTimeout as sleep } from 'node:timers/promises'
import { type DocumentId, documentId } from '../../shared/engine/document.ts'
import { closeSession } from '../../shared/features/session/commands.ts'
import { createSessionCookie } from '../auth/sessionCookie.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { ensureAccount } from './accounts.ts'
import {
  type ActualPlaces,
  checkHeldCopies,
  checkMessages,
  checkVisiblePlaces,
  createActualPlaces,
  createPackDevice,
  type PackDevice,
} from './packChecks.ts'
import { applyPackEvent, emptyPackState, type PackEvent, type PackState } from './packState.ts'
import type { TestApp } from './testApp.ts'
import type { TestClient } from './testClient.ts'

const ownIds = (account: string): DocumentId[] =>
  ['membership', 'vitals', 'ownPositions'].map((kind) => documentId({ kind }, account))
export const ofPack = (pack: string): DocumentId[] =>
  ['pack', 'packLife', 'packPositions'].map((kind) => documentId({ kind }, pack))

/** The state of a run. */
interface Run {
  readonly world: TestApp
  readonly staff: TestClient
  readonly places: ActualPlaces
  readonly marker: ReturnType<typeof createMarker>
  readonly devices: PackDevice[]
  /** The faults found. */
  readonly faults: string[]
  /** The pack states since the last check; the last one is current. */
  states: PackState[]
}

export type PackTraffic = Awaited<ReturnType<typeof openPackTraffic>>

/**
 * Many players on many devices of one test app. Every received message is checked against the pack states that follow from the
 * acknowledged commands: between two checks, against any state that held meanwhile.
 */
export async function openPackTraffic(world: TestApp) {
  const marker = createMarker(world.hub().gateway)
  const staff = await world.visitAs({ account: 'olga', role: 'owner' })
  await staff.watch('roster/main', 'positions/main', marker.stream)
  const places = createActualPlaces(staff)
  const run: Run = { world, staff, places, marker, devices: [], faults: [], states: [emptyPackState] }
  return { ...run, now: () => nowIn(run), ...accountChanges(run), ...pageActions(run), ...checks(run) }
}

const nowIn = ({ states }: Run) => states.at(-1) ?? emptyPackState

/** Changes of accounts. */
function accountChanges(run: Run) {
  const { hub } = run.world.hub()
  const record = (one: PackEvent) => void run.states.push(applyPackEvent(nowIn(run), one))
  return {
    record,
    async link(account: string, steamId: string | null) {
      record({ name: 'link', by: account, input: { steamId } })
      await ensureAccount(hub, Date.now(), { account, steamId })
    },
    async signOut({ account, index, visitor }: PackDevice) {
      record({ name: 'signOut', by: account, input: { device: index } })
      await hub.execute('sign-out', closeSession.name, {
        key: tokenHash(createSessionCookie(false).read(visitor.cookie()) ?? ''),
      })
    },
  }
}

/** Actions of pages. */
function pageActions(run: Run) {
  const { world, devices, marker } = run
  const watch = async ({ page, visitor }: PackDevice, ids: readonly DocumentId[]) => {
    const { refused } = await visitor.watchFrom(ids.map(page.held))
    for (const id of refused) page.forget(id as DocumentId)
  }
  /** Watches what the page shows, and what it held before, even if it may not have it any more. */
  const watchAll = (device: PackDevice) => {
    const pack = nowIn(run).packOf.get(device.account)
    const wanted = [...ownIds(device.account), ...(pack === undefined ? [] : ofPack(pack)), marker.stream]
    return watch(device, [...new Set([...wanted, ...device.page.ids()])])
  }
  return {
    watch,
    async open(account: string) {
      const visitor = await world.visitAs({ account, steamId: nowIn(run).steamOf.get(account) ?? null })
      const device = createPackDevice(devices.length, account, visitor)
      devices.push(device)
      await watchAll(device)
    },
    async reconnect(device: PackDevice) {
      await device.visitor.connect()
      device.isConnected = true
      await watchAll(device)
    },
  }
}

function checks(run: Run) {
  const { world, staff, places, marker, devices, faults } = run
  const { hub } = world.hub()
  const faultsOf = (device: PackDevice) => (what: string) =>
    void faults.push(`marker ${marker.count()}, ${device.account} on device ${device.index}: ${what}`)
  const connected = () => devices.filter(({ isConnected }) => isConnected)

  /** Checks the received messages and the held copies, after everything in flight has arrived. */
  const check = async () => {
    await marker.reach([staff, ...connected().map(({ visitor }) => visitor)])
    places.take()
    for (const device of devices) {
      const expected = { places, fault: faultsOf(device) }
      checkMessages(device, { ...expected, states: run.states })
      if (device.isConnected) checkHeldCopies(device, nowIn(run), expected)
    }
    run.states = [nowIn(run)]
  }
  const readings = readingsOf(run)
  return {
    check,
    readings,
    /** Checks first, since a returning page sends the versions that it holds. */
    async disconnect(device: PackDevice) {
      await check()
      device.isConnected = false
      device.page.disconnect()
      device.visitor.leave()
    },
    /** After everything has settled: every page shows exactly what it may, and every copy equals the hub's. */
    async checkSettled() {
      await readings(4)
      await check()
      for (const device of connected()) {
        const fault = faultsOf(device)
        checkVisiblePlaces(device, nowIn(run), { places, fault })
        for (const id of device.page.ids()) {
          const held = device.page.documentOf<object>(id)
          if (held && JSON.stringify(held) !== JSON.stringify(hub.copy(id)?.value)) fault(`${id} differs from the hub`)
        }
      }
    },
  }
}

/** Resolves after this many more readings. */
const readingsOf =
  ({ places }: Run) =>
  async (count: number) => {
    const wanted = places.count() + count
    while (places.count() < wanted) {
      await sleep(10)
      places.take()
    }
  }

/** A public stream of numbers: a client that received one has received everything that the hub sent before. */
function createMarker(gateway: Gateway) {
  const stream: DocumentId = 'marker/all'
  let last = numbered(0)
  let count = 0
  gateway.streams.define({ id: stream, mayWatch: () => true, key: () => last })

  return {
    stream,
    /** The number of markers so far. */
    count: () => count,
    /** Sends the next marker and waits until all clients have it. */
    async reach(visitors: readonly TestClient[]) {
      count += 1
      const wanted = numbered(count)
      last = wanted
      gateway.streams.offer(stream, wanted)
      const newest = ({ frames }: TestClient) => frames.findLast((frame) => frame.stream === stream)?.frame
      await Promise.all(visitors.map((visitor) => visitor.until(() => newest(visitor)?.join() === wanted.join())))
    },
  }
}

function numbered(count: number) {
  const frame = new Uint8Array(4)
  new DataView(frame.buffer).setUint32(0, count)
  return frame
}
