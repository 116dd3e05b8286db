// One file because all rules start from the same hub, with what the other features keep.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import {
  achievementList,
  achievementRecord,
  categories,
  sights,
  updateAchievements,
} from '../../../shared/features/achievements/achievements.ts'
import { challengeAudit } from '../../../shared/features/challenges/archives.ts'
import { Challenge, challengeRuns, Run } from '../../../shared/features/challenges/challenge.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { ownEvents } from '../../../shared/features/events/events.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { recordPlay } from '../../../shared/features/play/commands.ts'
import { server } from '../../../shared/features/server/server.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { triviaRecord } from '../../../shared/features/trivia/trivia.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { NotWritten } from '../../engine/storage.ts'
import { signInAs } from '../../testing/accounts.ts'
import { inSession, person } from '../../testing/principals.ts'
import { economyFeature } from '../economy/feature.ts'
import { followMoney, type MoneyTotals } from '../ledger/conservation.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { openLedger, ownersSteamId } from '../ledger/testing/openLedger.ts'
import type { ReadAnimal } from '../roster/reading.ts'
import { achievementsFeature } from './feature.ts'
import { startAchievementsWorker } from './worker.ts'

const packKey = '01234567-89ab-4cde-8f01-23456789abcd'
const hourMs = 3_600_000
const steamId = '76561198000000001'

const fight = defineCommand({
  name: 'given.kills',
  permission: 'hub',
  input: z.object({ player: z.string(), kills: z.int() }),
  output: z.object({}),
  refusals: {},
})
const clockAt = defineCommand({
  name: 'given.clock',
  permission: 'hub',
  input: z.object({ minutes: z.number() }),
  output: z.object({}),
  refusals: {},
})
const packOf = defineCommand({
  name: 'given.pack',
  permission: 'hub',
  input: z.object({ members: z.array(z.string()) }),
  output: z.object({}),
  refusals: {},
})
const ranChallenge = defineCommand({
  name: 'given.ranChallenge',
  permission: 'hub',
  input: z.object({ account: z.string(), run: Run }),
  output: z.object({}),
  refusals: {},
})
const kept = [inventory, ownedSkins, friends, ownEvents, challengeRuns, triviaRecord, membership, pack, fightRecord]
/** What other features keep, and commands that write it. */
const known: Feature = {
  name: 'known',
  documents: kept,
  archives: [challengeAudit],
  removals: kept.flatMap((kind) => (kind.erased === 'byFeature' ? [{ kind, remove: () => {} }] : [])),
  commands: [
    implement(fight, ({ edit }, { player, kills }) => {
      edit(fightRecord, player).kills += kills
      return {}
    }),
    implement(clockAt, ({ edit, now }, { minutes }) => {
      edit(server, mainServer).clock = { minutes, at: now, dayLengthMinutes: 60, nightLengthMinutes: 30 }
      return {}
    }),
    implement(ranChallenge, ({ edit }, { account: own, run }) => {
      edit(challengeRuns, own).runs[run.id] = run
      return {}
    }),
    implement(packOf, ({ edit, now }, { members }) => {
      for (const name of members) {
        edit(pack, packKey).members[name] = { name, joinedAt: now, sharedSince: now }
        edit(membership, name).pack = packKey as never
      }
      return {}
    }),
  ],
  queries: [],
}

type Kept = Pick<Parameters<typeof openLedger>[0] & object, 'memory' | 'clock'>

async function open(kept: Kept = {}) {
  let money: MoneyTotals | null = null
  const more = [economyFeature(() => money as MoneyTotals), achievementsFeature, known]
  const app = await openLedger({ ...kept, more })
  money = followMoney(app.hub, (what) => void app.faults.push(what))
  const { hub, clock, faults, memory } = app
  const worker = startAchievementsWorker({ hub, server: mainServer, clock, onFault: (what) => void faults.push(what) })
  let seenAt: number | null = null
  return {
    ...app,
    worker,
    /** Time for the worker to look. */
    async look(ms = 2_000) {
      clock.pass(ms)
      for (let turn = 0; turn < 6; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve))
        await hub.settled()
      }
    },
    async see(...players: readonly string[]) {
      const at = clock.now()
      const input = { server: mainServer, players: players.map((id) => ({ id, species: 'Troodon' })), at, seenAt }
      await hub.execute('game link', recordPlay.name, input)
      seenAt = at
    },
    read: (...players: readonly { id: string; species?: string; growth?: number; region?: string; dead?: boolean }[]) =>
      worker.sink.report?.({
        at: clock.now(),
        everyMs: 2_000,
        players: players.map(({ id, species = 'Troodon', growth = 50, region = null, dead = false }) => ({
          id,
          name: id,
          animal: { species, growth, region, dead } as unknown as ReadAnimal,
        })),
      }),
    kill: (kills: number, player = steamId) => hub.execute('game link', fight.name, { player, kills }),
    progress: (who: string, id: string) => hub.read(achievementRecord, who).progress[id],
    told: (who: string) => Object.values(hub.read(notifications, who).entries).map(({ title }) => title),
    messages: (who: string) => Object.values(hub.read(notifications, who).entries).map(({ message }) => message),
    problems: () => moneyProblems(hub, memory.storage),
  }
}

test('[ACH1] there are at least 30 achievements in all categories, each with an id, a name and a text of its own', () => {
  expect(achievementList.length).toBeGreaterThanOrEqual(30)
  for (const field of ['id', 'name', 'description'] as const)
    expect(new Set(achievementList.map((one) => one[field])).size, field).toBe(achievementList.length)
  expect(new Set(achievementList.map(({ category }) => category))).toEqual(new Set(categories))
  for (const { id, total } of achievementList) expect([id.length <= 40, total > 0], id).toEqual([true, true])
})

test('[ACH2] progress follows within seconds; the last step pays 100 Void Pearls once, and tells the user', async () => {
  const { link, kill, look, progress, balanceOf, told, problems } = await open()
  await link('ann', steamId)
  await look()
  expect(progress('ann', 'linked')).toMatchObject({ value: 2, paid: 100 })
  await kill(24)
  await look()
  expect(progress('ann', 'kills-25')).toEqual({ value: 24, at: null, paid: 0 })
  expect(progress('ann', 'kill-1')).toMatchObject({ value: 1, at: expect.any(Number), paid: 100 })
  await kill(30)
  await look()
  expect(progress('ann', 'kills-25')).toMatchObject({ value: 25, paid: 100 })
  expect(told('ann').toSorted()).toEqual([
    'Achievement: Connected',
    'Achievement: First blood',
    'Achievement: Seasoned hunter',
  ])
  expect([balanceOf('ann'), await problems()]).toEqual([300, []])
})

test('[ACH1001] the notification of a large reward is written as on every page', async () => {
  const { ask, link, look, messages } = await open()
  await link('olga', ownersSteamId, 'Olga')
  const achievements = { isOn: true, amount: 2_500 }
  expect(await ask('olga', 'owner', changeEconomySettings, { achievements })).toMatchObject({ ok: true })
  await link('ann', steamId)
  await look()
  expect(messages('ann')).toEqual(['Link both Steam and Discord: done. You earned 2,500 Void Pearls.'])
})

test('[ACH2350] the notification of a reward of one Void Pearl has the singular', async () => {
  const { ask, link, look, messages } = await open()
  await link('olga', ownersSteamId, 'Olga')
  const achievements = { isOn: true, amount: 1 }
  expect(await ask('olga', 'owner', changeEconomySettings, { achievements })).toMatchObject({ ok: true })
  await link('ann', steamId)
  await look()
  expect(messages('ann')).toEqual(['Link both Steam and Discord: done. You earned 1 Void Pearl.'])
})

test('[ACH400] the notification says that it is done, and does not read as an order', async () => {
  const { link, look, messages } = await open()
  await link('ann', steamId)
  await look()
  expect(messages('ann')).toEqual(['Link both Steam and Discord: done. You earned 100 Void Pearls.'])
})

test('[ACH23] what the store could not take is looked at again, without a further change of the user', async () => {
  const { link, kill, look, progress, balanceOf, memory, problems } = await open()
  await link('ann', steamId)
  await look()
  await kill(1)
  memory.fail(new NotWritten('full', 'no room'))
  await look()
  expect(progress('ann', 'kill-1')).toBeUndefined()
  memory.fail(null)
  await look()
  expect(progress('ann', 'kill-1')).toMatchObject({ value: 1, paid: 100 })
  expect([balanceOf('ann'), await problems()]).toEqual([200, []])
})

test('[ACH3] an update that comes again, at once or after a restart, pays nothing again', async () => {
  const app = await open()
  await app.link('ann', steamId)
  await app.kill(1)
  await app.look()
  const update = () => app.hub.execute('achievements', updateAchievements.name, { accounts: ['ann', 'ann', 'nobody'] })
  await Promise.all([update(), update()])
  const next = await open({ memory: app.memory, clock: app.clock })
  await next.look()
  expect([next.balanceOf('ann'), await next.problems(), next.faults]).toEqual([200, [], []])
})

test('[ACH4] play from before counts: of accounts that were there at the start, and of players before they linked', async () => {
  const app = await open()
  app.worker.stop()
  await app.see(steamId)
  for (let nth = 0; nth < 100; nth += 1) {
    app.clock.pass(4 * 60_000)
    await app.see(steamId)
  }
  await app.see()
  await app.link('ann', steamId)
  const next = await open({ memory: app.memory, clock: app.clock })
  await next.look()
  for (const id of ['play-1', 'stay-6']) expect(next.progress('ann', id)?.paid, id).toBe(100)
  expect(next.progress('ann', 'carnivore-hours-10')?.value).toBeCloseTo(6.6, 1)
  expect(next.progress('ann', 'play-10')?.value).toBeCloseTo(6.6, 1)
  expect(next.hub.read(sights, steamId)).toMatchObject({ stays: 1, longestMs: 400 * 60_000 })
})

test('[ACH5] what readings show is kept: grown species by diet, and regions; a dead animal shows nothing', async () => {
  const { link, read, look, progress } = await open()
  await link('ann', steamId)
  await read({ id: steamId, species: 'Triceratops', growth: 100, dead: true })
  await read({ id: steamId, species: 'Troodon', growth: 99 })
  await read({ id: steamId, species: 'Troodon', growth: 100 })
  await look()
  expect([progress('ann', 'carnivore-grown')?.value, progress('ann', 'herbivore-grown')]).toEqual([1, undefined])
  for (const { id } of regions.slice(0, 10)) await read({ id: steamId, region: id })
  await read({ id: steamId, region: regions[0].id })
  await look()
  expect(progress('ann', 'regions-11')).toMatchObject({ value: 10, at: null })
  await read({ id: steamId, region: regions[10].id })
  await look()
  expect(progress('ann', 'regions-11')).toMatchObject({ value: 11, paid: 100 })
})

test('[ACH22] an animal that staff grow, that was redeemed or was never seen young, is not grown by the player', async () => {
  const { link, read, look, progress, clock } = await open()
  await link('ann', steamId)
  const grownUp = () => [progress('ann', 'carnivore-grown')?.value, progress('ann', 'herbivore-grown')?.value]
  await read({ id: steamId, species: 'Troodon', growth: 60 })
  await read({ id: steamId, species: 'Troodon', growth: 100 })
  await read({ id: steamId, species: 'Triceratops', growth: 100 })
  await read({ id: steamId, species: 'Triceratops', growth: 100 })
  await look()
  expect(grownUp()).toEqual([undefined, undefined])
  await read({ id: steamId, species: 'Troodon', growth: 60 })
  // While no one watches, the game may be read rarely: an animal grows by about a point a minute.
  clock.pass(40 * 60_000)
  await read({ id: steamId, species: 'Troodon', growth: 100 })
  await look()
  expect(grownUp()).toEqual([1, undefined])
})

test('[ACH6] a night counts for players who were alive from its fall to dawn, and only where its fall was seen', async () => {
  const { link, read, hub } = await open()
  await link('ann', steamId)
  const other = '76561198000000002'
  const at = (minutes: number) => hub.execute('game link', clockAt.name, { minutes })
  const nights = (id: string) => hub.read(sights, id).nights
  await at(22 * 60)
  await read({ id: steamId })
  await at(6 * 60)
  await read({ id: steamId })
  expect(nights(steamId)).toBe(0)
  await at(22 * 60)
  await read({ id: steamId }, { id: other })
  await read({ id: steamId }, { id: other, dead: true })
  await read({ id: steamId }, { id: other })
  await at(6 * 60)
  await read({ id: steamId }, { id: other })
  expect([nights(steamId), nights(other)]).toEqual([1, 0])
})

test('[ACH7] a pack counts by those of one diet who are in the game', async () => {
  const { link, read, hub, look, progress } = await open()
  const ids = Array.from({ length: 7 }, (_, nth) => `7656119800000010${nth}`)
  for (const [nth, id] of ids.entries()) await link(`p${nth}`, id)
  await hub.execute('packs', packOf.name, { members: ids.map((_, nth) => `p${nth}`) })
  await read(...ids.slice(0, 5).map((id) => ({ id })), { id: ids[5] ?? '', species: 'Triceratops' })
  await look()
  expect(progress('p0', 'carnivore-pack-6')?.value).toBe(5)
  await read(...ids.slice(0, 6).map((id) => ({ id })))
  await look()
  expect(progress('p0', 'carnivore-pack-6')?.paid).toBe(100)
  expect(progress('p6', 'carnivore-pack-6')).toBeUndefined()
})

test('[ACH24] a challenge that is completed again pays nothing and counts nothing', async () => {
  const { link, look, hub, clock, progress } = await open()
  await link('ann')
  const hunt = Challenge.parse({
    id: '1',
    type: 'hunting',
    title: 'Hunt',
    description: 'Hunt.',
    reward: { currency: 'razorTalons', amount: 2_500 },
    difficulty: 'Easy',
    category: 'Combat',
    timeLimit: 4,
    generatedDate: 1,
    goal: { measure: 'kills', target: 1 },
  })
  const complete = async (nth: number, set: string, isPaid: boolean) => {
    clock.pass(1_000)
    const at = { acceptedAt: clock.now(), deadline: clock.now(), endedAt: clock.now() }
    const paid = isPaid ? hunt.reward : null
    const run = { id: `run ${nth}`, set, kind: 'daily', challenge: hunt, state: 'completed', paid, ...at }
    await hub.execute('challenges', ranChallenge.name, { account: 'ann', run })
  }
  for (let nth = 0; nth < 12; nth += 1) await complete(nth, 'first', nth === 0)
  await look()
  const values = () =>
    ['challenges-10', 'challenges-50', 'hunting-challenges-10'].map((id) => progress('ann', id)?.value)
  expect(values()).toEqual([1, 1, 1])
  await complete(12, 'second', true)
  await complete(13, 'second', false)
  await look()
  expect(values()).toEqual([2, 2, 2])
})

test('[ACH8] neither erasing the account nor moving Steam to another one is paid again', async () => {
  const { link, kill, look, erase, balanceOf, progress, dispatch, hub, problems } = await open()
  await link('ann', steamId)
  await kill(1)
  await look()
  expect(balanceOf('ann')).toBe(200)
  // Steam goes to a second account of the same person.
  const { steam } = hub.read(account, 'ann')
  expect(await dispatch(inSession(person('ann')), unlink.name, { provider: 'steam' })).toMatchObject({ ok: true })
  await signInAs(hub, { identity: steam as never, newAccount: 'alt' })
  await look()
  expect(progress('alt', 'kill-1')).toMatchObject({ value: 1, paid: 0 })
  expect(balanceOf('alt')).toBe(0)
  expect(await erase('alt', hub.read(account, 'alt').name)).toMatchObject({ ok: true })
  expect(await erase('ann')).toMatchObject({ ok: true })
  await link('ann', steamId)
  await kill(1)
  await look()
  expect(progress('ann', 'kill-1')).toMatchObject({ value: 1, paid: 0 })
  expect([balanceOf('ann'), await problems()]).toEqual([0, []])
})

test('[ACH11] moving Discord alone to another account is not paid again', async () => {
  const { link, look, balanceOf, progress, dispatch, hub, problems } = await open()
  await link('ann', steamId)
  await look()
  expect(progress('ann', 'linked')).toMatchObject({ paid: 100 })
  const { discord, steam } = hub.read(account, 'ann')
  expect(await dispatch(inSession(person('ann')), unlink.name, { provider: 'discord' })).toMatchObject({ ok: true })
  await signInAs(hub, { identity: discord as never, newAccount: 'alt' })
  const other = { ...steam, steamId: '76561198000000003' } as never
  await signInAs(hub, { identity: other, current: 'alt' })
  await look()
  expect(progress('alt', 'linked')).toMatchObject({ value: 2, paid: 0 })
  expect([balanceOf('alt'), balanceOf('ann'), await problems()]).toEqual([0, 100, []])
})

test('[ACH9] the owner changes the reward and switches it off; what was earned meanwhile stays earned', async () => {
  const { link, kill, look, ask, balanceOf, progress } = await open()
  await link('olga', ownersSteamId, 'Olga')
  await look()
  const change = (achievements: object) => ask('olga', 'owner', changeEconomySettings, { achievements })
  expect(await change({ isOn: true, amount: 7 })).toMatchObject({ ok: true })
  await link('ann', steamId)
  await look()
  expect(balanceOf('ann')).toBe(7)
  expect(await change({ isOn: false, amount: 7 })).toMatchObject({ ok: true })
  await kill(1)
  await look()
  expect(progress('ann', 'kill-1')).toMatchObject({ value: 1, at: expect.any(Number), paid: 0 })
  expect(balanceOf('ann')).toBe(7)
})

test('[ACH10] progress is never taken back, and hours of a stay under way are written in steps', async () => {
  const { link, see, look, progress, published, clock } = await open()
  await link('ann', steamId)
  await see(steamId)
  await look()
  const before = published.length
  for (let nth = 0; nth < 30; nth += 1) {
    await see(steamId)
    await look(60_000)
  }
  const writes = published.slice(before).filter(({ id }) => id === 'achievementRecord/ann').length
  expect(writes).toBeLessThanOrEqual(6)
  expect([0.4, 0.5]).toContain(progress('ann', 'play-1')?.value)
  clock.pass(hourMs)
  await see()
  await look()
  expect(progress('ann', 'play-1')?.value).toBeGreaterThanOrEqual(0.4)
})
