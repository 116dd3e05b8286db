import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Simulator, startSimulator } from '../../server/game/simulator/simulator.ts'
import { pondTerrain } from '../../server/game/testing/testSimulator.ts'
import { type RedisProcess, startRedis } from '../../server/testing/redisProcess.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { type FaultProxy, openFaultProxy } from './faultProxy.ts'
import type { ClusterForm, Link } from './faults.ts'
import { type NodeProcess, startNodeProcess } from './nodeProcess.ts'

const password = 'of-the-game'

/** What several runs share: a Redis, a game, and node processes. */
export interface Cluster {
  readonly form: ClusterForm
  readonly redis: RedisProcess | null
  readonly game: Simulator
  readonly slots: readonly NodeSlot[]
  /** Gives the next run an empty store, by another prefix or folder. */
  fresh(name: string): void
  prefix(): string
  folder(): string
  /** Faults of nodes that no injected fault explains, since `fresh`. */
  ownFaults(): readonly string[]
  close(): Promise<void>
}

/** Keeps one spare process ready, so that a killed node is back as fast as with a service manager. */
function createSpareProcesses() {
  let spare = startNodeProcess()
  const all = new Set<NodeProcess>([spare])
  return {
    take() {
      const next = spare
      spare = startNodeProcess()
      all.add(spare)
      return next
    },
    close: () => Promise.all([...all].map((process) => process.kill())),
  }
}

export async function openCluster(form: ClusterForm): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-torture-'))
  const redis = form.hasRedis ? await startRedis() : null
  const modFolder = join(root, 'mod')
  const game = await startSimulator({
    port: 0,
    password,
    players: 30,
    seed: 1,
    terrain: pondTerrain,
    commandBridge: { folder: modFolder, pollMs: 150 },
    power: { stopMs: 100, startMs: 100 },
  })
  const spares = createSpareProcesses()
  let ownFaults: string[] = []
  let name = 'first'
  const folder = () => join(root, name)
  const environmentOf =
    (number: number) =>
    (ports: { readonly store: number; readonly game: number }): Readonly<Record<string, string>> => ({
      DATA_DIR: form.hasRedis ? join(folder(), String(number)) : folder(),
      ...(form.hasRedis && { REDIS_URL: `redis://127.0.0.1:${ports.store}`, REDIS_PREFIX: name }),
      EVRIMA_HOST: '127.0.0.1',
      EVRIMA_RCON_PORT: String(ports.game),
      EVRIMA_RCON_PASSWORD: password,
      POSITIONS_SECONDS: '1',
      IDLE_POSITIONS_SECONDS: '2',
      MOD_BRIDGE: modFolder,
      REPLAY_MINUTES: '0',
      LOG_LEVEL: 'info',
    })
  const slots = await Promise.all(
    Array.from({ length: form.nodes }, (_, number) =>
      openNodeSlot({
        number,
        ports: { store: () => redis?.port ?? 0, game: () => game.port },
        environment: environmentOf(number),
        take: spares.take,
        onFault: (what) => void ownFaults.push(what),
      }),
    ),
  )
  return {
    form,
    redis,
    game,
    slots,
    folder,
    prefix: () => name,
    fresh(next) {
      name = next
      ownFaults = []
    },
    ownFaults: () => ownFaults,
    async close() {
      for (const slot of slots) await slot.close()
      await spares.close()
      await game.close()
      await redis?.remove()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const retryMs = 150
const maxFailedStarts = 3
const stopsWithinMs = 30_000

/** The environment to start a node with, by the ports of its proxies. */
type EnvironmentOf = (ports: { readonly store: number; readonly game: number }) => Readonly<Record<string, string>>

interface SlotDeps {
  readonly number: number
  readonly ports: { readonly store: () => number; readonly game: () => number }
  readonly environment: EnvironmentOf
  /** Takes a process that is ready to run a node. */
  readonly take: () => NodeProcess
  /** The node failed by itself. */
  readonly onFault: (what: string) => void
}

type Proxies = Readonly<Record<Link, FaultProxy>>

async function stopCleanly(node: NodeProcess, onFault: (how: string) => void) {
  const timeout = sleep(stopsWithinMs, 'timeout', { ref: false })
  const stopped = node.call('stop', null).then(
    () => 'stopped',
    (error: Error) => error.message,
  )
  const how = await Promise.race([stopped, timeout])
  if (how === 'stopped') return
  if (!node.isDead()) onFault(how)
  await node.kill()
}

/** The processes that run the node of a slot, one after the other. */
function createProcesses({ number, environment, take, onFault }: SlotDeps, proxies: () => Proxies) {
  let port = 0
  let node: NodeProcess | null = null
  /** Started and not stopped by the runner. */
  let isRunning = false
  let ending: Promise<void> = Promise.resolve()
  /** Processes that ended before they were ready. */
  let failedStarts = 0

  const processOf = () => {
    if (node && !node.isDead()) return node
    const next = take()
    node = next
    void next.died.then((how) => {
      if (node === next && isRunning) onFault(`node ${number} ended by itself (${how}): ${next.output().slice(-1_500)}`)
    })
    return next
  }
  /** At once there is one: a process that was started twice would go on with a hub that is never stopped. */
  let attempt: Promise<void> | null = null
  async function startOnce() {
    const { store, game } = proxies()
    const environmentNow = environment({ store: store.port, game: game.port })
    const next = processOf()
    const started = await next.call('start', { environment: environmentNow }).catch(() => sleep(retryMs, null))
    failedStarts += next.isDead() && !next.wasReady() ? 1 : 0
    if (failedStarts > maxFailedStarts) throw new Error(`No node could be started: ${next.output()}`)
    if (!started) return
    port = started.port
    isRunning = true
  }
  return {
    port: () => port,
    process: () => node,
    isRunning: () => isRunning && node?.isDead() === false,
    /** Retries until the node runs: its store may be unavailable at the moment. */
    async start(stop: AbortSignal) {
      await ending
      while (!isRunning && !stop.aborted) {
        attempt ??= startOnce().finally(() => {
          attempt = null
        })
        await attempt
      }
    },
    async stop() {
      if (!isRunning || !node) return
      isRunning = false
      ending = stopCleanly(node, (how) => onFault(`node ${number} did not stop cleanly: ${how}`))
      await ending
    },
    async kill() {
      isRunning = false
      await node?.kill()
    },
  }
}

/** A slot for a node. Its proxies stay, whichever process runs the node. */
async function openNodeSlot(deps: SlotDeps) {
  const processes = createProcesses(deps, () => proxies)
  const proxies: Proxies = {
    store: await openFaultProxy(deps.ports.store),
    game: await openFaultProxy(deps.ports.game),
    pages: await openFaultProxy(processes.port),
  }
  const { isRunning, start, stop, kill } = processes
  const { number } = deps
  const call: NodeProcess['call'] = async (name, input) => {
    const node = processes.process()
    if (!node || !isRunning()) throw new Error(`Node ${number} does not run.`)
    return node.call(name, input)
  }
  return {
    number,
    proxies,
    start,
    stop,
    kill,
    isRunning,
    pause: () => processes.process()?.pause(),
    resume: () => processes.process()?.resume(),
    output: () => processes.process()?.output() ?? '',
    shift: (ms: number) => call('shift', { ms }).catch(() => null),
    state: () => call('state', null),
    copies: (ids: readonly DocumentId[]) => call('copies', { ids }),
    signIn: (account: string, role: Role, steamId: string | null) => call('signIn', { account, role, steamId }),
    async close() {
      await kill()
      for (const proxy of Object.values(proxies)) await proxy.close()
    },
  }
}
export type NodeSlot = Awaited<ReturnType<typeof openNodeSlot>>
