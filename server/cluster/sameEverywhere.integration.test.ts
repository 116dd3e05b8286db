import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentId } from '../../shared/engine/document.ts'
import { type Pack, pack } from '../../shared/features/packs/pack.ts'
import { ownPositions, packLife, packPositions } from '../../shared/features/packs/packLife.ts'
import { vitals } from '../../shared/features/vitals/vitals.ts'
import { type RosterReading, readingsSeenBy } from '../testing/rosterReadings.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'
import { openTestCluster, type TestCluster, type TestNode } from '../testing/testCluster.ts'

let cluster: TestCluster
let [leader, second, third]: TestNode[] = []
beforeAll(async () => {
  cluster = await openTestCluster()
  leader = await cluster.leader()
  ;[second, third] = cluster.nodes.filter((node) => node !== leader)
})
afterAll(() => cluster.close())

const at = (node: TestNode | undefined): TestNode => {
  if (!node) throw new Error('There are three nodes.')
  return node
}
const everywhere = () => [leader, second, third].map(at)

async function asked<Output>(client: TestClient, name: string, input: object = {}): Promise<Output> {
  const answer = await client.command(name, input)
  if (!answer.ok) throw new Error(`${name}: ${answer.code} ${answer.message}`)
  return answer.output as Output
}

/** Three demo players of one pack, each on another node, who watch it. */
async function openPack() {
  const [ada, ben, cyd] = await Promise.all(everywhere().map((node, index) => cluster.visit(node, 'player', index + 1)))
  if (!ada || !ben || !cyd) throw new Error('There are three.')
  const { pack: key } = await asked<{ pack: string }>(ada, 'packs.create', { name: 'Ridge' })
  const ids = [documentId(pack, key), documentId(packLife, key), documentId(packPositions, key)] as const
  await ada.watch(...ids)
  await ada.until(() => ada.copies.has(ids[0]))
  const { code } = ada.copies.get(ids[0]) as Pack
  for (const other of [ben, cyd]) {
    await asked(other, 'packs.join', { code })
    // A user sees the result on the node that answered.
    expect((await other.watch(...ids)).refused).toEqual([])
  }
  const framesOf = ({ frames }: TestClient) => frames.filter(({ stream }) => stream === ids[2]).length
  return { ada, ben, cyd, ids, framesOf }
}

/** The heading is derived by each client, so it is left out. */
const plain = ({ players, places }: RosterReading) => ({
  players,
  places: places.map((place) => place.split(' ').slice(0, 3).join(' ')),
})

test('[ND1] staff see the same game on every node: players, vitals and positions', async () => {
  const staff = await Promise.all(everywhere().map((node) => cluster.visit(node, 'admin')))
  for (const one of staff) await one.watch('roster/main', 'positions/main')
  await Promise.all(
    staff.map((one) =>
      one.until(() => readingsSeenBy(one).filter(({ players }) => Object.keys(players).length > 20).length > 6),
    ),
  )
  // A new client may have the roster before the positions.
  const seenBy = (one: TestClient) => readingsSeenBy(one).filter(({ places }) => places.length > 0)
  const [first, ...others] = staff.map((one) => new Map(seenBy(one).map((reading) => [reading.at, plain(reading)])))
  for (const other of others) {
    const both = [...other].filter(([readAt]) => first?.has(readAt))
    expect(both.length).toBeGreaterThan(3)
    for (const [readAt, reading] of both) expect(reading).toEqual(first?.get(readAt))
  }
  for (const one of staff) one.leave()
})

test('[ND2] a pack with members on three nodes is one: each sees all of them', async () => {
  const { ada, ben, cyd, ids, framesOf } = await openPack()
  for (const one of [ada, ben, cyd]) {
    await one.until(() => framesOf(one) > 3)
    const { members } = one.copies.get(ids[0]) as Pack
    expect(Object.keys(members).sort()).toEqual(['demo-player', 'demo-player-2', 'demo-player-3'])
  }
  await asked(ada, 'packs.disband')
  for (const one of [ada, ben, cyd]) one.leave()
})

test('[ND3] [V8.3.2] a member who is removed from a pack loses it and gets no more of its positions, on every node', async () => {
  const { ada, ben, cyd, ids, framesOf } = await openPack()
  for (const one of [ada, ben, cyd]) await one.until(() => framesOf(one) > 2)
  const began = performance.now()
  await asked(ada, 'packs.removeMember', { member: 'demo-player-3' })
  await cyd.until(() => ids.every((id) => cyd.dropped.includes(id)))
  await ben.until(() => !('demo-player-3' in (ben.copies.get(ids[0]) as Pack).members))
  console.log(`removed from a pack everywhere after ${Math.round(performance.now() - began)} ms`)
  const [cydHad, benHad] = [framesOf(cyd), framesOf(ben)]
  await ben.until(() => framesOf(ben) > benHad + 3)
  expect(framesOf(cyd)).toBe(cydHad)
  expect((await cyd.watch(...ids)).refused).toEqual([...ids])
  await asked(ada, 'packs.disband')
  for (const one of [ada, ben, cyd]) one.leave()
})

test('[ND4] [V8.3.2] a role that is revoked on one node is revoked on the others', async () => {
  const [olga, ann] = [await cluster.visit(at(second), 'owner'), await cluster.visit(at(third), 'player', 5)]
  const giveRole = (role: string) => asked(olga, 'roles.setRole', { account: 'demo-player-5', role })
  await giveRole('admin')
  await ann.until(() => ann.hellos.at(-1)?.principal?.role === 'admin')
  expect((await ann.watch('roster/main', 'positions/main')).refused).toEqual([])
  await ann.until(() => ann.copies.has('roster/main') && ann.frames.length > 1)
  const began = performance.now()
  await giveRole('player')
  await ann.until(() => ['roster/main', 'positions/main'].every((id) => ann.dropped.includes(id as never)))
  console.log(`a role is revoked everywhere after ${Math.round(performance.now() - began)} ms`)
  const had = ann.frames.length
  await olga.watch('positions/main')
  await olga.until(() => olga.frames.length > 3)
  expect(ann.frames.length).toBe(had)
  for (const one of [olga, ann]) one.leave()
})

test('[ND5] [V7.4.1] signing out on one node ends the session for pages on other nodes, and its cookie is invalid everywhere', async () => {
  const page = await cluster.visit(at(second), 'player', 6)
  expect(page.hellos.at(-1)?.principal?.id).toBe('demo-player-6')
  const elsewhere = await fetch(`${at(third).address}/auth/logout`, {
    method: 'POST',
    headers: { cookie: page.cookie(), origin: at(third).address, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(elsewhere.status).toBe(200)
  await page.until(() => page.hellos.at(-1)?.principal === null)
  for (const { address } of everywhere()) {
    const answer = await fetch(`${address}/auth/status`, { headers: { cookie: page.cookie() } })
    expect(JSON.stringify(await answer.json())).not.toContain('demo-player-6')
  }
  page.leave()
})

test("[ND6] a player's own positions reach them on any node, and a watch on any node counts", async () => {
  const one = await cluster.visit(at(third), 'player', 7)
  await one.watch(documentId(vitals, 'demo-player-7'), documentId(ownPositions, 'demo-player-7'))
  await one.until(() => {
    const own = one.copies.get('vitals/demo-player-7') as { online?: boolean } | undefined
    return own?.online === true && one.frames.length > 2
  })
  one.leave()
})

test('[ND9] [V7.2.4] a session of one node is valid on the next one at once, and keeps its cookie there', async () => {
  for (let number = 1; number <= 8; number += 1) {
    const [here, there] = number % 2 === 0 ? [at(second), at(third)] : [at(third), at(second)]
    const client = createTestClient(here.address)
    await client.signIn('player', number)
    const cookie = client.cookie()
    const elsewhere = createTestClient(there.address)
    elsewhere.holdCookie(cookie)
    const accept = 'text/html,application/xhtml+xml'
    const page = fetch(there.address, { headers: { cookie, accept }, redirect: 'manual' })
    await elsewhere.connect()
    expect(elsewhere.hellos[0]?.principal?.id).toMatch(/^demo-player/)
    expect((await page).headers.get('set-cookie')).toBeNull()
    elsewhere.leave()
  }
})

test('[ND7] queries of trails and the replay are answered by the leader, on whatever node they are made', async () => {
  for (const node of everywhere()) {
    const admin = await cluster.visit(node, 'admin')
    const span = await admin.query('replay.span', { server: 'main' })
    expect(span).toMatchObject({ ok: true, output: { truncated: null } })
    admin.leave()
  }
})

test('[ND8] /health reports the role of each node and the durability of the store', async () => {
  const all = () => Promise.all(everywhere().map((node) => node.health()))
  // While another node takes over, none leads, or two epochs are seen.
  const isSettled = async () => {
    const nodes = (await all()).map((health) => health?.node)
    const leaders = nodes.filter((node) => node?.role === 'leader')
    return leaders.length === 1 && nodes.every((node) => node?.epoch === leaders[0]?.epoch)
  }
  await expect.poll(isSettled).toBe(true)
  const fine = {
    code: 200,
    status: 'ok',
    ready: true,
    storage: { state: 'serving', why: null, durability: expect.stringContaining('appendfsync always') },
    link: { state: 'up' },
  }
  await expect.poll(all).toMatchObject(everywhere().map(() => fine))
})
