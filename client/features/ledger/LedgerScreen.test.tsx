// @vitest-environment happy-dom
// One file because each test opens the same page with rows of the same ledger.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type LedgerLine, readReceipt, searchLedger } from '../../../shared/features/ledger/queries.ts'
import { refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { server } from '../../../shared/features/server/server.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { LedgerSearch, ledgerFileAddress } from './LedgerFilters.tsx'
import { LedgerScreen } from './LedgerScreen.tsx'
import { accountLabel } from './Receipt.tsx'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
afterEach(() => void vi.useRealTimers())

const line = (nth: number, more: Partial<LedgerLine> = {}): LedgerLine => ({
  key: `${nth}`,
  at: screenNow,
  operation: `op-${nth}`,
  cause: 'staffGrant',
  changes: [{ currency: 'voidPearls', balance: 500, held: 0, after: 1_500 }],
  by: 'staff',
  byName: '',
  otherName: '',
  reason: `race ${nth}`,
  item: '',
  subject: null,
  reverses: null,
  ...more,
})
const page = (lines: LedgerLine[], next: number | null = null) => ({
  lines,
  next,
  searchedTo: next && screenNow,
  name: 'Bob',
})
const rows = () => screen.getAllByRole('row').slice(1)

/** Ann's own ledger. */
async function openOwn(lines: LedgerLine[]) {
  const { settle } = renderScreen(<LedgerScreen />, {
    hello: signedIn('player'),
    documents: [given(wallet, 'ann', { voidPearls: 1_500 })],
    queries: [answering(searchLedger, () => page(lines))],
  })
  await settle()
}

test('[LX10] each operation is a sentence with amount and balance; what is held, given back and sold has words of its own', async () => {
  const change = (balance: number, held = 0) => [{ currency: 'voidPearls' as const, balance, held, after: 7 }]
  await openOwn([
    line(5, { cause: 'dailyBonus', subject: '2026-11-22', by: 'hub', reason: '', changes: change(50) }),
    line(4, { cause: 'redemption', reason: '', item: 'Full Heal', changes: change(-500, 500) }),
    line(3, { cause: 'redemption', reason: '', item: 'Full Heal', changes: change(0, -500) }),
    line(2, { cause: 'marketSale', reason: '', changes: change(70) }),
    line(1),
  ])
  const texts = rows().map((row) => row.textContent)
  for (const [at, words] of [
    ['Daily bonus for 22 November', '+50'],
    ['Set aside: redemption, Full Heal', '−500'],
    ['Redemption: Full Heal', '500', 'from what was set aside'],
    ['Sold on the market', '+70'],
    ['Given by staff: “race 1”', '+500', '1,500'],
  ].entries())
    for (const word of words) expect(texts[at]).toContain(word)
  // It left the balance when it was set aside, and is not counted twice.
  expect(texts[2]).not.toContain('−500')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/ledger.csv')
  expect(screen.getByText('5 entries')).toBeDefined()
})

test('[LX2340] the other player of a sale or a gift is named as the one whom it came from or went to', async () => {
  const change = (balance: number) => [{ currency: 'voidPearls' as const, balance, held: 0, after: 7 }]
  const between = { reason: '', otherName: 'Bob' }
  await openOwn([
    line(4, { ...between, cause: 'marketSale', item: 'Triceratops', changes: change(-70) }),
    line(3, { ...between, cause: 'marketSale', item: 'Triceratops', changes: change(70) }),
    line(2, { ...between, cause: 'gift', changes: change(-70) }),
    line(1, { ...between, cause: 'gift', changes: change(70) }),
  ])
  const deeds = rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent)
  expect(deeds).toEqual([
    'Bought on the market: Triceratops from Bob',
    'Sold on the market: Triceratops to Bob',
    'Gift sent to Bob',
    'Gift received from Bob',
  ])
})

test('[LX11] filters go into the address and the query; a search that cannot be read is named and not sent', async () => {
  vi.useFakeTimers()
  const asked: unknown[] = []
  const { settle, address } = renderScreen(<LedgerScreen />, {
    hello: signedIn('player'),
    path: '/ledger',
    queries: [
      answering(searchLedger, (input) => {
        asked.push(input)
        return page([line(1)])
      }),
    ],
  })
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Out' }))
  fireEvent.click(screen.getByRole('button', { name: /Razor Talons/ }))
  await pass(1_000)
  expect(asked.at(-1)).toMatchObject({ direction: 'out', currency: 'razorTalons', player: null })
  expect(address()).toMatch(/direction=out/)
  const field = screen.getByRole('combobox', { name: 'Search ledger' })
  fireEvent.change(field, { target: { value: 'amount>many' } })
  fireEvent.blur(field)
  await pass(1_000)
  expect(screen.getByText(/a number, like 12/)).toBeDefined()
  expect(asked.some((input) => (input as { text: string }).text !== '')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await pass(1_000)
  expect(asked.at(-1)).toMatchObject({ direction: null, currency: null, text: '' })
})

test('[LX2183] a question mark opens the help of the search, as on every list with one', async () => {
  const { settle } = renderScreen(<LedgerScreen />, {
    hello: signedIn('player'),
    queries: [answering(searchLedger, () => page([line(1)]))],
  })
  await settle()
  fireEvent.keyDown(document.body, { key: '?' })
  const help = within(screen.getByRole('dialog', { name: 'How to search' }))
  fireEvent.click(help.getAllByRole('button', { name: /[:<>]/ })[0] as HTMLElement)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Search ledger').value).not.toBe('')
})

test('[LX12] staff read the ledger of a player with names, and get no file of it', async () => {
  const asked: unknown[] = []
  const { settle } = renderScreen(<LedgerScreen />, {
    hello: signedIn('admin'),
    path: '/ledger?of=bob',
    queries: [
      answering(searchLedger, (input) => {
        asked.push(input)
        return page([line(1, { byName: 'Olga' })])
      }),
    ],
  })
  await settle()
  expect(screen.getByRole('heading', { name: 'Ledger of Bob' })).toBeDefined()
  expect(rows()[0]?.textContent).toContain('by Olga')
  expect(asked[0]).toMatchObject({ player: 'bob' })
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})

test('[LX13] a receipt has the entries in words and what belongs to it', async () => {
  const { settle } = renderScreen(<LedgerScreen />, {
    hello: signedIn('player'),
    queries: [
      answering(searchLedger, () => page([line(1, { cause: 'redemption', subject: 'r-1' })])),
      answering(readReceipt, ({ operation }) => ({
        receipt: {
          line: line(1, { operation }),
          entries: [
            { account: 'faucet:staffGrant', currency: 'voidPearls' as const, amount: -500 },
            { account: 'player', currency: 'voidPearls' as const, amount: 500 },
          ],
          related: [line(2, { cause: 'reversal', reverses: operation, reason: '' })],
        },
      })),
    ],
  })
  await settle()
  fireEvent.click(rows()[0] as HTMLElement)
  await settle()
  const receipt = screen.getByRole('dialog', { name: 'Receipt' })
  expect(within(receipt).getByText('From the hub: given by staff')).toBeDefined()
  expect(within(receipt).getByText('Your balance')).toBeDefined()
  expect(receipt.textContent).toMatch(/Done by.*Staff.*op-1.*Undone by staff/)
  expect(within(receipt).getByRole('link', { name: 'Its receipt on Redeem' }).getAttribute('href')).toBe('/redeem')
  expect(accountLabel('hold:r1', true)).toBe('Set aside')
  expect(accountLabel('sink:shop', true)).toBe('To the hub: shop')
})

test('[LX1000] the receipt of a market sale leads to what was sold, and that of a purchase to what was bought', async () => {
  const sale = (nth: number, balance: number) =>
    line(nth, {
      cause: 'marketSale',
      subject: 'l1',
      changes: [{ currency: 'razorTalons', balance, held: 0, after: 7 }],
    })
  const { settle } = renderScreen(<LedgerScreen />, {
    hello: signedIn('player'),
    queries: [
      answering(searchLedger, () => page([sale(2, -1_000), sale(1, 950)])),
      answering(readReceipt, () => ({ receipt: null })),
    ],
  })
  await settle()
  for (const [nth, part] of ['bought', 'sold'].entries()) {
    fireEvent.click(rows()[nth] as HTMLElement)
    await settle()
    const link = screen.getByRole('link', { name: 'My Listings' })
    expect(link.getAttribute('href')).toBe(`/market?tab=mine&mine=${part}`)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  }
})

test('[LX20] staff refund a payment from its receipt, with a reason; what was used is shown first, and then the currency goes back alone', {
  tags: 'slow',
}, async () => {
  const spent = { currency: 'voidPearls' as const, balance: -9_000, held: 0, after: 1_000 }
  const bought = line(3, { cause: 'shop', item: 'Triceratops', reason: '', changes: [spent] })
  const held = line(2, { cause: 'redemption', item: 'Full Heal', changes: [{ ...spent, held: 9_000 }] })
  const open = async (hello: ReturnType<typeof signedIn>, path: string, nth: number, related: LedgerLine[] = []) => {
    const opened = renderScreen(<LedgerScreen />, {
      hello,
      path,
      queries: [
        answering(searchLedger, () => page([bought, held])),
        answering(readReceipt, () => ({ receipt: { line: bought, entries: [], related } })),
      ],
    })
    await opened.settle()
    fireEvent.click(rows()[nth] as HTMLElement)
    await opened.settle()
    return opened
  }
  const button = () => screen.queryByRole('button', { name: 'Refund' })
  const refunded = line(4, { cause: 'refund', reverses: bought.operation })
  for (const [hello, path, nth, related] of [
    [signedIn('player'), '/ledger', 0, []],
    [signedIn('admin'), '/ledger', 0, []],
    [signedIn('admin'), '/ledger?of=bob', 1, []],
    [signedIn('admin'), '/ledger?of=bob', 0, [refunded]],
  ] as const) {
    const { unmount } = await open(hello, path, nth, [...related])
    expect(button()).toBeNull()
    unmount()
  }
  const { sent } = await open(signedIn('admin'), '/ledger?of=bob', 0)
  fireEvent.click(button() as HTMLElement)
  const dialog = within(screen.getByRole('dialog', { name: 'Refund 9,000 Void Pearls for Triceratops?' }))
  const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }))
  press('Refund 9,000 Void Pearls')
  expect(sent).toEqual([])
  fireEvent.input(dialog.getByLabelText('Reason'), { target: { value: 'by mistake' } })
  press('Refund 9,000 Void Pearls')
  const input = { account: 'bob', operation: 'op-3', reason: 'by mistake', moneyOnly: false }
  expect(sent).toMatchObject([{ name: refundPurchase.name, input }])
  await sent[0]?.answer({ ok: false, code: 'used', message: 'It was used.' })
  expect(dialog.getByText('It was used.')).toBeDefined()
  press('Refund the currency alone')
  expect(sent[1]).toMatchObject({ input: { ...input, moneyOnly: true } })
})

test('[LX1001] a payment that was just refunded offers no second refund, and its receipt has the first one', async () => {
  const spent = { currency: 'voidPearls' as const, balance: -9_000, held: 0, after: 1_000 }
  const bought = line(3, { cause: 'shop', item: 'Triceratops', reason: '', changes: [spent] })
  const related: LedgerLine[] = []
  const { settle, sent } = renderScreen(<LedgerScreen />, {
    hello: signedIn('admin'),
    path: '/ledger?of=bob',
    queries: [
      answering(searchLedger, () => page([bought])),
      answering(readReceipt, () => ({ receipt: { line: bought, entries: [], related: [...related] } })),
    ],
  })
  await settle()
  fireEvent.click(rows()[0] as HTMLElement)
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'by mistake' } })
  fireEvent.click(screen.getByRole('button', { name: 'Refund 9,000 Void Pearls' }))
  related.push(line(4, { cause: 'refund', reverses: bought.operation, reason: '' }))
  const output = { operation: 'op-4', refunded: 9_000, currency: 'voidPearls', newBalance: 10_000, isItemBack: true }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  await settle()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  expect(screen.getByText('Related operations')).toBeDefined()
})

test('[LX14] a change of the wallet is followed: the new operation is announced, and nothing moves before it is asked for', async () => {
  vi.useFakeTimers()
  let lines = [line(1)]
  const { settle, change } = renderScreen(<LedgerScreen />, {
    hello: signedIn('player'),
    documents: [given(wallet, 'ann', { voidPearls: 500 })],
    queries: [answering(searchLedger, () => page(lines))],
  })
  await settle()
  lines = [line(2), line(1)]
  change(given(wallet, 'ann', { voidPearls: 1_000 }))
  await pass(1_000)
  const button = screen.getByRole('button', { name: 'Show 1 new' })
  expect(rows()).toHaveLength(1)
  fireEvent.click(button)
  expect(rows()).toHaveLength(2)
})

test('[LX15] empty, without a match, refused and switched off are different states', async () => {
  const off = given(server, mainServer, { features: { realCurrency: false } })
  const cases = [
    { path: '/ledger', answer: page([]), text: 'No entries yet' },
    { path: '/ledger?direction=in', answer: page([]), text: 'No entries match your filters.' },
    { path: '/ledger', answer: refusal('forbidden', 'Not any more.'), text: 'Not any more.' },
    { path: '/ledger', answer: page([]), text: 'Currency is switched off on this hub.', documents: [off] },
  ]
  for (const { path, answer, text, documents = [] } of cases) {
    const { settle, unmount } = renderScreen(<LedgerScreen />, {
      hello: signedIn('player'),
      path,
      documents,
      queries: [answering(searchLedger, () => answer)],
    })
    await settle()
    expect(screen.getByText(text)).toBeDefined()
    unmount()
  }
})

test('[LX16] the address of the file holds the filters and no other account', () => {
  const search = LedgerSearch.parse({ text: 'race', of: 'bob', causes: ['shop', 'refund'], direction: 'in' })
  expect(Object.fromEntries(new URL(ledgerFileAddress(search), 'http://hub').searchParams)).toEqual({
    text: 'race',
    causes: 'shop,refund',
    direction: 'in',
  })
})
