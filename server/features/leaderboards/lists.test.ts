import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { account } from '../../../shared/features/account/account.ts'
import { findOwnPlace, turnSeason } from '../../../shared/features/leaderboards/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { signInAs } from '../../testing/accounts.ts'
import { leaderboardsFeature } from './feature.ts'
import { followLists } from './lists.ts'
import { openLeaderboards, steamIdOf } from './testing/openLeaderboards.ts'

const users = 2_500
const earn = defineCommand({
  name: 'seeding.earn',
  permission: 'hub',
  input: z.object({ from: z.int(), to: z.int(), more: z.int() }),
  output: z.object({}),
  refusals: {},
})
const seeding: Feature = {
  name: 'seeding',
  documents: [],
  commands: [
    implement(earn, ({ edit, now }, { from, to, more }) => {
      for (let nth = from; nth < to; nth += 1) {
        Object.assign(edit(account, `user-${nth}`), { createdAt: now, name: `user-${nth}` })
        edit(wallet, `user-${nth}`).razorTalons = 1 + nth + more
      }
      return {}
    }),
  ],
  queries: [],
}

async function open() {
  const app = await openLeaderboards({ more: [seeding] })
  app.stop()
  const give = (from: number, to: number, more: number) => app.hub.execute('test', earn.name, { from, to, more })
  await give(0, users, 0)
  /** Lists that are made now, at once. */
  const whole = () => followLists(app.hub, app.clock, false).top()
  return { ...app, give, whole }
}

test('[LBD27] the lists of many users are made some at a time, and have what changed meanwhile', async () => {
  const { lists, give, whole } = await open()
  let turns = 0
  while (lists.refresh()) {
    // One who is counted already, one who is not, and a new one.
    if (turns === 0) for (const nth of [3, users - 1, users + 1]) await give(nth, nth + 1, 10_000)
    if (turns === 5) await give(7, 8, 20_000)
    turns += 1
  }
  expect(turns).toBeGreaterThan(5)
  expect(lists.top()).toEqual(whole())
  expect(lists.around('razorTalons.all', 'user-7').rank).toBe(1)
  expect(lists.around('razorTalons.all', 'user-3').rank).toBe(4)
})

test('[LBD28] a reader who comes while the lists are made sees them whole', async () => {
  const { lists, whole } = await open()
  expect(lists.refresh()).toBe(true)
  expect(lists.around('razorTalons.all', 'user-0').rank).toBe(users)
  expect(lists.top()).toEqual(whole())
})

test('[LBD29] the leader answers users their place, as its worker lets days end: the lists of other nodes lose none', async () => {
  const { hub, clock, lists, link, see, settle, pass, publish } = await openLeaderboards()
  await link('ann', steamIdOf(0))
  const onFollower = followLists(hub, clock, false)
  await see(steamIdOf(0))
  clock.pass(4 * 60_000)
  await see(steamIdOf(0))
  clock.pass(60_000)
  await see()
  await settle()
  expect([lists.around('playTime.7', 'ann').rank, onFollower.around('playTime.7', 'ann').rank]).toEqual([1, 1])
  await pass(31 * 86_400_000)
  await publish()
  await publish()
  expect([lists.around('playTime.7', 'ann').rank, onFollower.around('playTime.7', 'ann').rank]).toEqual([null, 1])
  const query = leaderboardsFeature(() => lists).queries.find((one) => one.query === findOwnPlace)
  expect(query?.atLeader).toBe(true)
})

const demoPlayer = {
  provider: 'steam',
  steamId: steamIdOf(0),
  displayName: 'Demo player',
  avatar: '',
  profileUrl: '',
  realName: '',
  country: '',
  accountCreated: null,
} as const

test('[LBD62] a hub that was a demo lists no demo account, keeps none of a season, and a demo lists these alone', async () => {
  const { hub, clock, lists, owner, link, see, publish, listed, own } = await openLeaderboards()
  await owner()
  await link('ann', steamIdOf(0))
  await signInAs(hub, { identity: demoPlayer, demo: true, newAccount: 'demo-player' })
  expect([hub.read(account, 'ann').demo, hub.read(account, 'demo-player').demo]).toEqual([false, true])
  for (let nth = 0; nth < 5; nth += 1) {
    await see(steamIdOf(0))
    clock.pass(4 * 60_000)
  }
  await publish()
  expect(listed('playTime.all')).toEqual(['ann'])
  expect(await own('demo-player', 'playTime.all')).toMatchObject({ rank: null, size: 1 })
  const demo = followLists(hub, clock, true)
  const accounts = (all: Readonly<Record<string, { places: readonly { account: string | null }[] }>>, list: string) =>
    all[list]?.places.map((place) => place.account)
  expect(accounts(demo.top(), 'playTime.all')).toEqual(['demo-player'])
  const endedAt = clock.now()
  await hub.execute('test', turnSeason.name, {})
  expect(accounts(await lists.final(endedAt), 'playTime')).toEqual(['ann'])
  expect(accounts(await demo.final(endedAt), 'playTime')).toEqual(['demo-player'])
})

test('[LBD63] the lists keep no player of an erased user: a later ban of that player concerns none of their accounts', async () => {
  const { hub, clock, link, ban, erase } = await openLeaderboards()
  await link('ann', steamIdOf(0))
  await link('ben', steamIdOf(1))
  const asked: string[] = []
  const read: typeof hub.read = (kind, key) => {
    if (kind.kind === account.kind) asked.push(key ?? '')
    return hub.read(kind, key)
  }
  followLists({ ...hub, epoch: hub.epoch, read }, clock, false).top()
  expect(await erase('ann')).toMatchObject({ ok: true })
  asked.length = 0
  for (const nth of [0, 1]) await ban(steamIdOf(nth), true)
  expect(asked).toContain('ben')
  expect(asked).not.toContain('ann')
})
