import { createStore } from 'jotai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../client/connection/connect.ts'
import { connectionAtom, helloAtom } from '../../client/connection/connectionState.ts'
import { createWire } from '../../client/connection/wire.ts'
import { createTestClient } from '../../server/testing/testClient.ts'
import { openTestCluster, type TestCluster, until } from '../../server/testing/testCluster.ts'
import { documentId } from '../../shared/engine/document.ts'
import { demoPlayers } from '../../shared/features/account/account.ts'
import { mapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import { type Balancer, openBalancer } from './balancer.ts'

/** For each player. */
const pages = 3
let [cluster, balancer]: [TestCluster | null, Balancer | null] = [null, null]
beforeAll(async () => {
  cluster = await openTestCluster({ environment: { DRAIN_SECONDS: '1.5' } })
  balancer = await openBalancer({
    host: '127.0.0.1',
    port: 0,
    checkEveryMs: 100,
    checkWithinMs: 60_000,
    nodes: cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port })),
  })
})
afterAll(async () => {
  await balancer?.close()
  await cluster?.close()
})

/** A player's cookie. All come from one address: a node that gets most of them refuses more than its limit of sign-ins a minute. */
async function signIn(address: string, number: number) {
  const visitor = createTestClient(address)
  await until(async () => {
    const { status } = await visitor.signIn('player', number)
    // On a busy machine a take-over may be under way, in which nothing is saved.
    expect([200, 503]).toContain(status)
    return status === 200
  })
  return visitor.cookie()
}

/** A player's page, as in a browser, that changes settings continuously. */
function openPage(address: string, cookie: string, number: number, page: number) {
  const store = createStore()
  const wire = createWire(address, { cookie, origin: address })
  const connection = connect({ store, wire })
  const account = number === 1 ? 'demo-player' : `demo-player-${number}`
  const away: number[] = []
  let lostAt: number | null = null
  store.sub(connectionAtom, () => {
    const { name } = store.get(connectionAtom)
    if (name === 'reconnecting') lostAt ??= performance.now()
    if (name !== 'live' || lostAt === null) return
    away.push(performance.now() - lostAt)
    lostAt = null
  })
  const acknowledged: number[] = []
  /** On a machine so slow that a leader loses its lease during a write, even the hub does not know whether it was carried out. */
  const unknown: number[] = []
  let isRunning = true
  const work = async () => {
    for (let step = 1; isRunning; step += 1) {
      const zoomLevel = 0.5 + (step % 2_000) / 1_000 + page / 1_000_000
      const answer = await connection.send('mapSettings.change', { zoomLevel })
      if (answer.ok) acknowledged.push(zoomLevel)
      else if (answer.code === 'fateUnknown') unknown.push(zoomLevel)
      else throw new Error(`${account}: ${answer.code} ${answer.message}`)
    }
  }
  let finished = Promise.resolve()
  return {
    account,
    away,
    acknowledged,
    unknown,
    isLive: () => store.get(connectionAtom).name === 'live',
    isSignedIn: () => store.get(helloAtom)?.principal?.id === account,
    start() {
      finished = work()
    },
    async stop() {
      isRunning = false
      await finished
    },
    close: connection.close,
  }
}

/** Number of settings changes of each account in the journal. */
async function changesIn({ redis }: TestCluster) {
  const entries = (await redis.command('XRANGE', '{waterhole}:journal', '-', '+')) as [string, string[]][]
  const changes = new Map<string, number>()
  for (const [, fields] of entries) {
    const { command, actor } = JSON.parse(fields[1] ?? '{}') as { command: string; actor: string }
    if (command === 'mapSettings.change') changes.set(actor, (changes.get(actor) ?? 0) + 1)
  }
  return changes
}

/** The current setting, read over a new connection. */
async function settingOf(address: string, account: string, cookie: string) {
  const reader = createTestClient(address)
  reader.holdCookie(cookie)
  await reader.connect()
  const id = documentId(mapSettings, account)
  await reader.watch(id)
  await reader.until(() => reader.copies.has(id))
  reader.leave()
  return (reader.copies.get(id) as { zoomLevel: number }).zoomLevel
}

test('[RD14] a rolling restart of three nodes under load loses and repeats no acknowledged command, and all pages reconnect', async () => {
  if (!cluster || !balancer) throw new Error('There is a cluster.')
  const { address } = balancer
  const cookies = await Promise.all(Array.from({ length: demoPlayers }, (_, index) => signIn(address, index + 1)))
  const openPages = Array.from({ length: pages }, (_, page) =>
    cookies.map((cookie, index) => openPage(address, cookie, index + 1, page * demoPlayers + index)),
  ).flat()
  await until(() => openPages.every(({ isLive, isSignedIn }) => isLive() && isSignedIn()))
  for (const { start } of openPages) start()
  for (const node of cluster.nodes) {
    node.kill('SIGTERM')
    expect(await node.ended()).toBe(0)
    node.start()
    await cluster.ready([node])
    await until(() => openPages.every(({ isLive }) => isLive()))
  }
  await Promise.all(openPages.map(({ stop }) => stop()))
  const away = openPages.flatMap((one) => one.away).toSorted((one, other) => one - other)
  const p99 = away[Math.ceil(away.length * 0.99) - 1] ?? 0
  console.log(`${away.length} moves: median ${Math.round(away[away.length >> 1] ?? 0)} ms, p99 ${Math.round(p99)} ms`)
  const changes = await changesIn(cluster)
  for (const [number, cookie] of cookies.entries()) {
    const own = openPages.filter((_, index) => index % demoPlayers === number)
    const [account = ''] = own.map((one) => one.account)
    const count = own.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
    const unknown = own.flatMap((one) => one.unknown)
    const beyond = (changes.get(account) ?? 0) - count
    expect([account, beyond >= 0 && beyond <= unknown.length ? 'each once' : beyond]).toEqual([account, 'each once'])
    expect([...own.map(({ acknowledged }) => acknowledged.at(-1)), ...unknown]).toContain(
      await settingOf(address, account, cookie),
    )
  }
  for (const { close } of openPages) close()
})
