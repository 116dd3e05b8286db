import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { entryRefusals } from '../../../shared/features/inventory/commands.ts'
import { inventoryHistory } from '../../../shared/features/inventory/history.ts'
import { inventory, mostDinosaurs, OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import type { Feature } from '../../engine/feature.ts'
import { type Context, implement } from '../../engine/rule.ts'
import { openLedger } from '../ledger/testing/openLedger.ts'
import { followDinosaurs } from './conservation.ts'
import { addEntry, consumeEntry, type EntryContext, lockEntry, moveEntry, releaseEntry } from './entries.ts'
import { inventoryFeature } from './feature.ts'
import { dinosaurProblems } from './testing/checkDinosaurs.ts'

/** Calls what the test has set, as rules of other features do. */
const act = defineCommand({
  name: 'entries.act',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: entryRefusals,
})

const why = { operation: 'o1', cause: 'purchase', by: 'ann' } as const
const listing = { kind: 'listing', id: 'l1' } as const
const redemption = { kind: 'redemption', id: 'r1' } as const
const sold = { id: 'd1', from: 'ann', to: 'bob', source: 'marketplace', tradableAt: null } as const

async function open() {
  let rule: (context: EntryContext & Context) => void = () => {}
  const acting: Feature = {
    name: 'acting',
    documents: [],
    commands: [
      implement(act, (context) => {
        rule(context as unknown as EntryContext & Context)
        return {}
      }),
    ],
    queries: [],
  }
  const app = await openLedger({ more: [inventoryFeature, acting] })
  for (const name of ['ann', 'bob']) await app.link(name)
  const run = (next: typeof rule) => {
    rule = next
    return app.hub.execute('test', act.name, {})
  }
  await run((context) => addEntry(context, 'ann', { id: 'd1', species: 'Triceratops', source: 'shop' }, why))
  const entriesOf = (account: string) => app.hub.read(inventory, account).dinosaurs
  return { ...app, run, entriesOf, problems: () => dinosaurProblems(app.hub, app.memory.storage) }
}

test('[IE1] a bought dinosaur belongs to its owner from the purchase on, and its history begins with it', async () => {
  const { entriesOf, clock, memory, problems } = await open()
  expect(entriesOf('ann')).toMatchObject({
    d1: {
      state: 'stored',
      source: 'shop',
      growth: null,
      steamId: null,
      storedAt: clock.now(),
      operation: 'o1',
      steps: 1,
    },
  })
  const { rows } = await memory.storage.archivePage({ kind: inventoryHistory.kind, before: null, limit: 9 })
  expect(rows.map(({ row }) => row)).toMatchObject([
    { entry: 'd1', step: 1, act: 'added', cause: 'purchase', player: 'ann', from: 'none', to: 'player' },
  ])
  expect(await problems()).toEqual([])
})

test('[IE2] an entry has one holder: what is locked cannot be locked, moved or consumed, and only its holder releases it', async () => {
  const { run, entriesOf, problems } = await open()
  await run((context) => lockEntry(context, 'ann', 'd1', listing, { ...why, cause: 'listing' }))
  expect(entriesOf('ann').d1).toMatchObject({ state: 'listed', heldFor: 'l1' })
  for (const refused of [
    (context: EntryContext) => lockEntry(context, 'ann', 'd1', redemption, why),
    (context: EntryContext) => moveEntry(context, sold, why),
    (context: EntryContext) => consumeEntry(context, 'ann', 'd1', null, why),
  ])
    await expect(run(refused)).rejects.toMatchObject({ code: 'locked' })
  for (const fault of [
    (context: EntryContext) => releaseEntry(context, 'ann', 'd1', redemption, why),
    (context: EntryContext) => releaseEntry(context, 'ann', 'd1', { kind: 'listing', id: 'l2' }, why),
    (context: EntryContext) => consumeEntry(context, 'ann', 'd1', redemption, why),
    (context: EntryContext) => moveEntry(context, { ...sold, to: 'ann', holder: listing }, why),
  ])
    await expect(run(fault)).rejects.toThrow()
  await run((context) => releaseEntry(context, 'ann', 'd1', listing, why))
  expect(entriesOf('ann').d1).toMatchObject({ state: 'stored', heldFor: null, steps: 3 })
  expect(await problems()).toEqual([])
})

test('[IE3] a sold entry is with the buyer alone, without its name, and cannot be traded on before its time', async () => {
  const { run, entriesOf, clock, problems } = await open()
  const tradableAt = clock.now() + 1_000
  await run((context) => lockEntry(context, 'ann', 'd1', listing, why))
  await run((context) => moveEntry(context, { ...sold, holder: listing, tradableAt }, { ...why, cause: 'sale' }))
  expect(entriesOf('ann')).toEqual({})
  expect(entriesOf('bob').d1).toMatchObject({ state: 'stored', source: 'marketplace', name: '', tradableAt })
  const back = { ...sold, from: 'bob', to: 'ann' }
  await expect(run((context) => moveEntry(context, back, why))).rejects.toMatchObject({ code: 'notTradable' })
  await expect(run((context) => lockEntry(context, 'bob', 'd1', listing, why))).rejects.toMatchObject({
    code: 'notTradable',
  })
  clock.pass(1_000)
  await run((context) => moveEntry(context, back, { ...why, cause: 'gift' }))
  expect(Object.keys(entriesOf('ann'))).toEqual(['d1'])
  expect(await problems()).toEqual([])
})

test('[IE4] a full inventory takes no dinosaur, and a refusal changes nothing', async () => {
  const { run, entriesOf, problems } = await open()
  await run((context) => {
    for (let at = 0; at < mostDinosaurs; at += 1)
      addEntry(context, 'bob', { id: `b${at}`, species: 'Troodon', source: 'grown' }, why)
  })
  const one = { id: 'd2', species: 'Troodon', source: 'shop' } as const
  await expect(run((context) => addEntry(context, 'bob', one, why))).rejects.toMatchObject({ code: 'full' })
  await expect(run((context) => moveEntry(context, sold, why))).rejects.toMatchObject({ code: 'full' })
  expect(Object.keys(entriesOf('ann'))).toEqual(['d1'])
  await expect(run((context) => addEntry(context, 'ann', { ...one, id: 'd1' }, why))).rejects.toThrow()
  expect(await problems()).toEqual([])
})

test('[IE5] a consumed entry is in no inventory, and nothing can be done with it again', async () => {
  const { run, entriesOf, problems } = await open()
  await run((context) => lockEntry(context, 'ann', 'd1', redemption, { ...why, cause: 'redemption' }))
  await run((context) => consumeEntry(context, 'ann', 'd1', redemption, { ...why, cause: 'redemption' }))
  expect(entriesOf('ann')).toEqual({})
  await expect(run((context) => lockEntry(context, 'ann', 'd1', redemption, why))).rejects.toMatchObject({
    code: 'gone',
  })
  await expect(run((context) => releaseEntry(context, 'ann', 'd1', redemption, why))).rejects.toThrow()
  expect(await problems()).toEqual([])
})

test('[IE6] erasing a user consumes their dinosaurs, including those that something else has', async () => {
  const { run, entriesOf, erase, problems } = await open()
  await run((context) => {
    addEntry(context, 'ann', { id: 'd2', species: 'Troodon', source: 'shop' }, why)
    lockEntry(context, 'ann', 'd2', redemption, why)
  })
  expect(await erase('ann')).toMatchObject({ ok: true })
  expect(entriesOf('ann')).toEqual({})
  expect(await problems()).toEqual([])
})

test('[IE7] the check finds what rules must not do: edits beside the functions, a dinosaur in two places, one that vanished', async () => {
  const { run, problems } = await open()
  await run(({ edit, read }) => {
    const { d1 } = read(inventory, 'ann').dinosaurs
    edit(inventory, 'bob').dinosaurs.d1 = OwnedDinosaur.parse(d1)
  })
  expect(await problems()).toEqual(
    expect.arrayContaining(['d1 is in two inventories', 'd1 is of bob, and of ann by its history']),
  )
  await run(({ edit }) => {
    delete edit(inventory, 'ann').dinosaurs.d1
    delete edit(inventory, 'bob').dinosaurs.d1
    const found = {
      id: 'd9',
      state: 'stored',
      source: 'shop',
      species: 'Troodon',
      gender: null,
      storedAt: 1,
      delivery: null,
    }
    edit(inventory, 'bob').dinosaurs.d9 = OwnedDinosaur.parse(found)
  })
  expect(await problems()).toEqual(['d9 of bob was never added', 'd1 is with player of ann, and in no inventory'])
})

test('[IE8] an entry of a release that kept no history begins one when it is first used', async () => {
  const { run, entriesOf, problems } = await open()
  const parked = {
    id: 'd9',
    state: 'redeeming',
    source: 'grown',
    species: 'Troodon',
    gender: null,
    storedAt: 1,
    delivery: 'x',
  }
  await run(({ edit }) => {
    edit(inventory, 'bob').dinosaurs.d9 = OwnedDinosaur.parse(parked)
  })
  await run((context) => releaseEntry(context, 'bob', 'd9', { kind: 'redemption', id: 'x' }, why))
  expect(entriesOf('bob').d9).toMatchObject({ state: 'stored', steps: 2 })
  expect(await problems()).toEqual([])
})

test('[IE9] each node counts dinosaurs and those in two inventories, from the start and with each change, and reports a fault', async () => {
  const { run, hub, restart } = await open()
  const faults: string[] = []
  const { totals } = followDinosaurs(hub, (what) => faults.push(what))
  expect(totals()).toEqual({ held: 1, doubled: 0 })
  await run((context) => moveEntry(context, sold, why))
  expect([totals(), faults]).toEqual([{ held: 1, doubled: 0 }, []])
  await run(({ edit, read }) => {
    edit(inventory, 'ann').dinosaurs.d1 = OwnedDinosaur.parse(read(inventory, 'bob').dinosaurs.d1)
  })
  expect([totals(), faults]).toEqual([{ held: 1, doubled: 1 }, ['dinosaurs']])
  const next = await restart()
  expect(followDinosaurs(next.hub, (what) => faults.push(what)).totals()).toEqual({ held: 1, doubled: 1 })
  expect(faults).toEqual(['dinosaurs', 'dinosaurs'])
  await run((context) => consumeEntry(context, 'ann', 'd1', null, why))
  expect(totals()).toEqual({ held: 1, doubled: 0 })
})

test('[IE1866] its new owner does not learn where and when the former one parked it, and keeps what the dinosaur is', async () => {
  const { run, entriesOf, problems } = await open()
  const known = { growth: 87, health: 60, mutations: ['wader'], playMs: 5, kills: 3, deaths: 0 }
  const parked = { ...known, location: 'swamps', lastPlayedAt: 4, steamId: '76561198000000009', name: 'Rexy' }
  const d2 = { id: 'd2', species: 'Carnotaurus', source: 'grown', ...parked } as const
  await run((context) => addEntry(context, 'ann', d2, why))
  await run((context) => moveEntry(context, { ...sold, id: 'd2' }, { ...why, cause: 'sale' }))
  const unsaid = { location: null, lastPlayedAt: null, steamId: null, name: '' }
  expect(entriesOf('bob').d2).toMatchObject({ ...known, ...unsaid })
  const undone = { gotBy: 'o1' }
  await run((context) => moveEntry(context, { ...sold, id: 'd2', from: 'bob', to: 'ann', undone }, why))
  expect(entriesOf('ann').d2).toMatchObject({ ...known, ...unsaid })
  expect(await problems()).toEqual([])
})
