import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIslandSimulator } from '../../server/game/simulator/islandSimulator.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { gatewayFrame, toGame } from '../../shared/features/world/frame.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { openBalancer } from './balancer.ts'
import { startChild } from './child.ts'
import type { ClusterWish } from './clusterArguments.ts'
import { startOwnRedis } from './ownRedis.ts'

const host = '127.0.0.1'
const nodeStopsWithinMs = 20_000
const main = join(repositoryRoot, 'server/main.ts')

/** Starts all of it, and tells what is where. Resolves when it is open. */
export async function startCluster(wish: ClusterWish, tell: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-cluster-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const redis = wish.redis === null ? await startOwnRedis(folder) : null
  const game = await startGame(wish)
  const url = redis?.url ?? String(wish.redis)
  const nodes = await startNodes(wish.nodes, tell, (index) => environmentOf({ url, game, folder, index }))
  const balancer = await openBalancer({ host, port: wish.port, nodes })
  tell(redis ? `Redis: ${url}` : 'Redis: yours')
  tell(`Game: simulated on port ${game.port}, and its command mod by Source RCON on port ${game.source?.port}`)
  for (const { name, port } of nodes) tell(`${name}: http://${host}:${port} (/health says how it is)`)
  tell(`All of them: ${balancer.address}`)
  return {
    balancer,
    nodes,
    async stop() {
      for (const { child } of nodes) await child.stop(nodeStopsWithinMs)
      await Promise.all([balancer.close(), game.close(), redis?.stop()])
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Game = Awaited<ReturnType<typeof startGame>>

async function startGame({ players, seed }: ClusterWish) {
  const password = randomBytes(16).toString('hex')
  const simulator = await startIslandSimulator({
    ...{ host, port: 0, password, format: '2026', players, seed },
    toGame: (place) => toGame(gatewayFrame, place),
    source: { port: 0, password },
  })
  return { ...simulator, password }
}

interface Surroundings {
  readonly url: string
  readonly game: Game
  readonly folder: string
  readonly index: number
}

const environmentOf = ({ url, game, folder, index }: Surroundings) => ({
  ...{ REDIS_URL: url, DATA_DIR: join(folder, `node-${index + 1}`), DEMO: '1' },
  ...{ SIMULATOR_HOST: host, SIMULATOR_PORT: String(game.port), SIMULATOR_PASSWORD: game.password },
  ...{ SOURCE_RCON_HOST: host, SOURCE_RCON_PORT: String(game.source?.port), SOURCE_RCON_PASSWORD: game.password },
})

/** Resolves when each of them listens. @throws Error with what one said that ended instead */
function startNodes(
  count: number,
  tell: (line: string) => void,
  environmentFor: (index: number) => Record<string, string>,
) {
  const start = async (index: number) => {
    const [name, port] = [`Node ${index + 1}`, await freePort()]
    const { promise: open, resolve, reject } = Promise.withResolvers<void>()
    const environment = { ...environmentFor(index), HOST: host, PORT: String(port) }
    const onLine = (line: string) => {
      if (line.includes(' is open: ')) resolve()
      tell(`${name} | ${line}`)
    }
    const child = startChild({ command: process.execPath, args: [main], environment, onLine })
    void child.ended.then((code) => reject(new Error(`${name} has ended (${code}); what it said is above.`)))
    await open
    return { name, host, port, child }
  }
  return Promise.all(Array.from({ length: count }, (_, index) => start(index)))
}
