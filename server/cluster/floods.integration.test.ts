import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findPlayers } from '../../shared/features/profile/profile.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { createRawClient, type RawClient } from '../gateway/testing/rawClient.ts'
import { freshId } from '../testing/principals.ts'
import { openTestCluster, type TestCluster, type TestNode, until } from '../testing/testCluster.ts'

let cluster: TestCluster
beforeAll(async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1', SOCKETS_PER_ADDRESS: '30' }
  cluster = await openTestCluster({ environment, players: 0 })
})
afterAll(() => cluster.close())
const clients: RawClient[] = []
afterEach(async () => {
  await Promise.all(
    clients.splice(0).map((client) => {
      client.close()
      return client.closed
    }),
  )
})

/** Signed in on the first node; the others know the session as well. */
async function cookieOf(player: number) {
  const [node] = cluster.nodes as [TestNode]
  const client = await cluster.visit(node, 'player', player)
  client.leave()
  return client.cookie()
}
const join = (node: TestNode, cookie: string, forwardedFor?: string) => {
  const client = createRawClient({
    port: node.port,
    cookie,
    origin: node.address,
    ...(forwardedFor && { forwardedFor }),
  })
  clients.push(client)
  return client
}
const isOpen = ({ webSocket, of }: RawClient) => webSocket.readyState === webSocket.OPEN && of('hello').length > 0
const leavePack = (client: RawClient) =>
  client.command({ id: freshId(Date.now()), name: 'packs.leave', input: {} }).catch(() => null)
/** The connection itself is confirmed before the hello is sent. */
const isAnswered = ({ of, webSocket }: RawClient) =>
  ['hello', 'refused'].some((event) => of(event).length > 0) || webSocket.readyState === webSocket.CLOSED
const isTooFast = (answer: Answer | null) => answer !== null && !answer.ok && answer.code === 'tooFast'

test('[AB24] 20 sockets of one account stay open on three nodes together, wherever the others are opened', async () => {
  const cookie = await cookieOf(1)
  const flood = cluster.nodes.flatMap((node) => Array.from({ length: 20 }, () => join(node, cookie)))
  await until(() => flood.every(isAnswered))
  // Nodes that admitted at the same moment close the excess. Less than 20 may be left where two of them did.
  await until(() => flood.filter(isOpen).length <= 20)
  const again = async () => {
    const rejoined = cluster.nodes.map((node) => join(node, cookie))
    await until(() => rejoined.every(isAnswered))
    return rejoined.some((client) => client.of('refused').length > 0)
  }
  await until(again)
  await until(() => clients.filter(isOpen).length <= 20)
  const other = join(cluster.nodes[1] as TestNode, await cookieOf(2))
  await other.ready()
})

test('[V2.4.1] [AB25] what an account sends to one node counts on the others, and another account is not affected', async () => {
  const [first, second] = cluster.nodes as [TestNode, TestNode]
  const [cookie, otherCookie] = [await cookieOf(3), await cookieOf(4)]
  const flooding = join(first, cookie)
  const [slow, other] = [join(second, cookie), join(second, otherCookie)]
  await Promise.all([flooding, slow, other].map((client) => client.ready()))
  let isOver = false
  const flood = (async () => {
    const begunAt = performance.now()
    // Above the rate, and below what closes the connection: that is done again by a page. A late timer is made up for.
    for (let sent = 0; !isOver && isOpen(flooding); await sleep(10))
      for (; sent < (performance.now() - begunAt) / 46; sent += 1) void leavePack(flooding)
  })()
  for (let sent = 0; sent < 98; sent += 1) void leavePack(flooding)
  const others: (Answer | null)[] = []
  // Alone this socket would never be above its rate.
  await until(async () => {
    others.push(await leavePack(other))
    await sleep(80)
    return isTooFast(await leavePack(slow))
  })
  isOver = true
  await flood
  expect(others.filter(isTooFast)).toEqual([])
  expect(slow.of('notice')).toHaveLength(1)
})

test('[MZ8] a costly query is answered as often on three nodes together as on one', async () => {
  const cookie = await cookieOf(6)
  const pages = cluster.nodes.map((node) => join(node, cookie))
  await Promise.all(pages.map((page) => page.ready()))
  const ask = async (page: RawClient | undefined) =>
    (await page?.call('query', { name: findPlayers.name, input: { text: 'rex' } })) as Answer
  const most = findPlayers.perMinute ?? 0
  const first = await Promise.all(Array.from({ length: most }, () => ask(pages[0])))
  expect(first.filter(({ ok }) => ok)).toHaveLength(most)
  for (const page of pages.slice(1)) {
    let answered = 0
    await until(async () => {
      const answer = await ask(page)
      answered += Number(answer.ok)
      await sleep(100)
      return isTooFast(answer)
    })
    // Until the report has arrived; alone the node would answer as many as the first.
    expect(answered).toBeLessThan(most)
  }
})

test('[AB26] the sockets of one network count on all nodes, and another network connects', async () => {
  const school = Array.from({ length: 90 }, (_, index) => join(cluster.nodes[index % 3] as TestNode, '', '192.0.2.1'))
  await until(() => school.every(isAnswered))
  // As above: some node has admitted 30 of them.
  await until(() => school.filter(isOpen).length <= 30)
  const neighbour = join(cluster.nodes[0] as TestNode, '', '198.51.100.1')
  await neighbour.ready()
})

test('[AB27] a user whose node dies connects elsewhere as soon as its sockets count no longer', async () => {
  const leader = await cluster.leader()
  const [dying, staying] = cluster.nodes.filter((node) => node !== leader) as [TestNode, TestNode]
  const cookie = await cookieOf(5)
  let pages: RawClient[] = []
  /** Pages that were refused or closed connect again: the socket of the sign-in may count for a moment on another node. */
  const fill = async () => {
    pages = pages.filter(isOpen)
    while (pages.length < 20) pages.push(join(dying, cookie))
    await until(() => pages.every(isAnswered))
    return pages.every(isOpen)
  }
  await until(fill)
  await until(async () => {
    const late = join(staying, cookie)
    await until(() => isAnswered(late))
    late.close()
    if (late.of('refused').length > 0) return true
    // Admitted before the report of the other node came, which may close a page of its own in return.
    await fill()
    return false
  })
  dying.kill('SIGKILL')
  await dying.ended()
  const back: RawClient[] = []
  await until(async () => {
    const one = join(staying, cookie)
    await until(() => isAnswered(one))
    if (isOpen(one)) back.push(one)
    else await sleep(200)
    return back.length === 20
  })
  dying.start()
  await cluster.ready()
})
