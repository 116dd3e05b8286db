import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openBalancer } from './balancer.ts'

/** Only a node that hangs meets the limit, even on a busy machine. */
const checks = { checkEveryMs: 20, checkWithinMs: 60_000 }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A node that answers with its name, and whose readiness can be set. @param up before it, no check is answered */
async function openNode(name: string, up = Promise.resolve()) {
  const state = { ready: true, checks: 0 }
  const answer = async ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url === '/health') {
      await up
      response.statusCode = state.ready ? 200 : 503
      state.checks += 1
    }
    response.end(name)
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  closing.push(close)
  return { state, close, host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

/** Resolves when the balancer knows the current health of the nodes: after the answer to a check that began later. */
async function checked(nodes: readonly Awaited<ReturnType<typeof openNode>>[]) {
  const before = nodes.map(({ state }) => state.checks)
  await expect.poll(() => nodes.every(({ state }, at) => state.checks > (before[at] ?? 0) + 2)).toBe(true)
}

/** Connects through a balancer and keeps the connection. */
async function hold({ port }: { readonly port: number }) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  closing.push(() => socket.destroy())
  socket.write('GET / HTTP/1.1\r\nhost: hub\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return { socket, name: answer.toString().at(-1) }
}

async function openAll() {
  const nodes = [await openNode('a'), await openNode('b')] as const
  const balancer = await openBalancer({ host: '127.0.0.1', port: 0, nodes, ...checks })
  closing.push(balancer.close)
  /** The name of the node that gets a new connection. */
  const ask = async () =>
    (await fetch(balancer.address, { headers: { connection: 'close' } }).then((response) => response.text())) as string
  await checked(nodes)
  return { nodes, balancer, ask, hold: () => hold(balancer) }
}

test('[BA1] each connection goes to the node with the fewest connections', async () => {
  const { hold, balancer } = await openAll()
  const names = []
  for (let time = 0; time < 6; time += 1) names.push((await hold()).name)
  expect(names.toSorted().join('')).toBe('aaabbb')
  expect(balancer.connections()).toEqual([3, 3])
})

test('[BA2] a node that is not ready gets no new connections, and keeps its connections', async () => {
  const { nodes, hold, ask } = await openAll()
  const held = [await hold(), await hold()].find(({ name }) => name === 'a')
  nodes[0].state.ready = false
  await checked(nodes)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['b', 'b', 'b'])
  held?.socket.write('GET / HTTP/1.1\r\nhost: hub\r\n\r\n')
  const [answer] = (await once(held?.socket as NonNullable<typeof held>['socket'], 'data')) as [Buffer]
  expect(answer.toString().at(-1)).toBe('a')
})

test('[BA3] a stopped node is skipped at once, and used again when it is back', async () => {
  const { nodes, ask } = await openAll()
  await nodes[0].close()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['b', 'b', 'b'])
})

test('[BA4] while no node is ready, nodes that answer are used', async () => {
  const { nodes, ask } = await openAll()
  for (const { state } of nodes) state.ready = false
  await checked(nodes)
  expect(['a', 'b']).toContain(await ask())
})

test('[BA5] the balancer opens after the first checks: a node that answers late gets its share of the first connections', async () => {
  const up = Promise.withResolvers<void>()
  const nodes = [await openNode('a'), await openNode('b', up.promise)] as const
  const opening = openBalancer({ host: '127.0.0.1', port: 0, nodes, ...checks })
  const first = await Promise.race([opening, expect.poll(() => nodes[0].state.checks).toBe(1)])
  up.resolve()
  const balancer = await opening
  closing.push(balancer.close)
  expect(first).not.toBe(balancer)
  const held = [await hold(balancer), await hold(balancer)]
  expect(held.map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
})
