// @vitest-environment happy-dom
// One file because its tests sell from the same inventory.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Link } from 'wouter'
import type { z } from 'zod'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { openListing, reverseSale, withdrawListing } from '../../../shared/features/market/commands.ts'
import {
  listings,
  marketNews,
  marketPast,
  marketWatches,
  mostListings,
  PastListing,
} from '../../../shared/features/market/listing.ts'
import { readSale, searchMarket } from '../../../shared/features/market/queries.ts'
import { alikeKey, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import { savedSearches } from '../../../shared/features/searches/searches.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { species, speciesName } from '../../../shared/features/world/species.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { MarketNotices } from './MarketNotices.tsx'
import { MarketScreen } from './MarketScreen.tsx'
import { ReverseSale } from './ReverseSale.tsx'
import { cardOf, dayMs, dinosaurOf, listingOf } from './testing/listings.ts'

const own = [
  dinosaurOf('d1', { name: 'Old Scar', growth: 80, source: 'grown' }),
  dinosaurOf('d2', { species: 'Troodon', tradableAt: Date.UTC(2026, 10, 22, 9) }),
  dinosaurOf('d3', { species: 'Dryosaurus', state: 'redeeming' }),
]
const skin = {
  id: 's1',
  state: 'stored' as const,
  source: 'shop' as const,
  species: 'Troodon',
  skin: 'skin-albino',
  acquiredAt: 1,
  operation: 'o1',
  steps: 1,
}
const usualKey = alikeKey({ kind: 'dinosaur', species: 'Triceratops', skin: null, growth: 80 }, false)
const sales = { a: { at: screenNow - 1, price: 4_200 }, b: { at: screenNow - 2, price: 4_200 } }

const openListings = (count: number) =>
  given(listings, 'ann', {
    open: Object.fromEntries(
      Array.from({ length: count }, (_, nth) => [`l${nth}`, listingOf(cardOf(`l${nth}`, { species: 'Triceratops' }))]),
    ),
  })
const pastOf = (id: string, more: Partial<PastListing>) => {
  const { endsAt: _, ...one } = listingOf(cardOf(id, { species: 'Triceratops' }))
  return PastListing.parse({ ...one, end: 'sold', endedAt: screenNow - dayMs, operation: `of ${id}`, ...more })
}
const past = (...all: readonly PastListing[]) =>
  given(marketPast, 'ann', { past: Object.fromEntries(all.map((one) => [one.id, one])) })

const open = (path: string, more: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(
    <>
      <MarketNotices />
      <MarketScreen />
    </>,
    {
      hello: signedIn('player'),
      path,
      ...more,
      documents: [
        given(economySettings, '', {}),
        given(wallet, 'ann', { sylvanShards: 10_000 }),
        given(inventory, 'ann', { dinosaurs: Object.fromEntries(own.map((one) => [one.id, one])) }),
        given(ownedSkins, 'ann', { skins: { s1: skin } }),
        given(usualPrices, usualKey, { sales }),
        given(listings, 'ann', {}),
        past(),
        given(marketWatches, 'ann', {}),
        given(savedSearches, 'ann', {}),
        ...(more.documents ?? []),
      ],
      queries: [answering(searchMarket, () => ({ cards: [], next: null, total: 0, revision: 0 }))],
    },
  )
const dialog = () => within(screen.getByRole('dialog'))
const price = () => dialog().getByLabelText<HTMLInputElement>('Price in Sylvan Shards')

test('[ME20] what can be sold is offered first, and what cannot says why and from when', () => {
  const { address } = open('/market')
  fireEvent.click(screen.getByRole('button', { name: 'Sell' }))
  const offered = dialog()
    .getAllByRole<HTMLButtonElement>('button')
    .filter((one) => one.getAttribute('aria-label') !== 'Close')
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Old Scar80% grown',
    'Albino for TroodonPut it on a dinosaur once',
    expect.stringMatching(/^TroodonYou can sell it from 22 Nov 2026/),
    "DryosaurusIt's on its way into the game.",
  ])
  expect(offered.map(({ disabled }) => disabled)).toEqual([false, false, true, true])
  fireEvent.click(offered[0] as HTMLElement)
  expect(address()).toBe('/market?sell=dinosaur%3Ad1')
  expect(screen.getByRole('dialog', { name: 'Sell Old Scar' })).toBeDefined()
})

test('[ME2058] where nothing can be sold yet, the choice of what to sell says so first', () => {
  const bought = dinosaurOf('d2', { species: 'Troodon', tradableAt: Date.UTC(2026, 10, 22, 9) })
  const { change } = open('/market?sell=choose')
  expect(dialog().queryByText("You can't sell anything yet.")).toBeNull()
  change(given(ownedSkins, 'ann', { skins: {} }))
  change(given(inventory, 'ann', { dinosaurs: { d2: bought } }))
  expect(dialog().getByText("You can't sell anything yet.")).toBeDefined()
})

test('[ME21] fee and proceeds follow the price while it is typed, beside the usual price; a slip is noticed', () => {
  open('/market?sell=dinosaur:d1')
  expect(dialog().getByText(/^Usual: 4,200 this week, 2 sales/)).toBeDefined()
  fireEvent.change(price(), { target: { value: '4000' } })
  expect(dialog().getByText('200')).toBeDefined()
  expect(dialog().getByText('3,800')).toBeDefined()
  expect(dialog().getByText('Listed for 7 days')).toBeDefined()
  fireEvent.change(price(), { target: { value: '400' } })
  expect(dialog().getByText('This is far below it.', { exact: false })).toBeDefined()
  fireEvent.change(price(), { target: { value: '40000' } })
  expect(dialog().getByText('This is far above it.', { exact: false })).toBeDefined()
})

test('[ME1933] what is listed stays where it is and cannot be used, and the form says so', () => {
  open('/market?sell=dinosaur:d1')
  expect(dialog().getByText(/^It stays in your inventory while it's listed, but you can't use it\./)).toBeDefined()
  fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sell' }))
  fireEvent.click(dialog().getByRole('button', { name: /^Albino for Troodon/ }))
  expect(dialog().getByText(/^It stays in your skins while it's listed, but you can't use it\./)).toBeDefined()
})

test('[ME22] the listing is sent with the fee that was shown, and then is in My Listings', async () => {
  const { sent, address } = open('/market?sell=dinosaur:d1')
  fireEvent.change(price(), { target: { value: '4,001' } })
  fireEvent.click(dialog().getByRole('button', { name: 'List for 4,001 Sylvan Shards' }))
  expect(sent).toMatchObject([
    { name: openListing.name, input: { item: { kind: 'dinosaur', id: 'd1' }, price: 4_001, fee: 201 } },
  ])
  const output = {
    listing: 'l1',
    price: { currency: 'sylvanShards', amount: 4_001 },
    fee: 201,
    proceeds: 3_800,
    endsAt: 1,
  }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/market?tab=mine')
  expect(screen.getByText('Old Scar is for sale for 4,001 Sylvan Shards.')).toBeDefined()
})

test.each(['', '0', '-5', '1.5', '1000001', 'many'])('[ME23] a price of "%s" is not sent', (typed) => {
  const { sent } = open('/market?sell=dinosaur:d1')
  fireEvent.change(price(), { target: { value: typed } })
  fireEvent.click(dialog().getByRole('button', { name: 'List for sale' }))
  expect(sent).toEqual([])
  expect(dialog().getByRole('alert').textContent).toMatch(/^Enter a/)
})

test('[ME24] a refusal stays in the dialog with what was typed', async () => {
  const { sent } = open('/market?sell=dinosaur:d1')
  fireEvent.change(price(), { target: { value: '4000' } })
  fireEvent.click(dialog().getByRole('button', { name: /^List for/ }))
  await sent[0]?.answer(refusal('feeChanged', 'The fee for this price changed from 200 to 400.'))
  expect(dialog().getByText('The fee for this price changed from 200 to 400.')).toBeDefined()
  expect(price().value).toBe('4000')
})

test('[ME25] with as many open listings as one may have, no other is opened', () => {
  open('/market?sell=dinosaur:d1', { documents: [openListings(mostListings)] })
  expect(dialog().getByText(openListing.refusals.tooMany)).toBeDefined()
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'List for sale' }).disabled).toBe(true)
})

test('[ME26] a user who has listed nothing reads so', () => {
  open('/market?tab=mine')
  expect(screen.getByText("You haven't listed anything for sale yet.")).toBeDefined()
})

test('[ME27] an open listing says price, fee and end, and is withdrawn after a question', async () => {
  const { sent } = open('/market?tab=mine', { documents: [openListings(1)] })
  const row = within(screen.getByRole('list', { name: 'Open listings, 1 of at most 50' }))
  expect(row.getByText('You get 3,800 after a fee of 200')).toBeDefined()
  expect(row.getByText('3 d')).toBeDefined()
  fireEvent.click(row.getByRole('button', { name: 'Withdraw Triceratops' }))
  expect(dialog().getByText(/It's no longer for sale for 4,000 Sylvan Shards/)).toBeDefined()
  fireEvent.click(dialog().getByRole('button', { name: 'Withdraw' }))
  expect(sent).toMatchObject([{ name: withdrawListing.name, input: { listing: 'l0' } }])
  await sent[0]?.answer({ ok: true, output: { entry: 'd1' }, seq: 1 })
  expect(screen.getByText('Triceratops is back in your inventory.')).toBeDefined()
})

test('[ME28] what was sold, ended and bought is in parts of its own, which the address keeps', () => {
  const all = [
    pastOf('p1', {}),
    pastOf('p2', { end: 'withdrawn' }),
    pastOf('p3', { end: 'ended' }),
    pastOf('p4', { end: 'bought', reversedAt: screenNow }),
  ]
  const { address } = open('/market?tab=mine', { documents: [past(...all)] })
  expect(screen.getByText('Nothing of yours is for sale right now.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Sold 1' }))
  expect(screen.getByText('4,000 less a fee of 200')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Ended 2' }))
  expect(screen.getByText(/^Withdrawn/)).toBeDefined()
  expect(screen.getByText(/^Ended unsold/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Bought 1' }))
  expect(screen.getByText(/^Undone by staff/)).toBeDefined()
  expect(address()).toBe('/market?tab=mine&mine=bought')
})

test('[ME1000] each species that can be played can be watched, including those that the shop does not sell', () => {
  open('/market')
  fireEvent.click(screen.getByRole('button', { name: 'Watch species' }))
  const { options } = screen.getByLabelText<HTMLSelectElement>('Species to watch')
  const names = [...options].map(({ textContent }) => textContent)
  expect(names).toEqual(['Choose a species', ...Object.keys(species).map(speciesName).toSorted()])
  expect(names).toContain('Kentrosaurus')
})

test('[ME30] there is a notice when another user lists one of a watched species, and never for one of their own', () => {
  const { change } = open('/market', {
    documents: [
      given(marketWatches, 'ann', { species: { Troodon: { seenAt: screenNow } } }),
      given(marketNews, 'Troodon', { lastAt: screenNow - 1, listing: 'x1' }),
      openListings(1),
    ],
  })
  const told = "You're watching Troodon: one was just listed on the market."
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  change(given(marketNews, 'Troodon', { lastAt: screenNow + 1, listing: 'l0' }))
  expect(screen.queryByText(told)).toBeNull()
  change(given(marketNews, 'Troodon', { lastAt: screenNow + 2, listing: 'x2' }))
  expect(screen.getByText(told)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Show Troodon' }).getAttribute('href')).toBe(
    '/market?q=species%3A%22Troodon%22',
  )
})

const sale = {
  seller: { account: 'sam', name: 'Sam' },
  buyer: { account: 'bob', name: 'Bob' },
  item: listingOf(cardOf('l1', { species: 'Triceratops' })).item,
  price: { currency: 'sylvanShards' as const, amount: 4_000 },
  fee: 200,
  at: screenNow,
  itemIs: 'withBuyer' as const,
  sellerHas: 5_000,
  sellerNeeds: 3_800,
  reversedAt: null,
  skin: null,
}
async function openSale(
  more: Partial<Omit<NonNullable<z.input<(typeof readSale)['output']>['sale']>, 'item'>>,
  role: 'admin' | 'player' = 'admin',
) {
  const opened = renderScreen(
    <>
      <ReverseSale operation="o1" player="sam" at={screenNow} />
      <Toasts />
    </>,
    { hello: signedIn(role), queries: [answering(readSale, () => ({ sale: { ...sale, ...more } }))] },
  )
  await opened.settle()
  return opened
}

test('[ME31] staff undo a sale after a question that names both sides, with a reason', async () => {
  const { sent } = await openSale({})
  fireEvent.click(screen.getByRole('button', { name: 'Undo this sale' }))
  expect(dialog().getByText('Bob gets 4,000 Sylvan Shards back.')).toBeDefined()
  expect(dialog().getByText('The Triceratops goes back to Sam.')).toBeDefined()
  expect(dialog().getByText('Both are notified. A sale can be undone once.')).toBeDefined()
  fireEvent.click(dialog().getByRole('button', { name: 'Undo the sale' }))
  expect(sent).toEqual([])
  fireEvent.change(dialog().getByLabelText('Reason'), { target: { value: 'Stolen account' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Undo the sale' }))
  const input = { operation: 'o1', seller: 'sam', buyer: 'bob', moneyOnly: false, reason: 'Stolen account' }
  expect(sent).toMatchObject([{ name: reverseSale.name, input }])
  await sent[0]?.answer({ ok: true, output: { operation: 'o2', refunded: 4_000, isItemBack: true }, seq: 1 })
  expect(screen.getByText('The sale of Triceratops was undone.')).toBeDefined()
})

test.each([
  ['above', 'You can undo only sales of players of a lower role than yours.'],
  ['notYourself', "You can't undo a sale of your own. Ask an owner."],
] as const)(
  '[ME2407] the undo of a sale that the hub refuses to this reader is not offered, and the receipt says why: %s',
  async (mayNot, why) => {
    const { settle } = renderScreen(<ReverseSale operation="o1" player="sam" at={screenNow} mayNot={mayNot} />, {
      hello: signedIn('admin'),
      queries: [answering(readSale, () => ({ sale }))],
    })
    await settle()
    expect(screen.queryByRole('button', { name: 'Undo this sale' })).toBeNull()
    expect(screen.getByText(why)).toBeDefined()
  },
)

test('[ME32] where the buyer no longer has it the money alone goes back, and the question says so', async () => {
  const { sent } = await openSale({ itemIs: 'gone' })
  fireEvent.click(screen.getByRole('button', { name: 'Undo this sale' }))
  expect(dialog().getByText("Bob no longer has the Triceratops: it doesn't go back.")).toBeDefined()
  fireEvent.change(dialog().getByLabelText('Reason'), { target: { value: 'Stolen account' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Undo the payment only' }))
  expect(sent).toMatchObject([{ input: { moneyOnly: true } }])
})

test('[ME2028] the question says what becomes of a skin that the buyer has put on it: its price goes back, or the skin stays theirs', async () => {
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Undo this sale' }))
  const { unmount } = await openSale({ skin: { name: 'Albino', price: { currency: 'voidPearls', amount: 500 } } })
  open()
  expect(
    dialog().getByText(
      'Bob has put a skin on it, Albino. It comes off, and they get back the 500 Void Pearls that they paid for it.',
    ),
  ).toBeDefined()
  unmount()
  await openSale({ skin: { name: 'Albino', price: null } })
  open()
  expect(dialog().getByText('Bob has put a skin on it, Albino. It comes off, and they keep it.')).toBeDefined()
})

test('[ME2160] the question says so where what was sold goes to no one or to an earlier seller, and where another sale has to be undone first', async () => {
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Undo this sale' }))
  const first = await openSale({ isSellerRefunded: true })
  open()
  const taken = "The Triceratops is taken away. It doesn't go back to Sam, who got back what they had paid for it."
  expect(dialog().getByText(taken)).toBeDefined()
  first.unmount()
  const { unmount } = await openSale({ isSellerRefunded: true, goesTo: { account: 'ann', name: 'Ann' } })
  open()
  const passed = 'The Triceratops goes to Ann, who had sold it before. Staff have undone that sale already.'
  expect(dialog().getByText(passed)).toBeDefined()
  expect(dialog().getByText('All three are notified. A sale can be undone once.')).toBeDefined()
  unmount()
  await openSale({ itemIs: 'gone', isSoldOn: true })
  open()
  const soldOn = "Bob has sold the Triceratops on, so it doesn't go back. If it should go back, undo that sale first."
  expect(dialog().getByText(soldOn)).toBeDefined()
})

test('[ME2272] the question says what a seller gets back for the skin on a dinosaur that goes to no one', async () => {
  const sellerSkin = { name: 'Albino', price: { currency: 'voidPearls' as const, amount: 500 } }
  await openSale({ isSellerRefunded: true, sellerSkin })
  fireEvent.click(screen.getByRole('button', { name: 'Undo this sale' }))
  expect(
    dialog().getByText(
      'Sam had put a skin on it, Albino. It comes off, and they get back the 500 Void Pearls that they paid for it.',
    ),
  ).toBeDefined()
})

test('[ME33] a sale that cannot be undone says why', async () => {
  const { unmount } = await openSale({ sellerHas: 100 })
  expect(screen.getByText(/has only 100 Sylvan Shards of the 3,800/)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo this sale' }).disabled).toBe(true)
  unmount()
  await openSale({ reversedAt: screenNow })
  expect(screen.getByText(/Staff undid this sale/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo this sale' })).toBeNull()
})

test('[ME34] players are not offered to undo sales', async () => {
  await openSale({}, 'player')
  expect(screen.queryByRole('button', { name: 'Undo this sale' })).toBeNull()
})

test('[ME500] the answer to a listing leads nowhere once the address has led away from its dialog', async () => {
  const { sent, address } = renderScreen(
    <>
      <MarketScreen />
      <Link href="/market?tab=skins">Away</Link>
    </>,
    {
      hello: signedIn('player'),
      path: '/market?sell=dinosaur:d1',
      documents: [
        given(economySettings, '', {}),
        given(inventory, 'ann', { dinosaurs: Object.fromEntries(own.map((one) => [one.id, one])) }),
        given(ownedSkins, 'ann', { skins: {} }),
        given(listings, 'ann', {}),
      ],
      queries: [answering(searchMarket, () => ({ cards: [], next: null, total: 0, revision: 0 }))],
    },
  )
  fireEvent.change(price(), { target: { value: '4000' } })
  fireEvent.click(dialog().getByRole('button', { name: /^List for/ }))
  fireEvent.click(screen.getByRole('link', { name: 'Away', hidden: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  const output = {
    listing: 'l1',
    price: { currency: 'sylvanShards', amount: 4_000 },
    fee: 200,
    proceeds: 3_800,
    endsAt: 1,
  }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  expect(address()).toBe('/market?tab=skins')
})
