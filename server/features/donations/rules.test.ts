// One file because all of these rules are about the same records: what is recorded, given, corrected and taken back.
import { expect, test } from 'vitest'
import { exportedPart } from '../../../shared/engine/document.ts'
import * as commands from '../../../shared/features/donations/commands.ts'
import {
  donationRecords,
  donationSettings,
  donationSums,
  donationTests,
  ownDonations,
  revenueOf,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { patron, patronAudit, setTier } from '../../../shared/features/patrons/patrons.ts'
import { latestChanges } from '../../../shared/features/settings/changes.ts'
import { inSession, person } from '../../testing/principals.ts'
import { openCampaigns } from '../campaigns/testing/openCampaigns.ts'
import { givenTiersOf } from '../patrons/feature.ts'
import { donationsFeature } from './feature.ts'
import { tiersSetting } from './rules.ts'

const dayMs = 24 * 3_600_000
const steamId = '76561198000000001'
const tiers = [
  { tier: 'Bronze', currency: 'EUR', amount: 300 },
  { tier: 'Gold', currency: 'EUR', amount: 1_000, perks: 'A name in gold.' },
  { tier: 'Gold', currency: 'USD', amount: 1_200 },
] as const
const told = {
  source: 'kofi',
  transaction: 'tx-1',
  event: 'paid',
  amount: 1_000,
  currency: 'EUR',
  donor: 'Jo',
  message: '',
  steamIds: [] as string[],
  discordId: null as string | null,
} as const

const idAndRecord = ({ id, record }: { readonly id?: string; readonly record?: string }) => ({
  id,
  record: record ?? '',
})

async function open() {
  const world = await openCampaigns({ more: [donationsFeature] })
  await world.ask(commands.changeDonationTiers, { tiers, days: 30 })
  return Object.assign(Object.create(world) as typeof world, {
    receive: (changes: object = {}) =>
      world.hub.execute('donations', commands.receiveDonation.name, { ...told, ...changes }),
    record: (amount: number, account: string, more: object = {}) =>
      world.ask(commands.recordDonation, { amount, currency: 'EUR', account, ...more }),
    tier: (who: string) => {
      const { tier, until } = world.hub.read(patron, who)
      return [tier, until === null ? null : (until - world.clock.now()) / dayMs]
    },
    revenue: () => revenueOf(world.hub.read(donationSums, 'main')),
    unmatched: () => Object.values(world.hub.read(unmatchedDonations, 'main').entries),
  })
}

test('[DNT2393] the export of a person words the sum of a donation beside its minor units', async () => {
  const { link, record, hub } = await open()
  await link('ann')
  await record(1_250, 'ann')
  if (ownDonations.exported === null) throw new Error('Donations are exported')
  const part = exportedPart(ownDonations.exported, hub.read(ownDonations, 'ann'), { account: 'ann', players: [] })
  expect(part).toMatchObject([{ amount: 1_250, currency: 'EUR', sum: 'EUR 12.50' }])
})

test('[DNT10] a transaction is recorded once, however often and at once a service sends it, even after a restart', async () => {
  const { receive, revenue, jump } = await open()
  expect(revenue()).toBeNull()
  const outcomes = await Promise.all([receive(), receive(), receive({ source: 'tebex' }), receive()])
  const [recorded, repeated] = [{ outcome: 'recorded' }, { outcome: 'repeated' }]
  expect(outcomes).toEqual([recorded, repeated, recorded, repeated])
  await jump(400 * dayMs)
  expect(await receive()).toEqual(repeated)
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 2_000, donations: 2 }])
})

test('[DNT12] a donation gives the tier of its amount in its own currency, for 30 days; it ends by itself', async () => {
  const { link, record, tier, jump, inbox } = await open()
  await link('ann')
  expect(await record(299, 'ann')).toMatchObject({ tier: 'None' })
  expect(await record(1_000, 'ann', { currency: 'USD' })).toMatchObject({ tier: 'None' })
  expect(await record(1_000, 'ann')).toMatchObject({ tier: 'Gold' })
  expect(tier('ann')).toEqual(['Gold', 30])
  expect(inbox('ann').at(-1)?.message).toBe(
    'Your donation of EUR 10.00 has arrived. You are a Gold patron. A name in gold.',
  )
  await jump(30 * dayMs)
  expect(tier('ann')).toEqual(['None', null])
})

test('[DNT13] donations of one tier follow one another; a lower tier goes on after a higher one has ended', async () => {
  const { link, record, tier, jump } = await open()
  await link('ann')
  await record(300, 'ann')
  await jump(10 * dayMs)
  await record(300, 'ann')
  expect(tier('ann')).toEqual(['Bronze', 50])
  await record(1_000, 'ann')
  expect(tier('ann')).toEqual(['Gold', 30])
  await jump(30 * dayMs)
  expect(tier('ann')).toEqual(['Bronze', 20])
  await jump(20 * dayMs)
  expect(tier('ann')).toEqual(['None', null])
})

test('[DNT14] a tier that an owner set goes on after a higher one by a donation, and a higher one of theirs stays', async () => {
  const { link, record, tier, ask, clock, jump } = await open()
  await link('ann')
  await link('bob')
  await ask(setTier, { account: 'ann', tier: 'Bronze' })
  await ask(setTier, { account: 'bob', tier: 'Diamond', until: clock.now() + 5 * dayMs })
  expect(await record(1_000, 'ann')).toMatchObject({ tier: 'Gold' })
  expect(await record(1_000, 'bob')).toMatchObject({ tier: 'Diamond' })
  expect([tier('ann'), tier('bob')]).toEqual([
    ['Gold', 30],
    ['Diamond', 5],
  ])
  await jump(5 * dayMs)
  expect(tier('bob')).toEqual(['Gold', 25])
  await jump(25 * dayMs)
  expect([tier('ann'), tier('bob')]).toEqual([
    ['Bronze', null],
    ['None', null],
  ])
})

test('[DNT60] a donation shortens no tier that an owner set, and its refund takes only what it gave', async () => {
  const { link, record, tier, ask, clock, hub } = await open()
  await link('ann')
  await link('bob')
  await ask(setTier, { account: 'ann', tier: 'Gold', until: clock.now() + 365 * dayMs })
  await ask(setTier, { account: 'bob', tier: 'Bronze', until: clock.now() + 365 * dayMs })
  const anns = idAndRecord(await record(1_000, 'ann'))
  const bobs = idAndRecord(await record(1_000, 'bob'))
  expect([tier('ann'), tier('bob')]).toEqual([
    ['Gold', 365],
    ['Gold', 30],
  ])
  for (const { record: one } of [anns, bobs]) await ask(commands.refundDonation, { record: one })
  expect([tier('ann'), tier('bob')]).toEqual([
    ['Gold', 365],
    ['Bronze', 365],
  ])
  expect(hub.read(patron, 'bob')).toMatchObject({ source: 'owner', beside: null })
})

test('[DNT61] of two equal tiers the one with the later end is shown; an owner takes both away, and what is set then is shown', async () => {
  const { link, record, tier, ask, clock, memory } = await open()
  await link('ann')
  await record(1_000, 'ann')
  const set = (tier: string, days: number) => ask(setTier, { account: 'ann', tier, until: clock.now() + days * dayMs })
  await set('Gold', 5)
  expect(tier('ann')).toEqual(['Gold', 30])
  await set('Bronze', 50)
  expect(tier('ann')).toEqual(['Gold', 30])
  const { rows } = await memory.storage.archivePage({ kind: patronAudit.kind, before: null, limit: 1 })
  expect(rows[0]?.row).toMatchObject({ by: 'olga', from: 'Gold', to: 'Bronze', source: 'owner' })
  await set('Gold', 40)
  expect(tier('ann')).toEqual(['Gold', 40])
  await ask(setTier, { account: 'ann', tier: 'None' })
  expect(tier('ann')).toEqual(['None', null])
  await set('Bronze', 10)
  expect(tier('ann')).toEqual(['Bronze', 10])
})

test.each<
  [string, (world: Awaited<ReturnType<typeof open>>, named: ReturnType<typeof idAndRecord>) => Promise<unknown>]
>([
  ['a small donation', ({ record }) => record(1, 'ann')],
  ['the refund of another donation', ({ ask }, { record }) => ask(commands.refundDonation, { record })],
  ['the withdrawal of another donation', ({ ask }, named) => ask(commands.withdrawDonation, named)],
  [
    'a refund that is taken back',
    async ({ ask }, named) => {
      await ask(commands.refundDonation, { record: named.record })
      await ask(commands.undoRefund, named)
    },
  ],
])(
  '[DNT68] a tier that an owner took away does not come back by %s, and a later donation gives only its own',
  async (_by, happen) => {
    const world = await open()
    const { link, record, tier, ask, jump } = world
    await link('ann')
    await record(1_000, 'ann')
    const other = idAndRecord(await record(1_000, 'ann'))
    await ask(setTier, { account: 'ann', tier: 'Bronze' })
    await ask(setTier, { account: 'ann', tier: 'None' })
    await happen(world, other)
    expect(tier('ann')).toEqual(['None', null])
    expect(await record(1_000, 'ann')).toMatchObject({ tier: 'Gold' })
    expect(tier('ann')).toEqual(['Gold', 30])
    await jump(30 * dayMs)
    expect(tier('ann')).toEqual(['None', null])
  },
)

test('[DNT62] while an owner gives a tier, a lower one by another donation goes on after a higher one', async () => {
  const { link, record, tier, ask, jump } = await open()
  await link('ann')
  await ask(commands.changeDonationTiers, {
    tiers: [...tiers, { tier: 'Silver', currency: 'EUR', amount: 500 }],
    days: 30,
  })
  await ask(setTier, { account: 'ann', tier: 'Bronze' })
  await record(1_000, 'ann')
  await jump(10 * dayMs)
  await record(500, 'ann')
  await jump(20 * dayMs)
  expect(tier('ann')).toEqual(['Silver', 10])
  await jump(10 * dayMs)
  expect(tier('ann')).toEqual(['Bronze', null])
})

test('[DNT63] a tier that an earlier release stored is read as what its source gave', () => {
  const stored = (source: string) => patron.schema.parse({ tier: 'Gold', since: 1, until: 2, source })
  const gold = { tier: 'Gold', until: 2 }
  expect(givenTiersOf(stored('owner'))).toEqual({ owner: gold, donation: null })
  expect(givenTiersOf(stored('donation'))).toEqual({ owner: null, donation: gold })
})

test('[DNT15] a refund leaves the sums and ends what the donation gave, once; one that is unknown changes nothing', async () => {
  const { hub, link, receive, tier, revenue } = await open()
  await link('ann', steamId)
  await receive({ steamIds: [steamId] })
  await receive({ transaction: 'tx-2', amount: 300, steamIds: [steamId] })
  expect(tier('ann')).toEqual(['Gold', 30])
  expect(await receive({ event: 'refunded' })).toEqual({ outcome: 'refunded' })
  expect(await receive({ event: 'refunded' })).toEqual({ outcome: 'repeated' })
  expect(await receive({ event: 'refunded', transaction: 'tx-9' })).toEqual({ outcome: 'unknown' })
  expect(tier('ann')).toEqual(['Bronze', 30])
  const told = Object.values(hub.read(notifications, 'ann').entries).map(({ message }) => message)
  expect(told.filter((one) => one.startsWith('You are a'))).toEqual(['You are a Bronze patron now.'])
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 300, donations: 2 }])
})

test('[DNT67] a refund takes back what was paid, with the amount 0 or another one, even before its payment', async () => {
  const { link, receive, tier, revenue } = await open()
  await link('ann', steamId)
  for (const amount of [0, 100]) {
    const own = { source: 'patreon', transaction: `member ${amount}`, steamIds: [steamId] }
    await receive(own)
    expect(tier('ann')[0]).toBe('Gold')
    expect(await receive({ ...own, event: 'refunded', amount })).toEqual({ outcome: 'refunded' })
    expect(tier('ann')[0]).toBe('None')
  }
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 0, donations: 2 }])
  const ahead = { source: 'patreon', transaction: 'ahead', steamIds: [steamId] }
  expect(await receive({ ...ahead, event: 'refunded', amount: 0 })).toEqual({ outcome: 'unknown' })
  expect(await receive(ahead)).toEqual({ outcome: 'repeated' })
  await expect(receive({ amount: 0 })).rejects.toThrow()
})

test('[DNT22] a payment that a service reports after its refund counts for nothing', async () => {
  const { link, receive, tier, revenue, unmatched } = await open()
  await link('ann', steamId)
  expect(await receive({ event: 'refunded', steamIds: [steamId] })).toEqual({ outcome: 'unknown' })
  expect(await receive({ event: 'refunded' })).toEqual({ outcome: 'repeated' })
  expect(await receive({ steamIds: [steamId] })).toEqual({ outcome: 'repeated' })
  expect([revenue(), tier('ann'), unmatched()]).toEqual([null, ['None', null], []])
})

test('[DNT26] a refund that a service reported before its payment cannot be taken back: the payment was never counted', async () => {
  const { receive, revenue, ask, hub } = await open()
  await receive({ transaction: 'tx-2' })
  await receive({ event: 'refunded' })
  const buckets = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))
  const [named] = buckets.flatMap((key) =>
    Object.entries(hub.read(donationRecords, key).records)
      .filter(([, { isRefunded }]) => isRefunded)
      .map(([field, { id }]) => ({ id, record: `${key}/${field}` })),
  )
  expect(await ask(commands.undoRefund, named ?? {})).toMatchObject({ code: 'unpaid' })
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 1_000, donations: 1 }])
})

test('[DNT27] the thanks for a donation go with it when it is withdrawn or moved, and those for others stay', async () => {
  const { link, record, ask, inbox } = await open()
  await link('ann')
  await link('bob')
  const thanks = (who: string) => inbox(who).map(({ message }) => /EUR [\d.]+/.exec(message)?.[0])
  const wrong = idAndRecord(await record(10_000, 'ann'))
  await record(300, 'ann')
  const other = idAndRecord(await record(500, 'ann'))
  expect(thanks('ann')).toEqual(['EUR 100.00', 'EUR 3.00', 'EUR 5.00'])
  await ask(commands.withdrawDonation, wrong)
  await ask(commands.moveDonation, { ...other, account: 'bob' })
  expect([thanks('ann'), thanks('bob')]).toEqual([['EUR 3.00'], ['EUR 5.00']])
})

test('[DNT23] a transaction that an owner enters and a service reports counts once, and its refund takes it back', async () => {
  const { receive, ask, record, revenue } = await open()
  await receive({ transaction: 'a' })
  expect(await record(1_000, '', { transaction: 'a' })).toMatchObject({ code: 'repeated' })
  const lines = ['a', 'b'].map((transaction, at) => ({ line: at + 2, transaction, amount: 1_000, currency: 'EUR' }))
  expect(await ask(commands.recordDonations, { lines })).toEqual({ recorded: 1, repeated: 1 })
  expect(await receive({ transaction: 'b' })).toEqual({ outcome: 'repeated' })
  expect(await receive({ transaction: 'b', event: 'refunded' })).toEqual({ outcome: 'refunded' })
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 1_000, donations: 2 }])
})

test('[DNT16] a donor is found by SteamID, Discord id, or a message that is an account id; never by a name', async () => {
  const { link, receive, hub, unmatched } = await open()
  await link('ann', steamId, 'Ann of Ash')
  const donations = () => Object.keys(hub.read(ownDonations, 'ann').donations).length
  await receive({ transaction: 'a', steamIds: ['76561198000000077', steamId] })
  await receive({ transaction: 'b', discordId: 'ann' })
  await receive({ transaction: 'c', message: ' ann ' })
  expect(donations()).toBe(3)
  await receive({ transaction: 'd', donor: 'Ann of Ash' })
  await receive({ transaction: 'e', message: ' ann of ash ' })
  await link('eve', null, 'Ann of Ash')
  await receive({ transaction: 'f', message: 'Ann of Ash' })
  expect(donations()).toBe(3)
  expect(unmatched().map(({ donor, message, suggested }) => [donor, message, suggested])).toEqual([
    ['Ann of Ash', '', null],
    ['Jo', ' ann of ash ', 'ann'],
    ['Jo', 'Ann of Ash', null],
  ])
})

test('[DNT64] a user who is called what donors write gets no tier by it: the owner is shown the account and assigns it, or not', async () => {
  const { link, receive, tier, unmatched, ask, erase, jump } = await open()
  await link('eve', null, 'Thanks!')
  await link('bob', null, 'Thank you')
  await link('ann', null, 'Ann')
  for (const message of ['thanks!', 'thank you', 'Ann']) await receive({ transaction: message, message })
  expect(unmatched().map(({ suggested }) => suggested)).toEqual(['eve', 'bob', 'ann'])
  expect([tier('eve'), tier('bob'), tier('ann')].map(([name]) => name)).toEqual(['None', 'None', 'None'])
  const anns = unmatched()[2]
  expect(await ask(commands.assignDonation, { id: anns?.id, account: anns?.suggested })).toMatchObject({ tier: 'Gold' })
  await erase('bob', 'Thank you')
  expect(unmatched()).toMatchObject([{ message: 'thanks!' }, { message: '', suggested: null }])
  await jump(90 * dayMs)
  expect(unmatched()).toMatchObject([{ suggested: null }, {}])
})

test('[DNT17] an owner assigns a donation without a donor, or sets it aside; a player who links the SteamID in it gets it', async () => {
  const { link, receive, ask, tier, unmatched } = await open()
  await link('ann')
  for (const transaction of ['a', 'b']) await receive({ transaction })
  await receive({ transaction: 'c', steamIds: [steamId] })
  const [a, b] = unmatched()
  expect(await ask(commands.assignDonation, { id: a?.id, account: 'nemo' })).toMatchObject({ code: 'unknown' })
  expect(await ask(commands.assignDonation, { id: a?.id, account: 'Ann' })).toEqual({
    account: 'ann',
    name: 'ann',
    tier: 'Gold',
  })
  expect(await ask(commands.assignDonation, { id: a?.id, account: 'ann' })).toMatchObject({ code: 'gone' })
  expect(await ask(commands.setAsideDonation, { id: b?.id })).toEqual({})
  expect(unmatched()).toHaveLength(1)
  await link('bob', steamId)
  expect(unmatched()).toEqual([])
  expect(tier('bob')).toEqual(['Gold', 30])
})

test('[DNT18] the lines of a file are recorded all or not at all, and each wrong one is named', async () => {
  const { link, ask, revenue } = await open()
  await link('ann')
  const line = (nth: number, transaction: string, account: string) => ({
    line: nth,
    transaction,
    account,
    amount: 500,
    currency: 'EUR',
  })
  const wrong = [line(2, 'a', 'ann'), line(3, 'b', 'nemo'), line(4, 'a', '')]
  expect(await ask(commands.recordDonations, { lines: wrong })).toEqual({
    code: 'wrongLines',
    message:
      'Nothing was recorded. Line 3: no account was found for "nemo". Line 4: the transaction "a" is on line 2, too.',
  })
  expect(revenue()).toBeNull()
  const right = [line(2, 'a', 'ann'), line(3, 'b', '')]
  expect(await ask(commands.recordDonations, { lines: right })).toEqual({ recorded: 2, repeated: 0 })
  expect(await ask(commands.recordDonations, { lines: [...right, line(4, 'c', '')] })).toEqual({
    recorded: 1,
    repeated: 2,
  })
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 1_500, donations: 3 }])
})

test('[DNT19] an erased donor is nowhere any more, and the amounts stay; names of unmatched donors are forgotten after 90 days', async () => {
  const { link, record, receive, erase, hub, revenue, unmatched, jump } = await open()
  await link('ann')
  await record(1_000, 'ann')
  await receive({ message: 'thanks' })
  await erase('ann')
  expect(hub.read(ownDonations, 'ann').donations).toEqual({})
  const kept = [...hub.journaledIds()].filter((id) => id.startsWith(donationRecords.kind))
  for (const id of kept) expect(JSON.stringify(hub.copy(id)?.value)).not.toContain('"ann"')
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 2_000, donations: 2 }])
  expect(unmatched()).toMatchObject([{ donor: 'Jo', message: 'thanks' }])
  await jump(90 * dayMs)
  expect(unmatched()).toMatchObject([{ donor: '', message: '' }])
})

test('[DNT20] two lines of the table for one tier and currency are refused, and so is an amount of nothing', async () => {
  const { ask, record } = await open()
  const twice = [tiers[0], { ...tiers[0], amount: 5 }]
  expect(await ask(commands.changeDonationTiers, { tiers: twice, days: 30 })).toMatchObject({ code: 'twice' })
  expect(await record(0, '')).toMatchObject({ code: 'badInput' })
  expect(await record(5, '', { currency: 'Euro' })).toMatchObject({ code: 'badInput' })
  await record(5, '', { transaction: 'bank 1' })
  expect(await record(5, '', { transaction: 'bank 1' })).toMatchObject({ code: 'repeated' })
})

test('[DNT21] a change of the tiers is kept in words, with a value to which it can be set back', async () => {
  const { ask, hub } = await open()
  await ask(commands.changeDonationTiers, { tiers: [], days: 10 })
  const last = Object.values(hub.read(latestChanges).changes).at(-1)
  expect(last).toMatchObject({
    setting: 'donations.tiers',
    from: 'Bronze from EUR 3.00, Gold from EUR 10.00, Gold from USD 12.00; 30 days',
    to: 'none',
  })
  expect(tiersSetting.schema.parse(last?.before)).toMatchObject({ days: 30, tiers: [{ tier: 'Bronze' }, {}, {}] })
})

test('[DNT24] of two owners who edit the tiers at once the second learns what they are now, and saves knowingly or not at all', async () => {
  const { ask, hub } = await open()
  const rows = () => hub.read(donationSettings, 'main')
  const seen = rows()
  const [bronze] = tiers
  expect(await ask(commands.changeDonationTiers, { tiers: [bronze], days: 30, seen })).toEqual({})
  const other = { tiers: [{ ...bronze, amount: 500 }], days: 30 }
  expect(await ask(commands.changeDonationTiers, { ...other, seen })).toMatchObject({
    code: 'changedSince',
    message: expect.stringContaining('Bronze from EUR 3.00; 30 days'),
  })
  expect(rows().tiers).toMatchObject([{ amount: 300 }])
  // The same as it is now overwrites nothing.
  expect(await ask(commands.changeDonationTiers, { tiers: [bronze], days: 30, seen })).toEqual({})
  expect(await ask(commands.changeDonationTiers, { ...other, seen: rows() })).toEqual({})
  expect(rows().tiers).toMatchObject([{ amount: 500 }])
})

test('[DNT25] the test of a service is noted with its time, and changes no sum', async () => {
  const { hub, revenue, unmatched, clock } = await open()
  const at = clock.now()
  await hub.execute('donations', commands.receiveDonationTest.name, {})
  expect([hub.read(donationTests, 'main').kofiAt, revenue(), unmatched()]).toEqual([at, null, []])
})

test('[DNT51] a refund that was noted by mistake is taken back: the donation counts again and gives its tier', async () => {
  const { link, record, ask, tier, revenue, jump } = await open()
  await link('ann')
  const named = idAndRecord(await record(1_000, 'ann'))
  expect(await ask(commands.undoRefund, named)).toMatchObject({ code: 'notRefunded' })
  await jump(10 * dayMs)
  await ask(commands.refundDonation, { record: named.record })
  expect(tier('ann')).toEqual(['None', null])
  expect(await ask(commands.undoRefund, named)).toEqual({})
  expect(tier('ann')).toEqual(['Gold', 20])
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 1_000, donations: 1 }])
  expect(await ask(commands.undoRefund, named)).toMatchObject({ code: 'notRefunded' })
  expect(await ask(commands.refundDonation, { record: named.record })).toEqual({})
  expect(await ask(commands.undoRefund, { ...named, id: 'other' })).toMatchObject({ code: 'gone' })
})

test('[DNT2623] a donation that waits for its donor waits again once its refund is taken back; a donor who has linked Steam meanwhile gets it', async () => {
  const { link, receive, ask, tier, unmatched, erase, hub, revenue } = await open()
  const [other, erased] = ['76561198000000002', '76561198000000003']
  for (const [transaction, player] of [
    ['a', steamId],
    ['b', other],
    ['c', erased],
  ] as const)
    await receive({ transaction, message: 'For you', steamIds: [player] })
  const waiting = unmatched()
  const [a, b, c] = waiting.map(({ id, record }) => ({ id, record }))
  for (const one of [a, b, c]) await ask(commands.refundDonation, { record: one?.record })
  expect(unmatched()).toEqual([])
  await link('eve', erased)
  await erase('eve')
  await link('bob', other)
  expect(tier('bob')).toEqual(['None', null])
  for (const one of [a, b, c]) expect(await ask(commands.undoRefund, one ?? {})).toEqual({})
  const { refunded } = hub.read(unmatchedDonations, 'main')
  expect([unmatched(), refunded]).toEqual([[waiting[0], { ...waiting[2], donor: '', message: '', steamIds: [] }], {}])
  expect([tier('bob'), revenue()]).toEqual([['Gold', 30], [{ currency: 'EUR', amount: 3_000, donations: 3 }]])
  await link('ann', steamId)
  expect([tier('ann'), unmatched().map(({ id }) => id)]).toEqual([['Gold', 30], [c?.id]])
})

test('[DNT2624] of a refunded donation without an account, too, the donor is forgotten after 90 days', async () => {
  const world = await open()
  const { receive, ask, unmatched, jump } = world
  await receive({ steamIds: [steamId], message: 'For you' })
  const [waiting] = unmatched()
  await ask(commands.refundDonation, { record: waiting?.record })
  const kept = () => Object.values(world.hub.read(unmatchedDonations, 'main').refunded)
  expect(kept()).toEqual([waiting])
  await jump(90 * dayMs)
  expect(kept()).toEqual([{ ...waiting, donor: '', message: '', steamIds: [] }])
})

test('[DNT52] a donation recorded by mistake is withdrawn with all that it gave, and its transaction can be recorded again; not one of a service', async () => {
  const { link, record, ask, tier, revenue, unmatched, receive, hub } = await open()
  await link('ann')
  const wrong = idAndRecord(await record(10_000, 'ann', { transaction: 'bank 1' }))
  const unknown = idAndRecord(await record(500, '', { donor: 'Jo' }))
  expect(await ask(commands.withdrawDonation, wrong)).toEqual({})
  expect(await ask(commands.withdrawDonation, wrong)).toMatchObject({ code: 'gone' })
  expect(tier('ann')).toEqual(['None', null])
  expect(await ask(commands.withdrawDonation, unknown)).toEqual({})
  expect(unmatched()).toEqual([])
  expect(revenue()).toBeNull()
  const again = await record(300, 'ann', { transaction: 'bank 1' })
  expect(again).toMatchObject({ tier: 'Bronze' })
  // The first record of the transaction is another donation.
  expect(await ask(commands.withdrawDonation, wrong)).toMatchObject({ code: 'gone' })
  await receive()
  const [service] = unmatched()
  expect(await ask(commands.withdrawDonation, { record: service?.record, id: service?.id })).toMatchObject({
    code: 'fromService',
  })
  await ask(commands.refundDonation, { record: idAndRecord(again).record })
  expect(await ask(commands.withdrawDonation, idAndRecord(again))).toMatchObject({ code: 'refunded' })
  const owner = inSession(person('olga', 'owner'))
  const listed = await hub.query(owner, { name: commands.readDonations.name, input: {} })
  expect(listed).toMatchObject({
    output: {
      donations: [
        { source: 'kofi', state: 'received' },
        { transaction: 'bank 1', state: 'refunded', name: 'ann' },
        { transaction: '', state: 'withdrawn', name: '' },
        { transaction: 'bank 1', amount: 10_000, state: 'withdrawn' },
      ],
    },
  })
})

test('[DNT53] a donation moves to another account with its tier for the full time; one that was set aside can still be assigned', async () => {
  const { link, record, ask, tier, receive, unmatched, revenue, jump } = await open()
  await link('ann')
  await link('bob')
  const named = idAndRecord(await record(1_000, 'ann'))
  await jump(10 * dayMs)
  expect(await ask(commands.moveDonation, { ...named, account: 'nemo' })).toMatchObject({ code: 'unknown' })
  expect(await ask(commands.moveDonation, { ...named, account: 'ann' })).toMatchObject({ tier: 'Gold' })
  expect(tier('ann')).toEqual(['Gold', 20])
  expect(await ask(commands.moveDonation, { ...named, account: 'bob' })).toEqual({
    account: 'bob',
    name: 'bob',
    tier: 'Gold',
  })
  expect([tier('ann'), tier('bob')]).toEqual([
    ['None', null],
    ['Gold', 30],
  ])
  await receive()
  const [waiting] = unmatched()
  await ask(commands.setAsideDonation, { id: waiting?.id })
  const aside = { record: waiting?.record, id: waiting?.id }
  expect(await ask(commands.moveDonation, { ...aside, account: 'ann' })).toMatchObject({ tier: 'Gold' })
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 2_000, donations: 2 }])
  await ask(commands.refundDonation, { record: named.record })
  expect(await ask(commands.moveDonation, { ...named, account: 'ann' })).toMatchObject({ code: 'refunded' })
})

test('[DNT54] a player reads what their tier gives them, in the words of the owners, and nothing without one', async () => {
  const { link, record, hub } = await open()
  await link('ann')
  const perks = () => hub.query(inSession(person('ann')), { name: commands.readOwnPerks.name, input: {} })
  expect(await perks()).toMatchObject({ output: { perks: '' } })
  await record(1_000, 'ann')
  expect(await perks()).toMatchObject({ output: { perks: 'A name in gold.' } })
})
