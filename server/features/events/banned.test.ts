import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { banPlayer, unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import * as commands from '../../../shared/features/events/commands.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { banUsers } from '../../../shared/features/users/commands.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const users = ['ann', 'bob', 'cleo', 'dan'] as const
const steamOf = (who: string) => `7656119800000000${users.indexOf(who as (typeof users)[number])}`

/** Four users who play, and an event of ten hours later with the given places. */
async function open(capacity: number | null = 2) {
  const opened = await openEvents()
  const { account: create, ask, hub, schedule } = opened
  for (const who of users) await create(who, steamOf(who))
  const event = await schedule({ ...hunt, capacity }, '2026-01-01T10:00')
  return {
    ...opened,
    event,
    register: (who: string, to: string = event) => ask(commands.registerForEvent, { event: to }, who, 'player'),
    ban: (who: string, durationMs: number | null) =>
      ask(banPlayer, { target: steamOf(who), durationMs, reason: '' }, 'olga', 'owner'),
    states: (of: string = event) => users.map((who) => opened.own(who).events[of]?.state ?? null),
    messages: (who: string) => Object.values(hub.read(notifications, who).entries).map(({ message }) => message),
  }
}

const lost = "You're no longer registered for Moonlight Hunt: you'll still be banned when it begins."

test('[EV2310] a user who is banned until after an event begins loses the place, which goes to the first who waits; an unban does not give it back', async () => {
  const { register, ban, states, messages, ask, seats, event } = await open()
  for (const who of users) await register(who)
  expect(states()).toEqual(['registered', 'registered', 'waiting', 'waiting'])
  expect((await ban('ann', null)).code).toBeUndefined()
  expect(states()).toEqual([null, 'registered', 'registered', 'waiting'])
  expect(seats(event)).toMatchObject({ registered: 2, waiting: 1 })
  expect(messages('ann')).toContain(lost)
  expect(messages('cleo').at(-1)).toContain('you now have a place')
  expect(await register('ann')).toEqual({
    code: 'banned',
    message: "You'll still be banned from the game when this event begins, so you can't register.",
  })
  await ask(unbanPlayer, { target: steamOf('ann') }, 'olga', 'owner')
  expect(states()).toEqual([null, 'registered', 'registered', 'waiting'])
  expect(await register('ann')).toEqual({ state: 'waiting' })
})

test('[EV2311] a ban that ends before an event begins leaves the place, until a longer one replaces it', async () => {
  const { register, ban, states } = await open()
  for (const who of users) await register(who)
  await ban('ann', 10 * hourMs)
  expect(states()[0]).toBe('registered')
  await ban('ann', 11 * hourMs)
  expect(states()).toEqual([null, 'registered', 'registered', 'waiting'])
  await ban('ann', hourMs)
  expect(await register('ann')).toMatchObject({ code: 'banned' })
})

test('[EV2312] of users who are banned together, those who wait leave the list before anyone moves up', async () => {
  const { register, states, messages, ask, hub } = await open(1)
  for (const who of users) await register(who)
  await ask(banUsers, { users: ['ann', 'bob', 'cleo'], durationMs: null }, 'olga', 'owner')
  expect(Object.keys(hub.read(bans, 'main').bans)).toHaveLength(3)
  expect(states()).toEqual([null, null, null, 'registered'])
  expect(messages('bob').join(' ')).not.toContain('you now have a place')
  expect(messages('bob').at(-1)).toContain("You're no longer on the waiting list of Moonlight Hunt")
})

test('[EV2313] an event that is moved into the time of a ban, or a banned player who is linked later, frees the place as well', async () => {
  const { register, ban, states, pass, ask, account: create, event, clock } = await open()
  const startTime = clock.now() + 10 * hourMs
  const contest = { title: 'Contest', duration: hourMs, startTime, capacity: 1 }
  const community = String((await ask(commands.createCommunityEvent, contest)).event)
  for (const who of ['ann', 'cleo', 'dan']) for (const to of [event, community]) await register(who, to)
  await ban('ann', 9 * hourMs)
  await ask(commands.changeEvent, { event, wall: '2026-01-01T08:00' })
  await ask(commands.changeCommunityEvent, { event: community, startTime: startTime - 2 * hourMs })
  expect(states()).toEqual([null, null, 'registered', 'registered'])
  expect(states(community)).toEqual([null, null, 'registered', 'waiting'])

  await create('eve')
  await ask(commands.changeEvent, { event, capacity: 3 })
  expect(await register('eve')).toEqual({ state: 'registered' })
  await register('bob')
  const banned = '76561198000000009'
  await ask(banPlayer, { target: banned, durationMs: null, reason: '' }, 'olga', 'owner')
  await create('eve', banned)
  await pass(7 * hourMs)
  expect(states()).toEqual([null, 'registered', 'registered', 'registered'])
})

test('[EV2375] a banned player who is linked later frees the places of the account at once, at scheduled and community events', async () => {
  const { register, states, messages, ask, account: create, own, clock, event } = await open(1)
  const contest = { title: 'Contest', duration: hourMs, startTime: clock.now() + 10 * hourMs, capacity: 1 }
  const community = String((await ask(commands.createCommunityEvent, contest)).event)
  await create('eve')
  for (const who of ['eve', 'bob']) for (const to of [event, community]) await register(who, to)
  expect(Object.keys(own('eve').events).toSorted()).toEqual([event, community].toSorted())
  const banned = '76561198000000009'
  await ask(banPlayer, { target: banned, durationMs: null, reason: '' }, 'olga', 'owner')
  await create('eve', banned)
  expect(own('eve').events).toEqual({})
  expect([states()[1], states(community)[1]]).toEqual(['registered', 'registered'])
  const lostAll = ['Moonlight Hunt', 'Contest'].map((title) => lost.replace('Moonlight Hunt', title))
  expect(
    messages('eve')
      .filter((message) => message.startsWith("You're no longer"))
      .toSorted(),
  ).toEqual(lostAll.toSorted())
})

test('[EV2376] a place that a ban took is not one that the user left: it takes none of the 20 returns', async () => {
  const { register, ban, ask, event, own } = await open()
  await register('ann')
  await ban('ann', null)
  await ask(unbanPlayer, { target: steamOf('ann') }, 'olga', 'owner')
  expect(own('ann').left).toEqual({})
  for (let nth = 0; nth < 20; nth += 1) {
    expect(await register('ann')).toEqual({ state: 'registered' })
    await ask(commands.leaveEvent, { event }, 'ann', 'player')
  }
  expect(await register('ann')).toMatchObject({ code: 'tooOften' })
})

test('[EV2314] an account from which the banned player was unlinked loses its place; events that have begun keep who had one', async () => {
  const { register, ban, states, pass, hub, ask } = await open()
  await register('ann')
  await ask(unlink, { provider: 'steam' }, 'ann', 'player')
  expect(hub.read(account, 'ann').steamId).toBe(null)
  await register('bob')
  await ban('ann', null)
  expect(states()).toEqual([null, 'registered', null, null])
  await pass(10 * hourMs + 1_000)
  await ban('bob', null)
  expect(states()[1]).toBe('registered')
  expect(hub.read(bans, 'main').bans[steamOf('bob')]).toBeDefined()
  expect(await register('bob')).toMatchObject({ code: 'over' })
})
