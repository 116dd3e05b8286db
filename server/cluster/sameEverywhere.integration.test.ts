import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentId } from '../../shared/engine/document.ts'
import { type Pack, pack } from '../../shared/features/packs/pack.ts'
import { ownPositions, packLife, packPositions } from '../../shared/features/packs/packLife.ts'
import { vitals } from '../../shared/features/vitals/vitals.ts'
import { type LiveSight, sightsOf } from '../testing/liveSights.ts'
import { openTown, type Town, type TownNode } from '../testing/town.ts'
import { createVisitor, type Visitor } from '../testing/visitor.ts'

let town: Town
let [authority, second, third]: TownNode[] = []
beforeAll(async () => {
  town = await openTown()
  authority = await town.authority()
  ;[second, third] = town.nodes.filter((node) => node !== authority)
}, 240_000)
afterAll(() => town.close())

const at = (node: TownNode | undefined): TownNode => {
  if (!node) throw new Error('There are three nodes.')
  return node
}
const everywhere = () => [authority, second, third].map(at)

async function asked<Output>(visitor: Visitor, name: string, input: object = {}): Promise<Output> {
  const answer = await visitor.command(name, input)
  if (!answer.ok) throw new Error(`${name}: ${answer.code} ${answer.message}`)
  return answer.output as Output
}

/** Three demo players of one pack, each at another node, who follow it. */
async function openPack() {
  const [ada, ben, cyd] = await Promise.all(everywhere().map((node, index) => town.visit(node, 'player', index + 1)))
  if (!ada || !ben || !cyd) throw new Error('There are three.')
  const { pack: key } = await asked<{ pack: string }>(ada, 'packs.create', { name: 'Ridge' })
  const ids = [documentId(pack, key), documentId(packLife, key), documentId(packPositions, key)] as const
  await ada.watch(...ids)
  await ada.until(() => ada.copies.has(ids[0]))
  const { code } = ada.copies.get(ids[0]) as Pack
  for (const other of [ben, cyd]) {
    await asked(other, 'packs.join', { code })
    // What one was told is done can be seen where one was told.
    expect((await other.watch(...ids)).refused).toEqual([])
  }
  const framesOf = ({ frames }: Visitor) => frames.filter(({ stream }) => stream === ids[2]).length
  return { ada, ben, cyd, ids, framesOf }
}

/** Which way an animal looks is worked out by who watches it. */
const plain = ({ players, places }: LiveSight) => ({
  players,
  places: places.map((place) => place.split(' ').slice(0, 3).join(' ')),
})

test('[ND1] what staff see of the game is the same at every node: who is there, how they are, and where', async () => {
  const staff = await Promise.all(everywhere().map((node) => town.visit(node, 'admin')))
  for (const one of staff) await one.watch('roster/main', 'positions/main')
  await Promise.all(
    staff.map((one) =>
      one.until(() => sightsOf(one).filter(({ players }) => Object.keys(players).length > 20).length > 6),
    ),
  )
  // Whoever has just come may have the list before the places.
  const seenBy = (one: Visitor) => sightsOf(one).filter(({ places }) => places.length > 0)
  const [first, ...others] = staff.map((one) => new Map(seenBy(one).map((sight) => [sight.at, plain(sight)])))
  for (const other of others) {
    const both = [...other].filter(([readAt]) => first?.has(readAt))
    expect(both.length).toBeGreaterThan(3)
    for (const [readAt, sight] of both) expect(sight).toEqual(first?.get(readAt))
  }
  for (const one of staff) one.leave()
})

test('[ND2] a pack whose members hang on three nodes is one: all see all, by the numbers that its document tells', async () => {
  const { ada, ben, cyd, ids, framesOf } = await openPack()
  for (const one of [ada, ben, cyd]) {
    await one.until(() => framesOf(one) > 3)
    const { members } = one.copies.get(ids[0]) as Pack
    expect(Object.keys(members).sort()).toEqual(['demo-player', 'demo-player-2', 'demo-player-3'])
  }
  await asked(ada, 'packs.disband')
  for (const one of [ada, ben, cyd]) one.leave()
})

test('[ND3] [V8.3.2] who is removed from a pack is out of it at every node within the second, of its places as well', async () => {
  const { ada, ben, cyd, ids, framesOf } = await openPack()
  for (const one of [ada, ben, cyd]) await one.until(() => framesOf(one) > 2)
  const began = performance.now()
  await asked(ada, 'packs.removeMember', { member: 'demo-player-3' })
  await cyd.until(() => ids.every((id) => cyd.dropped.includes(id)))
  await ben.until(() => !('demo-player-3' in (ben.copies.get(ids[0]) as Pack).members))
  expect(performance.now() - began).toBeLessThan(1_000)
  const [cydHad, benHad] = [framesOf(cyd), framesOf(ben)]
  await ben.until(() => framesOf(ben) > benHad + 3)
  expect(framesOf(cyd)).toBe(cydHad)
  expect((await cyd.watch(...ids)).refused).toEqual([...ids])
  await asked(ada, 'packs.disband')
  for (const one of [ada, ben, cyd]) one.leave()
})

test('[ND4] [V8.3.2] a role that is taken away at one node is gone at the others within the second', async () => {
  const [olga, ann] = [await town.visit(at(second), 'owner'), await town.visit(at(third), 'player', 5)]
  const giveRole = (role: string) => asked(olga, 'roles.setRole', { account: 'demo-player-5', role })
  await giveRole('admin')
  await ann.until(() => ann.hellos.at(-1)?.you?.role === 'admin')
  expect((await ann.watch('roster/main', 'positions/main')).refused).toEqual([])
  await ann.until(() => ann.copies.has('roster/main') && ann.frames.length > 1)
  const began = performance.now()
  await giveRole('player')
  await ann.until(() => ['roster/main', 'positions/main'].every((id) => ann.dropped.includes(id as never)))
  expect(performance.now() - began).toBeLessThan(1_000)
  const had = ann.frames.length
  await olga.watch('positions/main')
  await olga.until(() => olga.frames.length > 3)
  expect(ann.frames.length).toBe(had)
  for (const one of [olga, ann]) one.leave()
})

test('[ND5] [V7.4.1] who signs out at one node is out on the pages that hang on another, and their cookie opens nothing anywhere', async () => {
  const page = await town.visit(at(second), 'player', 6)
  expect(page.hellos.at(-1)?.you?.id).toBe('demo-player-6')
  const elsewhere = await fetch(`${at(third).address}/auth/logout`, {
    method: 'POST',
    headers: { cookie: page.cookie(), origin: at(third).address, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(elsewhere.status).toBe(200)
  await page.until(() => page.hellos.at(-1)?.you === null)
  for (const { address } of everywhere()) {
    const answer = await fetch(`${address}/auth/status`, { headers: { cookie: page.cookie() } })
    expect(JSON.stringify(await answer.json())).not.toContain('demo-player-6')
  }
  page.leave()
})

test('[ND6] one’s own animal is told where one hangs, and a watch at any node counts', async () => {
  const one = await town.visit(at(third), 'player', 7)
  await one.watch(documentId(vitals, 'demo-player-7'), documentId(ownPositions, 'demo-player-7'))
  await one.until(() => {
    const own = one.copies.get('vitals/demo-player-7') as { online?: boolean } | undefined
    return own?.online === true && one.frames.length > 2
  })
  one.leave()
})

test('[ND9] [V7.2.4] who has come in at one node is in at the next one at once, and loses no cookie there', async () => {
  for (let number = 1; number <= 8; number += 1) {
    const [here, there] = number % 2 === 0 ? [at(second), at(third)] : [at(third), at(second)]
    const visitor = createVisitor(here.address)
    await visitor.signIn('player', number)
    const cookie = visitor.cookie()
    const elsewhere = createVisitor(there.address)
    elsewhere.holdCookie(cookie)
    const accept = 'text/html,application/xhtml+xml'
    const page = fetch(there.address, { headers: { cookie, accept }, redirect: 'manual' })
    await elsewhere.connect()
    expect(elsewhere.hellos[0]?.you?.id).toMatch(/^demo-player/)
    expect((await page).headers.get('set-cookie')).toBeNull()
    elsewhere.leave()
  }
})

test('[ND7] trails and the replay are asked for at the one who decides, wherever one hangs', async () => {
  for (const node of everywhere()) {
    const admin = await town.visit(node, 'admin')
    const span = await admin.query('replay.span', { server: 'main' })
    expect(span).toMatchObject({ ok: true, output: { truncated: null } })
    admin.leave()
  }
})

test('[ND8] /health says of each node what it is, and of the store how safe it is', async () => {
  const healths = await Promise.all(everywhere().map((node) => node.health()))
  for (const [index, health] of healths.entries())
    expect(health).toMatchObject({
      ...{ code: 200, status: 'ok', ready: true },
      storage: { state: 'serving', why: null, durability: expect.stringContaining('appendfsync always') },
      link: { state: 'up' },
      node: { role: index === 0 ? 'authority' : 'follower', epoch: healths[0]?.node.epoch },
    })
})
