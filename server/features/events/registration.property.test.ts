import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/events/commands.ts'
import { eventPlaces, mostPlaces, placesKey } from '../../../shared/features/events/events.ts'
import { registeredFor } from './registration.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('register' as const), who: fc.nat(6) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('leave' as const), who: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('room' as const), who: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart' as const), who: fc.constant(0) }) },
)

/** Two lists in order, as a person with pencil and paper would keep them. */
function createModel() {
  let room = 3
  const placed: string[] = []
  const waiting: string[] = []
  const moveUp = () => {
    while (placed.length < room && waiting.length > 0) placed.push(waiting.shift() ?? '')
  }
  return {
    placed,
    waiting,
    register(who: string) {
      if (placed.includes(who) || waiting.includes(who)) return
      if (placed.length < room) placed.push(who)
      else waiting.push(who)
    },
    leave(who: string) {
      for (const list of [placed, waiting]) if (list.includes(who)) list.splice(list.indexOf(who), 1)
      moveUp()
    },
    setRoom(places: number) {
      room = places
      moveUp()
    },
  }
}

test('[EV38] in whatever order users register, leave or get room, places are never overfilled, and the list moves up in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const events = await openEvents()
      const id = await events.schedule({ ...hunt, capacity: 3 }, '2026-01-01T12:00')
      const model = createModel()
      for (const { act, who } of steps) {
        const account = `account-${who}`
        if (act === 'restart') await events.restart()
        else if (act === 'room') {
          await events.ask(commands.changeEvent, { event: id, capacity: who })
          model.setRoom(who)
        } else {
          const command = act === 'register' ? commands.registerForEvent : commands.leaveEvent
          await events.ask(command, { event: id }, account, 'player')
          model[act](account)
        }
        const { registered, waiting } = events.seats(id)
        expect([registered, waiting]).toEqual([model.placed.length, model.waiting.length])
        expect(new Set(registeredFor(events.hub.read, id))).toEqual(new Set(model.placed))
        for (const one of model.waiting) expect(events.own(one).events[id]?.state).toBe('waiting')
        for (const one of model.placed) expect(events.own(one).events[id]?.state).toBe('registered')
      }
      expect(events.faults).toEqual([])
    }),
    { seed: 38, numRuns: 150 },
  )
})

test('[EV39] ten thousand registrations are taken, each with a small entry of the journal, however many there were before', async () => {
  const { schedule, ask, seats, memory, hub } = await openEvents()
  const id = await schedule(hunt, '2026-01-01T12:00')
  const register = (nth: number) => ask(commands.registerForEvent, { event: id }, `account-${nth}`, 'player')
  for (let nth = 0; nth < mostPlaces; nth += 1) await register(nth)
  expect(seats(id).registered).toBe(mostPlaces)
  expect((await register(mostPlaces)).code).toBe('full')
  const longest = Math.max(...memory.journal.slice(-200).map((entry) => JSON.stringify(entry).length))
  expect(longest).toBeLessThan(2_000)
  expect(Object.keys(hub.read(eventPlaces, placesKey(id, 42)).places)).toHaveLength(100)
})
