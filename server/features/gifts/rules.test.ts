// One file because all rules of gifts are tested on the hub of `openGifts`, with its short ways to give and to look.
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { banPlayer } from '../../../shared/features/deliveries/commands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { blockPlayer } from '../../../shared/features/friends/commands.ts'
import { findReceiver, sendGift, setTakesGifts } from '../../../shared/features/gifts/gifts.ts'
import { inventoryHistory } from '../../../shared/features/inventory/history.ts'
import { entryHistory } from '../../../shared/features/inventory/queries.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { readReceipt, searchLedger } from '../../../shared/features/ledger/queries.ts'
import { buyListing, openListing } from '../../../shared/features/market/commands.ts'
import { mostNotifications, notifications } from '../../../shared/features/notifications/notifications.ts'
import { ownedSkins, skinHistory } from '../../../shared/features/skins/ownedSkins.ts'
import { passedDays, trades } from '../../../shared/features/trades/trades.ts'
import { ensureAccount, signInAs } from '../../testing/accounts.ts'
import { freshId, guest, inSession, person } from '../../testing/principals.ts'
import { skinProblems } from '../skins/testing/checkSkins.ts'
import { openTrades, owner, steamIdOf } from '../trades/testing/openTrades.ts'

const dayMs = 86_400_000

async function openGifts() {
  const app = await openTrades()
  const { dispatch, hub, memory, clock } = app
  const send = (from: string, to: string, gift: object, id = freshId(clock.now())) =>
    dispatch(person(from), sendGift.name, { to, gift }, id)
  return {
    ...app,
    send,
    pearls: (from: string, to: string, amount: unknown) =>
      send(from, to, { kind: 'currency', currency: 'voidPearls', amount }),
    dinosaur: (from: string, to: string, dinosaur: string) => send(from, to, { kind: 'dinosaur', dinosaur }),
    /** Buys a Troodon, which can be given away a day later. */
    async buy(who: string) {
      const answer = await dispatch(person(who), 'shop.buy', { item: 'troodon', price: 1200 })
      if (!answer.ok) throw new Error(answer.message)
      return (answer.output as { entry: string }).entry
    },
    find: (who: string, name: string) => hub.query(person(who), { name: findReceiver.name, input: { name } }),
    async historyFor(who: string, dinosaur: string) {
      await hub.settled()
      const answer = await hub.query(person(who), { name: entryHistory.name, input: { dinosaur } })
      return answer.ok ? entryHistory.output.parse(answer.output).steps : answer.code
    },
    noticesOf: (who: string) => Object.values(hub.read(notifications, who).entries),
    rowsOf: async (kind: string) => {
      await hub.settled()
      const { rows } = await memory.storage.archivePage({ kind, before: null, limit: 100 })
      return rows.map(({ row }) => row)
    },
    ban: (steamId: string) =>
      dispatch(owner, banPlayer.name, { server: 'main', target: steamId, reason: 'no', durationMs: null }),
  }
}

test('[GI1] a gift of currency is one change: both wallets, a row of the ledger for both, and a notice', async () => {
  const { join, pearls, balanceOf, memory, noticesOf, rowsOf, problems, faults } = await openGifts()
  await join('ann', { pearls: 500 })
  await join('bob', { hours: 0 })
  const before = memory.journal.length
  expect(await pearls('ann', 'bob', 200)).toMatchObject({ ok: true, output: { name: 'bob' } })
  expect(memory.journal).toHaveLength(before + 1)
  expect([balanceOf('ann'), balanceOf('bob')]).toEqual([300, 200])
  const [row] = await rowsOf(ledger.kind)
  expect(row).toMatchObject({ cause: 'gift', player: 'ann', other: 'bob', by: 'ann' })
  expect(noticesOf('bob')).toMatchObject([
    { type: 'giftReceived', other: 'ann', message: '{other} sent you 200 Void Pearls.', link: '/ledger' },
  ])
  expect(noticesOf('ann')).toEqual([])
  expect([await problems(), faults]).toEqual([[], []])
})

test('[GI2] a dinosaur that is given moves with its history, and stays with its new owner for a day', async () => {
  const { join, buy, dinosaur, dinosaursOf, historyFor, clock, noticesOf, rowsOf, problems } = await openGifts()
  await join('ann', { pearls: 1200 })
  await join('bob')
  const entry = await buy('ann')
  clock.pass(dayMs)
  expect(await dinosaur('ann', 'bob', entry)).toMatchObject({ ok: true, output: { name: 'bob' } })
  expect(dinosaursOf('ann')).toEqual([])
  expect(dinosaursOf('bob')).toMatchObject([{ id: entry, source: 'gift', tradableAt: clock.now() + dayMs }])
  const chain = (await rowsOf(inventoryHistory.kind)).filter((row) => row.entry === entry)
  expect(chain).toMatchObject([
    { step: 2, act: 'moved', cause: 'gift', player: 'bob', other: 'ann', from: 'player', to: 'player' },
    { step: 1, act: 'added', cause: 'purchase' },
  ])
  // Each of the two reads what the gift was to them.
  expect(await historyFor('ann', entry)).toMatchObject([{ cause: 'gift', isReceived: false }, { cause: 'purchase' }])
  expect(await historyFor('bob', entry)).toMatchObject([{ cause: 'gift', isReceived: true }])
  expect(noticesOf('bob')).toMatchObject([
    { type: 'giftReceived', other: 'ann', message: '{other} gave you a dinosaur: Troodon.', link: '/inventory' },
  ])
  expect(await dinosaur('bob', 'ann', entry)).toMatchObject({ code: 'notTradable' })
  clock.pass(dayMs)
  expect(await dinosaur('bob', 'ann', entry)).toMatchObject({ ok: true })
  expect(await problems()).toEqual([])
})

test('[GI40] a skin that is kept moves with its history; its new owner cannot pass it on for a day, and limits count it', async () => {
  const { join, send, dispatch, hub, memory, clock, noticesOf, rowsOf, problems, limit } = await openGifts()
  await join('ann', { hours: 3, pearls: 5000 })
  await join('bob')
  await limit({ hoursPerDinosaur: 3 })
  const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
  const buySkin = async () => {
    const answer = await dispatch(person('ann'), 'skins.buy', { design, price: 500 })
    return (answer as unknown as { output: { id: string } }).output.id
  }
  const [first, second] = [await buySkin(), await buySkin()]
  const give = (from: string, to: string, skin: string) => send(from, to, { kind: 'skin', skin })
  expect(await give('ann', 'bob', first)).toMatchObject({ code: 'skinNotTradable' })
  clock.pass(dayMs)
  expect(await give('bob', 'ann', first)).toMatchObject({ code: 'noSuchSkin' })
  expect(await give('ann', 'ann', first)).toMatchObject({ code: 'samePerson' })
  expect(await give('ann', 'bob', first)).toMatchObject({ ok: true, output: { name: 'bob' } })
  expect(Object.keys(hub.read(ownedSkins, 'ann').skins)).toEqual([second])
  expect(hub.read(ownedSkins, 'bob').skins[first]).toMatchObject({ source: 'gift', tradableAt: clock.now() + dayMs })
  const [row] = await rowsOf(skinHistory.kind)
  expect(row).toMatchObject({ entry: first, step: 2, act: 'moved', cause: 'gift', player: 'bob', other: 'ann' })
  expect(noticesOf('bob')).toMatchObject([
    { message: '{other} gave you a skin: Albino for Triceratops.', link: '/skins' },
  ])
  expect(await give('bob', 'ann', first)).toMatchObject({ code: 'skinNotTradable' })
  expect(await give('ann', 'bob', second)).toMatchObject({ code: 'dinosaursFull' })
  expect([await problems(), await skinProblems(hub, memory.storage)]).toEqual([[], []])
})

test('[GI3] nothing can be given to oneself in any way: own id, own name, own SteamID64', async () => {
  const { join, pearls, find, buy, dinosaur, clock, balanceOf, problems } = await openGifts()
  const steamId = await join('ann', { pearls: 2000 })
  const entry = await buy('ann')
  clock.pass(dayMs)
  expect(await pearls('ann', 'ann', 5)).toMatchObject({ code: 'samePerson' })
  expect(await dinosaur('ann', 'ann', entry)).toMatchObject({ code: 'samePerson' })
  for (const name of ['ann', ' ANN ', steamId]) expect(await find('ann', name)).toMatchObject({ code: 'samePerson' })
  expect([balanceOf('ann'), await problems()]).toEqual([800, []])
})

test('[GI4] a user who unlinks Steam or Discord and signs in with it again is still the same person, even over a third account', async () => {
  const { join, pearls, hub, dispatch, find, balanceOf, problems, limit } = await openGifts()
  await limit({ fromHours: 0, perHour: 0 })
  const steamId = await join('ann', { pearls: 100 })
  const leave = (who: string, provider: string) => dispatch(inSession(person(who)), unlink.name, { provider })
  const { discord, steam } = hub.read(account, 'ann')
  expect(await leave('ann', 'discord')).toMatchObject({ ok: true })
  await signInAs(hub, { identity: discord as never, newAccount: 'alt' })
  expect(await pearls('ann', 'alt', 5)).toMatchObject({ code: 'samePerson' })
  expect(await pearls('alt', 'ann', 5)).toMatchObject({ code: 'samePerson' })
  // The second account gets another SteamID, leaves it to a third one, and so does the first with its own.
  await signInAs(hub, { identity: { ...steam, steamId: steamIdOf(77) } as never, current: 'alt' })
  expect(await leave('alt', 'steam')).toMatchObject({ ok: true })
  await signInAs(hub, { identity: { ...steam, steamId: steamIdOf(77) } as never, newAccount: 'third' })
  expect(await pearls('ann', 'third', 5)).toMatchObject({ code: 'samePerson' })
  expect(await find('ann', steamIdOf(77))).toMatchObject({ code: 'samePerson' })
  expect([steamId, balanceOf('ann'), await problems()]).toEqual([steamIdOf(1), 100, []])
})

test('[GI5] there is one answer for names of no player, of those who take no gifts, are banned, erased, or of the demo', async () => {
  const { join, pearls, find, dispatch, hub, ban, balanceOf, problems } = await openGifts()
  await join('ann', { pearls: 100 })
  for (const name of ['bob', 'cleo', 'dan']) await join(name)
  await dispatch(person('bob'), setTakesGifts.name, { takesGifts: false })
  expect(await ban(steamIdOf(3))).toMatchObject({ ok: true })
  expect(await dispatch(inSession(person('dan')), eraseMe.name, { confirm: 'dan' })).toMatchObject({ ok: true })
  const identity = { provider: 'discord', discordId: '5', username: 'eve', displayName: 'eve' } as never
  await signInAs(hub, { identity, newAccount: 'eve', demo: true })
  const nowhere = await find('ann', 'nowhere')
  expect(nowhere).toMatchObject({ ok: false, code: 'noReceiver' })
  for (const name of ['bob', 'cleo', 'dan', 'eve', steamIdOf(3), steamIdOf(999), '__proto__'])
    expect(await find('ann', name)).toEqual(nowhere)
  for (const to of ['bob', 'cleo', 'dan', 'eve', 'constructor'])
    expect(await pearls('ann', to, 5)).toMatchObject({ code: 'noReceiver' })
  await dispatch(person('bob'), setTakesGifts.name, { takesGifts: true })
  expect(await find('ann', 'BOB')).toMatchObject({ ok: true, output: { account: 'bob', name: 'bob' } })
  expect([balanceOf('ann'), await problems()]).toEqual([100, []])
})

test('[GI6] ids of accounts are not tried: after ten refusals in a minute there is no answer', async () => {
  const { join, pearls } = await openGifts()
  await join('ann', { pearls: 100 })
  for (let tried = 0; tried < 10; tried += 1)
    expect(await pearls('ann', `guess${tried}`, 5)).toMatchObject({ code: 'noReceiver' })
  expect(await pearls('ann', 'guess', 5)).toMatchObject({ code: 'tooManyGuesses' })
})

test('[GI7] a banned user gives nothing away, and can again after the ban', async () => {
  const { join, pearls, ban, dispatch, balanceOf, problems } = await openGifts()
  const steamId = await join('ann', { pearls: 100 })
  await join('bob')
  await ban(steamId)
  expect(await pearls('ann', 'bob', 5)).toMatchObject({ code: 'banned' })
  expect(await dispatch(owner, 'deliveries.unbanPlayer', { server: 'main', target: steamId })).toMatchObject({
    ok: true,
  })
  expect(await pearls('ann', 'bob', 5)).toMatchObject({ ok: true })
  expect([balanceOf('ann'), await problems()]).toEqual([95, []])
})

test('[GI8] two players of one name are not mixed up: the SteamID64 tells them apart', async () => {
  const { join, find, hub, clock } = await openGifts()
  await join('ann')
  const [one, other] = [await join('bob'), await join('robert')]
  await ensureAccount(hub, clock.now(), { account: 'robert', name: 'Bob', steamId: other })
  expect(await find('ann', 'bob')).toMatchObject({ code: 'ambiguous' })
  expect(await find('ann', one)).toMatchObject({ output: { account: 'bob' } })
  expect(await find('ann', other)).toMatchObject({ output: { account: 'robert', name: 'Bob' } })
})

test('[GI9] bad input moves nothing', async () => {
  const { join, pearls, send, dinosaur, buy, dispatch, balanceOf, dinosaursOf, problems, clock } = await openGifts()
  await join('ann', { pearls: 2000 })
  await join('bob', { pearls: 1200 })
  for (const amount of [0, -5, 1.5, '5', 1e13, Number.NaN, null, undefined, [5], {}])
    expect(await pearls('ann', 'bob', amount)).toMatchObject({ code: 'badInput' })
  for (const gift of [
    { kind: 'currency', currency: 'gold', amount: 5 },
    { kind: 'everything' },
    { kind: 'dinosaur' },
    { kind: 'dinosaur', dinosaur: 'x'.repeat(65) },
    { kind: 'currency', currency: 'voidPearls', amount: 5, from: 'bob' },
    null,
  ])
    expect(await send('ann', 'bob', gift as object)).toMatchObject({ code: 'badInput' })
  const entry = await buy('bob')
  clock.pass(dayMs)
  for (const id of [entry, 'nothing', '__proto__'])
    expect(await dinosaur('ann', 'bob', id)).toMatchObject({ code: 'gone' })
  expect(await pearls('ann', 'bob', 2001)).toMatchObject({ code: 'tooPoor' })
  expect(await dispatch(guest, sendGift.name, { to: 'bob', gift: {} })).toMatchObject({ ok: false, code: 'forbidden' })
  const id = freshId(clock.now())
  const gift = { kind: 'currency', currency: 'voidPearls', amount: 5 }
  expect(await send('ann', 'bob', gift, id)).toMatchObject({ ok: true })
  expect(await send('ann', 'bob', gift, id)).toMatchObject({ ok: true })
  expect(await send('ann', 'bob', { ...gift, amount: 6 }, id)).toMatchObject({ code: 'otherContents' })
  expect([balanceOf('ann'), balanceOf('bob'), dinosaursOf('bob').length]).toEqual([1995, 5, 1])
  expect(await problems()).toEqual([])
})

test('[GI10] each gift is a notification of its own, and the latest hundred are kept', async () => {
  const { join, pearls, limit, noticesOf, clock } = await openGifts()
  await limit({ perHour: 0 })
  await join('ann', { pearls: 10_000 })
  await join('bob')
  for (let nth = 1; nth <= mostNotifications + 5; nth += 1) {
    if (nth % 20 === 0) clock.pass(dayMs)
    expect(await pearls('ann', 'bob', nth)).toMatchObject({ ok: true })
    clock.pass(1)
  }
  const amounts = noticesOf('bob').map(({ details }) => details.amount)
  expect(amounts).toEqual(Array.from({ length: mostNotifications }, (_, at) => at + 6))
})

test('[GI11] erasing a user leaves the sums right and removes them from what others gave and got', async () => {
  const { join, pearls, hub, dispatch, rowsOf, problems } = await openGifts()
  await join('ann', { pearls: 100 })
  await join('bob')
  await pearls('ann', 'bob', 60)
  expect(Object.values(hub.read(passedDays, 'ann').gave)).toMatchObject([{ bob: { voidPearls: 60 } }])
  await dispatch(inSession(person('bob')), eraseMe.name, { confirm: 'bob' })
  expect(Object.values(hub.read(passedDays, 'ann').gave)).toEqual([{}])
  expect(hub.read(passedDays, 'bob')).toEqual({ gave: {}, got: {} })
  expect(await pearls('ann', 'bob', 5)).toMatchObject({ code: 'noReceiver' })
  expect((await rowsOf(trades.kind)).length).toBe(1)
  expect(await problems()).toEqual([])
})

test('[GI12] nothing is bought from oneself on the market, even with another account of the same person', async () => {
  const { join, buy, hub, dispatch, dinosaursOf, balanceOf, problems, clock } = await openGifts()
  await join('ann', { pearls: 1200 })
  const entry = await buy('ann')
  clock.pass(dayMs)
  const { discord } = hub.read(account, 'ann')
  await dispatch(inSession(person('ann')), unlink.name, { provider: 'discord' })
  await signInAs(hub, { identity: discord as never, newAccount: 'alt' })
  await dispatch(owner, addCurrency.name, { target: 'alt', amount: 500, currency: 'razorTalons' })
  const listed = await dispatch(person('ann'), openListing.name, {
    item: { kind: 'dinosaur', id: entry },
    price: 100,
    fee: 5,
  })
  const { listing } = (listed as unknown as { output: { listing: string } }).output
  const purchase = { seller: 'ann', listing, price: 100 }
  expect(await dispatch(person('alt'), buyListing.name, purchase)).toMatchObject({ code: 'samePerson' })
  expect(await dispatch(person('ann'), buyListing.name, purchase)).toMatchObject({ code: 'yourOwn' })
  expect(dinosaursOf('ann')).toMatchObject([{ id: entry, state: 'listed' }])
  expect([balanceOf('alt', 'razorTalons'), await problems()]).toEqual([500, []])
})

test('[GI13] of two gifts of one dinosaur one happens', async () => {
  const { join, buy, dinosaur, dinosaursOf, problems, clock } = await openGifts()
  await join('ann', { pearls: 1200 })
  for (const name of ['bob', 'cleo']) await join(name)
  const entry = await buy('ann')
  clock.pass(dayMs)
  const answers = await Promise.all(['bob', 'cleo'].map((to) => dinosaur('ann', to, entry)))
  expect(answers).toMatchObject([{ ok: true }, { code: 'gone' }])
  expect([dinosaursOf('bob').length, dinosaursOf('cleo').length, await problems()]).toEqual([1, 0, []])
})

test('[GI32] two gifts that cross at the same moment both end, and each has what the other gave', async () => {
  const { join, pearls, balanceOf, problems, faults } = await openGifts()
  await join('ann', { pearls: 100 })
  await join('bob', { pearls: 70 })
  const answers = await Promise.all([pearls('ann', 'bob', 100), pearls('bob', 'ann', 70)])
  expect(answers).toMatchObject([{ ok: true }, { ok: true }])
  expect([balanceOf('ann'), balanceOf('bob'), await problems(), faults]).toEqual([70, 100, [], []])
})

test('[GI31] on the receipt of a gift each side has its own balance as its own, and the name of the other one', async () => {
  const { join, hub, pearls } = await openGifts()
  await join('ann', { pearls: 500 })
  await join('bob')
  expect(await pearls('ann', 'bob', 100)).toMatchObject({ ok: true })
  for (const [who, amount] of [
    ['ann', -100],
    ['bob', 100],
  ] as const) {
    const ask = async (query: { readonly name: string }, input: object) => {
      const answer = await hub.query(inSession(person(who)), { name: query.name, input })
      return answer.ok ? answer.output : answer
    }
    const { lines } = searchLedger.output.parse(await ask(searchLedger, {}))
    const gift = lines.find(({ cause }) => cause === 'gift')
    const { receipt } = readReceipt.output.parse(await ask(readReceipt, { operation: gift?.operation, at: gift?.at }))
    expect(receipt?.entries.find(({ account: one }) => one === 'player')?.amount).toBe(amount)
    expect(receipt?.entries.find(({ account: one }) => one === 'other')?.amount).toBe(-amount)
    // Each reads who the other one is.
    expect([gift?.otherName, gift?.byName]).toEqual([who === 'ann' ? 'bob' : 'ann', ''])
  }
})

test('[GI27] a player who has blocked a user is not found by them, and gets nothing from them', async () => {
  const { join, pearls, find, dispatch, balanceOf, problems } = await openGifts()
  await join('ann', { pearls: 500 })
  await join('bob', {})
  expect(await dispatch(person('bob'), blockPlayer.name, { player: 'ann' })).toMatchObject({ ok: true })
  expect(await pearls('ann', 'bob', 5)).toMatchObject({ ok: false, code: 'noReceiver' })
  expect(await find('ann', 'bob')).toMatchObject({ ok: false })
  expect([balanceOf('ann'), await problems()]).toEqual([500, []])
})
