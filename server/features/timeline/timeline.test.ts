import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { slayPlayer } from '../../../shared/features/deliveries/commands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import {
  longestSpanMs,
  searchTimeline,
  timelineSegment,
  timelineSpans,
} from '../../../shared/features/timeline/queries.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { guest, person } from '../../testing/principals.ts'
import { mia, rex } from '../gameLog/testing/openGameLog.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { holding, openTimeline, replayOf, segmentOf } from './testing/openTimeline.ts'
import { moneyEntry } from './worded.ts'

/** A kill with a place, chat, a leave after the kill, an order of staff, and a gift of currency. */
async function openIncident() {
  const app = await openTimeline()
  const { hub, clock } = app
  await ensureAccount(hub, clock.now(), { account: 'ada', name: 'Ada' })
  await ensureAccount(hub, clock.now(), { account: 'mia', name: 'Mia', steamId: mia })
  clock.pass(1_000)
  await app.chat(rex, 'watch out')
  clock.pass(1_000)
  await app.record([
    app.kill(rex, mia),
    app.leave(mia, false, clock.now() + 5_000),
    app.leave(rex, false, clock.now() + 9_000),
  ])
  clock.pass(1_000)
  const ada = person('ada', 'admin')
  expect(await app.dispatch(ada, slayPlayer.name, { server: 'main', target: rex })).toMatchObject({ ok: true })
  const given = { target: 'mia', currency: 'voidPearls', amount: 5, reason: 'sorry' }
  expect(await app.dispatch(ada, addCurrency.name, given)).toMatchObject({ ok: true })
  return { ...app, ada }
}
const kindsIn = (found: { readonly entries: readonly { readonly kind: string }[] }) =>
  [...new Set(found.entries.map(({ kind }) => kind))].sort()

test('[TW1] kills, chat, leaves, staff acts and money of a time are one list, each once, and worded', async () => {
  const { search, ada, hub, memory } = await openIncident()
  const { entries } = await search(ada)
  expect(kindsIn({ entries })).toEqual(['chat', 'kills', 'money', 'staff', 'visits', 'warnings'])
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  expect(entries.find(({ kind }) => kind === 'kills')).toMatchObject({
    by: rex,
    did: 'killed {target}, a Dryosaurus at 50%, as a Carnotaurus at 75%',
    target: { id: mia, name: 'Mia' },
    persons: [rex, mia],
  })
  expect(entries.find(({ kind }) => kind === 'warnings')?.did).toContain('left without resting, 9 s after a kill')
  expect(entries.find(({ kind }) => kind === 'money')).toMatchObject({
    byName: 'Ada',
    did: 'gave {target} 5 Void Pearls: staff grant',
    target: { id: 'mia', name: 'Mia' },
  })
  expect(entries.find(({ act }) => act === 'slay')?.outcome?.state).toBe('queued')
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[TW2341] three currencies that moved together are a list with one "and"', async () => {
  const { hub } = await openIncident()
  const row = ledger.schema.parse({
    operation: 'o1',
    cause: 'demoGrant',
    player: 'mia',
    by: 'demo',
    byHub: true,
    entries: currencies.map((currency, at) => ({ account: 'player', currency, amount: at + 2 })),
  })
  const context = { read: hub.read, principal: person('ada', 'admin') } as Parameters<typeof moneyEntry>[0]
  expect(moneyEntry(context, 0, row)?.did).toBe('got 2 Void Pearls, 3 Razor Talons and 4 Sylvan Shards: demo grant')
})

test('[TW2] each part is shown only to those who may read its source, and places to those who see all positions', async () => {
  const { search, viewers } = await openIncident()
  const seen = async (...may: Permission[]) => search(holding('mod', 'viewPendingCommands', ...may))
  expect(kindsIn(await seen())).toEqual([])
  expect(kindsIn(await seen('addCurrency'))).toEqual(['money'])
  expect(kindsIn(await seen('runConsole'))).toEqual(['staff', 'visits'])
  const log = await seen('readChat')
  expect(kindsIn(log)).toEqual(['chat', 'kills', 'visits', 'warnings'])
  expect(log.entries.every(({ place }) => place === null)).toBe(true)
  const mapped = await seen('readChat', 'viewAllPositions')
  expect(mapped.entries.filter(({ place }) => place !== null).map(({ kind }) => kind)).toEqual(['kills'])
  // Each look is recorded, including one without places, and one that found nothing.
  expect(viewers).toEqual(['mod', 'mod', 'mod', 'mod', 'mod'])
})

test('[TW2403] staff who settle trades see the money that moved, as in the ledgers of others, and no act of staff', async () => {
  const { search } = await openIncident()
  const found = await search(holding('mod', 'viewPendingCommands', 'settleEconomy'))
  expect(found.entries.map(({ kind, did }) => [kind, did])).toEqual([
    ['money', 'gave {target} 5 Void Pearls: staff grant'],
  ])
})

test('[TW3] permission goes before input: players and guests learn nothing', async () => {
  const { refusalOf } = await openTimeline()
  for (const one of [guest, person('pia'), holding('mod', 'readChat', 'viewAllPositions')])
    expect(await refusalOf(one, searchTimeline.name, { nonsense: true })).toBe('forbidden')
  for (const query of [timelineSpans, timelineSegment])
    expect(await refusalOf(holding('mod', 'viewPendingCommands'), query.name, {})).toBe('forbidden')
})

test('[TW4] a time that ends before it begins, or is too long, is refused by name', async () => {
  const { refusalOf } = await openTimeline()
  const ada = person('ada', 'admin')
  const asked = (from: number, to: number) => refusalOf(ada, searchTimeline.name, { server: 'main', from, to })
  expect(await asked(2, 1)).toBe('backwards')
  expect(await asked(0, longestSpanMs + 1)).toBe('tooLong')
  expect(await asked(0, longestSpanMs)).toBeNull()
  expect(await asked(-1, 0)).toBe('badInput')
  expect(await refusalOf(ada, searchTimeline.name, { server: 'other', from: 0, to: 1 })).toBe('badInput')
})

test('[TW5] persons are found by account or by player, whichever the row has', async () => {
  const { search, ada } = await openIncident()
  for (const id of ['mia', mia]) {
    const { entries } = await search(ada, { persons: [id] })
    expect(kindsIn({ entries })).toEqual(['kills', 'money', 'visits'])
    expect(entries.every(({ persons }) => persons.includes('mia') || persons.includes(mia))).toBe(true)
  }
  const both = await search(ada, { persons: [mia, rex] })
  expect(both.entries.filter(({ kind }) => kind === 'kills').length).toBe(1)
  expect((await search(ada, { persons: ['76561198000000099'] })).entries).toEqual([])
})

test('[TW6] a circle keeps what happened inside, and lanes are filtered', async () => {
  const { search, ada } = await openIncident()
  const [kill] = (await search(ada, { kinds: ['kills'] })).entries
  const place = kill?.place ?? { x: 0, y: 0 }
  expect(kindsIn(await search(ada, { place: { ...place, radius: 5 } }))).toEqual(['kills'])
  expect((await search(ada, { place: { x: place.x + 50, y: place.y, radius: 5 } })).entries).toEqual([])
  expect(kindsIn(await search(ada, { kinds: ['chat', 'money'] }))).toEqual(['chat', 'money'])
})

test('[TW7] what the log reported late has the time at which it happened', async () => {
  const { record, kill, search, clock } = await openTimeline()
  const happenedAt = clock.now()
  clock.pass(30 * 60_000)
  await record([kill(rex, mia, happenedAt)])
  const time = { from: happenedAt - 1_000, to: happenedAt + 1_000 }
  expect((await search(person('ada', 'admin'), time)).entries).toMatchObject([{ kind: 'kills', at: happenedAt }])
})

test('[TW8] a page reads a limited number of rows, however many there are, and pages join', async () => {
  const { record, kill, search, clock } = await openTimeline()
  const ada = person('ada', 'admin')
  for (let batch = 0; batch < 4; batch += 1)
    await record(Array.from({ length: 150 }, (_, nth) => kill(rex, mia, clock.now() + batch * 150 + nth)))
  const seen: string[] = []
  let before: string | null = null
  let pages = 0
  do {
    const page: Awaited<ReturnType<typeof search>> = await search(ada, { kinds: ['kills'], before, limit: 100 })
    seen.push(...page.entries.map(({ key }) => key))
    before = page.next
    pages += 1
  } while (before !== null)
  expect(pages).toBeGreaterThan(1)
  expect([seen.length, new Set(seen).size]).toEqual([600, 600])
  // A rare lane stops after a limited number of rows and says how far it has read.
  expect((await search(ada, { kinds: ['bans'] })).entries).toEqual([])
})

test('[TW9] the map of a time comes from the replay, and from the pins where the replay has it no more', async () => {
  const replay = replayOf([segmentOf(100_000, 160_000)])
  const pinned = replayOf([segmentOf(20_000, 80_000), segmentOf(100_000, 160_000)])
  const { query, viewers } = await openTimeline({ replay, pinned })
  const ada = person('ada', 'admin')
  const spans = await query(ada, timelineSpans.name, { server: 'main', from: 0, to: 200_000 })
  expect(spans).toEqual({
    spans: [
      { from: 20_000, until: 80_000 },
      { from: 100_000, until: 160_000 },
    ],
  })
  const at = async (moment: number) =>
    ((await query(ada, timelineSegment.name, { server: 'main', at: moment })) as { segment: { from: number } | null })
      .segment?.from ?? null
  expect([await at(0), await at(30_000), await at(90_000), await at(120_000), await at(170_000)]).toEqual([
    20_000,
    20_000,
    100_000,
    100_000,
    null,
  ])
  expect(viewers).toEqual(['ada', 'ada', 'ada', 'ada'])
})
