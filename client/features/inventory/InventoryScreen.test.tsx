// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { inventory, OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { entryHistory } from '../../../shared/features/inventory/queries.ts'
import { savedSearches } from '../../../shared/features/searches/searches.ts'
import { server } from '../../../shared/features/server/server.ts'
import {
  answering,
  given,
  refusal,
  refusedDocument,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
import { InventoryScreen } from './InventoryScreen.tsx'

const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const dayMs = 86_400_000

const owned = (id: string, more: Partial<OwnedDinosaur> = {}) =>
  OwnedDinosaur.parse({
    id,
    state: 'stored',
    source: 'shop',
    species: 'Triceratops',
    gender: null,
    storedAt: screenNow - dayMs,
    delivery: null,
    steps: 1,
    ...more,
  })
const some = [
  owned('d1', { name: 'Old Scar', source: 'grown', growth: 80, health: 90, playMs: 5 * 3_600_000 }),
  owned('d2', { species: 'Troodon', storedAt: screenNow - 2 * dayMs }),
  owned('d3', {
    species: 'Tyrannosaurus',
    source: 'marketplace',
    state: 'listed',
    heldFor: 'l1',
    storedAt: screenNow - 3 * dayMs,
  }),
]
const has = (...dinosaurs: readonly OwnedDinosaur[]) =>
  given(inventory, me, { dinosaurs: Object.fromEntries(dinosaurs.map((one) => [one.id, one])) })

const open = (path = '/inventory', documents = [has(...some), given(savedSearches, me, {})]) =>
  renderScreen(<InventoryScreen />, { hello, documents, path })
const names = () =>
  [...screen.getByLabelText('Dinosaurs', { selector: '[role="list"]' }).querySelectorAll('h2')].map(
    ({ textContent }) => textContent,
  )
const search = () => screen.getByLabelText<HTMLInputElement>('Search dinosaurs')
const typed = (text: string) => {
  fireEvent.focus(search())
  fireEvent.change(search(), { target: { value: text } })
}
const chooseIn = (name: string, item: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Manage ${name}` }))
  fireEvent.click(screen.getByRole('menuitem', { name: new RegExp(`^${item}`) }))
}

test('[IV10] the figures count by source, and each dinosaur shows what it is and leads to its redemption', () => {
  open()
  const figures = screen.getByLabelText('Your collection').textContent
  expect(figures).toBe('Total3Grown1parked by youPurchased1in the shopTraded1on the market')
  expect(names()).toEqual(['Old Scar', 'Troodon', 'Tyrannosaurus'])
  expect(screen.getByText('Triceratops · 8.5 t')).toBeDefined()
  expect(screen.getByText('80% grown · 5h played')).toBeDefined()
  expect(screen.getAllByText('Fully grown once you redeem it').length).toBeGreaterThan(0)
  expect(screen.getByText('For sale on the market')).toBeDefined()
  const redeem = screen.getAllByRole('link', { name: /^Redeem/ })
  expect(redeem.map((one) => one.getAttribute('href'))).toEqual(['/redeem?dinosaur=d1', '/redeem?dinosaur=d2'])
})

test('[IV11] filters, order, view and search are in the address, and one that is there already holds', () => {
  const { address } = open('/inventory?show=carnivores&sort=name')
  expect(names()).toEqual(['Troodon', 'Tyrannosaurus'])
  fireEvent.click(screen.getByText('All'))
  fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'rarity' } })
  expect(names()).toEqual(['Old Scar', 'Tyrannosaurus', 'Troodon'])
  fireEvent.click(screen.getByText('List'))
  typed('species:t -is:listed')
  expect(names()).toEqual(['Old Scar', 'Troodon'])
  expect(address()).toBe('/inventory?sort=rarity&view=list&q=species%3At+-is%3Alisted')
  fireEvent.click(screen.getByText('Clear filters'))
  expect(names()).toHaveLength(3)
})

test('[IV12] a search that cannot be understood says where and why, and the list stays at the last one that could', () => {
  open()
  typed('species:troodon')
  expect(names()).toEqual(['Troodon'])
  typed('colour:red species:troodon')
  expect(screen.getByText('colour', { selector: 'mark' })).toBeDefined()
  expect(screen.getByText(/There's no filter "colour"/)).toBeDefined()
  expect(search().getAttribute('aria-invalid')).toBe('true')
  expect(names()).toEqual(['Troodon'])
  // The end of what is being typed is not wrong until the field is left.
  typed('species:troodon kills>')
  expect(screen.queryByText(/needs a value/)).toBeNull()
  fireEvent.blur(search())
  expect(screen.getByText(/"kills>" needs a value, as in kills>5/)).toBeDefined()
})

test('[IV13] suggestions are picked by keyboard, and saved searches are among them', () => {
  const saved = given(savedSearches, me, {
    searches: { s1: { list: 'inventory', name: 'Mine', text: 'source:grown', savedAt: 1 } },
  })
  const { sent } = open('/inventory', [has(...some), saved])
  fireEvent.click(search())
  const suggestions = () => within(screen.getByRole('listbox', { name: 'Suggestions' }))
  const options = () =>
    suggestions()
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(options()[0]).toBe('source:grownMine, Saved')
  typed('species:tro')
  fireEvent.keyDown(search(), { key: 'ArrowDown' })
  expect(search().getAttribute('aria-activedescendant')).toBe(suggestions().getByRole('option', { selected: true }).id)
  fireEvent.keyDown(search(), { key: 'Enter' })
  expect(search().value).toBe('species:Troodon ')
  fireEvent.keyDown(search(), { key: 'Escape' })
  expect(screen.queryByRole('listbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Saved searches (1)' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Saved searches' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Raptors' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save search' }))
  expect(sent).toMatchObject([
    { name: 'searches.save', input: { list: 'inventory', name: 'Raptors', text: 'species:Troodon' } },
  ])
  fireEvent.click(dialog.getByRole('button', { name: 'Delete Mine' }))
  expect(sent[1]).toMatchObject({ name: 'searches.remove', input: { id: 's1' } })
  fireEvent.click(dialog.getByRole('button', { name: /^Mine/ }))
  expect(names()).toEqual(['Old Scar'])
})

test('[IV14] a dinosaur is renamed, and released after a question that says what is lost', async () => {
  const { sent } = open()
  chooseIn('Old Scar', 'Rename')
  const form = within(screen.getByRole('dialog', { name: 'Rename your Triceratops' }))
  fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: 'Nightfall' } })
  fireEvent.click(form.getByRole('button', { name: 'Save name' }))
  expect(sent).toMatchObject([{ name: 'inventory.rename', input: { dinosaur: 'd1', name: 'Nightfall' } }])
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
  chooseIn('Troodon', 'Release')
  const question = within(screen.getByRole('dialog', { name: 'Release Troodon?' }))
  expect(question.getByText(/leaves your inventory permanently/)).toBeDefined()
  fireEvent.click(question.getByRole('button', { name: 'Release Troodon' }))
  await sent[1]?.answer(refusal('locked', 'That dinosaur is on its way.'))
  expect(question.getByText('That dinosaur is on its way.')).toBeDefined()
  expect(sent[1]).toMatchObject({ name: 'inventory.setFree', input: { dinosaur: 'd2' } })
})

test('[IV15] one that is for sale cannot be released, and says why', () => {
  const { sent } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Manage Tyrannosaurus' }))
  const item = screen.getByRole('menuitem', { name: /^Release/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('It is for sale.')
  fireEvent.click(item)
  expect([screen.queryByRole('dialog'), sent]).toEqual([null, []])
})

test('[IV16] two dinosaurs are compared, and a third takes the place of the first', () => {
  open()
  for (const name of ['Old Scar', 'Troodon', 'Tyrannosaurus'])
    fireEvent.click(screen.getByRole('button', { name: `Compare ${name}` }))
  const bar = within(screen.getByRole('region', { name: 'Compare' }))
  expect(bar.getByText('Troodon and Tyrannosaurus')).toBeDefined()
  fireEvent.click(bar.getByRole('button', { name: 'Compare' }))
  const table = within(screen.getByRole('dialog', { name: 'Troodon and Tyrannosaurus' }))
  const line = (name: RegExp) => table.getByRole('row', { name })
  expect(line(/^Adult weight 60 kg 8\.0 t$/).dataset.differs).toBe('true')
  expect(line(/^Skin Default Default$/).dataset.differs).toBeUndefined()
})

test('[IV17] keys on a card rename it, compare it, find more like it, and go to the next one', () => {
  const { address } = open()
  const [first, second] = ['Old Scar', 'Troodon'].map((name) => screen.getByRole('button', { name }))
  if (!first || !second) throw new Error('There are fewer cards')
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second, { key: 'c' })
  expect(screen.getByText('Troodon: choose another one to compare it with.')).toBeDefined()
  fireEvent.keyDown(second, { key: 'l' })
  expect(new URLSearchParams(address()?.split('?')[1]).get('q')).toBe(
    'species=Troodon source=shop type=carnivore rarity=uncommon',
  )
  fireEvent.keyDown(screen.getByRole('button', { name: 'Troodon' }), { key: 'n' })
  expect(screen.getByRole('dialog', { name: 'Rename your Troodon' })).toBeDefined()
})

test('[IV18] the details of a dinosaur have its vitals and its history', async () => {
  const steps = [
    { step: 5, at: screenNow - dayMs, act: 'moved', cause: 'gift', isReceived: true, subject: null },
    { step: 4, at: screenNow - dayMs, act: 'moved', cause: 'gift', isReceived: false, subject: null },
    { step: 3, at: screenNow - dayMs, act: 'moved', cause: 'sale', isReceived: true, subject: null },
    { step: 2, at: screenNow - dayMs, act: 'released', cause: 'parking', isReceived: false, subject: null },
    { step: 1, at: screenNow - dayMs, act: 'added', cause: 'parking', isReceived: false, subject: null },
  ] as const
  renderScreen(<InventoryScreen />, {
    hello,
    documents: [has(...some)],
    queries: [answering(entryHistory, ({ dinosaur }) => ({ steps: dinosaur === 'd1' ? [...steps] : [] }))],
    path: '/inventory?dinosaur=d1',
  })
  const drawer = within(screen.getByRole('dialog', { name: 'Old Scar' }))
  expect(drawer.getByText('Health')).toBeDefined()
  expect(await drawer.findByText('Parked')).toBeDefined()
  for (const words of ['Parking began', 'Bought on the market', 'Given as a gift', 'Received as a gift'])
    expect(drawer.getByText(words)).toBeDefined()
  fireEvent.click(drawer.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[IV19] an empty inventory leads to the shop, and one that cannot be read says so with Retry', () => {
  open('/inventory', [has()])
  expect(screen.getByText('No dinosaurs found')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to the shop' }).getAttribute('href')).toBe('/shop')
  renderScreen(<InventoryScreen />, { hello, documents: [refusedDocument(inventory, me)], path: '/inventory' })
  const alert = within(screen.getByRole('alert'))
  expect(alert.getByText('Failed to load inventory data')).toBeDefined()
  expect(alert.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('[IV1000] a search that finds nothing says so of one dinosaur, and of several', () => {
  const { change } = open('/inventory?q=nothinglikeit', [has(...some.slice(0, 1))])
  expect(screen.getByText("Your dinosaur doesn't match this search.")).toBeDefined()
  change(has(...some))
  expect(screen.getByText(`None of your ${some.length} dinosaurs matches this search.`)).toBeDefined()
})

test('[IV21] the help has every filter of the search, and an example is put into the field', () => {
  open()
  fireEvent.keyDown(document.body, { key: '?' })
  const help = within(screen.getByRole('dialog', { name: 'How to search' }))
  expect(help.getByText('How rare its species is')).toBeDefined()
  fireEvent.click(help.getByRole('button', { name: 'growth>0.5' }))
  expect(names()).toEqual(['Old Scar'])
})

test('[IV2173] on a phone, which has no such keys, the help says nothing of keys', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const isPhone of [true, false]) {
    vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
    const { unmount } = open()
    fireEvent.click(screen.getByRole('button', { name: 'How to search' }))
    expect(screen.getByRole('region', { name: 'Together' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Keys on a dinosaur' }) === null).toBe(isPhone)
    unmount()
  }
})

test('[IV43] while the inventory is off no figures are shown', () => {
  open('/inventory', [has(), given(server, mainServer, { features: { realInventory: false } })])
  expect(screen.getByText('The inventory is switched off on this hub.')).toBeDefined()
  expect(screen.queryByLabelText('Your collection')).toBeNull()
})
