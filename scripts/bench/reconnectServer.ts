import { createServer } from 'node:http'
import { createClient } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Server, type ServerOptions } from 'socket.io'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import { createGateway } from '../../server/gateway/gateway.ts'
import { createMemoryStorage } from '../../server/testing/memoryStorage.ts'
import { freshId, guest, person } from '../../server/testing/principals.ts'
import { startRedis } from '../../server/testing/redisProcess.ts'
import { sampleFeatures } from '../../server/testing/sampleFeature.ts'
import { unlimited } from '../../server/testing/unlimited.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { answerParent } from './childProcess.ts'
import { listening } from './fanOutPaths.ts'

// Sends consecutive numbers to all clients over several servers, while clients connect and disconnect.

export type WayName = 'gateway' | 'stock' | 'recovery' | 'streams'

interface Way {
  readonly port: number
  /** Sends the next number to all connected clients. */
  send(number: number): unknown
}

const hour = 3_600_000
/** About the size of a patch without its number. */
const beside = 'x'.repeat(60)

/** A number is the version of a document: a reconnecting client sends the one it holds. */
async function openGateway(): Promise<Way> {
  const hub = await createHub({
    storage: createMemoryStorage().storage,
    features: sampleFeatures,
    clock: systemClock,
    onFault: console.error,
  })
  const server = createServer()
  createGateway({
    hub,
    server,
    principalOf: () => guest,
    allowedOrigins: () => true,
    limits: { ...unlimited, pingEveryMs: hour, pongWithinMs: hour, reauthorizeEveryMs: hour },
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
  return {
    port: await listening(server),
    send: (number) =>
      hub.dispatch(person('ann'), { id: freshId(Date.now()), name: 'sample.blow', input: { clouds: number } }),
  }
}

async function openStock(options: Partial<ServerOptions>): Promise<Way> {
  const server = createServer()
  const io = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    pingInterval: hour,
    pingTimeout: hour,
    ...options,
  })
  return { port: await listening(server), send: (number) => io.emit('n', number, beside) }
}

const recovering = { connectionStateRecovery: { maxDisconnectionDuration: 120_000, skipMiddlewares: true } }
const redis = await startRedis()
const client = await createClient({ url: redis.url }).connect()

const ways: Readonly<Record<WayName, Way & { number: number; timer?: NodeJS.Timeout }>> = {
  gateway: { ...(await openGateway()), number: 0 },
  stock: { ...(await openStock({})), number: 0 },
  recovery: { ...(await openStock(recovering)), number: 0 },
  streams: { ...(await openStock({ ...recovering, adapter: createAdapter(client) })), number: 0 },
}

const answers = {
  port: (name: WayName) => ways[name].port,
  begin(name: WayName, everyMs: number) {
    const way = ways[name]
    way.timer = setInterval(() => {
      way.number += 1
      void way.send(way.number)
    }, everyMs)
  },
  /** Returns the last number that was sent. */
  end(name: WayName) {
    clearInterval(ways[name].timer)
    return ways[name].number
  },
  async close() {
    client.destroy()
    await redis.remove()
  },
}
export type ReconnectServerAnswers = typeof answers

answerParent(answers)
