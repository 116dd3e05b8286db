import { expect, test } from 'vitest'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import * as commands from '../../../shared/features/packs/commands.ts'
import { mostPings, type PingKind, pingKeptMs, pingKinds } from '../../../shared/features/packs/packLife.ts'
import { type OpenPacks, openPacks } from './testing/openPacks.ts'

const there = {
  species: 'Troodon',
  growth: 50,
  dead: false,
  slot: 1,
  isPlaced: true,
  region: null,
  square: null,
  near: null,
}

/** A pack of three, and a function that reports a reading of it. */
async function openThree() {
  const packs = await openPacks()
  const id = await packs.create('ann', 'bob', 'cid')
  const paths: string[] = []
  packs.hub.onPublish((published) =>
    paths.push(...published.flatMap(({ patches }) => patches.map(({ path }) => path.join('.')))),
  )
  const report = (seen: Record<string, typeof there>) =>
    packs.hub.execute('game link', commands.reportPack.name, {
      pack: id,
      readAt: packs.clock.now(),
      everyMs: 2_000,
      seen,
    })
  return { ...packs, id, paths, report, seen: () => packs.lifeOf('ann').seen }
}

const ping = ({ ask }: Pick<OpenPacks, 'ask'>, who: string) => ask(who, commands.pingPlace, { x: 2_200, y: 2_400 })

test('[PK19] a reading is shown to the pack, and only differences are written', async () => {
  const { clock, paths, report, seen } = await openThree()
  await report({ ann: there, bob: { ...there, slot: 2 } })
  expect(seen()).toEqual({ ann: { ...there, goneAt: null }, bob: { ...there, slot: 2, goneAt: null } })
  paths.length = 0
  clock.pass(2_000)
  await report({ ann: there, bob: { ...there, slot: 2, growth: 51 } })
  expect(paths.sort()).toEqual(['readAt', 'seen.bob.growth'])
})

test('[PK20] a member who left the game has the time of the previous reading, until they return', async () => {
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

test('[PK21] a reading shows nothing of hiding members and of other players', async () => {
  const { ask, report, seen } = await openThree()
  await ask('bob', commands.setSharing, { shares: false })
  await report({ ann: there, bob: there, eve: there, constructor: there })
  expect(Object.keys(seen())).toEqual(['ann'])
})

test("[PK22] a member who hides disappears from the pack's readings at once; their pings stay", async () => {
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

test('[PK23] sharing twice or hiding twice changes nothing', async () => {
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

test("[PK24] a member who left or was removed is removed from the pack's life, and a late reading does not bring them back", async () => {
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

test('[PK25] a reading of a disbanded pack writes nothing', async () => {
  const { paths, ask, report } = await openThree()
  await ask('ann', commands.disbandPack)
  paths.length = 0
  await report({ ann: there })
  expect(paths).toEqual([])
})

test("[PK26] a ping has its author, place and time; the next is allowed after the author's interval", async () => {
  const { clock, ask, lifeOf } = await openThree()
  expect(await ping({ ask }, 'bob')).toMatchObject({ ok: true })
  expect(Object.values(lifeOf('ann').pings)).toEqual([
    { x: 2_200, y: 2_400, kind: 'look', by: 'bob', name: 'bob', at: clock.now() },
  ])
  clock.pass(9_999)
  expect(await ping({ ask }, 'bob')).toMatchObject({ code: 'tooSoon' })
  expect(await ping({ ask }, 'ann')).toMatchObject({ ok: true })
  clock.pass(1)
  expect(await ping({ ask }, 'bob')).toMatchObject({ ok: true })
  await ask('bob', changeMapSettings, { pingInterval: 5_000 })
  clock.pass(5_000)
  expect([await ping({ ask }, 'bob'), await ping({ ask }, 'ann')]).toMatchObject([{ ok: true }, { code: 'tooSoon' }])
})

test('[MV7] a ping says what it is about; an unknown kind is refused, and none given means look here', async () => {
  const { ask, lifeOf, clock } = await openThree()
  for (const kind of pingKinds) {
    expect(await ask('ann', commands.pingPlace, { x: 5, y: 6, kind })).toMatchObject({ ok: true })
    clock.pass(30_000)
  }
  expect(Object.values(lifeOf('ann').pings).map(({ kind }) => kind)).toEqual([...pingKinds])
  expect(await ask('ann', commands.pingPlace, { x: 5, y: 6, kind: 'dance' as PingKind })).toMatchObject({ ok: false })
})

test('[PK27] a clock that was set back blocks no ping', async () => {
  const { memory, clock, ask, hub, lifeOf } = await openThree()
  await ping({ ask }, 'bob')
  clock.pass(-3_600_000)
  expect(await ping({ ask }, 'bob')).toMatchObject({ ok: true })
  expect(Object.keys(lifeOf('bob').pings)).toHaveLength(2)
  expect(memory.journal.length).toBeGreaterThan(0)
  await hub.close()
})

test('[PK28] only the latest pings are kept, and none longer than its lifetime', async () => {
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

test('[PK29] the leader sets and removes the waypoint; the edge of the map is on the map', async () => {
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

test('[PK41] pings expire with readings when there are no new pings', async () => {
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

/** A hub with one pack, and a check whether it has changed since. */
async function openStill() {
  const packs = await openPacks()
  const id = await packs.create('ann')
  const changes: unknown[] = []
  packs.hub.onPublish((published) => changes.push(...published))
  return { ...packs, id, changes }
}

const long = 'x'.repeat(200)
test.each([
  ['no characters', '', 'Enter a name for the pack.'],
  ['only spaces', ' \t\u00a0\u3000 ', 'Enter a name for the pack.'],
  ['nothing that can be seen', '\u200b\u200d\u2060', 'visible character'],
  ['200 characters', long, 'at most 30 characters'],
  ['31 characters', 'x'.repeat(31), 'at most 30 characters'],
  ['a new line', 'Night\nhunt', 'control'],
  ['a sign that turns the text round', 'Night \u202ehunt', 'control'],
  ['half an emoji', 'Night \ud83e', 'control'],
  ['no text', 5, 'expected string'],
])('[PK14] a name of %s is refused with the reason', async (_what, name, says) => {
  const { changes, ask, idOf } = await openStill()
  const answer = await ask('bob', commands.createPack, { name })
  expect(answer).toMatchObject({ ok: false, code: 'badInput', problems: [expect.stringContaining(says)] })
  expect([changes, idOf('bob')]).toEqual([[], null])
})

test.each(['Nachtjäger 恐竜', '👨‍👩‍👧 herd', "Rex' & <b>Co</b>", 'x'.repeat(30)])(
  '[PK15] the name "%s" is valid',
  async (name) => {
    const { ask, packOf } = await openPacks()
    await ask('ann', commands.createPack, { name })
    expect(packOf('ann').name).toBe(name)
  },
)

test.each([
  ['nothing', '', 'emptyCode'],
  ['spaces', '  \t ', 'emptyCode'],
  ['Cyrillic letters', 'АВСЕНК', 'strangeCode'],
  ['full-width letters', 'ＡＢＣＤＥＦ', 'strangeCode'],
  ['emoji', '🦖🦕🦖', 'strangeCode'],
  ['a zero, a one, and letters that look like them', '01OILX', 'strangeCode'],
  ['too few', 'ABCDE', 'strangeCode'],
  ['too many', 'ABCDEFG', 'strangeCode'],
  ['a thousand characters', 'A'.repeat(1_000), 'strangeCode'],
  ['the name of something else', '__proto__', 'strangeCode'],
  ['a code that no pack has', 'ZZZZZZ', 'unknownCode'],
])('[PK16] a code of %s has its own refusal and changes nothing', async (_what, code, refusal) => {
  const { changes, ask, idOf } = await openStill()
  const answer = await ask('bob', commands.joinPack, { code })
  const message = commands.joinPack.refusals[refusal as keyof typeof commands.joinPack.refusals]
  expect(answer).toEqual({ ok: false, code: refusal, message })
  expect([changes, idOf('bob')]).toEqual([[], null])
})

test('[PK17] a wrong code is refused before the membership is checked', async () => {
  const { create, ask } = await openPacks()
  await create('ann')
  for (const [code, refusal] of [
    ['', 'emptyCode'],
    ['?', 'strangeCode'],
    ['ZZZZZZ', 'unknownCode'],
  ])
    expect(await ask('ann', commands.joinPack, { code })).toMatchObject({ code: refusal })
})

test.each([
  ['west of', { x: -0.001, y: 5 }, 'outside'],
  ['south of', { x: 5, y: 4_096.001 }, 'outside'],
  ['far from', { x: 1e300, y: 5 }, 'outside'],
  ['infinitely far from', { x: Number.POSITIVE_INFINITY, y: 5 }, 'badInput'],
  ['at no number on', { x: 5, y: Number.NaN }, 'badInput'],
  ['half named on', { x: 5 }, 'badInput'],
  ['nowhere on', { x: null, y: null }, 'badInput'],
])('[PK18] a place %s the map cannot be pinged or become a waypoint', async (_where, place, refusal) => {
  const { changes, ask } = await openStill()
  expect(await ask('ann', commands.pingPlace, place)).toMatchObject({ ok: false, code: refusal })
  expect(await ask('ann', commands.setWaypoint, { place })).toMatchObject({ ok: false, code: refusal })
  expect(changes).toEqual([])
})
