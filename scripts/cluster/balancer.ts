import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createReadiness } from './readiness.ts'

export interface BalancerParts {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Where the nodes listen. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  /** How often each node is asked how it is. */
  readonly checkEveryMs?: number
}

export type Balancer = Awaited<ReturnType<typeof openBalancer>>

/**
 * One address for several nodes, for development: hands each connection, whatever goes over it, to the node that is ready and has the
 * fewest. What a node holds stays there until either side ends it. While no node is ready, those that answer at all are taken.
 */
export async function openBalancer({ host, port, nodes, checkEveryMs = 250 }: BalancerParts) {
  const backs = nodes.map((node) => ({ ...node, connections: new Set<Socket>() }))
  const readiness = createReadiness(backs, checkEveryMs)
  const candidates = () => readiness.best().toSorted((one, other) => one.connections.size - other.connections.size)

  const hand = (front: Socket, [back, ...others]: readonly (typeof backs)[number][]) => {
    if (!back || front.destroyed) return front.destroy()
    const behind = connect(back.port, back.host)
    back.connections.add(behind)
    behind.once('close', () => back.connections.delete(behind))
    const tryNext = () => hand(front, others)
    behind.once('error', tryNext)
    behind.once('connect', () => {
      behind.off('error', tryNext)
      join(front, behind)
    })
  }
  // What a browser says first waits until there is a node to hear it.
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (front) => {
    front.on('error', () => front.destroy())
    hand(front, candidates())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: open } = server.address() as AddressInfo
  return {
    port: open,
    address: `http://${host}:${open}`,
    /** How many connections each node holds, in the order in which they were given. */
    connections: () => backs.map(({ connections }) => connections.size),
    async close() {
      readiness.close()
      server.close()
      for (const { connections } of backs) for (const behind of connections) behind.destroy()
      await once(server, 'close')
    },
  }
}

/** What ends on one side ends on the other, as it ended there. */
function join(front: Socket, behind: Socket) {
  behind.setNoDelay(true)
  front.pipe(behind).pipe(front)
  for (const [one, other] of [
    [front, behind],
    [behind, front],
  ] as const) {
    one.on('error', () => other.destroy())
    one.once('close', () => other.destroy())
  }
}
