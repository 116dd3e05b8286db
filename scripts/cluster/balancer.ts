import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { listeningError } from '../../server/game/simulator/listener.ts'

interface BalancerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Addresses of the nodes. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  /** Interval of the health checks. */
  readonly checkEveryMs?: number
  /** A node that answers a check later than this counts as not there; the default is the interval, and at least 1,000. */
  readonly checkWithinMs?: number
}

export type Balancer = Awaited<ReturnType<typeof openBalancer>>

/**
 * A TCP load balancer for development: each connection goes to the ready node with the fewest connections, and stays there. While
 * no node is ready, nodes that answer at all are used.
 */
export async function openBalancer({
  host,
  port,
  nodes,
  checkEveryMs = 250,
  checkWithinMs = Math.max(checkEveryMs, 1_000),
}: BalancerOptions) {
  const targets = nodes.map((node) => ({ ...node, connections: new Set<Socket>() }))
  const readiness = await createHealthChecks(targets, checkEveryMs, checkWithinMs)
  const candidates = () => readiness.best().toSorted((one, other) => one.connections.size - other.connections.size)

  const forward = (client: Socket, [target, ...others]: readonly (typeof targets)[number][]) => {
    if (!target || client.destroyed) return client.destroy()
    const upstream = connect(target.port, target.host)
    target.connections.add(upstream)
    upstream.once('close', () => target.connections.delete(upstream))
    const tryNext = () => forward(client, others)
    upstream.once('error', tryNext)
    upstream.once('connect', () => {
      upstream.off('error', tryNext)
      join(client, upstream)
    })
  }
  // Paused until a node is connected.
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    client.on('error', () => client.destroy())
    forward(client, candidates())
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    readiness.close()
    throw listeningError(error as NodeJS.ErrnoException, host, port)
  })
  const { port: open } = server.address() as AddressInfo
  return {
    port: open,
    address: `http://${host}:${open}`,
    /** Number of connections of each node, in the order of `nodes`. */
    connections: () => targets.map(({ connections }) => connections.size),
    async close() {
      readiness.close()
      server.close()
      for (const { connections } of targets) for (const upstream of connections) upstream.destroy()
      await once(server, 'close')
    },
  }
}

/** Connects both sides, and closes each when the other closes. */
function join(client: Socket, upstream: Socket) {
  upstream.setNoDelay(true)
  client.pipe(upstream).pipe(client)
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => other.destroy())
    one.once('close', () => other.destroy())
  }
}

interface Target {
  readonly host: string
  readonly port: number
}

/** `mute`: the node does not answer. */
type NodeHealth = 'ready' | 'unready' | 'mute'

async function ask({ host, port }: Target, withinMs: number): Promise<NodeHealth> {
  try {
    const { ok } = await fetch(`http://${host}:${port}/health`, { signal: AbortSignal.timeout(withinMs) })
    return ok ? 'ready' : 'unready'
  } catch {
    return 'mute'
  }
}

/** Checks /health of the nodes periodically. Resolves after the first check: before it, the first node to answer would get everything. */
async function createHealthChecks<B extends Target>(targets: readonly B[], everyMs: number, withinMs: number) {
  const health = new Map<B, NodeHealth>(targets.map((target) => [target, 'mute']))
  const check = (target: B) => ask(target, withinMs).then((state) => health.set(target, state))
  const checkAll = () => Promise.all(targets.map(check))
  await checkAll()
  const timer = setInterval(checkAll, everyMs)
  return {
    /** The ready nodes; if none is ready, those that answer; otherwise all, since they may be target. */
    best(): readonly B[] {
      for (const state of ['ready', 'unready'] as const) {
        const those = targets.filter((target) => health.get(target) === state)
        if (those.length > 0) return those
      }
      return targets
    },
    close: () => clearInterval(timer),
  }
}
