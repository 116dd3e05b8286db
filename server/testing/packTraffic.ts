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

const ofOneself = (account: string): DocumentId[] =>
  ['membership', 'vitals', 'ownPositions'].map((kind) => documentId({ kind }, account))
export const ofPack = (pack: string): DocumentId[] =>
  ['pack', 'packLife', 'packPositions'].map((kind) => documentId({ kind }, pack))

/** What everyone does and what has come of it. */
interface Scene {
  readonly world: TestApp
  readonly staff: TestClient
  readonly places: ActualPlaces
  readonly marker: ReturnType<typeof createMarker>
  readonly devices: PackDevice[]
  /** What was seen that must not be. */
  readonly faults: string[]
  /** Those that held since the last judgement, the last one holding still. */
  standings: PackState[]
}

export type PackTraffic = Awaited<ReturnType<typeof openPackTraffic>>

/**
 * Many players on many devices in one world. Everything that reaches a socket is judged by what the commands acknowledged so far
 * allow: in between two judgements by any of the standings that held meanwhile.
 */
export async function openPackTraffic(world: TestApp) {
  const marker = createMarker(world.hub().gateway)
  const staff = await world.visitAs({ account: 'olga', role: 'owner' })
  await staff.watch('roster/main', 'positions/main', marker.stream)
  const places = createActualPlaces(staff)
  const scene: Scene = { world, staff, places, marker, devices: [], faults: [], standings: [emptyPackState] }
  return { ...scene, now: () => nowIn(scene), ...happenings(scene), ...doings(scene), ...judgements(scene) }
}

const nowIn = ({ standings }: Scene) => standings.at(-1) ?? emptyPackState

/** What is done to an account from outside. */
function happenings(scene: Scene) {
  const { hub } = scene.world.hub()
  const happened = (one: PackEvent) => void scene.standings.push(applyPackEvent(nowIn(scene), one))
  return {
    happened,
    async link(account: string, steamId: string | null) {
      happened({ name: 'link', by: account, input: { steamId } })
      await ensureAccount(hub, Date.now(), { account, steamId })
    },
    async signOut({ account, index, visitor }: PackDevice) {
      happened({ name: 'signOut', by: account, input: { device: index } })
      await hub.execute('sign-out', closeSession.name, {
        key: tokenHash(createSessionCookie(false).read(visitor.cookie()) ?? ''),
      })
    },
  }
}

/** What a page does by itself. */
function doings(scene: Scene) {
  const { world, devices, marker } = scene
  const watch = async ({ page, visitor }: PackDevice, ids: readonly DocumentId[]) => {
    const { refused } = await visitor.watchFrom(ids.map(page.held))
    for (const id of refused) page.forget(id as DocumentId)
  }
  /** What the page of a player shows, and what it held when it lost its connection, whether it may still have it or not. */
  const watchAll = (device: PackDevice) => {
    const pack = nowIn(scene).packOf.get(device.account)
    const wanted = [...ofOneself(device.account), ...(pack === undefined ? [] : ofPack(pack)), marker.stream]
    return watch(device, [...new Set([...wanted, ...device.page.ids()])])
  }
  return {
    watch,
    async open(account: string) {
      const visitor = await world.visitAs({ account, steamId: nowIn(scene).steamOf.get(account) ?? null })
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

function judgements(scene: Scene) {
  const { world, staff, places, marker, devices, faults } = scene
  const { hub } = world.hub()
  const wrongOf = (device: PackDevice) => (what: string) =>
    void faults.push(`mark ${marker.count()}, ${device.account} on device ${device.index}: ${what}`)
  const connected = () => devices.filter(({ isConnected }) => isConnected)

  /** Of what has come, and of what is held when nothing is under way any more. */
  const judge = async () => {
    await marker.reach([staff, ...connected().map(({ visitor }) => visitor)])
    places.take()
    for (const device of devices) {
      const measure = { places, wrong: wrongOf(device) }
      checkMessages(device, { ...measure, standings: scene.standings })
      if (device.isConnected) checkHeldCopies(device, nowIn(scene), measure)
    }
    scene.standings = [nowIn(scene)]
  }
  const readings = readingsOf(scene)
  return {
    judge,
    readings,
    /** What has come is taken first: a page that returns says what it holds. */
    async disconnect(device: PackDevice) {
      await judge()
      device.isConnected = false
      device.page.disconnect()
      device.visitor.leave()
    },
    /** When everything has settled: everyone sees exactly whom they may, and every copy is the hub's. */
    async judgeQuiet() {
      await readings(4)
      await judge()
      for (const device of connected()) {
        const wrong = wrongOf(device)
        checkVisiblePlaces(device, nowIn(scene), { places, wrong })
        for (const id of device.page.ids()) {
          const held = device.page.documentOf<object>(id)
          if (held && JSON.stringify(held) !== JSON.stringify(hub.copy(id)?.value)) wrong(`${id} is not the hub’s`)
        }
      }
    },
  }
}

/** Resolves when the game was read so often more. */
const readingsOf =
  ({ places }: Scene) =>
  async (count: number) => {
    const wanted = places.count() + count
    while (places.count() < wanted) {
      await sleep(10)
      places.take()
    }
  }

/** A stream of numbers that everyone may watch: who has got one has got all that the hub had sent them before. */
function createMarker(gateway: Gateway) {
  const stream: DocumentId = 'marker/all'
  let last = numbered(0)
  let count = 0
  gateway.streams.define({ id: stream, mayWatch: () => true, key: () => last })

  return {
    stream,
    /** How many markers there were so far. */
    count: () => count,
    /** Sends the next one, and waits until they all have it. */
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
