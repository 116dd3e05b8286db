import { expect, test } from 'vitest'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import * as commands from '../../../shared/features/packs/commands.ts'
import { mostPings, pingKeptMs } from '../../../shared/features/packs/packLife.ts'
import { type OpenPacks, openPacks } from './testing/openPacks.ts'

const there = { species: 'Troodon', growth: 50, dead: false, slot: 1, region: null }

/** A pack of three, and what a reading of the game tells of them. */
async function openThree() {
  const packs = await openPacks()
  const id = await packs.found('ann', 'bob', 'cid')
  const paths: string[] = []
  packs.hub.onPublish((published) =>
    paths.push(...published.flatMap(({ patches }) => patches.map(({ path }) => path.join('.')))),
  )
  const report = (seen: Record<string, typeof there>) =>
    packs.hub.order('game link', commands.reportPack.name, {
      pack: id,
      readAt: packs.clock.now(),
      everyMs: 2_000,
      seen,
    })
  return { ...packs, id, paths, report, seen: () => packs.lifeOf('ann').seen }
}

const ping = ({ ask }: Pick<OpenPacks, 'ask'>, who: string) => ask(who, commands.pingPlace, { x: 2_200, y: 2_400 })

test('[PK19] a reading is shown to the pack, and only what differs is written', async () => {
  const { clock, paths, report, seen } = await openThree()
  await report({ ann: there, bob: { ...there, slot: 2 } })
  expect(seen()).toEqual({ ann: { ...there, goneAt: null }, bob: { ...there, slot: 2, goneAt: null } })
  paths.length = 0
  clock.pass(2_000)
  await report({ ann: there, bob: { ...there, slot: 2, growth: 51 } })
  expect(paths.sort()).toEqual(['readAt', 'seen.bob.growth'])
})

test('[PK20] who is not there any more was there at the reading before, until they are back', async () => {
  const { clock, report, seen } = await openThree()
  await report({ ann: there })
  const lastThere = clock.now()
  for (let reading = 0; reading < 3; reading += 1) {
    clock.pass(2_000)
    await report({})
    expect(seen()).toEqual({ ann: { ...there, slot: null, goneAt: lastThere } })
  }
  await report({ ann: there })
  expect(seen()).toEqual({ ann: { ...there, goneAt: null } })
})

test('[PK21] of members who hide, and of others, nothing is shown whatever a reading tells', async () => {
  const { ask, report, seen } = await openThree()
  await ask('bob', commands.setSharing, { shares: false })
  await report({ ann: there, bob: there, eve: there, constructor: there })
  expect(Object.keys(seen())).toEqual(['ann'])
})

test('[PK22] who hides is gone from the pack’s sight in the same moment; their pings stay', async () => {
  const { hub, id, ask, report, seen, packOf, lifeOf, ...rest } = await openThree()
  await report({ ann: there, bob: there })
  await ping({ ask }, 'bob')
  const published: string[][] = []
  hub.onPublish((changes) => published.push(changes.map((change) => change.id).sort()))
  await ask('bob', commands.setSharing, { shares: false })
  expect(published).toEqual([[`pack/${id}`, `packLife/${id}`]])
  expect(Object.keys(seen())).toEqual(['ann'])
  expect(packOf('ann').members.bob?.sharedSince).toBeNull()
  expect(Object.values(lifeOf('ann').pings)).toMatchObject([{ by: 'bob' }])
  rest.clock.pass(500)
  await ask('bob', commands.setSharing, { shares: true })
  expect(packOf('ann').members.bob?.sharedSince).toBe(rest.clock.now())
  expect(Object.keys(seen())).toEqual(['ann'])
})

test('[PK23] sharing twice, or hiding twice, changes nothing', async () => {
  const { clock, paths, ask } = await openThree()
  clock.pass(1)
  await ask('bob', commands.setSharing, { shares: true })
  expect(paths).toEqual([])
  await ask('bob', commands.setSharing, { shares: false })
  paths.length = 0
  clock.pass(1)
  await ask('bob', commands.setSharing, { shares: false })
  expect(paths).toEqual([])
})

test('[PK24] who left or was removed is not in the pack’s life either, and no late reading brings them back', async () => {
  const { ask, report, seen, lifeOf } = await openThree()
  const all = { ann: there, bob: there, cid: there }
  await report(all)
  for (const who of ['ann', 'bob', 'cid']) await ping({ ask }, who)
  await ask('ann', commands.removeMember, { member: 'bob' })
  await ask('cid', commands.leavePack)
  await report(all)
  expect(Object.keys(seen())).toEqual(['ann'])
  expect(Object.keys(lifeOf('ann').pingedAt)).toEqual(['ann'])
})

test('[PK25] a reading of a pack that has been disbanded writes nothing', async () => {
  const { paths, ask, report } = await openThree()
  await ask('ann', commands.disbandPack)
  paths.length = 0
  await report({ ann: there })
  expect(paths).toEqual([])
})

test('[PK26] a ping tells who, where and when; the next may come when one’s own interval has passed', async () => {
  const { clock, ask, lifeOf } = await openThree()
  expect(await ping({ ask }, 'bob')).toMatchObject({ ok: true })
  expect(Object.values(lifeOf('ann').pings)).toEqual([{ x: 2_200, y: 2_400, by: 'bob', name: 'bob', at: clock.now() }])
  clock.pass(9_999)
  expect(await ping({ ask }, 'bob')).toMatchObject({ code: 'tooSoon' })
  expect(await ping({ ask }, 'ann')).toMatchObject({ ok: true })
  clock.pass(1)
  expect(await ping({ ask }, 'bob')).toMatchObject({ ok: true })
  await ask('bob', changeMapSettings, { pingInterval: 5_000 })
  clock.pass(5_000)
  expect([await ping({ ask }, 'bob'), await ping({ ask }, 'ann')]).toMatchObject([{ ok: true }, { code: 'tooSoon' }])
})

test('[PK27] a clock that was set back silences nobody', async () => {
  const { memory, clock, ask, hub, lifeOf } = await openThree()
  await ping({ ask }, 'bob')
  clock.pass(-3_600_000)
  expect(await ping({ ask }, 'bob')).toMatchObject({ ok: true })
  expect(Object.keys(lifeOf('bob').pings)).toHaveLength(2)
  expect(memory.journal.length).toBeGreaterThan(0)
  await hub.close()
})

test('[PK28] the last pings are kept, and none for longer than they are of use', async () => {
  const { clock, ask, lifeOf } = await openThree()
  const pings = () => Object.values(lifeOf('ann').pings)
  for (let round = 0; round < 10; round += 1) {
    for (const who of ['ann', 'bob', 'cid']) await ping({ ask }, who)
    clock.pass(10_000)
  }
  expect(pings()).toHaveLength(mostPings)
  expect(Math.min(...pings().map(({ at }) => at))).toBe(clock.now() - 7 * 10_000)
  clock.pass(pingKeptMs - 10_000)
  await ping({ ask }, 'ann')
  expect(pings().map(({ at }) => clock.now() - at)).toEqual([pingKeptMs, pingKeptMs, pingKeptMs, 0])
})

test('[PK29] the leader sets the waypoint and takes it away; the edge of the map is on the map', async () => {
  const { clock, ask, packOf } = await openThree()
  await ask('ann', commands.setWaypoint, { place: { x: 4_096, y: 0 } })
  expect(packOf('cid').waypoint).toEqual({ x: 4_096, y: 0, setAt: clock.now() })
  await ask('ann', commands.setWaypoint, { place: null })
  expect(packOf('cid').waypoint).toBeNull()
})

test('[PK30] pings and readings are never journaled', async () => {
  const { memory, ask, report } = await openThree()
  const before = memory.journal.length
  await report({ ann: there })
  expect(memory.journal).toHaveLength(before)
  await ping({ ask }, 'ann')
  expect(memory.journal.slice(before)).toMatchObject([{ command: 'packs.pingPlace', changes: [] }])
})

test('[PK41] pings age out with the readings, when nobody pings any more', async () => {
  const { clock, ask, report, lifeOf } = await openThree()
  const by = () => Object.values(lifeOf('ann').pings).map((one) => one.by)
  await ping({ ask }, 'bob')
  clock.pass(10_000)
  await ping({ ask }, 'ann')
  clock.pass(pingKeptMs - 10_000)
  await report({})
  expect(by()).toEqual(['bob', 'ann'])
  clock.pass(1)
  await report({})
  expect(by()).toEqual(['ann'])
  clock.pass(10_000)
  await report({})
  expect(by()).toEqual([])
})
