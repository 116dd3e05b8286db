import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { dayText, mostGivers, mostPartners } from '../../../shared/features/trades/limits.ts'
import { passedDays, trades } from '../../../shared/features/trades/trades.ts'
import { inSession, person } from '../../testing/principals.ts'
import { recordTrade, type Trade } from './rules.ts'
import { openLimits } from './testing/openLimits.ts'
import { owner } from './testing/openTrades.ts'

const dayMs = 86_400_000

test('[TL1] a player who was not seen in the game for the hours that the owner asks gives nothing away, and reads how long it was', async () => {
  const { join, pearls, limit, balanceOf, problems } = await openLimits()
  await join('ann', { hours: 1, pearls: 100 })
  await join('bob', { hours: 0 })
  expect(await pearls('ann', 'bob', 5)).toMatchObject({
    code: 'hoursNeeded',
    message:
      "You can do this once you've been seen in the game for 2 h. So far it's 1 h. Play with your linked Steam account.",
  })
  await limit({ fromHours: 1 })
  expect(await pearls('ann', 'bob', 5)).toMatchObject({ ok: true })
  expect([balanceOf('bob'), await problems()]).toEqual([5, []])
})

test('[TL2] what one user passes to one other in 7 days grows with the hours of the giver, and says what is left and until when', async () => {
  const { join, pearls, clock, balanceOf, problems } = await openLimits()
  await join('ann', { hours: 5, pearls: 100_000 })
  for (const name of ['bob', 'cleo']) await join(name, { hours: 0 })
  expect(await pearls('ann', 'bob', 3000)).toMatchObject({ ok: true })
  clock.pass(2 * dayMs)
  expect(await pearls('ann', 'bob', 2001)).toMatchObject({
    code: 'currencyFull',
    message:
      "You can pass 5,000 Void Pearls to one player in 7 days, because you've been seen in the game for 5 h. You have 2,000 left. More from 8 January, 00:00 UTC.",
  })
  expect(await pearls('ann', 'bob', 2000)).toMatchObject({ ok: true })
  expect(await pearls('ann', 'cleo', 5000)).toMatchObject({ ok: true })
  clock.pass(5 * dayMs)
  expect(await pearls('ann', 'bob', 3000)).toMatchObject({ ok: true })
  expect(await pearls('ann', 'bob', 1)).toMatchObject({ code: 'currencyFull' })
  expect([balanceOf('bob'), await problems()]).toEqual([8000, []])
})

test('[TL2377] a limit of one pearl is named in the singular', async () => {
  const { join, pearls, limit } = await openLimits()
  await join('ann', { hours: 1, pearls: 10 })
  await join('bob', { hours: 0 })
  await limit({ fromHours: 0, perHour: 1 })
  expect(await pearls('ann', 'bob', 2)).toMatchObject({
    message: expect.stringMatching(/^You can pass 1 Void Pearl to one player in 7 days, .* You have 1 left\./),
  })
})

test('[TL3] a limit of 0 is none', async () => {
  const { join, pearls, limit } = await openLimits()
  await join('ann', { hours: 0, pearls: 100_000 })
  await join('bob', { hours: 0 })
  await limit({ fromHours: 0, perHour: 0 })
  expect(await pearls('ann', 'bob', 100_000)).toMatchObject({ ok: true })
})

test('[TL4] at about the usual price a first sale is not limited; far from it what passes counts as a gift of the side that loses', async () => {
  const { join, sale } = await openLimits()
  await join('new', { hours: 0 })
  await join('old', { hours: 10 })
  for (const amount of [1000, 3000, 334]) expect(sale('new', 'old', amount, 1000)).toBeNull()
  // The buyer passes 9,000, for which 10 hours are enough, and 20,000, for which they are not.
  expect(sale('new', 'old', 10_000, 1000)).toBeNull()
  expect(sale('new', 'old', 21_000, 1000)).toBe('buyerLimit')
  expect(sale('old', 'new', 10_000, 1000)).toBe('hoursNeeded')
  expect(sale('new', 'old', 1, 1000)).toBe('sellerHours')
  expect(sale('old', 'new', 1, 1000)).toBeNull()
  expect(sale('old', 'new', 1, 20_000)).toBe('sellerLimit')
})

test('[TL5] a sale without a usual price counts as one dinosaur and as what the buyer pays, by hours and at least one', async () => {
  const { join, sale, hub, limit } = await openLimits()
  await join('new', { hours: 0 })
  await join('old', { hours: 10 })
  expect([sale('new', 'old', 10_000, null), sale('new', 'old', 10_001, null)]).toEqual([null, 'buyerUnpriced'])
  expect([sale('old', 'new', 1_000, null), sale('old', 'new', 1_001, null)]).toEqual([null, 'buyerUnpriced'])
  await limit({ hoursPerDinosaur: 20 })
  expect(sale('old', 'new', 1_000, null)).toBeNull()
  await limit({ perHour: 0 })
  expect(sale('old', 'new', 50_000, null)).toBeNull()
  expect(hub.read(passedDays, 'old')).toEqual({ gave: {}, got: {} })
})

test('[TL6] what is recorded counts for both sides, has its signs for staff, and is dropped after the days that count', async () => {
  const rows: unknown[] = []
  const { join, hub, clock } = await openLimits()
  await join('ann', { hours: 1 })
  await join('bob', { hours: 10 })
  const written = new Map<string, object>()
  const read = (kind: { readonly kind: string }, key: string) =>
    (written.get(`${kind.kind}/${key}`) ?? structuredClone(hub.read(kind as never, key))) as never
  const edit = (kind: { readonly kind: string }, key: string) => {
    written.set(`${kind.kind}/${key}`, read(kind, key))
    return read(kind, key)
  }
  const record = (trade: Trade) => {
    const archive = (kind: { readonly kind: string }, row: object) => void rows.push({ ...row, in: kind.kind })
    recordTrade({ read, edit, archive, now: clock.now() } as never, 'operation', trade)
  }
  const price = { currency: 'razorTalons', amount: 5000 } as const
  record({ kind: 'sale', from: 'ann', to: 'bob', price, usual: 1000, item: 'Troodon' })
  record({ kind: 'sale', from: 'ann', to: 'bob', price, usual: 5000, item: 'Troodon' })
  record({ kind: 'sale', from: 'ann', to: 'bob', price, usual: 50_000, item: 'Troodon' })
  record({ kind: 'gift', from: 'ann', to: 'bob', price: null, item: 'Troodon' })
  expect(rows).toMatchObject([
    { in: trades.kind, signs: ['above'], usual: 1000, amount: 5000 },
    { signs: [] },
    { signs: ['below', 'newPlayer'] },
    { kind: 'gift', signs: ['gift', 'newPlayer'], item: 'Troodon' },
  ])
  const day = '2026-01-01'
  expect(written.get('passedDays/bob')).toMatchObject({
    gave: { [day]: { ann: { razorTalons: 4000, dinosaurs: 0, times: 1 } } },
    got: { [day]: { ann: { razorTalons: 45_000, dinosaurs: 1, times: 2 } } },
  })
  clock.pass(7 * dayMs)
  record({ kind: 'gift', from: 'ann', to: 'bob', price: null, item: 'Troodon' })
  expect(Object.keys((written.get('passedDays/ann') as { gave: object }).gave)).toEqual(['2026-01-08'])
})

test('[TL7] on one day a user gives to one other at most 20 times, to at most 50 others, and gets from at most 200', async () => {
  const { join, pearls, limit, clock, hub, problems } = await openLimits()
  await limit({ fromHours: 0, perHour: 0 })
  for (let nth = 0; nth <= 51; nth += 1) await join(`player${nth}`, { hours: 0, pearls: nth === 0 ? 1000 : 0 })
  for (let nth = 0; nth < 20; nth += 1) expect(await pearls('player0', 'player1', 1)).toMatchObject({ ok: true })
  expect(await pearls('player0', 'player1', 1)).toMatchObject({
    code: 'timesFull',
    message: "You've given to this player 20 times today. Try again from 2 January, 00:00 UTC.",
  })
  for (let nth = 2; nth <= 50; nth += 1) expect(await pearls('player0', `player${nth}`, 1)).toMatchObject({ ok: true })
  expect(await pearls('player0', 'player51', 1)).toMatchObject({ code: 'partnersFull' })
  expect(await pearls('player0', 'player50', 1)).toMatchObject({ ok: true })
  clock.pass(dayMs)
  expect(await pearls('player0', 'player51', 1)).toMatchObject({ ok: true })
  expect(Object.keys(hub.read(passedDays, 'player51').got)).toEqual(['2026-01-02'])
  expect(await problems()).toEqual([])
})

test('[TL8] a buyer whose seller has reached a bound of the day reads of the seller, and not as if they gave it', async () => {
  const { join, pearls, limit, sale } = await openLimits()
  await limit({ fromHours: 0, perHour: 0, hoursPerDinosaur: 0 })
  await join('ann', { hours: 0, pearls: 1000 })
  await join('bob', { hours: 0 })
  for (let nth = 0; nth < 20; nth += 1) await pearls('ann', 'bob', 1)
  expect([sale('ann', 'bob', 1, null), sale('ann', 'bob', 1, 1000)]).toEqual(['sellerUnpriced', 'sellerLimit'])
  // Here Ann is the buyer, who would pass it and has given herself.
  expect(sale('bob', 'ann', 1, null)).toBeNull()
  expect(sale('bob', 'ann', 10_000, 1000)).toBe('timesFull')
})

test('[TL11] those whom a user paid, or who paid them, for something without a usual price count for no bound of the day', {
  tags: 'slow',
}, async () => {
  const { join, pearls, limit, sell, hub, problems } = await openLimits()
  await limit({ fromHours: 0 })
  await join('ann', { hours: 0, pearls: 10 })
  await join('bob', { hours: 0, pearls: 10 })
  for (let nth = 0; nth < mostPartners; nth += 1) await sell(`seller${nth}`, 'ann', 10, null)
  expect(Object.values(hub.read(passedDays, 'ann').gave).map((others) => Object.keys(others).length)).toEqual([50])
  expect(await pearls('ann', 'bob', 1)).toMatchObject({ ok: true })
  // Bob sells to 50 others, and buys from as many as may give to him on one day but one.
  for (let nth = 0; nth < mostPartners; nth += 1) await sell('bob', `buyer${nth}`, 10, null)
  for (let nth = 2; nth < mostGivers; nth += 1) await sell(`giver${nth}`, 'bob', 10, null)
  await join('cleo', { hours: 0, pearls: 10 })
  expect(await pearls('cleo', 'bob', 1)).toMatchObject({ ok: true })
  await join('dora', { hours: 0, pearls: 10 })
  expect(await pearls('dora', 'bob', 1)).toMatchObject({ code: 'receiverFull' })
  expect(await problems()).toEqual([])
})

test('[TL12] the hours of one Steam account serve one limit, whichever account of the person has it', async () => {
  const { join, pearls, moveSteam, hub, clock, dispatch, balanceOf, problems } = await openLimits()
  const steamId = await join('alt1', { hours: 5, pearls: 5000 })
  await join('main', { hours: 0 })
  await join('bob', { hours: 0 })
  expect(await pearls('alt1', 'main', 3000)).toMatchObject({ ok: true })
  for (const [from, to] of [
    ['alt1', 'alt2'],
    ['alt2', 'alt3'],
  ] as const) {
    await moveSteam(steamId, from, to)
    await dispatch(owner, addCurrency.name, { target: to, amount: 5000 })
    const left = from === 'alt1' ? 2000 : 1000
    expect(await pearls(to, 'main', left + 1)).toMatchObject({
      code: 'currencyFull',
      message: expect.stringContaining(`You have ${left.toLocaleString('en-GB')} left. More from 8 January`),
    })
    expect(await pearls(to, 'main', 1000)).toMatchObject({ ok: true })
  }
  expect(await pearls('alt3', 'main', 1)).toMatchObject({ code: 'currencyFull' })
  expect(await pearls('alt3', 'bob', 4000)).toMatchObject({ ok: true })
  clock.pass(7 * dayMs)
  expect(await pearls('alt3', 'main', 1)).toMatchObject({ ok: false, code: 'tooPoor' })
  expect([balanceOf('main'), hub.read(passedDays, 'alt1').got, await problems()]).toEqual([5000, {}, []])
})

test('[TL13] an account that was erased leaves what it passed to the one that has its Steam account, for those days, and nothing else', async () => {
  const { join, pearls, moveSteam, hub, clock, dispatch, balanceOf, problems, faults } = await openLimits()
  const steamId = await join('alt1', { hours: 5, pearls: 9000 })
  for (const name of ['main', 'bob']) await join(name, { hours: 0 })
  expect(await pearls('alt1', 'main', 4000)).toMatchObject({ ok: true })
  expect(await pearls('alt1', 'bob', 5000)).toMatchObject({ ok: true })
  await moveSteam(steamId, 'alt1', 'alt2')
  await dispatch(owner, addCurrency.name, { target: 'alt2', amount: 9000 })
  const erase = (name: string) => dispatch(inSession(person(name)), eraseMe.name, { confirm: name })
  expect(await erase('alt1')).toMatchObject({ ok: true })
  expect(hub.read(passedDays, 'alt1')).toEqual({ gave: {}, got: {} })
  expect(Object.values(hub.read(passedDays, 'main').got)).toMatchObject([{ alt2: { voidPearls: 4000, times: 0 } }])
  expect(await pearls('alt2', 'main', 1001)).toMatchObject({ code: 'currencyFull' })
  expect(await pearls('alt2', 'main', 1000)).toMatchObject({ ok: true })
  expect(await pearls('alt2', 'bob', 1)).toMatchObject({ code: 'currencyFull' })
  expect(await erase('bob')).toMatchObject({ ok: true })
  expect(Object.values(hub.read(passedDays, 'alt2').gave)).toMatchObject([{ main: { voidPearls: 5000, times: 1 } }])
  // With the Steam account its hours go, and nothing is left to count.
  expect(await erase('alt2')).toMatchObject({ ok: true })
  expect(Object.values(hub.read(passedDays, 'main').got)).toEqual([{}])
  clock.pass(1)
  expect([balanceOf('main'), await problems(), faults]).toEqual([5000, [], []])
})

test('[TL15] a refusal names the day from which more of what was asked for can pass, whatever else passed before', async () => {
  const { join, pearls, sell, clock } = await openLimits()
  await join('ann', { hours: 5, pearls: 100_000 })
  await join('bob', { hours: 0 })
  await sell('bob', 'ann', 1000, 1000)
  clock.pass(3 * dayMs)
  expect(await pearls('ann', 'bob', 5000)).toMatchObject({ ok: true })
  const refused = await pearls('ann', 'bob', 1)
  expect(refused).toMatchObject({
    code: 'currencyFull',
    message: expect.stringContaining(dayText(clock.now() + 7 * dayMs)),
  })
})

test('[TL14] after a sale or gift between them each further sale of two users counts by its difference from the usual price', async () => {
  const { join, pearls, sell, sale, moveSteam, problems } = await openLimits()
  for (const name of ['ann', 'bob']) await join(name, { hours: 0 })
  await sell('ann', 'bob', 500, 1000)
  await sell('ann', 'bob', 500, 1000)
  expect([sale('ann', 'bob', 999, 1000), sale('ann', 'bob', 1000, 1000)]).toEqual(['sellerLimit', null])
  // What Bob passes counts apart.
  expect([sale('ann', 'bob', 2000, 1000), sale('ann', 'bob', 2001, 1000)]).toEqual([null, 'buyerLimit'])
  expect([sale('bob', 'ann', 334, 1000), sale('bob', 'ann', 1001, 1000)]).toEqual([null, 'buyerLimit'])
  const steamId = await join('cleo', { hours: 2, pearls: 10 })
  expect(sale('cleo', 'bob', 4000, 10_000)).toBeNull()
  expect(await pearls('cleo', 'bob', 1)).toMatchObject({ ok: true })
  expect([sale('cleo', 'bob', 4000, 10_000), sale('bob', 'cleo', 16_000, 10_000)]).toEqual([
    'sellerLimit',
    'buyerLimit',
  ])
  expect(sale('cleo', 'ann', 4000, 10_000)).toBeNull()
  await moveSteam(steamId, 'cleo', 'alt')
  expect([sale('alt', 'bob', 4000, 10_000), sale('alt', 'bob', 8000, 10_000)]).toEqual(['sellerLimit', null])
  expect(await problems()).toEqual([])
})
