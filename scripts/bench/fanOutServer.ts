import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import { createGateway } from '../../server/gateway/gateway.ts'
import { createMemoryStorage } from '../../server/testing/memoryStorage.ts'
import { freshId, guest, person } from '../../server/testing/principals.ts'
import { sampleFeatures } from '../../server/testing/sampleFeature.ts'
import { unlimited } from '../../server/testing/unlimited.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { answerParent } from './childProcess.ts'
import {
  listening,
  mapFrame,
  openBeneath,
  openConnected,
  openEngine,
  openPlain,
  openSliced,
  openStock,
  type Path,
} from './fanOutPaths.ts'

// The process whose CPU time and memory are measured: it only sends; another process receives.

/**
 * `opened`: connections that Engine.IO has opened, and that never send Socket.IO's connect packet. `connected`: those of Socket.IO that ask
 * for nothing more. `beneath`: written to below stock Socket.IO.
 */
export type PathName = 'gateway' | 'stock' | 'opened' | 'connected' | 'plain' | 'sliced' | 'beneath'

const paths = new Map<PathName, Path>()
const pathOf = (name: PathName) => {
  const path = paths.get(name)
  if (!path) throw new Error(`The path "${name}" is not open.`)
  return path
}
let gateway: Awaited<ReturnType<typeof openGatewayPath>> | undefined
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const openings: Readonly<Record<PathName, () => Promise<Path>>> = {
  gateway: async () => {
    gateway = await openGatewayPath()
    return gateway
  },
  stock: () => openStock(),
  opened: openEngine,
  connected: openConnected,
  plain: openPlain,
  sliced: openSliced,
  beneath: openBeneath,
}

async function open(name: PathName) {
  const path = await openings[name]()
  paths.set(name, path)
  return path.port
}

/** The longest time, in ms, in which the event loop was blocked during one broadcast and the turns after it. */
async function longestBlock(name: PathName) {
  let longest = 0
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  pathOf(name).broadcast()
  for (let turns = 0; turns < 60; turns += 1) {
    await turn()
    tick()
  }
  return longest
}

/** JavaScript heap and external memory, bytes, after garbage collection. */
async function memory() {
  for (let turns = 0; turns < 6; turns += 1) {
    globalThis.gc?.()
    await turn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const answers = {
  open,
  broadcast: (name: PathName) => pathOf(name).broadcast(),
  tickWithPatch: () => gateway?.tickWithPatch(),
  writes: () => gateway?.writes() ?? 0,
  /** CPU time of this process so far, µs. */
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  /** So that none is charged for the garbage of the one measured before. */
  collect: () => globalThis.gc?.(),
  longestBlock,
  memory,
}
export type ServerAnswers = typeof answers

answerParent(answers)

const stream = 'positions/main'
const hour = 3_600_000

/** The hub's own gateway, with a document beside the positions, as for a page. */
async function openGatewayPath(): Promise<Path & { tickWithPatch(): Promise<void>; writes(): number }> {
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: sampleFeatures,
    clock: systemClock,
    onFault: (what, error) => console.error(what, error),
  })
  const server = createServer()
  const writes = countWrites(server)
  const gateway = createGateway({
    hub,
    server,
    principalOf: () => guest,
    allowedOrigins: () => true,
    limits: { ...unlimited, pingEveryMs: hour, pongWithinMs: hour, reauthorizeEveryMs: hour },
    streams: [{ id: stream, mayWatch: () => true, key: mapFrame }],
    hello: ({ may }) => ({
      protocol: protocolVersion,
      epoch: hub.epoch,
      now: Date.now(),
      community: 'Bench',
      demo: true,
      principal: null,
      may: [...may],
    }),
  })
  let isPatching = false
  hub.onPublish(() => isPatching && gateway.streams.offer(stream, mapFrame()))
  return {
    server,
    port: await listening(server),
    broadcast: () => gateway.streams.offer(stream, mapFrame()),
    /** A change and a map frame that are due together. */
    async tickWithPatch() {
      isPatching = true
      const input = { clouds: 1 + (hub.copy('sky/')?.version ?? 0) }
      await hub.dispatch(person('ann'), { id: freshId(Date.now()), name: 'sample.blow', input })
      isPatching = false
    },
    writes,
  }
}

/** Counts writes to the TCP sockets of a server, from the first call on, since counting costs a little. */
function countWrites(server: ReturnType<typeof createServer>) {
  const sockets = new Set<Socket>()
  let count: number | null = null
  server.on('connection', (socket: Socket) => void sockets.add(socket))
  const spyOn = (socket: Socket) => {
    const write = socket.write.bind(socket) as (...values: unknown[]) => boolean
    socket.write = ((...values: unknown[]) => {
      count = (count ?? 0) + 1
      return write(...values)
    }) as typeof socket.write
  }
  return () => {
    if (count === null) sockets.forEach(spyOn)
    count ??= 0
    return count
  }
}
