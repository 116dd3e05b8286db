import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/events/commands.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

test('[EV40] who registers after the one who had moved up last has left, and finds no room, still moves up', async () => {
  const { ask, account, schedule, own } = await openEvents()
  for (const who of ['ann', 'bob', 'cleo', 'dan']) await account(who)
  const event = await schedule({ ...hunt, capacity: 2 }, '2026-01-01T02:00')
  const does = (command: { readonly name: string }, who: string) => ask(command, { event }, who, 'player')
  for (const who of ['ann', 'bob', 'cleo']) await does(commands.registerForEvent, who)
  await does(commands.leaveEvent, 'ann')
  await does(commands.leaveEvent, 'cleo')
  await ask(commands.changeEvent, { event, capacity: 1 })
  expect((await does(commands.registerForEvent, 'dan')).state).toBe('waiting')
  await does(commands.leaveEvent, 'bob')
  expect(own('dan').events[event]?.state).toBe('registered')
})

test('[EV52] users who leave and register again and again do not use up the numbers of an event', async () => {
  const { ask, account, schedule, own, seats } = await openEvents()
  for (const who of ['ann', 'bob', 'cleo']) await account(who)
  const event = await schedule(hunt, '2026-01-01T02:00')
  const does = (command: { readonly name: string }, who: string) => ask(command, { event }, who, 'player')
  for (const who of ['cleo', 'ann']) await does(commands.registerForEvent, who)
  // Each time the other one has the last number.
  for (let nth = 0; nth < 30; nth += 1)
    for (const [comes, leaves] of [
      ['bob', 'ann'],
      ['ann', 'bob'],
    ] as const) {
      await does(commands.registerForEvent, comes)
      await does(commands.leaveEvent, leaves)
    }
  for (const who of ['ann', 'bob']) {
    expect((await does(commands.registerForEvent, who)).code).toBe('tooOften')
    expect(own(who).left[event]).toBe(20)
  }
  expect(seats(event).next).toBeLessThan(45)
  await does(commands.leaveEvent, 'cleo')
  expect(seats(event)).toMatchObject({ registered: 0, waiting: 0, next: 0, waitFrom: 0 })
  expect((await does(commands.registerForEvent, 'cleo')).state).toBe('registered')
})

test('[EV46] a user who registered reads that a cancelled event is cancelled when they register again', async () => {
  const { ask, schedule } = await openEvents()
  const event = await schedule(hunt, '2026-01-02T00:00')
  const register = () => ask(commands.registerForEvent, { event }, 'olga', 'player')
  expect([await register(), await register()]).toEqual([{ state: 'registered' }, { state: 'registered' }])
  await ask(commands.cancelEvent, { event })
  expect(await register()).toMatchObject({ code: 'over' })
})

test('[EV53] while users move up some at a time, no one who registers then gets a place before them', async () => {
  const { ask, account, schedule, own, seats, pass } = await openEvents()
  const names = Array.from({ length: 110 }, (_, nth) => `user${nth}`)
  for (const who of [...names, 'late']) await account(who)
  const event = await schedule({ ...hunt, capacity: 1 }, '2026-01-01T02:00')
  for (const who of names) await ask(commands.registerForEvent, { event }, who, 'player')
  const room = ask(commands.changeEvent, { event, capacity: 120 })
  const late = ask(commands.registerForEvent, { event }, 'late', 'player')
  await room
  expect((await late).state).toBe('waiting')
  await pass(1_000)
  expect(seats(event)).toMatchObject({ registered: 111, waiting: 0 })
  expect(own('late').events[event]?.state).toBe('registered')
})
