// @vitest-environment happy-dom
// One file because its tests open the same shop with the same offers.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { dayOf } from '../../../shared/engine/utcDay.ts'
import { catalogue, catalogueKey, type ItemChange, offersOf } from '../../../shared/features/catalogue/catalogue.ts'
import { weightInWords } from '../../../shared/features/catalogue/items.ts'
import { inventory, mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { server } from '../../../shared/features/server/server.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { ShopScreen } from './ShopScreen.tsx'
import { drawnWidth, foundOffers, ShopFilters } from './shopList.ts'

const none = catalogue.schema.parse({})
const offers = offersOf(none, 'dinosaur', screenNow)
const found = (filters: object, pearls: number | null = null) =>
  foundOffers(offers, ShopFilters.parse(filters), pearls).map(({ id }) => id)

test('[BZ20] the shop is searched by name or ability, and narrowed by category, rarity and balance', () => {
  expect(found({})).toHaveLength(19)
  expect(found({ search: 'venom' })).toEqual(['dilophosaurus', 'troodon'])
  expect(found({ search: ' TRICERA ' })).toEqual(['triceratops'])
  expect(found({ search: 'night venom', rarity: 'rare' })).toEqual(['dilophosaurus'])
  expect(found({ type: 'aquatic' })).toEqual(['deinosuchus'])
  expect(found({ type: 'flyer' })).toEqual(['pteranodon'])
  expect(found({ type: 'omnivore' })).toEqual(['gallimimus', 'beipiaosaurus'])
  expect(found({ rarity: 'legendary' })).toEqual(['allosaurus', 'stegosaurus'])
  expect(found({ affordable: true }, 900)).toEqual(['dryosaurus', 'hypsilophodon'])
  expect(found({ sale: true })).toEqual([])
})

test('[BZ21] it is sorted by name, price, weight and rarity', () => {
  expect(found({ sort: 'name' }).slice(0, 2)).toEqual(['allosaurus', 'beipiaosaurus'])
  expect(found({ sort: 'price' }).slice(0, 2)).toEqual(['hypsilophodon', 'dryosaurus'])
  expect(found({ sort: 'weight' }).slice(0, 2)).toEqual(['triceratops', 'deinosuchus'])
  expect(found({ sort: 'rarity' }).at(-1)).toBe('hypsilophodon')
})

test('[BZ22] weights are tonnes from 1,000 kg on, and heavier animals are drawn larger', () => {
  expect([85, 999, 1_000, 8_500].map(weightInWords)).toEqual(['85 kg', '999 kg', '1.0 t', '8.5 t'])
  expect([1, 30, 500, 8_500, 90_000].map((kg) => drawnWidth(kg, [100, 200]))).toEqual([100, 100, 150, 200, 200])
})

interface Setup {
  readonly pearls?: number
  readonly changes?: Readonly<Record<string, Partial<ItemChange>>>
  readonly bought?: Readonly<Record<string, number>>
  readonly dinosaurs?: number
  readonly path?: string
  readonly content?: ReactNode
}

/** The shop, and another page without anything. */
function ShopAndElsewhere() {
  const [isShop, setShop] = useState(true)
  const other = isShop ? 'Elsewhere' : 'Shop'
  return (
    <>
      <button type="button" onClick={() => setShop(!isShop)}>
        {other}
      </button>
      {isShop ? <ShopScreen /> : null}
    </>
  )
}

const dinosaurs = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, nth) => [
      `d${nth}`,
      {
        id: `d${nth}`,
        state: 'stored' as const,
        source: 'shop' as const,
        species: 'Troodon',
        gender: null,
        storedAt: 1,
        delivery: null,
      },
    ]),
  )

const openShop = ({ pearls = 10_000, changes = {}, bought = {}, dinosaurs: count = 0, ...more }: Setup = {}) =>
  renderScreen(more.content ?? <ShopScreen />, {
    hello: signedIn('player'),
    path: more.path ?? '/shop',
    documents: [
      given(catalogue, catalogueKey, { changes }),
      ...['ann', 'bob'].map((who) => given(wallet, who, { voidPearls: pearls })),
      given(purchaseCounts, 'bob', {}),
      given(inventory, 'bob', {}),
      given(purchaseCounts, 'ann', { day: dayOf(screenNow), counts: { ...bought } }),
      given(inventory, 'ann', { dinosaurs: dinosaurs(count) }),
    ],
  })

const buyButton = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Buy Now: ${name}`) }) as HTMLButtonElement
const cardOf = (name: string) => within(buyButton(name).closest('article') as HTMLElement)

test('[BZ23] guests see every dinosaur with its price and buy nothing', () => {
  renderScreen(<ShopScreen />, { documents: [given(catalogue, catalogueKey, {})], path: '/shop' })
  expect(screen.getAllByRole('article')).toHaveLength(19)
  expect(screen.queryByText('Diabloceratops')).toBeNull()
  const card = cardOf('Triceratops')
  expect(card.getByText('Apex')).toBeDefined()
  expect(card.getByText('Herbivore · 8.5 t')).toBeDefined()
  expect(card.getByText('Horn Charge')).toBeDefined()
  expect(buyButton('Triceratops').disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Sign in to buy' })).toBeDefined()
})

test('[BZ24] Buy Now sends the price that is shown; the answer is shown in the exact text', async () => {
  const { sent } = openShop({ changes: { troodon: { sale: { price: 1_000, endsAt: null } } } })
  expect(cardOf('Troodon').getByText('Sale')).toBeDefined()
  fireEvent.click(buyButton('Troodon'))
  expect(sent).toMatchObject([{ name: buyDinosaur.name, input: { item: 'troodon', price: 1_000 } }])
  expect(cardOf('Troodon').getByText('Buying…')).toBeDefined()
  fireEvent.click(buyButton('Troodon'))
  expect(sent).toHaveLength(1)
  const output = { entry: 'e1', operation: 'o1', name: 'Troodon', price: 1_000, newBalance: 9_000 }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  expect(screen.getByText('Successfully purchased Troodon! Added to your inventory.')).toBeDefined()
})

test('[BZ1930] the second press of a double tap buys nothing: what was just bought says so for a moment', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { sent } = openShop()
  fireEvent.click(buyButton('Troodon'))
  const output = { entry: 'e1', operation: 'o1', name: 'Troodon', price: 1_200, newBalance: 8_800 }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  const bought = screen.getByRole<HTMLButtonElement>('button', { name: 'Bought: Troodon' })
  fireEvent.click(bought)
  expect(sent).toHaveLength(1)
  expect(bought.getAttribute('aria-disabled')).toBe('true')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('button', { name: 'Buy Now: Troodon' })).toBe(bought)
  expect(bought.disabled).toBe(false)
})

test('[BZ2059] the button of what was just bought keeps the focus', async () => {
  const { sent } = openShop()
  buyButton('Troodon').focus()
  fireEvent.click(buyButton('Troodon'))
  const output = { entry: 'e1', operation: 'o1', name: 'Troodon', price: 1_200, newBalance: 8_800 }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  const bought = screen.getByRole<HTMLButtonElement>('button', { name: 'Bought: Troodon' })
  // A browser takes the focus from a disabled button.
  expect(bought.disabled).toBe(false)
  expect(document.activeElement).toBe(bought)
})

test('[BZ1931] a purchase without an answer is in flight, too, when the user left the shop and came back', async () => {
  const { sent } = openShop({ content: <ShopAndElsewhere /> })
  fireEvent.click(buyButton('Troodon'))
  for (const place of ['Elsewhere', 'Shop']) fireEvent.click(screen.getByRole('button', { name: place }))
  expect(cardOf('Troodon').getByText('Buying…')).toBeDefined()
  expect(buyButton('Troodon').disabled).toBe(true)
  const output = { entry: 'e1', operation: 'o1', name: 'Troodon', price: 1_200, newBalance: 8_800 }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  expect(screen.getByRole('button', { name: 'Bought: Troodon' })).toBeDefined()
  expect(screen.getByText('Successfully purchased Troodon! Added to your inventory.')).toBeDefined()
})

test('[BZ1962] a user who left the shop learns that their purchase was refused, and one who stayed reads it at the button alone', async () => {
  const { sent } = openShop({ content: <ShopAndElsewhere /> })
  fireEvent.click(buyButton('Troodon'))
  for (const place of ['Elsewhere', 'Shop']) fireEvent.click(screen.getByRole('button', { name: place }))
  const no = refusal('tooPoor', 'Not enough Void Pearls.')
  await sent[0]?.answer(no)
  expect(screen.getByText('Troodon was not bought. Not enough Void Pearls.')).toBeDefined()
  expect(cardOf('Troodon').queryByText(no.message)).toBeNull()
  fireEvent.click(buyButton('Troodon'))
  await sent[1]?.answer(no)
  expect(cardOf('Troodon').getByText(no.message)).toBeDefined()
  expect(screen.getAllByText(/^Troodon was not bought/)).toHaveLength(1)
})

test('[BZ2029] what became of a purchase reaches the account that bought, and no other one that signed in meanwhile', async () => {
  const { sent, sayHello } = openShop({ content: <ShopAndElsewhere />, pearls: 50_000 })
  const no = refusal('tooPoor', 'Not enough Void Pearls.')
  for (const name of ['Troodon', 'Hypsilophodon', 'Gallimimus']) fireEvent.click(buyButton(name))
  expect(sent).toHaveLength(3)
  await sent[0]?.answer(no)
  expect(cardOf('Troodon').getByText(no.message)).toBeDefined()
  sayHello(signedIn('player', 'bob'))
  const output = { entry: 'e1', operation: 'o1', name: 'Hypsilophodon', price: 500, newBalance: 1 }
  const seen = () =>
    [/Buying…|^Bought|purchased|was not bought/, no.message].flatMap((text) => screen.queryAllByText(text))
  expect(buyButton('Troodon').disabled).toBe(false)
  expect(seen()).toEqual([])
  await sent[1]?.answer({ ok: true, output, seq: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await sent[2]?.answer(no)
  fireEvent.click(screen.getByRole('button', { name: 'Shop' }))
  expect(seen()).toEqual([])
})

test('[BZ25] a purchase of more than half of the balance is asked about, and Cancel buys nothing', () => {
  const { sent } = openShop({ pearls: 10_000 })
  fireEvent.click(buyButton('Triceratops'))
  const question = within(screen.getByRole('dialog'))
  expect(question.getByText(/It costs 9,000 of your 10,000 Void Pearls. You will have 1,000 left./)).toBeDefined()
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  fireEvent.click(buyButton('Triceratops'))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Buy for 9,000' }))
  expect(sent).toMatchObject([{ input: { item: 'triceratops', price: 9_000 } }])
})

test('[BZ2377] the question speaks of one pearl in the singular, and so does the price for screen readers', {
  tags: 'slow',
}, () => {
  const cheap = { hypsilophodon: { price: 1 } }
  for (const [pearls, text] of [
    [1, 'It costs 1 of your 1 Void Pearl. You will have 0 left.'],
    [0, 'It costs 1 Void Pearl. You have 0.'],
  ] as const) {
    const { change, unmount } = openShop({ pearls: 1, changes: cheap })
    expect(screen.getAllByText((_text, element) => element?.textContent === 'Price 1 Void Pearl')).not.toEqual([])
    fireEvent.click(buyButton('Hypsilophodon'))
    change(given(wallet, 'ann', { voidPearls: pearls }))
    expect(within(screen.getByRole('dialog')).getByText(text)).toBeDefined()
    unmount()
  }
})

test('[BZ400] a question whose price is no longer covered says why, once, and buys nothing', async () => {
  const { sent, change } = openShop({ pearls: 770 })
  fireEvent.click(buyButton('Hypsilophodon'))
  const question = within(screen.getByRole('dialog'))
  change(given(wallet, 'ann', { voidPearls: 270 }))
  await waitFor(() =>
    expect(question.getByRole('alert').textContent).toBe('Insufficient Void Pearls! You need 230 more.'),
  )
  expect(screen.getByRole('dialog').textContent).not.toContain('-')
  expect(question.getByText('It costs 500 Void Pearls. You have 270.')).toBeDefined()
  const buy = question.getByRole<HTMLButtonElement>('button', { name: 'Buy for 500' })
  expect(buy.disabled).toBe(true)
  fireEvent.submit(buy.closest('form') as HTMLFormElement)
  expect(sent).toEqual([])
})

test('[BZ401] a refusal that the card says already is not said twice', async () => {
  const { sent, change } = openShop({ pearls: 770 })
  fireEvent.click(buyButton('Hypsilophodon'))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Buy for 500' }))
  change(given(wallet, 'ann', { voidPearls: 270 }))
  const message = 'Insufficient Void Pearls! You need 230 more.'
  await sent[0]?.answer({ ok: false, code: 'tooPoor', message })
  expect(cardOf('Hypsilophodon').getAllByText(message)).toHaveLength(1)
})

test('[BZ26] a refusal is shown on the card: both prices of one that changed', async () => {
  const { sent, change } = openShop()
  fireEvent.click(buyButton('Troodon'))
  const message = 'The price of Troodon changed from 1200 to 1500 Void Pearls.'
  change(given(catalogue, catalogueKey, { changes: { troodon: { price: 1_500 } } }))
  await sent[0]?.answer({ ok: false, code: 'repriced', message })
  expect(cardOf('Troodon').getByText(message)).toBeDefined()
  expect(cardOf('Troodon').getByText('1,500', { exact: false })).toBeDefined()
})

test('[BZ27] what cannot be bought now is disabled with its reason', () => {
  openShop({ pearls: 500, changes: { hypsilophodon: { perDay: 2 } }, bought: { hypsilophodon: 2 } })
  expect(cardOf('Dryosaurus').getByText('Insufficient Void Pearls! You need 400 more.')).toBeDefined()
  expect(cardOf('Hypsilophodon').getByText("You've reached today's limit of 2. It resets at 00:00 UTC.")).toBeDefined()
  expect([buyButton('Dryosaurus').disabled, buyButton('Hypsilophodon').disabled]).toEqual([true, true])
})

test('[BZ28] a full inventory is shown, and how many of a species the buyer has', () => {
  openShop({ dinosaurs: mostDinosaurs })
  expect(cardOf('Dryosaurus').getByText('Your inventory is full.')).toBeDefined()
  expect(cardOf('Troodon').getByText(`You have ${mostDinosaurs}`)).toBeDefined()
})

test('[BZ29] filters and the opened dinosaur are in the address', () => {
  const { address } = openShop({ path: '/shop?type=flyer&item=pteranodon' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
  const detail = within(screen.getByRole('dialog', { name: /Pteranodon/ }))
  expect(detail.getByText('90 kg')).toBeDefined()
  expect(detail.getByRole('img', { name: 'Pteranodon, young' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Herbivore' }))
  expect(address()).toContain('type=herbivore')
})

test('[BZ30] a search without a result says so', () => {
  openShop({ path: '/shop?search=zebra' })
  expect(screen.getByText('No dinosaurs found')).toBeDefined()
})

test('[BZ31] while currency is switched off the page says so and sells nothing', () => {
  renderScreen(<ShopScreen />, {
    hello: signedIn('player'),
    path: '/shop',
    documents: [given(catalogue, catalogueKey, {}), given(server, mainServer, { features: { realCurrency: false } })],
  })
  expect(screen.getByText('Currency is switched off on this hub.')).toBeDefined()
  expect(screen.queryAllByRole('article')).toEqual([])
})
