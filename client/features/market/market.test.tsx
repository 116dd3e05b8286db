// @vitest-environment happy-dom
// One file because its tests open the same market.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { inventory, mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { buyListing } from '../../../shared/features/market/commands.ts'
import {
  Listing,
  listings,
  marketBoard,
  marketBoardKey,
  marketPast,
  marketWatches,
} from '../../../shared/features/market/listing.ts'
import { type ListingCard, searchMarket } from '../../../shared/features/market/queries.ts'
import { savedSearches } from '../../../shared/features/searches/searches.ts'
import { server } from '../../../shared/features/server/server.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { MarketScreen } from './MarketScreen.tsx'
import { usualText } from './marketList.ts'
import { cardOf, dinosaurOf, listingOf } from './testing/listings.ts'

const cards: readonly ListingCard[] = [
  cardOf(
    'l1',
    { species: 'Triceratops', growth: 80, mutations: ['nocturnal'] },
    { usual: { confidence: 'week', price: 4_200, sales: 8 } },
  ),
  cardOf(
    'l2',
    { species: 'Troodon' },
    { price: { currency: 'razorTalons', amount: 900 }, seller: { account: 'bob', name: 'Bob' } },
  ),
  cardOf('l3', { species: 'Dryosaurus' }, { seller: { account: 'ann', name: 'Ann' } }),
  cardOf('l4', { species: 'Dryosaurus' }, { seller: { account: 'eve', name: 'Eve' }, isFrozen: true }),
]
const openOf = (seller: string, all = cards) =>
  given(listings, seller, {
    open: Object.fromEntries(all.filter((one) => one.seller.account === seller).map((one) => [one.id, listingOf(one)])),
  })

interface Setup {
  readonly path?: string
  readonly found?: (input: { readonly after: string | null; readonly text: string }) => Parameters<typeof page>[0]
  readonly guest?: boolean
  readonly talons?: number
  readonly dinosaurs?: number
}
const page = (answer: { cards?: readonly ListingCard[]; next?: string | null; revision?: number; total?: number }) => ({
  cards: [...(answer.cards ?? cards)],
  next: answer.next ?? null,
  total: answer.total ?? (answer.cards ?? cards).length,
  revision: answer.revision ?? 1,
})

async function openMarket({ path = '/market', found = () => ({}), guest, talons = 1_000, dinosaurs = 0 }: Setup = {}) {
  const asked: { readonly filter: string; readonly sort: string; readonly text: string; readonly kind: string }[] = []
  const own = Array.from({ length: dinosaurs }, (_, nth) => dinosaurOf(`d${nth}`))
  const opened = renderScreen(<MarketScreen />, {
    ...(guest ? {} : { hello: signedIn('player') }),
    path,
    documents: [
      given(marketBoard, marketBoardKey, { revision: 1 }),
      given(economySettings, '', {}),
      given(wallet, 'ann', { razorTalons: talons, sylvanShards: 10_000 }),
      given(inventory, 'ann', { dinosaurs: Object.fromEntries(own.map((one) => [one.id, one])) }),
      given(ownedSkins, 'ann', {}),
      given(marketPast, 'ann', {}),
      given(marketWatches, 'ann', {}),
      given(savedSearches, 'ann', {}),
      ...['sam', 'bob', 'ann', 'eve'].map((seller) => openOf(seller)),
    ],
    queries: [
      answering(searchMarket, (input) => {
        asked.push(input)
        return page(found(input))
      }),
    ],
  })
  await opened.settle()
  return { ...opened, asked }
}

const card = (name: string, at = 0) =>
  within(screen.getAllByRole('heading', { name })[at]?.closest('article') as HTMLElement)
const names = () =>
  [...screen.getByRole('list', { name: 'Listings' }).querySelectorAll('h2')].map((one) => one.textContent)
const buyIn = (one: ReturnType<typeof card>) => one.getByRole<HTMLButtonElement>('button', { name: /^Buy Now/ })

test('[ME1] a card names what is sold, by whom, for how much, what is usual, and for how long it is listed', async () => {
  await openMarket()
  const one = card('Triceratops')
  expect(one.getByText('80% grown · Female')).toBeDefined()
  expect(one.getByText('Nocturnal')).toBeDefined()
  expect(one.getByRole('button', { name: 'Sam' })).toBeDefined()
  expect(one.getByText('4,000')).toBeDefined()
  expect(one.getByText('Sylvan Shards')).toBeDefined()
  expect(one.getByText('Usual: 4,200 this week, 8 sales')).toBeDefined()
  expect(one.getByText('3 d')).toBeDefined()
  expect(card('Troodon').getByText('No sales this month to compare with')).toBeDefined()
})

test('[ME2] the usual price says how well it is known', () => {
  expect(usualText({ confidence: 'day', price: 4_200, sales: 6 })).toBe('Usual: 4,200 today, 6 sales')
  expect(usualText({ confidence: 'month', price: 70, sales: 1 })).toBe('Usual: 70 this month, 1 sale')
})

test('[ME3] a purchase is asked about with what leaves and what comes, and sends the price that is shown', async () => {
  const { sent } = await openMarket()
  fireEvent.click(buyIn(card('Triceratops')))
  const question = within(screen.getByRole('dialog', { name: 'Buy Triceratops?' }))
  expect(question.getByText('You pay Sam')).toBeDefined()
  expect(question.getByText('You will have 6,000 Sylvan Shards left.')).toBeDefined()
  expect(question.getByText(/You can't sell it or give it away for 24 h/)).toBeDefined()
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  fireEvent.click(buyIn(card('Triceratops')))
  fireEvent.click(screen.getByRole('button', { name: 'Buy for 4,000 Sylvan Shards' }))
  expect(sent).toMatchObject([{ name: buyListing.name, input: { seller: 'sam', listing: 'l1', price: 4_000 } }])
  const price = { currency: 'sylvanShards', amount: 4_000 }
  const output = { entry: 'e1', operation: 'o1', name: 'Triceratops', price, newBalance: 6_000, tradableAt: null }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  expect(screen.getByText("You bought Triceratops. It's in your inventory.")).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[ME4] a refused purchase says so in the question', async () => {
  const { sent } = await openMarket()
  fireEvent.click(buyIn(card('Triceratops')))
  fireEvent.click(screen.getByRole('button', { name: /^Buy for/ }))
  await sent[0]?.answer(refusal('gone', buyListing.refusals.gone))
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(buyListing.refusals.gone)
})

test('[ME400] a question whose price is no longer covered says why, and buys nothing', async () => {
  const { sent, change, settle } = await openMarket()
  fireEvent.click(buyIn(card('Triceratops')))
  const question = within(screen.getByRole('dialog'))
  change(given(wallet, 'ann', { sylvanShards: 3_000 }))
  await settle()
  expect(question.getByRole('alert').textContent).toBe('Not enough Sylvan Shards: you need 1,000 more.')
  expect(question.queryByText(/You will have/)).toBeNull()
  const buy = question.getByRole<HTMLButtonElement>('button', { name: /^Buy for/ })
  expect(buy.disabled).toBe(true)
  fireEvent.submit(buy.closest('form') as HTMLFormElement)
  expect(sent).toEqual([])
})

test('[ME1932] a question about a listing that the user has bought in another window says so, and buys nothing', async () => {
  const { sent, change } = await openMarket()
  fireEvent.click(buyIn(card('Triceratops')))
  const question = within(screen.getByRole('dialog'))
  const { endsAt: _, ...one } = Listing.parse(listingOf(cards[0] as ListingCard))
  const bought = { ...one, end: 'bought' as const, endedAt: screenNow, operation: 'o1' }
  change(given(marketPast, 'ann', { past: { l1: bought } }))
  expect(question.getByRole('alert').textContent).toBe("You've already bought this.")
  expect(question.queryByText(/You will have/)).toBeNull()
  expect(question.getByRole<HTMLButtonElement>('button', { name: /^Buy for/ }).disabled).toBe(true)
  expect(sent).toEqual([])
})

test('[ME5] what cannot be bought is disabled with the reason: too little, yours, frozen', async () => {
  await openMarket({ talons: 600 })
  const [poor, own, frozen] = [card('Troodon'), card('Dryosaurus'), card('Dryosaurus', 1)]
  expect(poor.getByText('Not enough Razor Talons: you need 300 more.')).toBeDefined()
  expect(own.getByText("You're selling this yourself.")).toBeDefined()
  expect(frozen.getByText("Its seller can't trade right now.")).toBeDefined()
  expect([poor, own, frozen].map((one) => buyIn(one).disabled)).toEqual([true, true, true])
  expect(buyIn(card('Triceratops')).disabled).toBe(false)
})

test('[ME6] with a full inventory nothing is bought', async () => {
  await openMarket({ dinosaurs: mostDinosaurs })
  expect(card('Triceratops').getByText('Your inventory is full.')).toBeDefined()
  expect(buyIn(card('Triceratops')).disabled).toBe(true)
})

test('[ME7] guests see all and buy nothing', async () => {
  await openMarket({ guest: true })
  expect(names()).toEqual(['Triceratops', 'Troodon', 'Dryosaurus', 'Dryosaurus'])
  expect(buyIn(card('Triceratops')).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Sign in to trade' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Sell' })).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: 'My Listings' }))
  expect(screen.getByText('Sign in to see your listings.')).toBeDefined()
})

test('[ME8] a card that is sold while one looks says so in its place; one that the user bought leads to the inventory', async () => {
  const { change } = await openMarket()
  change(given(listings, 'sam', {}))
  expect(names()).toEqual(['Triceratops', 'Troodon', 'Dryosaurus', 'Dryosaurus'])
  expect(card('Triceratops').getByRole('status').textContent).toBe('Sold or withdrawn')
  expect(card('Triceratops').queryByRole('button', { name: /^Buy Now/ })).toBeNull()
  const { endsAt: _, ...one } = Listing.parse(listingOf(cards[1] as ListingCard))
  const bought = { ...one, end: 'bought' as const, endedAt: screenNow, operation: 'o1' }
  change(given(marketPast, 'ann', { past: { l2: bought } }))
  expect(card('Troodon').getByRole('link', { name: 'You bought this' }).getAttribute('href')).toBe('/inventory')
})

test('[ME9] new listings move nothing: they are shown when they are asked for', async () => {
  let all: readonly ListingCard[] = cards.slice(1)
  const { change, settle, asked } = await openMarket({
    found: () => ({ cards: all, revision: cards.length - all.length }),
  })
  expect(screen.queryByRole('button', { name: 'Show what has changed' })).toBeNull()
  all = cards
  change(given(marketBoard, marketBoardKey, { revision: 0 }))
  expect(names()).toHaveLength(3)
  expect(asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Show what has changed' }))
  await settle()
  expect(names()).toEqual(['Triceratops', 'Troodon', 'Dryosaurus', 'Dryosaurus'])
  expect(screen.queryByRole('button', { name: 'Show what has changed' })).toBeNull()
})

test('[ME10] another page is added below the first, and repeats no card', async () => {
  const { settle } = await openMarket({
    found: ({ after }) =>
      after === null ? { cards: cards.slice(0, 2), next: 'l2', total: 4 } : { cards: cards.slice(1), total: 4 },
  })
  expect(screen.getByText('4 listings')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await settle()
  expect(names()).toEqual(['Triceratops', 'Troodon', 'Dryosaurus', 'Dryosaurus'])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('[ME11] tab, filter, order and search are in the address, and one that is there already holds', async () => {
  const { address, asked } = await openMarket({ path: '/market?filter=carnivore&sort=priceLow&q=species%3Atri' })
  // The text of the address is searched for at once.
  expect(asked[0]).toMatchObject({ kind: 'dinosaur', filter: 'carnivore', sort: 'priceLow', text: 'species:tri' })
  fireEvent.click(screen.getByRole('button', { name: 'Legendary' }))
  fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'rarity' } })
  fireEvent.click(screen.getByRole('tab', { name: 'Skins' }))
  expect(address()).toBe('/market?filter=legendary&sort=rarity&q=species%3Atri&tab=skins')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: 'skin', filter: 'legendary', sort: 'rarity' }))
})

test('[ME12] a search that cannot be understood says where and why, and is never sent', async () => {
  const { asked } = await openMarket({ path: '/market?q=species%3Atri' })
  fireEvent.change(screen.getByLabelText('Search listings'), { target: { value: 'colour:red species:tri' } })
  expect(screen.getByText('colour', { selector: 'mark' })).toBeDefined()
  expect(asked.every(({ text }) => text === 'species:tri')).toBe(true)
})

test('[ME60] a question mark opens the filters of the search, and an example is searched for', {
  tags: 'slow',
}, async () => {
  const { asked } = await openMarket()
  fireEvent.keyDown(document.body, { key: '?' })
  const help = within(screen.getByRole('dialog', { name: 'How to search' }))
  const example = help.getAllByRole('button').find(({ textContent }) => textContent?.includes(':')) as HTMLElement
  fireEvent.click(example)
  await waitFor(() => expect(asked.at(-1)?.text).toBe(example.textContent))
})

test('[ME13] without a listing the page says so; behind filters it offers to clear them', async () => {
  const { address } = await openMarket({ path: '/market?filter=apex', found: () => ({ cards: [] }) })
  expect(screen.getByText('No listings match your filters.')).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
  expect(address()).toBe('/market')
  expect(screen.getByText('No dinosaurs are for sale right now.')).toBeDefined()
})

test('[ME14] the details are in the address: growth, seller, usual price, and watching the species', async () => {
  const { sent } = await openMarket({ path: '/market?listing=l1' })
  const detail = within(screen.getByRole('dialog', { name: /Triceratops/ }))
  expect(detail.getByRole('img', { name: 'Triceratops' })).toBeDefined()
  expect(detail.getByText('The usual price of Triceratops from 75% growth on.')).toBeDefined()
  fireEvent.click(detail.getByRole('switch', { name: 'Watch Triceratops' }))
  expect(sent).toMatchObject([{ name: 'market.watchSpecies', input: { species: 'Triceratops' } }])
})

test.each<[ListingCard['usual'], boolean]>([
  [{ confidence: 'none' }, true],
  [{ confidence: 'month', price: 70, sales: 4 }, true],
  [{ confidence: 'month', price: 70, sales: 5 }, false],
  [{ confidence: 'week', price: 70, sales: 4 }, true],
  [{ confidence: 'week', price: 70, sales: 8 }, false],
])(
  '[ME61] of a listing with the usual price %j the details say when payments are limited: %s',
  async (usual, isSaid) => {
    const [first] = cards as [ListingCard]
    await openMarket({ path: '/market?listing=l1', found: () => ({ cards: [{ ...first, usual }] }) })
    const detail = within(screen.getByRole('dialog', { name: /Triceratops/ }))
    expect(detail.queryByText(/^While fewer than 5 like it are sold in a month/) !== null).toBe(isSaid)
  },
)

test('[ME15] while currency is switched off the page says so and shows no listings', async () => {
  const { sent } = renderScreen(<MarketScreen />, {
    hello: signedIn('player'),
    path: '/market',
    documents: [given(server, mainServer, { features: { realCurrency: false } })],
    queries: [answering(searchMarket, () => page({}))],
  })
  expect(screen.getByText('Currency is switched off on this hub.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Sell' })).toBeNull()
  expect(sent).toEqual([])
})

test('[ME16] a refused search says why, and is asked again', async () => {
  let isRefused = true
  const failed = refusal('forbidden', "You can't read this.")
  const { settle } = renderScreen(<MarketScreen />, {
    path: '/market',
    queries: [answering(searchMarket, () => (isRefused ? failed : page({})))],
  })
  await settle()
  expect(screen.getByText("You can't read this.")).toBeDefined()
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: /again|Retry/ }))
  await settle()
  expect(names()).toHaveLength(cards.length)
})

test('[ME17] without a connection the page is not shown as empty', () => {
  renderScreen(<MarketScreen />, { path: '/market', connection: 'stale' })
  expect(screen.getAllByText(/Can't reach the hub/)).not.toEqual([])
  expect(screen.queryByText(/for sale right now/)).toBeNull()
})
