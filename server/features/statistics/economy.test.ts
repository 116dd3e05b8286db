// One file because all of its tests move currency on the same hub.
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { mostPayments, payments } from '../../../shared/features/ledger/ledger.ts'
import { dashboard } from '../../../shared/features/statistics/dashboard.ts'
import { type Paid, readEconomy, type Sold } from '../../../shared/features/statistics/economyQueries.ts'
import { dayMs, runningSums } from '../../../shared/features/statistics/sums.ts'
import { whatIf } from '../../../shared/features/statistics/whatIf.ts'
import { signInAs } from '../../testing/accounts.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { openLedger, ownersSteamId } from '../ledger/testing/openLedger.ts'
import { countAll, richestShareOf, startCensus } from './census.ts'
import { startDashboard } from './dashboard.ts'
import { openStatistics } from './testing/openStatistics.ts'

const monday = Date.UTC(2026, 10, 23)

async function open() {
  const app = await openStatistics({ clock: createTestClock(monday) })
  await app.link('olga', ownersSteamId, 'Olga')
  for (const [nth, name] of ['ann', 'bob', 'cat'].entries()) await app.link(name, `7656119800000010${nth + 1}`)
  const give = (to: string, amount: number) =>
    app.ask('olga', 'owner', addCurrency, { target: to, amount, currency: 'voidPearls' })
  const look = () => countAll(app.hub, app.clock.now(), false)
  return { ...app, give, look }
}

test('[SX21] the richest hundredth is at least one wallet, and the oldest hold and empty wallets are found', async () => {
  expect(richestShareOf([])).toBeNull()
  expect(richestShareOf([50, 30, 20])).toBe(50)
  expect(richestShareOf(Array.from({ length: 200 }, (_, nth) => (nth < 2 ? 100 : 1)))).toBe(50.3)
  const { give, move, look, pass, hub, memory } = await open()
  await give('ann', 900)
  await give('bob', 100)
  await move({ does: 'hold', who: 'ann', other: '', currency: 'voidPearls', amount: 300, item: 'Triceratops' })
  await pass(60_000)
  await move({ does: 'hold', who: 'bob', other: '', currency: 'voidPearls', amount: 10 })
  expect(await look()).toMatchObject({
    accounts: 4,
    wallets: 2,
    holds: 2,
    oldestHold: { at: monday, currency: 'voidPearls', amount: 300, item: 'Triceratops' },
    byCurrency: { voidPearls: { richestShare: 90, asleep: null }, razorTalons: { richestShare: null } },
  })
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[SX22] currency that has not moved for 30 days is asleep, which is known after 30 days of counting', async () => {
  const { give, look, pass, clock, hub, memory } = await open()
  await give('ann', 900)
  await pass(10_000)
  await pass(31 * dayMs, 16 * dayMs)
  await give('bob', 100)
  expect((await look())?.byCurrency.voidPearls?.asleep).toBe(900)
  await give('ann', 1)
  expect((await look())?.byCurrency.voidPearls?.asleep).toBe(0)
  expect(clock.now()).toBeGreaterThan(monday)
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[SX23] the economy has supply, ways, velocity, and the hours of play to the cheapest apex', async () => {
  const app = await open()
  const { give, move, pass, query, see, reading, hub, memory } = app
  await see({ isLinkUp: true, playerCount: 10 })
  await pass(10_000)
  await give('ann', 1_000)
  await move({ does: 'earn', who: 'bob', other: '', currency: 'voidPearls', amount: 500 })
  await move({ does: 'buy', who: 'ann', other: '', currency: 'voidPearls', amount: 400, item: 'Utahraptor' })
  await move({ does: 'gift', who: 'ann', other: 'cat', currency: 'voidPearls', amount: 150 })
  await reading({})
  await pass(600_000, 30_000)
  const { currencies, ways, sold, paid, apex, supply, walletsAt } = await query(readEconomy, { days: 30 })
  expect(currencies[0]).toMatchObject({ supply: '1100', held: '0', drift: '0', growth: { value: 1_100 } })
  expect(currencies[0]?.velocity).toEqual({ value: 0.5, why: null })
  expect(supply.voidPearls.at(-1)).toBe(1_100)
  expect(ways.map(({ kind, cause, amounts, times }) => [kind, cause, amounts.voidPearls, times])).toEqual([
    ['faucet', 'staffGrant', 1_000, 1],
    ['faucet', 'trivia', 500, 1],
    ['sink', 'shop', 400, 1],
    ['transfer', '', 150, 1],
  ])
  expect(sold).toEqual([{ cause: 'shop', item: 'Utahraptor', currency: 'voidPearls', amount: 400, times: 1 }])
  expect(paid).toEqual([{ cause: 'trivia', currency: 'voidPearls', amount: 500, times: 1 }])
  expect(apex).toMatchObject({ name: 'Triceratops', price: 9_000, perHour: { value: 339.6 }, hours: { value: 26.5 } })
  expect(walletsAt).toBeNull()
  expect(currencies[0]?.asleep).toMatchObject({
    value: null,
    why: expect.stringContaining('have not been counted yet'),
  })
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[SX600] of a new hub currency is counted from the first payment, even before the first part is saved; of one that had currency only what came after', async () => {
  const app = await open()
  await app.give('ann', 1_000)
  await app.pass(10_000)
  await app.give('bob', 500)
  await app.pass(60_000)
  const growthOf = async ({ query }: Pick<typeof app, 'query'>) => {
    const { currencies, ways } = await query(readEconomy, { days: 30 })
    return [currencies[0]?.supply, currencies[0]?.growth.value, ways.map(({ amounts }) => amounts.voidPearls)]
  }
  expect(await growthOf(app)).toEqual(['1500', 1_500, [1_500]])
  expect(app.hub.read(runningSums, mainServer).saved).toBeGreaterThan(1)

  const older = await openLedger({ memory: createMemoryStorage(), clock: createTestClock(monday) })
  await older.link('olga', ownersSteamId, 'Olga')
  await older.link('ann', '76561198000000101')
  await older.ask('olga', 'owner', addCurrency, { target: 'ann', amount: 400, currency: 'voidPearls' })
  await older.hub.close()
  const counting = await openStatistics({ memory: older.memory, clock: createTestClock(monday) })
  await counting.ask('olga', 'owner', addCurrency, { target: 'ann', amount: 7, currency: 'voidPearls' })
  await counting.pass(10_000)
  expect(await growthOf(counting)).toEqual(['407', 7, [7]])
})

test('[SX1100] what staff refunded counts as not sold, in a period that has the day of the purchase; of what was sold before it nothing is taken off', async () => {
  const { give, move, pass, query, hub, memory, faults } = await open()
  await pass(10_000)
  await give('ann', 10_000)
  const utahraptor = { who: 'ann', other: '', currency: 'voidPearls', item: 'Utahraptor' } as const
  const buy = (amount: number) => move({ ...utahraptor, does: 'buy', amount })
  const refund = () => move({ ...utahraptor, does: 'refund', amount: 1 })
  const seen = async (days: 7 | 30) => {
    const { sold, ways } = await query(readEconomy, { days })
    const shop = ways.find(({ cause }) => cause === 'shop')
    return [sold.map(({ amount, times }) => [amount, times]), shop?.amounts.voidPearls, shop?.times]
  }
  await buy(400)
  await buy(500)
  await pass(2 * dayMs, dayMs / 2)
  expect(await seen(7)).toEqual([[[900, 2]], 900, 2])
  await refund()
  await pass(60_000)
  expect(await seen(7)).toEqual([[[500, 1]], 500, 1])
  await pass(7 * dayMs, dayMs / 2)
  await buy(600)
  await refund()
  await pass(60_000)
  expect(await seen(7)).toEqual([[[600, 1]], 100, 1])
  expect(await seen(30)).toEqual([[[600, 1]], 600, 1])
  await refund()
  await pass(60_000)
  expect(await seen(30)).toEqual([[], 0, 0])
  expect(faults).toEqual([])
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[SX1860] a refund counts, too, when so many payments follow it at once that the payment is no longer kept', async () => {
  const { give, move, pass, query, hub, memory, faults } = await open()
  await pass(10_000)
  await give('ann', 10_000)
  const buy = (item: string) => move({ does: 'buy', who: 'ann', other: '', currency: 'voidPearls', amount: 100, item })
  await buy('Utahraptor')
  const refund = move({ does: 'refund', who: 'ann', other: '', currency: 'voidPearls', amount: 1, item: 'Utahraptor' })
  await Promise.all([refund, ...Array.from({ length: mostPayments }, () => buy('Troodon'))])
  expect(Object.values(hub.read(payments, 'ann').latest).map(({ item }) => item)).not.toContain('Utahraptor')
  await pass(60_000)
  const { sold, ways } = await query(readEconomy, { days: 7 })
  expect(sold.map(({ item, times }) => [item, times])).toEqual([['Troodon', mostPayments]])
  expect(ways.find(({ cause }) => cause === 'shop')?.times).toBe(mostPayments)
  expect(faults).toEqual([])
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[SX2025] each of several gifts at once counts, including those that go to and fro between the same two', async () => {
  const { give, move, pass, query, hub, memory, faults } = await open()
  await pass(10_000)
  await give('ann', 1_000)
  await give('cat', 1_000)
  const send = (who: string, other: string, amount: number) =>
    move({ does: 'gift', who, other, currency: 'voidPearls', amount })
  await Promise.all([send('ann', 'cat', 150), send('ann', 'bob', 200), send('cat', 'ann', 350), send('ann', 'cat', 1)])
  await pass(60_000)
  const transfers = async () => {
    const { ways } = await query(readEconomy, { days: 7 })
    return ways.flatMap(({ kind, amounts, times }) => (kind === 'transfer' ? [amounts.voidPearls, times] : []))
  }
  expect(await transfers()).toEqual([701, 4])
  await send('bob', 'cat', 20)
  await pass(60_000)
  expect(await transfers()).toEqual([721, 5])
  expect(faults).toEqual([])
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[SX24] what if: the same quantity at another price or reward; null where nothing of it was sold or paid', () => {
  const sold: Sold[] = [{ cause: 'shop', item: 'Utahraptor', currency: 'voidPearls', amount: 4_000, times: 10 }]
  const paid: Paid[] = [{ cause: 'trivia', currency: 'razorTalons', amount: 600, times: 30 }]
  const price = { kind: 'price', cause: 'shop', item: 'Utahraptor', currency: 'voidPearls' } as const
  expect(whatIf({ sold, paid }, { ...price, to: 300 })).toEqual({
    currency: 'voidPearls',
    times: 10,
    was: 400,
    before: 4_000,
    after: 3_000,
    supply: 1_000,
  })
  const reward = { kind: 'reward', cause: 'trivia', currency: 'razorTalons', to: 25 } as const
  expect(whatIf({ sold, paid }, reward)).toMatchObject({ was: 20, before: 600, after: 750, supply: 150 })
  expect(whatIf({ sold, paid }, { ...price, item: 'Deinosuchus', to: 1 })).toBeNull()
  expect(whatIf({ sold, paid }, { ...price, to: mostCurrency })?.after).toBe(10 * mostCurrency)
})

test('[SX29] a hub without currency is looked through again soon after its first wallet, and says until then what it saw', async () => {
  const app = await open()
  const { hub, clock, pass, give, query } = app
  const stop = startCensus({ hub, clock, isDemo: false, onFault: (what) => app.faults.push(what) }).stop
  await pass(10_000)
  await give('ann', 900)
  const before = await query(readEconomy, { days: 30 })
  expect(before.wallets).toBe(0)
  expect(before.currencies[0]?.richestShare.why).toBe('At the last count no wallet had any of it.')
  await pass(10_000)
  const { wallets, currencies } = await query(readEconomy, { days: 30 })
  expect(wallets).toBe(1)
  expect(currencies[0]?.richestShare).toEqual({ value: 100, why: null })
  expect(currencies[0]?.asleep.why).toBe(
    'Movements of wallets have been counted since 23 Nov 2026, so this figure is available from 23 Dec 2026.',
  )
  stop()
  expect(app.faults).toEqual([])
  expect(await moneyProblems(hub, app.memory.storage)).toEqual([])
})

test('[SX25] the dashboard has every figure while it is watched, and the reason of what is not known', async () => {
  const app = await open()
  const { hub, clock, pass, see, settle } = app
  let isWatched = false
  let watch = () => {}
  const census = startCensus({ hub, clock, isDemo: false, onFault: (what) => app.faults.push(what) })
  const stop = startDashboard({
    hub,
    server: mainServer,
    clock,
    isDemo: false,
    machine: () => ({ cpu: 12.5, memory: 40, networkIn: null, networkOut: 7, hub: { uptime: 90 } }),
    disk: async () => ({ percent: 61.2, databaseBytes: 5_000, why: null }),
    sockets: () => 17,
    people: census.people,
    isWatched: () => isWatched,
    onWatched(listener) {
      watch = listener
      return () => {}
    },
    onFault: (what) => app.faults.push(what),
  })
  await pass(60_000)
  expect(hub.read(dashboard, mainServer).at).toBeNull()
  await see({ isWithoutGame: true })
  isWatched = true
  watch()
  await settle()
  const first = hub.read(dashboard, mainServer)
  expect(first).toMatchObject({
    at: clock.now(),
    playersOnline: { value: null, why: 'No game server is connected.' },
    totalAccounts: { value: 4, why: null },
    newAccountsToday: { value: 4 },
    cpu: { value: 12.5 },
    disk: { value: 61.2 },
    databaseSize: { value: 5_000 },
    hubUptime: { value: 90_000 },
    connections: { value: 17 },
    hubUpShare: { value: 100 },
    sharesFrom: monday,
    linkUptime: { value: null, why: 'No game server is connected.' },
    activePatrons: { value: null },
    revenue: { amounts: {}, why: 'No donations have been recorded yet.' },
    backup: { at: { value: null, why: 'The folder of backups has not been read yet.' }, isTried: null },
  })
  expect(first.networkIn.why).toContain('ten seconds')
  const verified = { state: 'tried', at: 5, why: null }
  const made = { id: 'b', file: 'b', madeAt: 1_000, seq: 1, bytes: 1, documents: 1, rows: 1, isLocked: false, verified }
  const backup = { list: [{ ...made, cause: 'asked' }] }
  await see({ isLinkUp: true, playerCount: 33, hostState: 'running', backup })
  await pass(5_000)
  expect(hub.read(dashboard, mainServer)).toMatchObject({
    playersOnline: { value: 33, why: null },
    gameCpu: { value: 40 },
    gameMemory: { value: null, why: 'The host has not reported it.' },
    gameUptime: { value: 65_000 },
    backup: { at: { value: 1_000 }, isTried: true },
  })
  // What its host said before does not go on counting while it does not answer.
  await see({ isLinkUp: false, isHostLost: true })
  await pass(5_000)
  const lost = { value: null, why: 'The host of the game server does not answer.' }
  expect(hub.read(dashboard, mainServer).gameUptime).toEqual(lost)
  stop()
  census.stop()
  expect(app.faults).toEqual([])
})

test('[SX2170] under a leader that has said nothing of its link yet, and while it connects for the first time, the dashboard says that it connects', async () => {
  const { hub, clock, pass, see, settle, faults } = await open()
  const stop = startDashboard({
    hub,
    server: mainServer,
    clock,
    isDemo: false,
    machine: () => ({ cpu: null, memory: null, networkIn: null, networkOut: null, hub: { uptime: 1 } }),
    disk: async () => ({ percent: null, databaseBytes: null, why: null }),
    sockets: () => 1,
    people: () => null,
    isWatched: () => true,
    onWatched: () => () => {},
    onFault: (what) => faults.push(what),
  })
  await settle()
  const why = 'Connecting to the game…'
  const connecting = { playersOnline: { why }, mostPlayers: { why }, linkLatency: { why }, linkUptime: { why } }
  expect(hub.read(dashboard, mainServer)).toMatchObject(connecting)
  await see({ isConnecting: true })
  await pass(5_000)
  const host = { value: null, why: 'Connecting to the host of the game server…' }
  expect(hub.read(dashboard, mainServer)).toMatchObject({ ...connecting, gameUptime: host, gameMemory: host })
  await see({ isLinkUp: false, isHostLost: true })
  await pass(5_000)
  expect(hub.read(dashboard, mainServer)).toMatchObject({
    playersOnline: { why: 'There is no link to the game now.' },
    linkUptime: { why: 'The link is not up.' },
    gameMemory: { why: 'The host of the game server does not answer.' },
  })
  stop()
  expect(faults).toEqual([])
})

const demoPlayer = {
  provider: 'steam',
  steamId: '76561198000000109',
  displayName: 'Demo player',
  avatar: '',
  profileUrl: '',
  realName: '',
  country: '',
  accountCreated: null,
} as const

test('[SX32] a hub counts the accounts of its own kind alone, demo ones or real ones, at each look and between looks', async () => {
  const { hub, clock, pass, link, faults } = await open()
  const census = startCensus({ hub, clock, isDemo: false, onFault: (what) => faults.push(what) })
  await pass(10_000)
  await signInAs(hub, { identity: demoPlayer, demo: true, newAccount: 'demo-player' })
  expect(census.people()).toMatchObject({ accounts: 4 })
  await link('dan', '76561198000000104')
  expect(census.people()).toMatchObject({ accounts: 5 })
  const now = clock.now()
  expect([await countAll(hub, now, false), await countAll(hub, now, true)]).toMatchObject([
    { accounts: 5 },
    { accounts: 1 },
  ])
  census.stop()
  expect(faults).toEqual([])
})
