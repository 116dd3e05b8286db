import { expect, test } from 'vitest'
import { changeEconomySettings, grantDemoBalances, visit } from '../../../shared/features/economy/commands.ts'
import { readHouse } from '../../../shared/features/economy/queries.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { ledger, rewardKeys } from '../../../shared/features/ledger/ledger.ts'
import { settingChanges } from '../../../shared/features/settings/changes.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import { claimedDays } from '../ledger/holds.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { economyOwnerSettings } from './ownerSettings.ts'
import { makeDemo, openRewards, paid, switchOff } from './testing/openRewards.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test('[RWD1] the first visit of a UTC day pays 50 Void Pearls, however many tabs come at once, and again the next day', async () => {
  const { come, balanceOf, clock, problems } = await openRewards()
  const answers = await Promise.all(Array.from({ length: 50 }, () => come('ann')))
  expect(answers.flatMap(paid)).toEqual([{ cause: 'dailyBonus', currency: 'voidPearls', amount: 50 }])
  expect(balanceOf('ann')).toBe(50)
  const { nextAt } = visit.output.parse((answers[0] as { output: unknown }).output)
  expect(nextAt % dayMs).toBe(0)
  clock.pass(nextAt - clock.now() - 1)
  expect(paid(await come('ann'))).toEqual([])
  clock.pass(1)
  expect(paid(await come('ann'))).toHaveLength(1)
  expect(balanceOf('ann')).toBe(100)
  expect(await problems()).toEqual([])
})

test('[RWD2] a lost answer is given again, a restart pays nothing again, and a clock that was set back neither', async () => {
  const app = await openRewards()
  const id = freshId(app.clock.now())
  const first = await app.come('ann', id)
  expect(await app.come('ann', id)).toEqual(first)
  const next = await app.restart()
  expect(paid(await next.dispatch(inSession(person('ann')), visit.name, {}))).toEqual([])
  app.clock.pass(dayMs)
  expect(paid(await next.dispatch(inSession(person('ann')), visit.name, {}))).toHaveLength(1)
  expect(next.balanceOf('ann')).toBe(100)
  expect(await moneyProblems(next.hub, app.memory.storage)).toEqual([])
})

test('[RWD100] a day of a visit is kept once for achievements, even while the bonus or currency is off', async () => {
  const { come, change, clock, hub, balanceOf, problems } = await openRewards()
  const comeNextDay = async () => {
    clock.pass(dayMs)
    for (let tab = 0; tab < 2; tab += 1) expect(await come('ann')).toMatchObject({ ok: true })
    return claimedDays(hub, 'ann', 'visit', 'dailyBonus')
  }
  expect(await comeNextDay()).toBe(1)
  await change({ dailyBonus: { isOn: false, amount: 50 } })
  expect([await comeNextDay(), await comeNextDay()]).toEqual([2, 3])
  await hub.execute('test', switchOff.name, {})
  expect(await comeNextDay()).toBe(4)
  expect([balanceOf('ann'), await problems()]).toEqual([50, []])
})

test('[RWD1100] a bonus that is switched on during a day is paid once, even to those who came before it was on: their next visit counts an hour later', async () => {
  const { come, change, hub, clock, balanceOf, problems } = await openRewards()
  const answerOf = async (who: string) => visit.output.parse(((await come(who)) as { output: unknown }).output)
  const tomorrow = (Math.floor(clock.now() / dayMs) + 1) * dayMs
  await change({ dailyBonus: { isOn: false, amount: 50 } })
  expect(await answerOf('ann')).toEqual({ paid: [], nextAt: clock.now() + hourMs })
  clock.pass(hourMs)
  await change({ dailyBonus: { isOn: true, amount: 50 } })
  expect(await answerOf('ann')).toMatchObject({ paid: [{ amount: 50 }], nextAt: tomorrow })
  expect(await answerOf('ann')).toEqual({ paid: [], nextAt: tomorrow })
  await change({ dailyBonus: { isOn: false, amount: 50 } })
  expect(await answerOf('ann')).toEqual({ paid: [], nextAt: tomorrow })
  await change({ dailyBonus: { isOn: true, amount: 50 } })
  expect(paid(await come('ann'))).toEqual([])
  await hub.execute('test', switchOff.name, {})
  expect(await answerOf('bob')).toEqual({ paid: [], nextAt: clock.now() + hourMs })
  clock.pass(tomorrow - clock.now() - 1_000)
  expect(await answerOf('bob')).toEqual({ paid: [], nextAt: tomorrow })
  expect([balanceOf('ann'), balanceOf('bob'), await problems()]).toEqual([50, 0, []])
})

test('[RWD3] a program with a token makes no visit', async () => {
  const { dispatch, balanceOf } = await openRewards()
  expect(await dispatch(person('ann'), visit.name, {})).toMatchObject({ code: 'notAPage' })
  expect(balanceOf('ann')).toBe(0)
})

test('[RWD4] the owner changes the bonus and switches it off, which the audit has; wrong amounts, other roles and ownerPanel alone are refused', async () => {
  const { come, change, ask, dispatch, hub, memory, clock, problems } = await openRewards()
  expect(await change({ dailyBonus: { isOn: true, amount: 75 } })).toMatchObject({ ok: true })
  expect(paid(await come('ann'))).toMatchObject([{ amount: 75 }])
  clock.pass(dayMs)
  await change({ dailyBonus: { isOn: false, amount: 75 } })
  expect(paid(await come('ann'))).toEqual([])
  for (const amount of [0, -5, 1.5, 1_000_001, '50', null])
    expect(await change({ dailyBonus: { isOn: true, amount } })).toMatchObject({ code: 'badInput' })
  expect(await ask('ann', 'admin', changeEconomySettings, {})).toMatchObject({ code: 'forbidden' })
  const owner = person('olga', 'owner')
  const bot = { ...owner, can: (permission: string) => ['look', 'ownerPanel'].includes(permission) }
  const dailyBonus = { isOn: true, amount: 1_000_000 }
  expect(await dispatch(bot, changeEconomySettings.name, { dailyBonus })).toMatchObject({ code: 'forbidden' })
  expect(hub.read(economySettings).dailyBonus).toEqual({ isOn: false, amount: 75 })
  for (const { alsoNeeds } of economyOwnerSettings) expect(alsoNeeds).toEqual(changeEconomySettings.alsoNeeds)
  const { rows } = await memory.storage.archivePage({ kind: settingChanges.kind, before: null, limit: 9 })
  const lines = rows.map(({ row }) => settingChanges.audited?.(settingChanges.schema.parse(row)))
  expect(lines).toMatchObject([
    {
      by: 'olga',
      did: 'changed the daily bonus from {from} to {to}',
      detail: { name: 'the daily bonus', from: '75 Void Pearls', to: 'off' },
    },
    { detail: { from: '50 Void Pearls', to: '75 Void Pearls' } },
  ])
  expect(await problems()).toEqual([])
})

test('[RWD2351] the refusal names a reward of one Void Pearl in the singular', async () => {
  const { change } = await openRewards()
  const seen = { dailyBonus: { isOn: true, amount: 50 } }
  expect(await change({ dailyBonus: { isOn: true, amount: 1 }, seen })).toMatchObject({ ok: true })
  expect(await change({ dailyBonus: { isOn: true, amount: 90 }, seen })).toMatchObject({
    code: 'changedSince',
    message: expect.stringMatching(/the daily bonus to 1 Void Pearl\b/),
  })
})

test('[RWD18] of two owners who edit one reward the second is refused with what it is now, and neither is lost', async () => {
  const { change, hub } = await openRewards()
  const seen = { dailyBonus: { isOn: true, amount: 50 } }
  expect(await change({ dailyBonus: { isOn: true, amount: 75 }, seen })).toMatchObject({ ok: true })
  expect(await change({ dailyBonus: { isOn: true, amount: 90 }, seen })).toMatchObject({
    code: 'changedSince',
    message: expect.stringContaining('the daily bonus to 75 Void Pearls'),
  })
  expect(await change({ dailyBonus: { isOn: true, amount: 75 }, seen })).toMatchObject({ ok: true })
  expect(hub.read(economySettings).dailyBonus.amount).toBe(75)
})

test('[RWD5] the welcome grant is off at first; once it is on it is paid once, to accounts made from then on', async () => {
  const { come, change, link, clock, balanceOf, problems } = await openRewards()
  expect(paid(await come('ann'))).toHaveLength(1)
  clock.pass(1)
  await change({ welcomeGrant: { isOn: true, amount: 500 } })
  expect(paid(await come('bob')).map(({ cause }) => cause)).toEqual(['dailyBonus'])
  clock.pass(1)
  await link('new')
  expect(paid(await come('new')).map(({ cause }) => cause)).toEqual(['welcomeGrant', 'dailyBonus'])
  clock.pass(dayMs)
  expect(paid(await come('new')).map(({ cause }) => cause)).toEqual(['dailyBonus'])
  expect(balanceOf('new')).toBe(600)
  expect(await problems()).toEqual([])
})

test('[RWD6] nothing is paid while currency is switched off', async () => {
  const { come, hub, balanceOf } = await openRewards()
  await hub.execute('test', switchOff.name, {})
  expect(paid(await come('ann'))).toEqual([])
  expect(balanceOf('ann')).toBe(0)
})

test('[RWD7] a full wallet gets no bonus, and has not used up the day', async () => {
  const { come, ask, hub, clock, problems } = await openRewards()
  await ask('olga', 'owner', addCurrency, { target: 'ann', amount: 10 ** 12 })
  expect(await come('ann')).toMatchObject({ code: 'tooRich' })
  expect(hub.read(rewardKeys, 'ann')).toEqual(rewardKeys.schema.parse({}))
  clock.pass(1)
  expect(await problems()).toEqual([])
})

test('[RWD8] a demo account gets its balances once, and a real account none', async () => {
  const { hub, memory, problems } = await openRewards()
  await hub.execute('test', makeDemo.name, {})
  for (const one of ['demo-player', 'demo-player', 'ann'])
    await hub.execute('demo', grantDemoBalances.name, { account: one })
  expect(hub.read(wallet, 'demo-player')).toMatchObject({
    voidPearls: 25_000,
    razorTalons: 15_000,
    sylvanShards: 18_000,
  })
  expect(hub.read(wallet, 'ann').flows).toEqual({})
  expect((await memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 9 })).rows).toHaveLength(1)
  expect(await problems()).toEqual([])
})

test('[RWD9] the totals of the house have supply, drift, and what each cause ever made, for owners alone', async () => {
  const { come, ask, hub, erase } = await openRewards()
  await come('ann')
  await come('bob')
  await ask('olga', 'owner', addCurrency, { target: 'ann', amount: 10 ** 12 - 50 })
  await ask('olga', 'owner', addCurrency, { target: 'bob', amount: 7, currency: 'razorTalons' })
  await erase('bob')
  const read = (role: 'owner' | 'admin') =>
    hub.query(inSession(person('olga', role)), { name: readHouse.name, input: {} })
  expect(await read('admin')).toMatchObject({ code: 'forbidden' })
  expect(await read('owner')).toMatchObject({
    output: {
      currencies: [
        { currency: 'voidPearls', supply: '1000000000050', held: '0', drift: '0' },
        { currency: 'razorTalons', supply: '7', drift: '0' },
        { currency: 'sylvanShards', supply: '0' },
      ],
      flows: [
        { kind: 'faucet', cause: 'dailyBonus', amounts: { voidPearls: '100' } },
        { kind: 'faucet', cause: 'staffGrant', amounts: { voidPearls: '999999999950', razorTalons: '7' } },
      ],
      wallets: 1,
    },
  })
})
