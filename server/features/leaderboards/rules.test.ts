// One file because lists, windows and seasons rest on the same changes of the same users.
import { expect, test } from 'vitest'
import {
  endSeason,
  keepSeason,
  publishLeaderboards,
  setListed,
  setMonthlySeasons,
} from '../../../shared/features/leaderboards/commands.ts'
import { keptSeason, leaderboards, listKeys, seasons } from '../../../shared/features/leaderboards/leaderboards.ts'
import { seasonAudit } from '../../../shared/features/leaderboards/seasonAudit.ts'
import { playStanding } from '../../../shared/features/leaderboards/standings.ts'
import { sharedNotifications } from '../../../shared/features/notifications/notifications.ts'
import { inSession, person } from '../../testing/principals.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { openLeaderboards, steamIdOf } from './testing/openLeaderboards.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function open(names: readonly string[] = ['ann', 'bob', 'cleo']) {
  const app = await openLeaderboards()
  await app.owner()
  for (const [nth, name] of names.entries()) await app.link(name, steamIdOf(nth))
  return {
    ...app,
    steam: (name: string) => steamIdOf(names.indexOf(name)),
    /** Lets one player play for a time alone. */
    async play(name: string, ms: number) {
      await app.see(steamIdOf(names.indexOf(name)))
      for (let left = ms; left > 0; left -= 4 * 60_000) {
        app.clock.pass(Math.min(left, 4 * 60_000))
        await app.see(steamIdOf(names.indexOf(name)))
      }
      await app.see()
    },
  }
}

test('[LBD1] wealth is listed by balance, of equal ones the one that was reached first; a user who has nothing is not listed', async () => {
  const { earn, clock, publish, listed, hub, memory } = await open()
  await earn('bob', 'razorTalons', 500)
  clock.pass(1_000)
  await earn('ann', 'razorTalons', 500)
  clock.pass(1_000)
  await earn('cleo', 'razorTalons', 700)
  await publish()
  expect(listed('razorTalons.all')).toEqual(['cleo', 'bob', 'ann'])
  expect(hub.read(leaderboards).lists['razorTalons.all']).toMatchObject({ size: 3, places: { 1: { score: 700 } } })
  expect(listed('sylvanShards.all')).toEqual([])
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[LBD2] pearls are in no list, and a purchase with them writes to no standing', async () => {
  const { earn, publish, hub } = await open()
  await earn('ann', 'voidPearls', 500)
  await publish()
  for (const key of listKeys) expect(hub.read(leaderboards).lists[key]?.size, key).toBe(0)
  expect([...hub.journaledIds()].filter((id) => id.startsWith('wealthStanding/'))).toEqual([])
})

test('[LBD3] play time counts stays that ended and the one under way, even from the time before the account was linked', async () => {
  const { play, see, clock, publish, listed, own, steam, link } = await open()
  await play('ann', hourMs)
  await play('bob', 2 * hourMs)
  const guest = steamIdOf(50)
  await see(guest)
  clock.pass(4 * 60_000)
  await see(guest)
  await see()
  await link('late', guest)
  await publish()
  expect(listed('playTime.all')).toEqual(['bob', 'ann', 'late'])
  await see(steam('ann'))
  for (let nth = 0; nth < 20; nth += 1) {
    clock.pass(4 * 60_000)
    await see(steam('ann'))
  }
  await publish()
  expect(listed('playTime.all')[0]).toBe('ann')
  expect((await own('ann', 'playTime.all')).places[0]?.score).toBeGreaterThanOrEqual(hourMs + 80 * 60_000)
})

test('[LBD60] the play time of others is in whole hours, so that it does not say who is in the game now', async () => {
  const { play, see, clock, publish, hub, own, steam } = await open()
  await play('ann', 3 * hourMs + 20 * 60_000)
  await play('bob', 11 * 60_000)
  const shown = async () => {
    await publish()
    return Object.values(hub.read(leaderboards).lists['playTime.all']?.places ?? {}).map(({ score }) => score)
  }
  expect(await shown()).toEqual([3 * hourMs, 10 * 60_000])
  const before = (await own('ann', 'playTime.all')).places
  await see(steam('ann'), steam('bob'))
  clock.pass(4 * 60_000)
  await see(steam('ann'), steam('bob'))
  expect(await shown()).toEqual([3 * hourMs, 10 * 60_000])
  const [ann, bob] = (await own('ann', 'playTime.all')).places
  expect((ann?.score ?? 0) - (before[0]?.score ?? 0)).toBeGreaterThanOrEqual(4 * 60_000)
  expect(bob?.score).toBe(10 * 60_000)
})

test('[LBD4] the windows count the last 7 and 30 UTC days, and forget by time alone', async () => {
  const { play, pass, publish, listed, own } = await open()
  await play('ann', hourMs)
  await publish()
  expect([listed('playTime.7'), listed('playTime.30')]).toEqual([['ann'], ['ann']])
  await pass(6 * dayMs)
  await publish()
  await pass(2 * dayMs)
  await play('bob', 10 * 60_000)
  await publish()
  expect([listed('playTime.7'), listed('playTime.30')]).toEqual([['bob'], ['ann', 'bob']])
  await pass(31 * dayMs)
  await publish()
  expect([listed('playTime.7'), listed('playTime.30'), listed('playTime.all')]).toEqual([[], [], ['ann', 'bob']])
  expect(await own('ann', 'playTime.7')).toMatchObject({ state: 'none', rank: null })
})

test('[LBD5] a stay over midnight counts on both days, and no more than 30 days are kept', async () => {
  const { see, clock, hub, steam } = await open()
  clock.pass(dayMs - (clock.now() % dayMs) - 2 * 60_000)
  await see(steam('ann'))
  clock.pass(4 * 60_000)
  await see(steam('ann'))
  await see()
  const { days } = hub.read(playStanding, steam('ann'))
  expect(Object.values(days).map(({ playMs }) => playMs)).toEqual([2 * 60_000, 2 * 60_000])
  for (let nth = 0; nth < 40; nth += 1) {
    clock.pass(dayMs)
    await see(steam('ann'))
    clock.pass(60_000)
    await see(steam('ann'))
    await see()
  }
  expect(Object.keys(hub.read(playStanding, steam('ann')).days)).toHaveLength(30)
})

test('[LBD6] the K/D ratio counts from five kills and deaths on, by window; what the log is, is published with it', async () => {
  const { fight, publish, listed, hub, steam, pass, connectLog } = await open()
  await fight(steam('ann'), 4, 0)
  await fight(steam('bob'), 6, 3)
  await fight(steam('cleo'), 0, 9)
  await publish()
  expect(hub.read(leaderboards).log).toBe('off')
  expect(listed('kd.all')).toEqual(['bob'])
  await connectLog('following')
  await fight(steam('ann'), 1, 0)
  await publish()
  expect(hub.read(leaderboards).log).toBe('following')
  expect(hub.read(leaderboards).lists['kd.all']?.places).toMatchObject({
    1: { account: 'ann', score: 5, kills: 5, deaths: 0 },
    2: { account: 'bob', score: 2, kills: 6, deaths: 3 },
  })
  await pass(8 * dayMs)
  await publish()
  expect([listed('kd.7'), listed('kd.30')]).toEqual([[], ['ann', 'bob']])
})

test('[LBD7] the own place comes with its neighbours, as of now, also far below the ten', async () => {
  const names = Array.from({ length: 30 }, (_, nth) => `p${String(nth).padStart(2, '0')}`)
  const { earn, own, publish, listed } = await open(names)
  for (const [nth, name] of names.entries()) await earn(name, 'razorTalons', 1_000 - nth)
  await publish()
  expect(listed('razorTalons.all')).toEqual(names.slice(0, 10))
  const place = await own('p20', 'razorTalons.all')
  expect(place).toMatchObject({ state: 'listed', rank: 21, size: 30 })
  expect(place.places.map(({ account, rank }) => `${rank} ${account}`)).toEqual([
    '19 p18',
    '20 p19',
    '21 p20',
    '22 p21',
    '23 p22',
  ])
  await earn('p20', 'razorTalons', 5_000)
  expect(await own('p20', 'razorTalons.all')).toMatchObject({ rank: 1 })
  expect((await own('p29', 'razorTalons.all')).places.map(({ rank }) => rank)).toEqual([28, 29, 30])
})

test('[LBD8] a user who does not want to be listed is in no list from that change on, and nowhere to be found', async () => {
  const { earn, publish, listed, own, dispatch, hub, published } = await open()
  for (const [nth, name] of ['ann', 'bob', 'cleo'].entries()) await earn(name, 'razorTalons', 100 * (nth + 1))
  await publish()
  const set = (isListed: boolean) => dispatch(inSession(person('bob')), setListed.name, { isListed })
  const before = published.length
  expect(await set(false)).toMatchObject({ ok: true })
  expect(published.slice(before).map(({ id }) => id)).toContain('leaderboards/')
  expect(listed('razorTalons.all')).toEqual(['cleo', 'ann'])
  expect(hub.read(leaderboards).lists['razorTalons.all']).toMatchObject({ size: 2, places: { 2: { account: 'ann' } } })
  expect(await own('bob', 'razorTalons.all')).toMatchObject({ state: 'unlisted', rank: null, places: [], size: 2 })
  expect((await own('ann', 'razorTalons.all')).places.map(({ account }) => account)).toEqual(['cleo', 'ann'])
  await earn('bob', 'razorTalons', 5_000)
  await publish()
  expect(listed('razorTalons.all')).toEqual(['cleo', 'ann'])
  await set(true)
  await publish()
  expect(listed('razorTalons.all')).toEqual(['bob', 'cleo', 'ann'])
})

test('[LBD9] a list that was read before a user left it is published without them', async () => {
  const { hub, dispatch } = await open()
  const place = (account: string, rank: number) => ({ account, rank, score: 10 - rank, kills: null, deaths: null })
  const lists = { 'razorTalons.all': { size: 2, places: [place('bob', 1), place('ann', 2), place('gone', 3)] } }
  await dispatch(inSession(person('bob')), setListed.name, { isListed: false })
  await hub.execute('leaderboards', publishLeaderboards.name, { log: 'off', lists })
  expect(hub.read(leaderboards).lists['razorTalons.all']?.places).toEqual({ 1: { ...place('ann', 2), rank: 1 } })
})

test('[LBD10] erasing a user removes them from lists and seasons in the same change', async () => {
  const { earn, publish, listed, erase, ask, hub, pass, own } = await open()
  await earn('ann', 'razorTalons', 100)
  await earn('bob', 'razorTalons', 50)
  await publish()
  expect(await ask('olga', 'owner', endSeason, { number: 1 })).toMatchObject({ ok: true })
  await pass(10_000)
  expect(hub.read(keptSeason, '1').lists.razorTalons?.places).toMatchObject({ 1: { account: 'ann' } })
  expect(await erase('ann')).toMatchObject({ ok: true })
  expect(listed('razorTalons.all')).toEqual(['bob'])
  expect(hub.read(keptSeason, '1').lists.razorTalons?.places).toMatchObject({
    1: { account: null, score: 100 },
    2: { account: 'bob' },
  })
  expect((await own('bob', 'razorTalons.all')).places.map(({ account }) => account)).toEqual(['bob'])
})

test('[LBD11] a season ends once, keeps what users had at that moment, and the next one begins at nothing', async () => {
  const { earn, fight, play, publish, listed, ask, hub, pass, steam, stop, startAgain } = await open()
  await earn('ann', 'razorTalons', 100)
  await fight(steam('ann'), 9, 3)
  await play('bob', hourMs)
  await publish()
  // What happens after the end, and before the places are kept, counts for the next season.
  stop()
  expect(await ask('olga', 'owner', endSeason, { number: 1 })).toMatchObject({ ok: true })
  expect(await ask('olga', 'owner', endSeason, { number: 1 })).toMatchObject({ code: 'endedAlready' })
  expect(await ask('olga', 'owner', endSeason, { number: 2 })).toMatchObject({ code: 'keeping' })
  expect(await ask('ann', 'player', endSeason, { number: 2 })).toMatchObject({ code: 'forbidden' })
  await earn('ann', 'razorTalons', 900)
  await fight(steam('ann'), 20, 0)
  await fight(steam('bob'), 50, 0)
  await play('bob', 2 * hourMs)
  startAgain()
  await pass(10_000)
  const { lists } = hub.read(keptSeason, '1')
  expect(lists.razorTalons?.places).toMatchObject({ 1: { account: 'ann', score: 100 } })
  expect(lists.kd?.places).toMatchObject({ 1: { account: 'ann', score: 3 } })
  expect(lists.kd?.size).toBe(1)
  expect(lists.playTime?.places).toMatchObject({ 1: { account: 'bob', score: hourMs } })
  expect(hub.read(seasons)).toMatchObject({ number: 2, keeping: null, kept: { 1: {} } })
  await publish()
  expect([listed('kd.season'), listed('playTime.season')]).toEqual([['bob', 'ann'], ['bob']])
  await expect(hub.execute('leaderboards', keepSeason.name, { number: 1, lists: {} })).rejects.toThrow()
  expect(Object.values(hub.read(sharedNotifications).entries)).toMatchObject([{ type: 'seasonEnded' }])
  await ask('olga', 'owner', endSeason, { number: 2 })
  const links = Object.values(hub.read(sharedNotifications).entries).map(({ title, link }) => [title, link])
  expect(links.toSorted()).toEqual([
    ['Season 1 has ended', '/leaderboards?season=1'],
    ['Season 2 has ended', '/leaderboards?season=2'],
  ])
})

test('[LBD12] a stay over the end of a season counts in both, each with its part', async () => {
  const { see, clock, ask, hub, pass, steam, publish, own } = await open()
  await see(steam('ann'))
  for (let nth = 0; nth < 15; nth += 1) {
    clock.pass(4 * 60_000)
    await see(steam('ann'))
  }
  const endedAt = clock.now()
  await ask('olga', 'owner', endSeason, { number: 1 })
  await pass(10_000)
  expect(hub.read(keptSeason, '1').lists.playTime?.places).toMatchObject({ 1: { account: 'ann', score: hourMs } })
  for (let nth = 0; nth < 5; nth += 1) {
    clock.pass(4 * 60_000)
    await see(steam('ann'))
  }
  const playedMs = clock.now() - endedAt
  await see()
  await publish()
  expect((await own('ann', 'playTime.season')).places[0]?.score).toBe(playedMs)
})

test('[LBD13] seasons end with each month where the owner wants it', async () => {
  const { ask, hub, clock, pass } = await open()
  expect(await ask('olga', 'owner', setMonthlySeasons, { isMonthly: true })).toMatchObject({ ok: true })
  const date = new Date(clock.now())
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  await pass(next - clock.now() - 1_000)
  expect(hub.read(seasons).number).toBe(1)
  await pass(2_000)
  await pass(10_000)
  expect(hub.read(seasons)).toMatchObject({ number: 2, keeping: null, startedAt: expect.any(Number) })
  await ask('olga', 'owner', setMonthlySeasons, { isMonthly: false })
  await pass(40 * dayMs)
  expect(hub.read(seasons).number).toBe(2)
})

test('[LBD30] a month that ends while the places of a season are being kept begins the next season a minute later', async () => {
  const { ask, hub, clock, pass } = await open()
  await ask('olga', 'owner', setMonthlySeasons, { isMonthly: true })
  const date = new Date(clock.now())
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  await pass(next - clock.now() - 100)
  expect(await ask('olga', 'owner', endSeason, { number: 1 })).toMatchObject({ ok: true })
  await pass(200)
  expect(hub.read(seasons)).toMatchObject({ number: 2, keeping: {} })
  await pass(60_000)
  await pass(60_000)
  expect(hub.read(seasons).number).toBe(3)
})

test('[LBD14] lists are published at most once a minute, however much changes, and not where nothing changed', async () => {
  const { earn, pass, published, publish } = await open()
  await earn('ann', 'razorTalons', 1)
  await publish()
  const before = published.length
  const times = () => published.slice(before).filter(({ id }) => id === 'leaderboards/').length
  for (let nth = 0; nth < 18; nth += 1) {
    await earn('bob', 'razorTalons', 1)
    await pass(10_000)
  }
  expect(times()).toBe(3)
  await publish()
  const after = times()
  await publish()
  await publish()
  expect(times()).toBe(after)
})

test('[LBD15] lists that are sorted from the start are those that followed each change', async () => {
  const app = await open()
  const { earn, fight, play, steam, publish, listed, dispatch } = app
  await earn('ann', 'razorTalons', 70)
  await earn('bob', 'sylvanShards', 30)
  await publish()
  await fight(steam('bob'), 9, 2)
  await play('cleo', hourMs)
  await dispatch(inSession(person('ann')), setListed.name, { isListed: false })
  await publish()
  const before = listKeys.map(listed)
  const next = await openLeaderboards({ memory: app.memory, clock: app.clock })
  await next.publish()
  expect(listKeys.map(next.listed)).toEqual(before)
  expect([app.faults, next.faults]).toEqual([[], []])
})

test('[LBD16] a banned player leaves all lists in the same change, and is back after the ban; seasons that are kept stay', async () => {
  const { earn, play, publish, listed, own, hub, ask, pass, published, ban, steam } = await open()
  for (const [nth, name] of ['ann', 'bob', 'cleo'].entries()) await earn(name, 'razorTalons', 100 * (nth + 1))
  await play('bob', hourMs)
  await publish()
  await ask('olga', 'owner', endSeason, { number: 1 })
  await pass(10_000)
  const before = published.length
  await ban(steam('bob'), true)
  expect(published.slice(before).map(({ id }) => id)).toContain('leaderboards/')
  expect([listed('razorTalons.all'), listed('playTime.all')]).toEqual([['cleo', 'ann'], []])
  expect(hub.read(leaderboards).lists['razorTalons.all']).toMatchObject({ size: 2, places: { 2: { account: 'ann' } } })
  expect(await own('bob', 'razorTalons.all')).toEqual({ state: 'banned', rank: null, places: [], size: 2 })
  expect((await own('ann', 'razorTalons.all')).places.map(({ account }) => account)).toEqual(['cleo', 'ann'])
  await earn('bob', 'razorTalons', 5_000)
  await publish()
  expect(listed('razorTalons.all')).toEqual(['cleo', 'ann'])
  await ask('olga', 'owner', endSeason, { number: 2 })
  await pass(10_000)
  expect(Object.values(hub.read(keptSeason, '2').lists.razorTalons?.places ?? {}).map((one) => one.account)).toEqual([
    'cleo',
    'ann',
  ])
  await ban(steam('bob'), false)
  await publish()
  expect(listed('razorTalons.all')).toEqual(['bob', 'cleo', 'ann'])
  expect(hub.read(keptSeason, '1').lists.razorTalons?.places).toMatchObject({ 2: { account: 'bob' } })
})

test('[LBD17] a ban of the Steam account that was linked before counts as well, and a hub that starts knows the bans', async () => {
  const app = await open()
  const { earn, publish, listed, ban, steam, link } = app
  await earn('ann', 'razorTalons', 100)
  await earn('bob', 'razorTalons', 200)
  await link('bob', steamIdOf(70))
  await publish()
  expect(listed('razorTalons.all')).toEqual(['bob', 'ann'])
  await ban(steam('bob'), true)
  expect(listed('razorTalons.all')).toEqual(['ann'])
  const next = await openLeaderboards({ memory: app.memory, clock: app.clock })
  await next.publish()
  expect(next.listed('razorTalons.all')).toEqual(['ann'])
  await next.ban(steam('bob'), false)
  await next.publish()
  expect(next.listed('razorTalons.all')).toEqual(['bob', 'ann'])
})

test('[LBD18] a user who leaves and comes back within a minute is shown again', async () => {
  const { earn, publish, listed, dispatch } = await open()
  await earn('ann', 'razorTalons', 100)
  await publish()
  for (const isListed of [false, true]) await dispatch(inSession(person('ann')), setListed.name, { isListed })
  expect(listed('razorTalons.all')).toEqual([])
  await publish()
  expect(listed('razorTalons.all')).toEqual(['ann'])
})

test('[LBD19] the audit has who ended a season and who changed when seasons end, and no change that changed nothing', async () => {
  const { ask, pass, memory } = await open()
  const monthly = (isMonthly: boolean) => ask('olga', 'owner', setMonthlySeasons, { isMonthly })
  await monthly(false)
  await monthly(true)
  await monthly(true)
  await ask('olga', 'owner', endSeason, { number: 1 })
  await ask('olga', 'owner', endSeason, { number: 1 })
  await ask('ann', 'player', endSeason, { number: 2 })
  await pass(10_000)
  await monthly(false)
  const { rows } = await memory.storage.archivePage({ kind: seasonAudit.kind, before: null, limit: 9 })
  const lines = rows.map(({ row }) => seasonAudit.audited?.(seasonAudit.schema.parse(row)))
  expect(lines.map((line) => [line?.act, line?.by, line?.role, line?.detail])).toEqual([
    ['monthlyOff', 'olga', 'owner', { season: 2 }],
    ['endSeason', 'olga', 'owner', { season: 1 }],
    ['monthlyOn', 'olga', 'owner', { season: 1 }],
  ])
})
