import { expect, test } from 'vitest'
import { type DocumentId, kindOf } from '../../../shared/engine/document.ts'
import {
  disbandPack,
  joinPack,
  createPack as makePack,
  removeMember,
  setSharing,
  setWaypoint,
} from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createHub } from '../../engine/createHub.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/principals.ts'
import { accountFeature } from '../account/feature.ts'
import { deliveriesFeature } from '../deliveries/feature.ts'
import { mapSettingsFeature } from '../mapSettings/feature.ts'
import { rosterFeature } from '../roster/feature.ts'
import type { Reading } from '../roster/reading.ts'
import { sessionFeature } from '../session/feature.ts'
import { packsFeature } from './feature.ts'
import { createPackAudience } from './packAudience.ts'
import { createPackReports } from './packReports.ts'

const animal = (x: number, y: number) => ({
  species: 'Troodon',
  gender: null,
  growth: 50,
  health: 100,
  stamina: 95,
  hunger: 50,
  thirst: 100,
  dead: false,
  slot: 7,
  region: null,
  square: null,
  near: null,
  place: { x, y },
})

/** Ada leads a pack with Ben and Cyd; one client watches it. */
async function openPack() {
  const clock = createTestClock()
  const { storage } = createMemoryStorage()
  const onFault = (_what: string, error: unknown) => {
    throw error
  }
  const hub = await createHub({
    storage,
    clock,
    onFault,
    features: [accountFeature, sessionFeature, rosterFeature, mapSettingsFeature, deliveriesFeature, packsFeature],
  })
  const sockets = { watched: [] as DocumentId[], waiting: [] as (() => Uint8Array)[] }
  const watchedIds = (kind: string) => sockets.watched.filter((id) => kindOf(id) === kind)
  const reports = createPackReports({ hub, watchedIds })
  const audience = createPackAudience({
    hub,
    sockets: { watchedIds, offer: (_id, frame) => void sockets.waiting.push(frame) },
  })
  hub.onPublish(audience.removeRevoked)

  const act = async (who: string, { name }: { name: string }, input: object = {}) => {
    const answer = await hub.dispatch(person(who), { id: freshId(clock.now()), name, input })
    expect(answer).toMatchObject({ ok: true })
  }
  const link = (who: string, steamId: string | null = `steam-${who}`) =>
    ensureAccount(hub, clock.now(), { account: who, steamId })
  for (const who of ['ada', 'ben', 'cyd']) await link(who)
  await act('ada', makePack, { name: 'Ridge' })
  const id = hub.read(membership, 'ada').pack ?? ''
  for (const who of ['ben', 'cyd']) await act(who, joinPack, { code: hub.read(pack, id).code })

  /** Moves every animal by one unit in each reading, so that a position identifies its reading. */
  let readings = 0
  const read = async (...away: string[]) => {
    readings += 1
    clock.pass(2_000)
    const players = ['ada', 'ben', 'cyd']
      .map((who, at) => ({ id: `steam-${who}`, name: who, animal: animal(100 * (at + 1), readings) }))
      .filter(({ name }) => !away.includes(name))
    const reading: Reading = { at: clock.now(), everyMs: 2_000, players }
    await reports.sink.report?.(reading)
    audience.show(reports.visibleMembers(), reading.at)
  }
  const decoder = createPositionsDecoder()
  const follow = () => {
    sockets.watched = [`packPositions/${id}`, `packLife/${id}`]
    for (const make of sockets.waiting.splice(0)) make()
    const key = audience.stream.key(id, clock.now())
    if (key) expect(decoder.apply(key)).toBe('ok')
    return key
  }
  const flush = () => {
    for (const make of sockets.waiting.splice(0)) expect(decoder.apply(make())).toBe('ok')
  }
  /** The drawn members, by the slots in the pack's document. */
  const drawn = () => {
    const { seen } = hub.read(packLife, id)
    const nameOf = (slot: number) => Object.keys(seen).find((who) => seen[who]?.slot === slot) ?? `nobody ${slot}`
    const all: string[] = []
    decoder.visit((slot, x, y) => all.push(`${nameOf(slot)} ${x},${y}`))
    return all
  }
  return {
    hub,
    audience,
    reports,
    sockets,
    clock,
    id,
    act,
    link,
    read,
    follow,
    flush,
    drawn,
    decoder,
    waiting: sockets.waiting,
  }
}

test("[PA1] a pack's stream shows the members who share and are on the map, by slots of its own", async () => {
  const { hub, id, act, read, follow, flush, drawn } = await openPack()
  await act('cyd', setSharing, { shares: false })
  expect(follow()).toBeNull()
  await read()
  follow()
  expect(drawn()).toEqual(['ada 100,1', 'ben 200,1'])
  await read('ben')
  flush()
  expect(drawn()).toEqual(['ada 100,2'])
  const { seen } = hub.read(packLife, id)
  expect(Object.keys(seen).sort()).toEqual(['ada', 'ben'])
  expect([seen.ada?.slot, seen.ben?.slot, seen.ben?.goneAt]).toEqual([1, null, expect.any(Number)])
})

test('[PA2] a member who hides leaves the stream in the turn in which it is published, and returns with the next reading after sharing', async () => {
  const { act, read, follow, flush, drawn } = await openPack()
  follow()
  await read()
  follow()
  await act('ben', setSharing, { shares: false })
  flush()
  expect(drawn()).toEqual(['ada 100,1', 'cyd 300,1'])
  await act('ben', setSharing, { shares: true })
  flush()
  expect(drawn()).toEqual(['ada 100,1', 'cyd 300,1'])
  await read()
  flush()
  expect(drawn()).toEqual(['ada 100,2', 'ben 200,2', 'cyd 300,2'])
})

test('[PA3] a frame offered before a member hides and sent afterwards does not contain the member', async () => {
  const { act, read, follow, waiting, drawn, decoder } = await openPack()
  follow()
  await read()
  follow()
  await read()
  await act('ben', setSharing, { shares: false })
  expect(waiting.length).toBeGreaterThan(1)
  for (const make of waiting.splice(0)) {
    decoder.apply(make())
    expect(drawn()).toEqual(['ada 100,2', 'cyd 300,2'])
  }
})

test('[PA4] a member who hides and shares again at once is shown again with the next reading', async () => {
  const { act, clock, read, follow, flush, drawn } = await openPack()
  follow()
  await read()
  follow()
  clock.pass(100)
  await Promise.all([act('ben', setSharing, { shares: false }), act('ben', setSharing, { shares: true })])
  flush()
  expect(drawn()).not.toContain('ben 200,1')
  await read()
  flush()
  expect(drawn()).toContain('ben 200,2')
})

test('[PA5] a removed member, and every member of a disbanded pack, leaves the stream at once', async () => {
  const { act, read, follow, flush, drawn, decoder } = await openPack()
  follow()
  await read()
  follow()
  await act('ada', removeMember, { member: 'ben' })
  flush()
  expect(drawn()).toEqual(['ada 100,1', 'cyd 300,1'])
  await act('ada', disbandPack)
  flush()
  decoder.visit(() => expect.unreachable('somebody is drawn'))
})

test("[PA6] a member linked to another player is no longer drawn at the former player's position", async () => {
  const { link, read, follow, flush, drawn } = await openPack()
  follow()
  await read()
  follow()
  await link('ben', 'steam-else')
  flush()
  expect(drawn()).toEqual(['ada 100,1', 'cyd 300,1'])
  await link('cyd', null)
  await read()
  flush()
  expect(drawn()).toEqual(['ada 100,2'])
})

test('[PA7] a new watcher receives positions with the next reading, together with their names', async () => {
  const { read, follow, drawn } = await openPack()
  await read()
  expect(follow()).toBeNull()
  await read('ada')
  follow()
  expect(drawn()).toEqual(['ben 200,2', 'cyd 300,2'])
})

test("[PA8] only members may watch a pack's stream, as its document decides", async () => {
  const { audience, id } = await openPack()
  const may = (who: string, key = id) => audience.stream.mayWatch(person(who), key)
  expect([may('ada'), may('cyd'), may('dan'), may('ada', 'other'), may('toString'), may('ada', '')]).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(audience.stream.mayWatch(person('olga', 'owner'), id)).toBe(false)
  expect(audience.stream.decidedBy(id)).toEqual([`pack/${id}`])
})

test('[PA9] nothing is written or kept for a pack that is not watched', async () => {
  const { hub, audience, reports, id, sockets, read, follow } = await openPack()
  await read()
  expect(hub.copy(`packLife/${id}`)?.version).toBe(0)
  follow()
  await read()
  const { version } = hub.copy(`packLife/${id}`) ?? { version: 0 }
  expect(version).toBeGreaterThan(0)
  sockets.watched = []
  for (const { forgetUnwatched: sweep } of [audience, reports, audience, reports]) sweep()
  await read()
  expect(hub.copy(`packLife/${id}`)?.version).toBe(version)
})

test('[PK40] a member who joins or rejoins a pack is never sent what happened there before', async () => {
  const clock = createTestClock()
  const { storage } = createMemoryStorage()
  const hub = await createHub({
    storage,
    clock,
    onFault: (_what, error) => expect.unreachable(String(error)),
    features: [accountFeature, rosterFeature, mapSettingsFeature, deliveriesFeature, packsFeature],
  })
  const act = (who: string, { name }: { name: string }, input: object) =>
    hub.dispatch(person(who), { id: freshId(clock.now()), name, input })
  await act('ada', makePack, { name: 'Ridge' })
  const id = hub.read(membership, 'ada').pack ?? ''
  await act('ada', setWaypoint, { place: { x: 7, y: 7 } })
  await act('ada', setWaypoint, { place: null })
  await act('ada', setSharing, { shares: false })
  await act('cyd', joinPack, { code: hub.read(pack, id).code })
  expect(hub.copy(`pack/${id}`)?.version).toBeGreaterThan(3)
  for (const kind of ['pack', 'packLife'] as const) expect(hub.changesSince(`${kind}/${id}`, 1)).toBeNull()
  await hub.close()
})
