import { expect, test } from 'vitest'
import { type DocumentId, kindOf } from '../../../shared/engine/document.ts'
import { blockPlayer, removeFriend, setFriendSettings } from '../../../shared/features/friends/commands.ts'
import { firstFriendSlot } from '../../../shared/features/friends/friends.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { person } from '../../testing/principals.ts'
import type { Reading } from '../roster/reading.ts'
import { createFriendAudience } from './friendAudience.ts'
import { createFriendReports } from './friendReports.ts'
import { openFriends, steamIdOf } from './testing/openFriends.ts'

const animal = (x: number, y: number, health = 100) => ({
  species: 'Troodon',
  gender: null,
  growth: 50,
  health,
  stamina: 95,
  hunger: 50,
  thirst: 100,
  dead: false,
  slot: 7,
  region: null,
  square: 'C5',
  near: null,
  place: { x, y },
})

const shares = { sharesPlace: true }

/** Ann watches her friends Ben and Cyd; all three play. `sharing`: who shares the place. */
async function openAudience(...sharing: readonly string[]) {
  const app = await openFriends('ann', 'ben', 'cyd')
  const { hub, clock, must, lifeOf } = app
  await app.befriend('ann', 'ben')
  await app.befriend('cyd', 'ann')
  for (const who of sharing) await must(who, setFriendSettings, shares)
  const sockets = { watched: [] as DocumentId[], waiting: [] as (() => Uint8Array)[] }
  const watchedIds = (kind: string) => sockets.watched.filter((id) => kindOf(id) === kind)
  const reports = createFriendReports({ hub, watchedIds, clock, server: 'main' })
  const offer = (_id: string, frame: () => Uint8Array) => void sockets.waiting.push(frame)
  const audience = createFriendAudience({ hub, sockets: { watchedIds, offer } })
  hub.onPublish(audience.removeRevoked)

  /** Moves every animal by one unit in each reading, so that a position identifies its reading. */
  let readings = 0
  const read = async ({ away = [] as readonly string[], health = 100 } = {}) => {
    readings += 1
    clock.pass(2_000)
    const players = ['ann', 'ben', 'cyd']
      .map((who, at) => ({ id: steamIdOf(who), name: who, animal: animal(100 * (at + 1), readings, health) }))
      .filter(({ name }) => !away.includes(name))
    const reading: Reading = { at: clock.now(), everyMs: 2_000, players }
    await reports.sink.report?.(reading)
    audience.show(reports.visibleFriends(), reading.at)
  }
  const decoder = createPositionsDecoder()
  /** All bytes that were sent. */
  const frames: Uint8Array[] = []
  const flush = () => {
    for (const make of sockets.waiting.splice(0)) {
      const frame = make()
      frames.push(frame)
      expect(decoder.apply(frame)).toBe('ok')
    }
  }
  const follow = (...online: readonly string[]) => {
    sockets.watched = ['friendPositions/ann', 'friendLife/ann', ...online.map((who) => `friends/${who}` as const)]
    for (const make of sockets.waiting.splice(0)) make()
    const key = audience.stream.key('ann', clock.now())
    if (key) expect(decoder.apply(key)).toBe('ok')
  }
  const drawn = () => {
    const { seen } = lifeOf('ann')
    const all: string[] = []
    decoder.visit((slot, x, y) => {
      const who = Object.keys(seen).find((id) => seen[id]?.place?.slot === slot) ?? `slot ${slot}`
      all.push(`${who} ${x},${y}`)
    })
    return all.sort()
  }
  return { ...app, sockets, audience, reports, read, follow, flush, drawn, frames, decoder }
}

test('[FD30] a friend is drawn only where both share, and the document names no place of any other', async () => {
  const { read, follow, flush, drawn, lifeOf, must, decoder } = await openAudience('ann', 'ben')
  follow()
  await read()
  follow()
  expect(drawn()).toEqual(['ben 200,1'])
  decoder.visit((slot) => expect(slot).toBeGreaterThanOrEqual(firstFriendSlot))
  const { seen } = lifeOf('ann')
  expect(seen.ben).toMatchObject({ status: 'in-game', place: { species: 'Troodon', square: 'C5' } })
  expect(seen.cyd).toEqual({ status: 'in-game', place: null })
  expect(JSON.stringify(seen)).not.toContain(steamIdOf('ben'))
  await must('ann', setFriendSettings, { sharesPlace: false })
  flush()
  expect([drawn(), lifeOf('ann').seen.ben]).toEqual([[], { status: 'in-game', place: null }])
  await read()
  flush()
  expect(drawn()).toEqual([])
})

test('[FD31] a friend who stops sharing leaves document and stream in the write that says so, and returns with the next reading after', async () => {
  const { read, follow, flush, drawn, must, lifeOf, memory } = await openAudience('ann', 'ben', 'cyd')
  follow()
  await read()
  follow()
  expect(drawn()).toEqual(['ben 200,1', 'cyd 300,1'])
  const before = memory.journal.length
  await must('ben', setFriendSettings, { sharesPlace: false })
  expect(memory.journal).toHaveLength(before + 1)
  expect(lifeOf('ann').seen.ben?.place).toBeNull()
  flush()
  expect(drawn()).toEqual(['cyd 300,1'])
  await must('ben', setFriendSettings, shares)
  flush()
  expect(drawn()).toEqual(['cyd 300,1'])
  await read()
  flush()
  expect(drawn()).toEqual(['ben 200,2', 'cyd 300,2'])
})

test('[FD32] a frame offered before a friend stops sharing and sent afterwards does not contain the friend', async () => {
  const { read, follow, sockets, drawn, must, decoder } = await openAudience('ann', 'ben', 'cyd')
  follow()
  await read()
  follow()
  await read()
  await must('ben', setFriendSettings, { sharesPlace: false })
  expect(sockets.waiting.length).toBeGreaterThan(1)
  for (const make of sockets.waiting.splice(0)) {
    decoder.apply(make())
    expect(drawn()).toEqual(['cyd 300,2'])
  }
})

test('[FD39] a friend who stops sharing and shares again at once is drawn again with the next reading', async () => {
  const { read, follow, flush, drawn, must, clock } = await openAudience('ann', 'ben')
  follow()
  await read()
  follow()
  clock.pass(100)
  const turn = (sharesPlace: boolean) => must('ben', setFriendSettings, { sharesPlace })
  await Promise.all([turn(false), turn(true)])
  flush()
  expect(drawn()).toEqual([])
  await read()
  flush()
  expect(drawn()).toEqual(['ben 200,2'])
})

test.each([
  ['removed', removeFriend, { friend: 'ben' }],
  ['blocked', blockPlayer, { player: 'ben' }],
] as const)('[FD33] a friend who is %s leaves the stream at once', async (_what, command, input) => {
  const { read, follow, flush, drawn, must, lifeOf } = await openAudience('ann', 'ben')
  follow()
  await read()
  follow()
  await must('ann', command, input)
  flush()
  expect([drawn(), lifeOf('ann').seen.ben]).toEqual([[], undefined])
})

test('[FD34] a friend who is linked to another player is not drawn at the place of the former one', async () => {
  const { read, follow, flush, drawn, join, lifeOf } = await openAudience('ann', 'ben', 'cyd')
  follow()
  await read()
  follow()
  await join('ben', steamIdOf('else'))
  flush()
  expect(drawn()).toEqual(['cyd 300,1'])
  expect(lifeOf('ann').seen.ben?.place).toBeNull()
  await join('cyd', null)
  await read()
  flush()
  expect(drawn()).toEqual([])
})

test('[FD35] only the user watches the stream of their friends, and no owner', async () => {
  const { audience } = await openAudience()
  const may = (who: string, role: 'player' | 'owner' = 'player') => audience.stream.mayWatch(person(who, role), 'ann')
  expect([may('ann'), may('ben'), may('olga', 'owner')]).toEqual([true, false, false])
})

test('[FD36] friends are online, in the game or offline; where one of the two hides it, neither sees it', async () => {
  const { read, follow, lifeOf, must, reports, clock } = await openAudience('ann', 'ben')
  follow('ben')
  await read({ away: ['ben', 'cyd'] })
  expect(lifeOf('ann').seen).toEqual({
    ben: { status: 'online', place: null },
    cyd: { status: 'offline', place: null },
  })
  await read()
  expect(lifeOf('ann').seen).toMatchObject({ ben: { status: 'in-game' }, cyd: { status: 'in-game' } })
  await must('ben', setFriendSettings, { showsStatus: false })
  expect(Object.keys(lifeOf('ann').seen)).toEqual(['cyd'])
  await read()
  expect(Object.keys(lifeOf('ann').seen)).toEqual(['cyd'])
  await must('ben', setFriendSettings, { showsStatus: true })
  // No reading for longer than a player counts as in the game.
  clock.pass(31_000)
  await reports.report()
  expect(lifeOf('ann').seen).toEqual({
    ben: { status: 'online', place: null },
    cyd: { status: 'offline', place: null },
  })
})

test('[FD37] nothing is written for a user whose pages ask for nothing', async () => {
  const { hub, read } = await openAudience('ann', 'ben')
  await read()
  expect(hub.copy('friendLife/ann')?.version ?? 0).toBe(0)
})

test('[FD38] a dinosaur that has lost health between two readings is hurt', async () => {
  const { hub, read } = await openAudience()
  const hurt = () => Object.keys((hub.copy('hurtPlayers/main')?.value as { at: object } | undefined)?.at ?? {}).length
  await read()
  await read()
  expect(hurt()).toBe(0)
  await read({ health: 90, away: ['cyd'] })
  expect(hurt()).toBe(2)
})
