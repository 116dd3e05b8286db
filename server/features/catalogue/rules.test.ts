import { expect, test } from 'vitest'
import { catalogue, catalogueKey, offerOf } from '../../../shared/features/catalogue/catalogue.ts'
import { importCatalogue, undoCatalogueEdit } from '../../../shared/features/catalogue/commands.ts'
import { catalogueCsv } from '../../../shared/features/catalogue/csv.ts'
import { catalogueAudit, catalogueEdits, mostEdits } from '../../../shared/features/catalogue/edits.ts'
import { guest, person } from '../../testing/principals.ts'
import { openShop, owner } from '../shop/testing/openShop.ts'

const outputOf = (answer: { readonly ok: boolean }) =>
  (answer as unknown as { readonly output: { readonly changed: number; readonly edit: string } }).output

async function openCatalogue() {
  const app = await openShop()
  const { hub, dispatch, memory, clock } = app
  return {
    ...app,
    changes: () => hub.read(catalogue, catalogueKey).changes,
    offer: (id: string) => offerOf(hub.read(catalogue, catalogueKey), id, clock.now()),
    undo: (edit: string) => dispatch(owner, undoCatalogueEdit.name, { edit }),
    load: (csv: string) => dispatch(owner, importCatalogue.name, { csv }),
    audited: async () =>
      (await memory.storage.archivePage({ kind: catalogueAudit.kind, before: null, limit: 50 })).rows.map(
        ({ row }) => row as { act: string; by: string; items: number; changes: string },
      ),
  }
}

test('[CT12] an owner changes any items in one change, and it is audited in words', async () => {
  const { clock, change, offer, audited, changes } = await openCatalogue()
  const sale = { price: 6000, endsAt: clock.now() + 60_000 }
  const answer = await change({ triceratops: { price: 8000, sale, perDay: 2 }, troodon: { isOn: false, order: 3 } })
  expect(outputOf(answer)).toMatchObject({ changed: 2, edit: expect.any(String) })
  expect(offer('triceratops')).toMatchObject({ basePrice: 8000, price: 6000, perDay: 2 })
  expect(offer('troodon')).toMatchObject({ isOn: false, order: 3 })
  expect(await audited()).toMatchObject([
    {
      act: 'change',
      by: 'olga',
      items: 2,
      changes:
        'Triceratops: list price 9,000 → 8,000, sale none → 6,000 until 1 Jan 2026, 00:01 UTC, limit none → 2 a day; Troodon: available yes → no, order 160 → 3',
    },
  ])
  await change({ triceratops: { price: null, sale: null, perDay: null }, troodon: { isOn: true, order: 160 } })
  expect(changes()).toEqual({})
})

test('[CT13] what is so already is not a change, and leaves no trace', async () => {
  const { change, changes, audited, memory } = await openCatalogue()
  await change({ troodon: { price: 1000 } })
  const before = memory.journal.at(-1)?.changes.length
  expect(outputOf(await change({ troodon: { price: 1000 }, dryosaurus: { price: 900, isOn: true } }))).toEqual({
    changed: 0,
    edit: null,
  })
  expect([before, memory.journal.at(-1)?.changes, (await audited()).length]).toEqual([expect.any(Number), [], 1])
  expect(Object.keys(changes())).toEqual(['troodon'])
})

test('[CT14] an edit is undone as a whole, once, and only while its items are as it left them', async () => {
  const { change, undo, offer, audited, changes } = await openCatalogue()
  await change({ troodon: { price: 1000 } })
  const { edit } = outputOf(await change({ troodon: { price: 1100 }, dryosaurus: { isOn: false } }))
  expect(outputOf(await undo(edit))).toEqual({ changed: 2 })
  expect([offer('troodon')?.price, offer('dryosaurus')?.isOn]).toEqual([1000, true])
  expect(await undo(edit)).toMatchObject({ code: 'gone' })
  const later = outputOf(await change({ troodon: { price: 700 }, dryosaurus: { isOn: false } })).edit
  await change({ troodon: { price: 600 } })
  expect(await undo(later)).toMatchObject({
    code: 'changedSince',
    message: 'Troodon has been changed again since, so this can no longer be undone.',
  })
  expect(changes().dryosaurus?.isOn).toBe(false)
  expect((await audited()).map(({ act }) => act)).toEqual(['change', 'change', 'undo', 'change', 'change'])
})

test(`[CT15] the latest ${mostEdits} edits can be undone`, async () => {
  const { hub, clock, change, undo } = await openCatalogue()
  const edits: string[] = []
  for (let nth = 0; nth <= mostEdits; nth += 1) {
    clock.pass(1_000)
    edits.push(outputOf(await change({ troodon: { price: 100 + nth } })).edit)
  }
  expect(Object.keys(hub.read(catalogueEdits).edits).sort()).toEqual(edits.slice(1).sort())
  expect(await undo(edits[0] ?? '')).toMatchObject({ code: 'gone' })
  for (const edit of edits.slice(1).reverse()) expect(await undo(edit)).toMatchObject({ ok: true })
})

test('[CT16] a file changes what its lines say, in one edit that can be undone', async () => {
  const { hub, clock, change, load, undo, offer, changes } = await openCatalogue()
  await change({ troodon: { price: 1000 } })
  const before = structuredClone(changes())
  const csv = catalogueCsv(hub.read(catalogue, catalogueKey), clock.now())
  expect(outputOf(await load(csv))).toEqual({ changed: 0, edit: null })
  const edited = csv
    .replace('troodon,Troodon,dinosaur,1000,,', 'troodon,Troodon,dinosaur,1500,1300,')
    .replace('triceratops,Triceratops,dinosaur,9000,,,yes,30,', 'triceratops,Triceratops,dinosaur,9000,,,no,30,1')
  const { changed, edit } = outputOf(await load(edited))
  expect([changed, offer('troodon')?.price, offer('triceratops')]).toMatchObject([2, 1300, { isOn: false, perDay: 1 }])
  await undo(edit)
  expect(changes()).toEqual(before)
})

test('[CT17] of a file with a wrong line nothing is applied, and every wrong line is named', async () => {
  const { load, changes } = await openCatalogue()
  const csv = 'id,list price\ntroodon,700\ndodo,5\ndryosaurus,-1\ntriceratops,8000\n'
  expect(await load(csv)).toMatchObject({
    code: 'badInput',
    problems: [
      expect.stringContaining('Line 3: "dodo" is not an item of the catalogue'),
      expect.stringContaining('Line 4: "-1" is not a list price'),
    ],
  })
  expect(changes()).toEqual({})
  expect(await load('id,sale price\ntroodon,1200')).toMatchObject({
    code: 'saleNotBelow',
    message: 'The sale price of Troodon has to be below its list price of 1,200.',
  })
  expect(changes()).toEqual({})
})

test('[CT62] a file with one of the two columns of a sale changes that of the sale that runs, and leaves the other', async () => {
  const { clock, change, load, offer, changes } = await openCatalogue()
  const endsAt = clock.now() + 3_600_000
  const later = '2026-12-24T18:00Z'
  await change({ triceratops: { sale: { price: 6000, endsAt } } })
  expect(outputOf(await load('id,sale price\ntriceratops,6000')).changed).toBe(0)
  await load('id,sale price\ntriceratops,5000')
  expect(offer('triceratops')?.sale).toEqual({ price: 5000, endsAt })
  await load(`id,sale ends\ntriceratops,${later}`)
  expect(offer('triceratops')?.sale).toEqual({ price: 5000, endsAt: Date.parse(later) })
  await load('id,sale ends\ntriceratops,')
  expect(offer('triceratops')?.sale).toEqual({ price: 5000, endsAt: null })
  expect(await load('id,sale ends\ntriceratops,2020-01-01T00:00Z')).toMatchObject({ code: 'saleOver' })
  expect(await load(`id,sale ends\ntriceratops,${later}\ntroodon,${later}`)).toMatchObject({
    code: 'noSale',
    message: 'Troodon has no sale that could end. Give its sale price, too.',
  })
  expect(outputOf(await load('id,sale ends\ntroodon,')).changed).toBe(0)
  await load('id,sale price\ntroodon,900\ntriceratops,')
  expect(changes()).toMatchObject({ troodon: { sale: { price: 900, endsAt: null } } })
  expect(changes()).not.toHaveProperty('triceratops')
})

test('[CT63] a sale that is over does not limit the list price, and its end is not that of the next one', async () => {
  const { clock, change, load, offer } = await openCatalogue()
  const endsAt = clock.now() + 3_600_000
  await change({ triceratops: { sale: { price: 6000, endsAt } }, troodon: { sale: { price: 900, endsAt } } })
  expect(await change({ triceratops: { price: 5500 } })).toMatchObject({ code: 'saleNotBelow' })
  clock.pass(7_200_000)
  expect(await change({ triceratops: { price: 5500 } })).toMatchObject({ ok: true })
  expect(await load('id,list price\ntroodon,800')).toMatchObject({ ok: true })
  expect([offer('triceratops'), offer('troodon')]).toMatchObject([
    { price: 5500, sale: null },
    { price: 800, sale: null },
  ])
  await load('id,sale price\ntriceratops,5000')
  expect(offer('triceratops')).toMatchObject({ price: 5000, sale: { price: 5000, endsAt: null } })
  expect(await load('id,sale ends\ntroodon,2026-12-24T18:00Z')).toMatchObject({ code: 'noSale' })
})

test.each([
  [{ dodo: { price: 5 } }, 'dodo'],
  [{ nocturnal: { price: 5 } }, 'Nocturnal is free'],
  [{ 'skin-default': { perDay: 5 } }, 'Default is free'],
  [{ troodon: { price: 0 } }, 'price'],
  [{ troodon: { price: -3 } }, 'price'],
  [{ troodon: { price: 1.5 } }, 'price'],
  [{ troodon: { price: 1e13 } }, 'price'],
  [{ troodon: { price: '5' } }, 'price'],
  [{ troodon: { sale: { price: 0, endsAt: null } } }, 'sale'],
  [{ troodon: { perDay: 0 } }, 'perDay'],
  [{ troodon: { order: -1 } }, 'order'],
  [{ troodon: { colour: 'red' } }, 'colour'],
  [{}, '1 to '],
])('[CT18] %j is refused by name, and no other item is changed', async (wrong, problem) => {
  const { dispatch, changes } = await openCatalogue()
  const more = Object.keys(wrong).length === 0 ? {} : { dryosaurus: { price: 5 } }
  expect(await dispatch(owner, 'catalogue.changeItems', { changes: { ...more, ...wrong } })).toMatchObject({
    code: 'badInput',
    problems: [expect.stringContaining(problem)],
  })
  expect(changes()).toEqual({})
})

test('[CT19] a sale is below the list price and ends in the future', async () => {
  const { clock, change, changes } = await openCatalogue()
  expect(await change({ troodon: { sale: { price: 1200, endsAt: null } } })).toMatchObject({ code: 'saleNotBelow' })
  expect(await change({ troodon: { sale: { price: 5, endsAt: clock.now() } } })).toMatchObject({ code: 'saleOver' })
  await change({ troodon: { sale: { price: 900, endsAt: null } } })
  expect(await change({ troodon: { price: 900 } })).toMatchObject({ code: 'saleNotBelow' })
  expect(changes().troodon).toMatchObject({ price: null, sale: { price: 900 } })
})

test('[CT20] everyone reads the catalogue, and only owners change it or see what can be undone', async () => {
  const { hub, dispatch } = await openCatalogue()
  expect(hub.mayRead(guest, 'catalogue/main')).toBe(true)
  expect([person('ann', 'admin'), owner].map((who) => hub.mayRead(who, 'catalogueEdits/'))).toEqual([false, true])
  for (const who of [guest, person('ann'), person('ann', 'admin')])
    expect(await dispatch(who, 'catalogue.changeItems', { changes: { troodon: { price: 5 } } })).toMatchObject({
      code: 'forbidden',
    })
})
