import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../../shared/engine/permissions.ts'
import { gatewayFrame, toGame } from '../../shared/features/world/frame.ts'
import { startIslandSimulator } from '../game/simulator/islandSimulator.ts'
import { freePort } from './freePort.ts'
import { spawnHub } from './hubProcess.ts'
import { type RedisProcess, startRedis } from './redisProcess.ts'
import { createTestClient, type TestClient } from './testClient.ts'

interface ClusterOptions {
  readonly nodes?: number
  readonly players?: number
  /** Additional environment of every node. */
  readonly environment?: Readonly<Record<string, string>>
  /** More of the first node, which starts before the others and leads. */
  readonly ofLeader?: Readonly<Record<string, string>>
}

/** The answer of /health. */
export interface Health {
  readonly code: number
  readonly status: string
  readonly ready: boolean
  readonly storage: { readonly state: string; readonly why: string | null; readonly durability: string }
  readonly link: { readonly state: string }
  readonly node: { readonly name: string; readonly role: 'leader' | 'follower'; readonly epoch: number }
}

const password = 'word'
const pollEveryMs = 25
/** For a busy machine. */
const startsWithinMs = 180_000

/** Polls until the result is truthy. @throws after the limit, which only a hang meets */
export async function until<T>(ask: () => T | Promise<T>, withinMs = startsWithinMs): Promise<NonNullable<T>> {
  const end = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer as NonNullable<T>
    if (performance.now() > end) throw new Error(`Not true within ${withinMs} ms: ${ask}`)
    await sleep(pollEveryMs)
  }
}

const healthAt = async (address: string): Promise<Health | null> => {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(5_000) })
    return { code: response.status, ...((await response.json()) as Omit<Health, 'code'>) }
  } catch {
    return null
  }
}

/** One process of the product, which can be ended and started again at the same address. */
async function createTestNode(environment: Record<string, string>) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const start = () => spawnHub({ ...environment, PORT: String(port) })
  let running = start()
  return {
    address,
    port,
    health: () => healthAt(address),
    output: () => running.output(),
    kill: (signal: NodeJS.Signals) => running.kill(signal),
    /** Resolves when the process has ended. */
    ended: () => running.ended,
    start() {
      running = start()
    },
  }
}
export type TestNode = Awaited<ReturnType<typeof createTestNode>>

const startGame = (players: number) =>
  startIslandSimulator({
    host: '127.0.0.1',
    port: 0,
    password,
    format: '2026',
    players,
    seed: 7,
    toGame: (place) => toGame(gatewayFrame, place),
    source: { port: 0, password },
  })

interface Surroundings {
  readonly redis: RedisProcess
  readonly simulator: Awaited<ReturnType<typeof startGame>>
  readonly folder: string
}

const environmentOf = ({ redis, simulator, folder }: Surroundings, index: number) => ({
  REDIS_URL: redis.url,
  DATA_DIR: join(folder, `node-${index}`),
  DEMO: '1',
  LOG_LEVEL: 'info',
  SIMULATOR_HOST: '127.0.0.1',
  SIMULATOR_PORT: String(simulator.port),
  SIMULATOR_PASSWORD: password,
  SOURCE_RCON_HOST: '127.0.0.1',
  SOURCE_RCON_PORT: String(simulator.source?.port),
  SOURCE_RCON_PASSWORD: password,
  POSITIONS_SECONDS: '0.5',
  DRAIN_SECONDS: '0.6',
})

/** The product as several processes over one real Redis and one simulated game. */
export async function openTestCluster({
  nodes: count = 3,
  players = 40,
  environment = {},
  ofLeader,
}: ClusterOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-cluster-'))
  const [redis, simulator] = await Promise.all([startRedis(), startGame(players)])
  const around = { redis, simulator, folder }
  const open = (index: number) =>
    createTestNode({ ...environmentOf(around, index), ...environment, ...(index === 0 && ofLeader) })
  const indices = Array.from({ length: count }, (_, index) => index)
  const nodes = await Promise.all(indices.slice(0, ofLeader ? 1 : count).map(open))
  const clients: TestClient[] = []
  const cluster = {
    redis,
    simulator,
    nodes,
    /** Resolves when all of these nodes are ready for a load balancer. */
    ready: (those: readonly TestNode[] = nodes) =>
      until(
        async () => (await Promise.all(those.map(({ health }) => health()))).every((health) => health?.ready),
        startsWithinMs,
      ),
    /** The one that decides, as it says itself. */
    leader: (among: readonly TestNode[] = nodes): Promise<TestNode> =>
      until(async () => {
        const healths = await Promise.all(among.map(({ health }) => health()))
        return among.find((_, index) => healths[index]?.node.role === 'leader')
      }),
    /** A client on a socket to this node, signed in if a role is given. */
    async visit(node: TestNode, role?: Role, number?: number) {
      const client = createTestClient(node.address)
      clients.push(client)
      if (role) await client.signIn(role, number)
      await client.connect()
      return client
    },
    async close() {
      for (const client of clients) client.leave()
      for (const node of nodes) for (const signal of ['SIGCONT', 'SIGKILL'] as const) node.kill(signal)
      await Promise.all(nodes.map((node) => node.ended()))
      await Promise.all([simulator.close(), redis.remove()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await cluster.ready()
    nodes.push(...(await Promise.all(indices.slice(nodes.length).map(open))))
    await cluster.ready()
  } catch (error) {
    const output = nodes.map((node) => node.output()).join('\n')
    await cluster.close()
    throw new Error(`The nodes are not ready. Their output:\n${output}`, { cause: error })
  }
  return cluster
}
export type TestCluster = Awaited<ReturnType<typeof openTestCluster>>
