import type { Role } from '../../../../shared/engine/permissions.ts'
import { deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import type { GivenFieldsInput } from '../../../../shared/features/events/commands.ts'
import * as commands from '../../../../shared/features/events/commands.ts'
import { eventSeats, events, ownEvents } from '../../../../shared/features/events/events.ts'
import { notifications, sharedNotifications } from '../../../../shared/features/notifications/notifications.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { createMemoryStorage, type TestStore } from '../../../testing/memoryStorage.ts'
import { openApp } from '../../../testing/openApp.ts'
import { inSession, person } from '../../../testing/principals.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'

export const hunt = { type: 'Moonlight Hunt' } as const satisfies GivenFieldsInput
export const hill = {
  type: 'King of the Hill',
  location: { x: 2173, y: 2114 },
  radius: 200,
} as const satisfies GivenFieldsInput
export const migration = {
  type: 'Great Migration',
  species: 'Triceratops',
  population: 'medium',
  migrationPath: [
    { x: 2173, y: 2114 },
    { x: 2250, y: 2000 },
  ],
} as const satisfies GivenFieldsInput

/** What a command returned, or the code and the sentence of its refusal. */
type Answered = Readonly<Partial<Record<'code' | 'message' | 'event' | 'series' | 'state', string>>>

/** A hub with all features on a clock that the test moves, which begins on 2026-01-01 at 00:00 UTC. */
export async function openEvents(store: TestStore = createMemoryStorage()) {
  let app = await openApp(allFeatures, { memory: store })
  const { clock, memory } = app
  const ask = async (command: { readonly name: string }, input: object, who = 'olga', role: Role = 'admin') => {
    const answer = await app.dispatch(inSession(person(who, role)), command.name, input)
    return answer.ok ? (answer.output as Answered) : ({ code: answer.code, message: answer.message } as Answered)
  }
  /** Waits until due timers have run, and what they set for now. */
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await app.hub.settled()
      await memory.idle()
      clock.pass(0)
    }
  }
  const pass = async (ms: number) => {
    // Step by step: a timer that runs sets the next one.
    for (let left = ms; left > 0; ) {
      const step = Math.min(left, Math.max(1, clock.untilNext() ?? left))
      clock.pass(step)
      left -= step
      await settle()
    }
  }
  await ensureAccount(app.hub, clock.now(), { account: 'olga' })
  return {
    clock,
    memory,
    get hub() {
      return app.hub
    },
    get faults() {
      return app.faults
    },
    ask,
    pass,
    settle,
    async restart(awayMs = 0) {
      await app.hub.close()
      clock.pass(awayMs)
      app = await app.restart()
      clock.pass(0)
      await settle()
    },
    /**
     * The hub dies while it writes what is due by now: the write is lost, or is in the store and answered to no one. It stays away for
     * `awayMs`. @param dueMs time that passes before the write
     */
    async crash(dueMs: number, isLost: boolean, awayMs: number) {
      memory.hold()
      clock.pass(dueMs)
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      if (isLost) memory.fail(new Error('the machine is gone'))
      memory.release()
      await app.hub.close().catch(() => {})
      memory.fail(null)
      clock.pass(awayMs)
      app = await app.restart()
      clock.pass(0)
      await settle()
    },
    account: (account: string, steamId: string | null = null) =>
      ensureAccount(app.hub, clock.now(), { account, steamId, name: `${account} name` }),
    /** Schedules an event by UTC. Returns its id. */
    async schedule(fields: GivenFieldsInput, wall: string, zone = 'UTC') {
      const answer = await ask(commands.scheduleEvent, { fields, zone, when: { wall } })
      if (answer.code !== undefined) throw new Error(`${answer.code}: ${answer.message}`)
      return String(answer.event)
    },
    event: (id: string) => app.hub.read(events, 'main').events[id],
    all: () => Object.values(app.hub.read(events, 'main').events),
    seats: (id: string) => app.hub.read(eventSeats, id),
    own: (who: string) => app.hub.read(ownEvents, who),
    /** What was said in the game, in order. */
    said: () =>
      Object.values(app.hub.read(deliveries, 'main').entries)
        .filter(({ kind }) => kind === 'broadcast')
        .toSorted((one, other) => one.number - other.number)
        .map(({ detail }) => detail.text ?? ''),
    inbox: (who: string) => Object.values(app.hub.read(notifications, who).entries).map(({ title }) => title),
    told: () => Object.values(app.hub.read(sharedNotifications).entries).map(({ title }) => title),
    messages: () => Object.values(app.hub.read(sharedNotifications).entries).map(({ message }) => message),
    balance: (who: string) => app.hub.read(wallet, who).voidPearls,
    problems: () => moneyProblems(app.hub, memory.storage),
  }
}
