import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import { createGateway } from '../../server/gateway/gateway.ts'
import { createMemoryStorage } from '../../server/testing/memoryStorage.ts'
import { freshId, guest, person } from '../../server/testing/people.ts'
import { villageFeatures } from '../../server/testing/villageFeature.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { listening, mapFrame, type Path } from './fanOutPaths.ts'

const stream = 'positions/main'
const hour = 3_600_000

/** The hub's own way, with a document beside the positions, as a page has it. */
export async function openGatewayPath(): Promise<Path & { tickWithPatch(): Promise<void>; writes(): number }> {
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: villageFeatures,
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
    limits: { pingEveryMs: hour, pongWithinMs: hour, reauthorizeEveryMs: hour },
    streams: [{ id: stream, mayWatch: () => true, key: mapFrame }],
    hello: ({ may }) => ({
      ...{ protocol: protocolVersion, epoch: hub.epoch, now: Date.now(), community: 'Bench', demo: true, you: null },
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
      await hub.dispatch(person('ann'), { id: freshId(Date.now()), name: 'village.blow', input })
      isPatching = false
    },
    writes,
  }
}

/** Counts every write to a TCP socket of this server, from the first time it is asked: counting itself costs a little. */
function countWrites(server: ReturnType<typeof createServer>) {
  const sockets = new Set<Socket>()
  let count: number | null = null
  server.on('connection', (socket: Socket) => void sockets.add(socket))
  const spyOn = (socket: Socket) => {
    const write = socket.write.bind(socket) as (...told: unknown[]) => boolean
    socket.write = ((...told: unknown[]) => {
      count = (count ?? 0) + 1
      return write(...told)
    }) as typeof socket.write
  }
  return () => {
    if (count === null) sockets.forEach(spyOn)
    count ??= 0
    return count
  }
}
