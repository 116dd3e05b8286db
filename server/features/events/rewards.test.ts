import { expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { mostReward } from '../../../shared/features/economy/settings.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import * as commands from '../../../shared/features/events/commands.ts'
import { eventSeries } from '../../../shared/features/events/events.ts'
import { rewardSetters } from '../../../shared/features/events/rewardSetters.ts'
import { setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import { elevateSession, openSession } from '../../../shared/features/session/commands.ts'
import { freshId, person } from '../../testing/principals.ts'
import { createAttendance } from './attendanceWorker.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const reward = { currency: 'voidPearls', amount: 100 } as const
const [adaInGame, bobInGame] = ['76561198000000001', '76561198000000002']

/** A hub with events. ada, of the staff, and bob are in the game while an event runs. */
async function openRewarded() {
  const events = await openEvents()
  await events.account('ada', adaInGame)
  await events.account('bob', bobInGame)
  const attendance = createAttendance({ hub: events.hub, server: 'main' as never })
  const animal = { place: { x: 2_000, y: 2_000 }, dead: false, species: 'Troodon' } as never
  const players = [adaInGame, bobInGame].map((id) => ({ id, name: id, animal }))
  return {
    ...events,
    /** Of each event and series that has any. */
    setters() {
      const { setters, earlier } = events.hub.read(rewardSetters, 'main')
      return Object.entries(setters).map(([id, latest]) => [...(earlier[id] ?? []), latest])
    },
    /** Both take part in the event that runs, until it is settled. */
    async takePart() {
      for (let second = 0; second <= 44; second += 2) {
        await attendance.sink.report({ at: events.clock.now(), everyMs: 2_000, players })
        await events.pass(2_000)
      }
      await events.pass(20_000)
      return { ada: events.balance('ada'), bob: events.balance('bob') }
    },
  }
}

test.each<[Role, { ada: number; bob: number }]>([
  ['admin', { ada: 0, bob: 100 }],
  ['owner', { ada: 100, bob: 100 }],
])('[EV80] a reward that the %s ada sets pays %j to those who take part', async (role, paid) => {
  const { ask, takePart, problems } = await openRewarded()
  await ask(commands.startEvent, { fields: { ...hunt, reward } }, 'ada', role)
  expect(await takePart()).toEqual(paid)
  expect(await problems()).toEqual([])
})

test('[EV81] staff who change the reward of an event, or set that of its series, are not paid either', async () => {
  const { ask, schedule, setters, takePart, pass, problems } = await openRewarded()
  const event = await schedule({ ...hunt, reward: { ...reward, amount: 5 } }, '2026-01-01T00:30')
  expect(setters()).toEqual([['olga']])
  await ask(commands.changeEvent, { event, reward }, 'ada')
  expect(setters()).toEqual([['olga', 'ada']])
  await ask(commands.changeEvent, { event, title: 'Another' })
  expect(setters()).toEqual([['olga', 'ada']])
  await pass(30 * 60_000)
  expect(await takePart()).toEqual({ ada: 0, bob: 100 })
  await ask(commands.scheduleEvent, { fields: { ...hunt, reward }, zone: 'UTC', when: { rule: '0 3 * * *' } }, 'ada')
  await pass(2 * 3_600_000 + 30 * 60_000 - 66_000)
  expect(await takePart()).toEqual({ ada: 0, bob: 200 })
  expect(await problems()).toEqual([])
})

test('[EV100] staff who set the reward of an event first are not paid after others have changed it; an owner who sets it releases all', async () => {
  const { ask, schedule, setters, takePart, pass, problems } = await openRewarded()
  const event = await schedule(hunt, '2026-01-01T00:30')
  const setBy = (who: string, amount: number, role?: Role) =>
    ask(commands.changeEvent, { event, reward: { ...reward, amount } }, who, role)
  await setBy('ada', 90)
  await setBy('olga', 100)
  await setBy('bob', 95)
  await setBy('olga', 100)
  expect(setters()).toEqual([['ada', 'bob', 'olga']])
  await pass(30 * 60_000)
  expect(await takePart()).toEqual({ ada: 0, bob: 0 })
  const later = await schedule({ ...hunt, reward }, '2026-01-01T01:00')
  await ask(commands.changeEvent, { event: later, reward }, 'ada')
  await ask(commands.changeEvent, { event: later, reward: { ...reward, amount: 101 } }, 'olga', 'owner')
  expect(setters()).toHaveLength(1)
  await pass(30 * 60_000 - 66_000)
  expect(await takePart()).toEqual({ ada: 101, bob: 101 })
  expect(await problems()).toEqual([])
})

test('[EV900] a colleague who takes a reward off and sets it again does not release those who set it before', async () => {
  const { ask, schedule, setters, takePart, pass, problems } = await openRewarded()
  const event = await schedule(hunt, '2026-01-01T00:30')
  await ask(commands.changeEvent, { event, reward }, 'ada')
  await ask(commands.changeEvent, { event, reward: null })
  await ask(commands.changeEvent, { event, reward })
  expect(setters()).toEqual([['ada', 'olga']])
  await pass(30 * 60_000)
  expect(await takePart()).toEqual({ ada: 0, bob: 100 })
  expect(await problems()).toEqual([])
})

test('[EV101] a reward ends when any of those who set it is erased, and is forgotten with all of them', async () => {
  const { ask, event, schedule, hub, setters } = await openRewarded()
  const one = await schedule({ ...hunt, reward }, '2026-01-01T00:30')
  await ask(commands.changeEvent, { event: one, reward }, 'ada')
  expect(await ask(eraseMe, { confirm: 'olga' }, 'olga')).not.toHaveProperty('code')
  expect([setters(), event(one)?.reward, hub.read(rewardSetters, 'main').earlier]).toEqual([[], null, {}])
})

test('[EV82] an account that shares a Steam account with the setter is not paid either', async () => {
  const { ask, account, takePart, balance } = await openRewarded()
  await ask(commands.startEvent, { fields: { ...hunt, reward } }, 'ada')
  // Unlinked, and linked again to another account of the same person.
  await account('ada', null)
  await account('second', adaInGame)
  await takePart()
  expect([balance('second'), balance('ada'), balance('bob')]).toEqual([0, 0, 100])
})

test('[EV83] a reward needs the permission to give currency, and is at most as high as others that owners set', async () => {
  const { ask, schedule, hub, clock, setters } = await openRewarded()
  const ada = { ...person('ada', 'admin'), can: (permission: string) => permission !== 'addCurrency' }
  const askAsAda = (command: { readonly name: string }, input: object) =>
    hub.dispatch(ada, { id: freshId(clock.now()), name: command.name, input }, { address: null, agent: null })
  const event = await schedule(hunt, '2026-01-02T00:00')
  const rule = { rule: '0 3 * * *' }
  for (const [command, input] of [
    [commands.startEvent, { fields: { ...hunt, reward } }],
    [commands.scheduleEvent, { fields: { ...hunt, reward }, zone: 'UTC', when: rule }],
    [commands.changeEvent, { event, reward }],
  ] as const)
    expect(await askAsAda(command, input), command.name).toMatchObject({ ok: false, code: 'noReward' })
  expect(await askAsAda(commands.changeEvent, { event, title: 'Hunt' })).toMatchObject({ ok: true })
  expect(setters()).toEqual([])
  const tooHigh = { ...reward, amount: mostReward + 1 }
  expect(await ask(commands.startEvent, { fields: { ...hunt, reward: tooHigh } })).toMatchObject({ code: 'badInput' })
  expect(await ask(commands.changeEvent, { event, reward: tooHigh })).toMatchObject({ code: 'badInput' })
})

test('[EV84] the setters of a reward are forgotten with the event, with the series, and when an owner takes it off', {
  tags: 'slow',
}, async () => {
  const { ask, schedule, setters, pass } = await openRewarded()
  const event = await schedule({ ...hunt, reward }, '2026-01-01T00:30')
  await ask(commands.changeEvent, { event, reward: null })
  expect(setters()).toEqual([['olga']])
  await ask(commands.changeEvent, { event, reward: null }, 'ada', 'owner')
  expect(setters()).toEqual([])
  const { series } = await ask(commands.scheduleEvent, {
    fields: { ...hunt, reward },
    zone: 'UTC',
    when: { rule: '0 3 * * *' },
  })
  expect(setters()).toEqual([['olga'], ['olga']])
  await ask(commands.endSeries, { series })
  await pass(25 * 3_600_000)
  expect(setters()).toEqual([])
})

const daily = { zone: 'UTC', when: { rule: '0 3 * * *' } }

test('[EV85] a reward whose setter is erased is paid to no one, so not to that user when they sign in again; those of owners go on', async () => {
  const { ask, account, schedule, event, takePart, pass, balance, setters, hub, problems } = await openRewarded()
  await ask(commands.scheduleEvent, { fields: { ...hunt, reward }, ...daily }, 'ada')
  const single = String((await ask(commands.startEvent, { fields: { ...hunt, reward } }, 'ada')).event)
  await takePart()
  const later = await schedule(hunt, '2026-01-01T01:00')
  await ask(commands.changeEvent, { event: later, reward }, 'olga', 'owner')
  expect(await ask(eraseMe, { confirm: 'ada name' }, 'ada')).not.toHaveProperty('code')
  expect([setters(), event(single)?.reward, event(later)?.reward]).toEqual([[], reward, reward])
  await account('again', adaInGame)
  expect(await takeNext(3_600_000 - 66_000)).toEqual([100, 200])
  expect(await takeNext(2 * 3_600_000 - 66_000)).toEqual([100, 200])
  expect(Object.values(hub.read(eventSeries, 'main').series)).toMatchObject([{ reward: null }])
  expect(await problems()).toEqual([])

  async function takeNext(ms: number) {
    await pass(ms)
    const { bob } = await takePart()
    return [balance('again'), bob]
  }
})

test.each<[string, { readonly name: string }, object]>([
  ['the role', setRole, { role: 'player' }],
  ['the permission to give currency', setPermission, { permission: 'addCurrency', state: 'taken' }],
])(
  '[EV86] a reward ends when an owner takes %s from its setter, and not with another permission',
  async (_what, command, input) => {
    const { ask, takePart, pass, setters, hub, problems } = await openRewarded()
    await ask(setRole, { account: 'ada', role: 'admin' }, 'olga', 'owner')
    await ask(commands.scheduleEvent, { fields: { ...hunt, reward }, ...daily }, 'ada')
    await ask(setPermission, { account: 'ada', permission: 'kickPlayers', state: 'taken' }, 'olga', 'owner')
    await pass(3 * 3_600_000)
    expect((await takePart()).bob).toBe(100)
    await ask(command, { account: 'ada', ...input }, 'olga', 'owner')
    expect(Object.values(hub.read(eventSeries, 'main').series)).toMatchObject([{ reward: null }])
    expect(setters()).toEqual([])
    await pass(24 * 3_600_000 - 66_000)
    expect((await takePart()).bob).toBe(100)
    expect(await problems()).toEqual([])
  },
)

test('[EV1100] a reward that a colleague set after it goes on when its first setter loses the permission, who is still not paid; it ends with that of the colleague', async () => {
  const { ask, account, schedule, event, setters, takePart, pass, problems } = await openRewarded()
  await account('carl', '76561198000000003')
  for (const who of ['ada', 'carl']) await ask(setRole, { account: who, role: 'admin' }, 'olga', 'owner')
  const [first, second] = [
    await schedule(hunt, '2026-01-01T00:30'),
    await schedule({ ...hunt, title: 'Second' }, '2026-01-01T01:00'),
  ]
  for (const one of [first, second]) {
    await ask(commands.changeEvent, { event: one, reward: { ...reward, amount: 90 } }, 'ada')
    await ask(commands.changeEvent, { event: one, reward }, 'carl')
  }
  await ask(setRole, { account: 'ada', role: 'player' }, 'olga', 'owner')
  const both = ['ada', 'carl']
  expect([setters(), event(first)?.reward, event(second)?.reward]).toEqual([[both, both], reward, reward])
  await pass(30 * 60_000)
  expect(await takePart()).toEqual({ ada: 0, bob: 100 })
  await ask(setRole, { account: 'carl', role: 'player' }, 'olga', 'owner')
  expect(event(second)?.reward).toBeNull()
  await pass(30 * 60_000 - 66_000)
  expect(await takePart()).toEqual({ ada: 0, bob: 100 })
  expect(await problems()).toEqual([])
})

test('[EV87] a reward ends with the role of its setter also while their session is elevated to that role', async () => {
  const { ask, setters, hub } = await openRewarded()
  await ask(setRole, { account: 'ada', role: 'admin' }, 'olga', 'owner')
  await ask(commands.scheduleEvent, { fields: { ...hunt, reward }, ...daily }, 'ada')
  const [key, newKey] = ['a'.repeat(64), 'b'.repeat(64)]
  await hub.execute('test', openSession.name, { key, accountId: 'ada', role: 'player', demo: false, replaces: null })
  await hub.execute('test', elevateSession.name, { key, newKey, role: 'admin' })
  await ask(setRole, { account: 'ada', role: 'player' }, 'olga', 'owner')
  expect(setters()).toEqual([])
  expect(Object.values(hub.read(eventSeries, 'main').series)).toMatchObject([{ reward: null }])
})

test('[EV2225] an event that staff start at once pays everyone who takes part: no one can have a place', async () => {
  const { ask, takePart } = await openRewarded()
  await ask(commands.startEvent, { fields: { ...hunt, reward, capacity: 5 } }, 'olga', 'owner')
  expect(await takePart()).toEqual({ ada: 100, bob: 100 })
})

test('[EV2227] after an event the list of registrations says who of them came, and who was paid', async () => {
  const { ask, account, hub, pass, takePart, schedule } = await openRewarded()
  await account('cleo')
  const event = await schedule({ ...hunt, reward, capacity: 3 }, '2026-01-01T00:02')
  for (const who of ['bob', 'cleo', 'ada']) await ask(commands.registerForEvent, { event }, who, 'player')
  await ask(commands.changeEvent, { event, reward: { ...reward, amount: 50 } }, 'ada')
  const listed = async () => {
    const answer = await hub.query(person('olga', 'admin'), { name: commands.listRegistrations.name, input: { event } })
    const { registrations, readings } = commands.listRegistrations.output.parse(answer.ok ? answer.output : {})
    return [readings > 0, ...registrations.map(({ account: who, attended }) => [who, attended])]
  }
  expect(await listed()).toEqual([false, ['bob', null], ['cleo', null], ['ada', null]])
  await pass(120_000)
  await takePart()
  expect(await listed()).toEqual([
    true,
    ['bob', { share: 1, paid: true }],
    ['cleo', null],
    ['ada', { share: 1, paid: false }],
  ])
})
