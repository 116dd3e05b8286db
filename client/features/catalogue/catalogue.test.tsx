// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { catalogue, catalogueKey } from '../../../shared/features/catalogue/catalogue.ts'
import { changeItems, importCatalogue, undoCatalogueEdit } from '../../../shared/features/catalogue/commands.ts'
import { catalogueEdits } from '../../../shared/features/catalogue/edits.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { CatalogueScreen } from './CatalogueScreen.tsx'

type Changes = z.input<typeof catalogue.schema>['changes']
type Edits = z.input<typeof catalogueEdits.schema>['edits']

const open = (changes: Changes = {}, edits: Edits = {}) =>
  renderScreen(<CatalogueScreen />, {
    hello: signedIn('owner'),
    path: '/catalogue?kind=dinosaur',
    documents: [given(catalogue, catalogueKey, { changes }), given(catalogueEdits, '', { edits })],
  })
const type = (name: string, value: string) => fireEvent.input(screen.getByLabelText(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function choose(text: string) {
  const file = new File([text], 'catalogue.csv', { type: 'text/csv' })
  await act(async () => fireEvent.change(screen.getByLabelText('Catalogue file'), { target: { files: [file] } }))
}

test('[CT24] an owner changes price, sale and limit of an item, and undoes it from the toast', async () => {
  const { sent } = open()
  fireEvent.click(screen.getByText('Triceratops'))
  type('List price', '8,000')
  type('Sale price (optional)', '6000')
  type('Daily limit (optional)', '2')
  press('Save')
  const change = { price: 8_000, perDay: 2, order: 30, sale: { price: 6_000, endsAt: null } }
  expect(sent).toMatchObject([{ name: changeItems.name, input: { changes: { triceratops: change } } }])
  await sent[0]?.answer({ ok: true, output: { changed: 1, edit: 'edit-1' }, seq: 1 })
  fireEvent.click(screen.getByRole('button', { name: /Undo/ }))
  expect(sent[1]).toMatchObject({ name: undoCatalogueEdit.name, input: { edit: 'edit-1' } })
})

test('[CT2182] the page says in which currency its prices are', () => {
  open()
  expect(screen.getByText(/^What the hub sells, priced in Void Pearls\./)).toBeDefined()
})

test('[CT25] a wrong price is named at its field, and a refusal of the hub in the form', async () => {
  const { sent } = open()
  fireEvent.click(screen.getByText('Troodon'))
  for (const wrong of ['', '0', '-5', '1.5', 'ten']) {
    type('List price', wrong)
    press('Save')
  }
  expect(sent).toEqual([])
  type('List price', '900')
  press('Save')
  await sent[0]?.answer({ ok: false, code: 'saleNotBelow', message: 'The sale price of Troodon has to be below 900.' })
  expect(screen.getByRole('alert').textContent).toContain('has to be below 900.')
})

test('[CT26] a switch takes an item out of the shop at once', () => {
  const { sent } = open()
  fireEvent.click(screen.getByText('Troodon'))
  fireEvent.click(screen.getByRole('switch', { name: 'Available' }))
  expect(sent).toMatchObject([{ input: { changes: { troodon: { isOn: false } } } }])
})

test('[CT27] an undo by another page fills the open fields with what is so now', () => {
  const { change } = open({ troodon: { price: 900 } })
  fireEvent.click(screen.getByText('Troodon'))
  expect((screen.getByLabelText('List price') as HTMLInputElement).value).toBe('900')
  change(given(catalogue, catalogueKey, {}))
  expect((screen.getByLabelText('List price') as HTMLInputElement).value).toBe('1200')
})

test('[CT31] what another owner saves while one types is shown, and neither is lost: one is chosen', async () => {
  const { sent, change } = open({ troodon: { price: 900 } })
  fireEvent.click(screen.getByText('Troodon'))
  type('List price', '950')
  change(given(catalogue, catalogueKey, { changes: { troodon: { price: 800 } } }))
  const field = () => (screen.getByLabelText('List price') as HTMLInputElement).value
  expect([field(), screen.getByRole('alert').textContent]).toEqual(['950', expect.stringContaining('list price 800')])
  press('Use theirs')
  expect([field(), screen.queryByRole('alert')]).toEqual(['800', null])
  type('List price', '950')
  change(given(catalogue, catalogueKey, { changes: { troodon: { price: 700 } } }))
  press('Save')
  expect(sent).toMatchObject([{ input: { changes: { troodon: { price: 950 } } } }])
})

test('[CT28] a file with wrong lines is not sent, and each is named; a good one is shown before it is applied', async () => {
  const { sent } = open()
  await choose('id,list price\ntroodon,ten\ndodo,5')
  const problems = within(await screen.findByRole('dialog', { name: 'Nothing was imported' }))
  expect(problems.getByText(/Line 2: "ten" is not a list price/)).toBeDefined()
  expect(problems.getByText('Line 3: "dodo" is not an item of the catalogue')).toBeDefined()
  fireEvent.click(problems.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  const csv = 'id,list price\ntroodon,900\ndryosaurus,900'
  await choose(csv)
  const question = within(await screen.findByRole('dialog', { name: 'Change 1 item?' }))
  expect(question.getByText('Troodon: list price 1,200 → 900')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Apply' }))
  expect(sent).toMatchObject([{ name: importCatalogue.name, input: { csv } }])
})

test('[CT64] a file with the end of a sale that is not there names the item; for a sale that runs the rest is shown as it stays', async () => {
  const endsAt = screenNow + 3_600_000
  open({ troodon: { sale: { price: 900, endsAt } } })
  await choose('id,sale ends\ndryosaurus,2999-12-24T18:00Z')
  const problems = within(await screen.findByRole('dialog', { name: 'Nothing was imported' }))
  expect(problems.getByText(/^Dryosaurus has no sale that could end/)).toBeDefined()
  fireEvent.click(problems.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await choose('id,sale price\ntroodon,800')
  const question = within(await screen.findByRole('dialog', { name: 'Change 1 item?' }))
  const until = '21 Nov 2026, 13:00 UTC'
  expect(question.getByText(`Troodon: sale 900 until ${until} → 800 until ${until}`)).toBeDefined()
})

test('[CT29] the latest changes are listed with their undo', () => {
  const items = { troodon: { before: {}, after: { price: 900 } } }
  const { sent } = open({ troodon: { price: 900 } }, { 'edit-7': { at: screenNow - 60_000, way: 'table', items } })
  expect(screen.getByText('Troodon: list price 1,200 → 900')).toBeDefined()
  press('Undo')
  expect(sent).toMatchObject([{ name: undoCatalogueEdit.name, input: { edit: 'edit-7' } }])
})

test.each([
  ['undone in the list of changes', {}, {}],
  ['overtaken by another change', { troodon: { price: 700 } }, null],
])('[CT601] the toast of a change goes when the change is %s', async (_, later, left) => {
  const { sent, change } = open()
  const items = { troodon: { before: {}, after: { price: 900 } } }
  const edits = { 'edit-1': { at: screenNow, way: 'table' as const, items } }
  const become = (changes: Changes, latest: Edits) => {
    change(given(catalogue, catalogueKey, { changes }))
    change(given(catalogueEdits, '', { edits: latest }))
  }
  become({}, {})
  fireEvent.click(screen.getByText('Troodon'))
  type('List price', '900')
  press('Save')
  await sent[0]?.answer({ ok: true, output: { changed: 1, edit: 'edit-1' }, seq: 1 })
  become({ troodon: { price: 900 } }, edits)
  expect(screen.getByText('Changed 1 item.')).toBeDefined()
  become(later, left ?? edits)
  expect(screen.queryByText('Changed 1 item.')).toBeNull()
})

test('[CT30] others than owners read what they lack', () => {
  renderScreen(<CatalogueScreen />, { hello: signedIn('admin'), path: '/catalogue' })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getAllByText(/owner/i).length).toBeGreaterThan(0)
})
