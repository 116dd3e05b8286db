// One file because all tests start from the same hub with users in the game.
import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import * as commands from '../../../shared/features/events/commands.ts'
import { eventFilm, mostFilmed, mostFrames, placesIn } from '../../../shared/features/events/eventFilm.ts'
import { eventAttendance, eventScores, type ScheduledEvent } from '../../../shared/features/events/events.ts'
import { keepFilm, recordAttendance, settleEvent } from '../../../shared/features/events/hubCommands.ts'
import type { Reading } from '../roster/reading.ts'
import { isInside } from './attendance.ts'
import { createAttendance } from './attendanceWorker.ts'
import { hill, hunt, migration, openEvents } from './testing/openEvents.ts'

const players = {
  ann: '76561198000000001',
  bob: '76561198000000002',
  cleo: '76561198000000003',
  dora: '76561198000000004',
} as const
type Who = keyof typeof players
type Places = Readonly<Partial<Record<Who, { x: number; y: number }>>>
const onHill = hill.location
const away = { x: 1_068, y: 2_998 }

/** A hub on which events run, with four users in the game. */
async function openAttended() {
  const events = await openEvents()
  for (const [who, steamId] of Object.entries(players)) await events.account(who, steamId)
  const attendance = createAttendance({ hub: events.hub, server: 'main' as never })
  const see = async (places: Places, dead = false) => {
    const seen = Object.entries(places).map(([who, place]) => ({
      id: players[who as Who],
      name: who,
      animal: { place, dead, species: 'Troodon' } as never,
    }))
    await attendance.sink.report({ at: events.clock.now(), everyMs: 2_000, players: seen } satisfies Reading)
  }
  return {
    ...events,
    attendance,
    see,
    /** Starts an event and reads the game every two seconds until it is settled. */
    async run(fields: Parameters<typeof events.schedule>[0], placesAt: (second: number) => Places) {
      const { event = '' } = await events.ask(commands.startEvent, { fields })
      for (let second = 0; second <= 44; second += 2) {
        await see(placesAt(second))
        await events.pass(2_000)
      }
      await events.pass(20_000)
      return event
    },
    scores: (event: string) => Object.values(events.hub.read(eventScores, event).scores),
  }
}
const reward = { currency: 'voidPearls', amount: 100 } as const

test('[EV23] the area of an event is its circle, the corridor of its path, or the whole island', () => {
  const inside = (fields: object, x: number, y: number) =>
    isInside({ migrationPath: null, location: null, radius: 100, ...fields } as unknown as ScheduledEvent, { x, y })
  expect([
    inside({}, 5, 5),
    inside({ location: onHill }, 2_173, 2_214),
    inside({ location: onHill }, 2_173, 2_215),
  ]).toEqual([true, true, false])
  const migrationPath = [
    { x: 1_000, y: 1_000 },
    { x: 2_000, y: 1_000 },
    { x: 2_000, y: 1_000 },
  ]
  const along = (x: number, y: number) => inside({ migrationPath }, x, y)
  expect([along(1_500, 1_100), along(1_500, 1_101), along(900, 1_000), along(899, 1_000), along(2_100, 1_000)]).toEqual(
    [true, false, true, false, true],
  )
})

test('[EV24] a player who is in the area for half of the readings has taken part and is paid once; others are not', async () => {
  const { run, balance, own, inbox, problems } = await openAttended()
  const event = await run({ ...hunt, location: onHill, radius: 200, reward }, (second) => ({
    ann: onHill,
    bob: second < 10 ? onHill : away,
    cleo: away,
  }))
  expect([balance('ann'), balance('bob'), balance('cleo')]).toEqual([100, 0, 0])
  expect(own('ann').attended[event]).toMatchObject({ share: 1, paid: true })
  expect(own('bob').attended[event]).toMatchObject({ paid: false })
  expect(own('cleo').attended[event]).toBeUndefined()
  expect(inbox('ann')).toEqual(['Moonlight Hunt'])
  expect(await problems()).toEqual([])
})

test('[EV45] a step of the payment that runs again pays no one again, even with more players than one step pays', {
  tags: 'slow',
}, async () => {
  const { ask, attendance, account, balance, clock, hub, pass, problems } = await openAttended()
  const crowd = Array.from({ length: 60 }, (_, number) => ({
    who: `dan${number}`,
    id: String(76561198000000100n + BigInt(number)),
  }))
  for (const { who, id } of crowd) await account(who, id)
  const { event = '' } = await ask(commands.startEvent, { fields: { ...hill, reward } })
  const seen = crowd.map(({ who, id }) => ({
    id,
    name: who,
    animal: { place: onHill, dead: false, species: 'Troodon' } as never,
  }))
  for (let second = 0; second <= 40; second += 2) {
    await attendance.sink.report({ at: clock.now(), everyMs: 2_000, players: seen })
    await pass(2_000)
  }
  const paid = () => crowd.filter(({ who }) => balance(who) === 100).length
  expect(paid()).toBe(0)
  for (const _again of [1, 2]) {
    await hub.execute('events', settleEvent.name, { event, from: 0 })
    expect(paid()).toBe(50)
  }
  await pass(20_000)
  expect(crowd.map(({ who }) => balance(who))).toEqual(crowd.map(() => 100))
  expect(await problems()).toEqual([])
})

test('[EV25] dead animals and players without a place take no part', async () => {
  const { see, ask, hub, pass } = await openAttended()
  const { event = '' } = await ask(commands.startEvent, { fields: hill })
  await see({ ann: onHill }, true)
  await pass(2_000)
  await see({ bob: undefined as never })
  expect(hub.read(eventAttendance, event)).toMatchObject({ readings: 2, players: {} })
})

test('[EV26] where room is limited, only a player who has a place is paid', async () => {
  const { ask, schedule, see, pass, account, balance, problems } = await openAttended()
  await account('dan')
  const event = await schedule({ ...hunt, capacity: 1, reward }, '2026-01-01T00:01')
  await ask(commands.registerForEvent, { event }, 'ann', 'player')
  await ask(commands.registerForEvent, { event }, 'bob', 'player')
  await pass(60_000)
  for (let second = 0; second <= 32; second += 2) {
    await see({ ann: onHill, bob: onHill })
    await pass(2_000)
  }
  await pass(20_000)
  expect([balance('ann'), balance('bob')]).toEqual([100, 0])
  expect(await problems()).toEqual([])
})

test('[EV27] the hill is held by the only one on it, while several are there by none, and names are shown only of players who agreed', async () => {
  const { run, ask, scores, own } = await openAttended()
  await ask(commands.setShowsName, { showsName: true }, 'ann', 'player')
  const event = await run(hill, (second) => ({
    ann: second < 20 ? onHill : away,
    bob: second >= 10 ? onHill : away,
    cleo: away,
  }))
  // Ann alone from 0 to 8 s, both from 10 to 18 s, Bob alone from 20 s to the last reading before the end at 40 s.
  expect(scores(event)).toEqual([
    { name: 'ann name', account: 'ann', heldMs: 8_000 },
    { name: null, account: null, heldMs: 18_000 },
  ])
  expect(own('bob').attended[event]?.heldMs).toBe(18_000)
})

test('[EV28] while it runs, everyone sees who holds the hill and whether it is contested, by number, and no fewer than three players', async () => {
  const { ask, see, pass, hub } = await openAttended()
  const { event = '' } = await ask(commands.startEvent, { fields: hill })
  await see({ ann: onHill })
  expect(hub.read(eventScores, event)).toMatchObject({ holder: 1, isContested: false, present: 0 })
  await pass(2_000)
  await see({ ann: onHill, bob: onHill })
  expect(hub.read(eventScores, event)).toMatchObject({ holder: null, isContested: true, present: 0 })
  await pass(2_000)
  await see({ ann: onHill, bob: onHill, cleo: onHill })
  expect(hub.read(eventScores, event)).toMatchObject({ present: 3 })
})

test('[EV29] a user who erases the account is in no attendance and no score, and is paid nothing', async () => {
  const { ask, see, pass, hub, balance } = await openAttended()
  await ask(commands.setShowsName, { showsName: true }, 'ann', 'player')
  const { event = '' } = await ask(commands.startEvent, { fields: { ...hill, reward } })
  for (let second = 0; second < 10; second += 2) {
    await see({ ann: onHill })
    await pass(2_000)
  }
  expect(JSON.stringify(hub.read(eventScores, event))).toContain('ann')
  await ask(eraseMe, { confirm: 'ann name' }, 'ann', 'player')
  await pass(60_000)
  expect(JSON.stringify(hub.read(eventScores, event))).not.toContain('ann')
  expect(hub.read(eventAttendance, event).players).toEqual({})
  expect(balance('ann')).toBe(0)
})

test.each([
  ['hunt', hunt],
  ['hill', hill],
])(
  '[EV102] a user who erases the account during a %s and plays on is in no attendance, until they have an account again',
  async (_what, fields) => {
    const { see, ask, pass, account, hub, attendance } = await openAttended()
    const { event = '' } = await ask(commands.startEvent, { fields: { ...fields, durationMs: 120_000 } })
    const seen = () => Object.keys(hub.read(eventAttendance, event).players)
    const play = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 2) {
        await see({ ann: onHill, bob: onHill })
        await pass(2_000)
      }
    }
    await play(16)
    expect(seen()).toEqual([players.ann, players.bob])
    await ask(eraseMe, { confirm: 'ann name' }, 'ann', 'player')
    expect(seen()).toEqual([players.bob])
    await play(40)
    expect(seen()).toEqual([players.bob])
    await account('again', players.ann)
    await play(20)
    expect(seen()).toEqual([players.bob, players.ann])
    await pass(120_000)
    await attendance.finish()
  },
)

test.each([true, false])(
  '[EV901] a film has nothing of a user from before they erased the account, and nothing until they have one again (plays on: %s)',
  async (playsOn) => {
    const { ask, see, pass, account, hub, attendance } = await openAttended()
    const { event = '' } = await ask(commands.startEvent, { fields: { ...hill, durationMs: 120_000 } })
    let step = 0
    const play = async (steps: number, isThere = true) => {
      for (const last = step + steps; step < last; ) {
        step += 1
        const others = { bob: onHill, cleo: onHill, dora: onHill }
        await see(isThere ? { ann: { x: onHill.x + step, y: onHill.y }, ...others } : others)
        await pass(2_000)
      }
    }
    await play(8)
    await ask(eraseMe, { confirm: 'ann name' }, 'ann', 'player')
    await play(10, playsOn)
    await account('again', players.ann)
    await play(5)
    await pass(120_000)
    await attendance.finish()
    const { frames, players: shown } = hub.read(eventFilm, event)
    const number = hub.read(eventAttendance, event).players[players.ann]?.number
    expect(shown[number ?? 0]).toMatchObject({ species: 'Troodon' })
    const steps = frames.flatMap((frame) =>
      placesIn(frame).flatMap(([of, x]) => (of === number ? [Math.round(x - onHill.x)] : [])),
    )
    expect(steps).toEqual([19, 20, 21, 22, 23])
    expect(frames).toHaveLength(23)
  },
)

test('[EV30] the game is read often while an event runs, and until it is over no position is kept outside of memory', async () => {
  const { attendance, ask, memory, see, pass } = await openAttended()
  expect(attendance.isRunning()).toBe(false)
  await ask(commands.startEvent, { fields: migration })
  expect(attendance.isRunning()).toBe(true)
  for (let second = 0; second < 30; second += 2) {
    await see({ ann: { x: 2_174, y: 2_113 } })
    await pass(2_000)
  }
  // Without ids and hashes, which may contain these digits by chance.
  const journal = JSON.stringify(memory.journal).replaceAll(/[\da-f-]{16,}/g, '')
  for (const number of ['2174', '2113']) expect(journal).not.toContain(number)
})

test('[EV36] when an event is over everyone can watch its area: nothing of outside, and names of those who agreed', async () => {
  const { run, ask, hub } = await openAttended()
  await ask(commands.setShowsName, { showsName: true }, 'ann', 'player')
  const inside = { x: 2_180, y: 2_110 }
  const event = await run(hill, (second) => ({
    ann: inside,
    bob: inside,
    cleo: inside,
    dora: second < 20 ? inside : away,
  }))
  const { players: shown, frames } = hub.read(eventFilm, event)
  const unnamed = { name: null, account: null, species: 'Troodon' }
  expect(shown).toEqual({ 1: { ...unnamed, name: 'ann name', account: 'ann' }, 2: unnamed, 3: unnamed, 4: unnamed })
  const places = (...numbers: readonly number[]) => numbers.flatMap((number) => [number, inside.x, inside.y])
  expect(frames[0]?.places).toEqual(places(1, 2, 3, 4))
  expect(frames.at(-1)?.places).toEqual(places(1, 2, 3))
  expect(JSON.stringify(frames)).not.toContain(String(away.x))
  await ask(eraseMe, { confirm: 'bob name' }, 'bob', 'player')
  expect(hub.read(eventFilm, event).frames[0]?.places).toEqual(places(1, 3, 4))
  expect(Object.keys(hub.read(eventFilm, event).players)).toEqual(['1', '3', '4'])
})

test('[EV49] no film shows fewer than three players, and none shows a hunt without a place, which is the whole island', async () => {
  const { run, hub } = await openAttended()
  const inside = { ann: onHill, bob: onHill, cleo: onHill, dora: onHill }
  const hidden = await run(hunt, () => inside)
  expect(hub.read(eventFilm, hidden)).toEqual({ players: {}, frames: [] })
  const event = await run(hill, (second) => (second < 20 ? inside : { ann: onHill, bob: onHill }))
  const counts = hub.read(eventFilm, event).frames.map(({ places }) => places.length / 3)
  expect(new Set(counts)).toEqual(new Set([4]))
})

test('[EV50] a player who no longer agrees to be named loses the name in scores and films of events that are over', async () => {
  const { run, ask, hub, scores } = await openAttended()
  await ask(commands.setShowsName, { showsName: true }, 'ann', 'player')
  const event = await run(hill, (second) =>
    second < 20 ? { ann: onHill } : { ann: onHill, bob: onHill, cleo: onHill, dora: onHill },
  )
  expect([scores(event)[0]?.name, hub.read(eventFilm, event).players[1]?.name]).toEqual(['ann name', 'ann name'])
  await ask(commands.setShowsName, { showsName: false }, 'ann', 'player')
  expect(JSON.stringify([scores(event), hub.read(eventFilm, event).players])).not.toContain('ann')
})

const filmed = { id: 'e1', type: 'Moonlight Hunt', location: onHill, radius: 100 }
/** What the worker reads of other documents, with a hub that answers all with one. */
const noneErased = { since: {}, returned: {} }

test('[EV51] readings and the film that the store refuses are kept, and stored at the next try', async () => {
  let status = 'active'
  let isFull = true
  const kept: [string, { readings?: number; frames?: readonly object[] }][] = []
  const hub = {
    read: () => ({ ...noneErased, events: { e1: { ...filmed, status } } }),
    execute: async (_by: string, name: string, input: never) => {
      if (isFull) throw new Error('The disk is full')
      kept.push([name, input])
    },
  }
  const { sink, finish } = createAttendance({ hub: hub as never, server: 'main' as never })
  const animal = { place: onHill, dead: false, species: 'Troodon' } as never
  const three = ['1', '2', '3'].map((id) => ({ id, name: '', animal }))
  for (let at = 0; at < 3; at += 1)
    await expect(sink.report({ at: at * 20_000, everyMs: 2_000, players: three })).rejects.toThrow('full')
  status = 'completed'
  await expect(finish()).rejects.toThrow('full')
  isFull = false
  await finish()
  await finish()
  expect(kept.map(([name]) => name)).toEqual([recordAttendance.name, keepFilm.name])
  expect([kept[0]?.[1].readings, kept[1]?.[1].frames?.length]).toEqual([3, 3])
})

test('[EV110] when the hub stops, readings that are not reported yet are, once', async () => {
  const kept: { readings: number }[] = []
  const hub = {
    read: () => ({
      events: { e1: { id: 'e1', type: 'Moonlight Hunt', status: 'active', location: onHill, radius: 100 } },
    }),
    execute: async (_by: string, _name: string, input: { readings: number }) => void kept.push(input),
  }
  const { sink } = createAttendance({ hub: hub as never, server: 'main' as never })
  const animal = { place: onHill, dead: false, species: 'Troodon' } as never
  for (let at = 0; at <= 8_000; at += 2_000)
    await sink.report({ at, everyMs: 2_000, players: [{ id: '1', name: '', animal }] })
  expect(kept.map(({ readings }) => readings)).toEqual([1])
  await sink.flush()
  await sink.flush()
  expect(kept).toHaveLength(2)
  expect(kept[1]).toMatchObject({ readings: 4, players: { 1: { readings: 4 } }, present: 1 })
})

test.each([3, 100])(
  '[EV37] the film of a long event with %s players has fewer frames, and stays small',
  { tags: 'slow' },
  async (count) => {
    let status = 'active'
    const kept: { frames: readonly { at: number; places: readonly object[] }[] }[] = []
    const hub = {
      read: () => ({ ...noneErased, events: { e1: { ...filmed, status } } }),
      execute: async (_by: string, name: string, input: never) => void (name === keepFilm.name && kept.push(input)),
    }
    const { sink } = createAttendance({ hub: hub as never, server: 'main' as never })
    const see = (at: number) =>
      sink.report({
        at,
        everyMs: 2_000,
        players: Array.from({ length: count }, (_, nth) => ({
          id: `${nth}`,
          name: '',
          animal: { place: onHill, dead: false } as never,
        })),
      })
    for (let at = 0; at < 1_000; at += 1) await see(at)
    status = 'completed'
    await see(1_000)
    const frames = kept[0]?.frames.map(({ at }) => at) ?? []
    const most = Math.min(mostFrames, mostFilmed / count)
    expect(frames.length).toBeGreaterThan(most / 4)
    expect(frames.length).toBeLessThan(most)
    expect(frames).toEqual(frames.toSorted((one, other) => one - other))
  },
)
