import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startIslandSimulator } from '../../server/game/simulator/islandSimulator.ts'
import { listenOn } from '../../server/game/simulator/listener.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { redisCommand } from '../../server/testing/redisProcess.ts'
import { gatewayFrame, toGame } from '../../shared/features/world/frame.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { openBalancer } from './balancer.ts'
import type { ClusterOptions } from './clusterOptions.ts'

const host = '127.0.0.1'
const nodeStopsWithinMs = 20_000
const main = join(repositoryRoot, 'server/main.ts')

/** Starts Redis, game, nodes and balancer, and prints their addresses. Resolves when all are open. */
export async function startCluster(options: ClusterOptions, print: (line: string) => void) {
  // Before the nodes, which take some seconds.
  const probe = await listenOn(host, options.port, () => {})
  await probe.cut()
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-cluster-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const redis = options.redis === null ? await startOwnRedis(folder) : null
  const game = await startGame(options)
  const url = redis?.url ?? String(options.redis)
  const nodes = await startNodes(options.nodes, print, (index) => environmentOf({ url, game, folder, index }))
  const balancer = await openBalancer({ host, port: options.port, nodes })
  print(redis ? `Redis: ${url}` : 'Redis: yours')
  print(`Game: simulated on port ${game.port}, and its command mod by Source RCON on port ${game.source?.port}`)
  for (const { name, port } of nodes) print(`${name}: http://${host}:${port} (/health shows its state)`)
  print(`All of them: ${balancer.address}`)
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

async function startGame({ players, seed }: ClusterOptions) {
  const password = randomBytes(16).toString('hex')
  const simulator = await startIslandSimulator({
    host,
    port: 0,
    password,
    format: '2026',
    players,
    seed,
    toGame: (place) => toGame(gatewayFrame, place),
    source: { port: 0, password },
  })
  return { ...simulator, password }
}

interface NodeEnvironment {
  readonly url: string
  readonly game: Game
  readonly folder: string
  readonly index: number
}

const environmentOf = ({ url, game, folder, index }: NodeEnvironment) => ({
  REDIS_URL: url,
  DATA_DIR: join(folder, `node-${index + 1}`),
  DEMO: '1',
  SIMULATOR_HOST: host,
  SIMULATOR_PORT: String(game.port),
  SIMULATOR_PASSWORD: game.password,
  SOURCE_RCON_HOST: host,
  SOURCE_RCON_PORT: String(game.source?.port),
  SOURCE_RCON_PASSWORD: game.password,
})

/** Resolves when all nodes listen. @throws Error if one ends */
function startNodes(
  count: number,
  print: (line: string) => void,
  environmentFor: (index: number) => Record<string, string>,
) {
  const start = async (index: number) => {
    const [name, port] = [`Node ${index + 1}`, await freePort()]
    const { promise: open, resolve, reject } = Promise.withResolvers<void>()
    const environment = { ...environmentFor(index), HOST: host, PORT: String(port) }
    const onLine = (line: string) => {
      if (line.includes(' is open: ')) resolve()
      print(`${name} | ${line}`)
    }
    const child = startProcess({ command: process.execPath, args: [...process.execArgv, main], environment, onLine })
    void child.ended.then((code) => reject(new Error(`${name} has ended (${code}); its output is above.`)))
    await open
    return { name, host, port, child }
  }
  return Promise.all(Array.from({ length: count }, (_, index) => start(index)))
}

/** Killed when this process exits. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

interface ProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Called with each line of output. */
  onLine(line: string): void
}

/** Starts a process in its own group, so that Ctrl+C reaches only this process, which stops the others in order. */
function startProcess({ command, args, environment = {}, onLine }: ProcessOptions) {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  const end = (code: number | null) => {
    running.delete(child)
    resolve(code)
  }
  child.once('error', (error) => {
    onLine(error.message)
    end(null)
  })
  child.once('exit', end)
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }
  return {
    /** Resolves with the exit code; null if it was killed or could not be started. */
    ended,
    /** Stops it cleanly, or kills it after `withinMs`. */
    async stop(withinMs: number) {
      child.kill('SIGTERM')
      const timeout = setTimeout(() => child.kill('SIGKILL'), withinMs)
      await ended
      clearTimeout(timeout)
    },
  }
}

const redisStartsWithinMs = 20_000
const redisStopsWithinMs = 5_000

const redisMissing =
  'redis-server is not there: install it (Debian: apt install redis-server), or name yours with --redis URL.'

/** Starts a Redis with the documented settings, in a temporary folder. @throws Error that says what to do */
async function startOwnRedis(folder: string) {
  const port = await freePort()
  const output: string[] = []
  const settings = { port, bind: '127.0.0.1', dir: folder, appendonly: 'yes', appendfsync: 'always', save: '' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = startProcess({ command: 'redis-server', args, onLine: (line) => void output.push(line) })
  let hasEnded = false
  void child.ended.then(() => {
    hasEnded = true
  })
  const until = performance.now() + redisStartsWithinMs
  for (;;) {
    const isUp = await redisCommand(port, ['PING']).then(
      () => true,
      () => false,
    )
    if (isUp)
      return { url: `redis://127.0.0.1:${port}`, folder: join(folder), stop: () => child.stop(redisStopsWithinMs) }
    if (hasEnded) throw new Error(output.some((line) => line.includes('ENOENT')) ? redisMissing : output.join('\n'))
    if (performance.now() > until) throw new Error(`Redis did not start:\n${output.join('\n')}`)
    await sleep(50)
  }
}
