// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { readEconomy } from '../../../shared/features/statistics/economyQueries.ts'
import { dayMs, hourMs } from '../../../shared/features/statistics/sums.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { EconomyTab } from './EconomyTab.tsx'

// There is no canvas here: what is drawn is looked at in a browser.
vi.mock('../../ui/PlotCanvas.tsx', () => ({ PlotCanvas: () => null }))

const known = (value: number) => ({ value, why: null })
const inEach = (voidPearls: number, razorTalons = 0, sylvanShards = 0) => ({ voidPearls, razorTalons, sylvanShards })
const currency = (name: 'voidPearls' | 'razorTalons' | 'sylvanShards', drift = '0') => ({
  currency: name,
  supply: '90071992547409930',
  held: '500',
  drift,
  velocity: known(0.625),
  richestShare: known(38.4),
  asleep: { value: null, why: 'It is known from 2026-12-20.' },
  growth: known(-1_250),
})
const economy = {
  days: ['2026-11-20', '2026-11-21'],
  currencies: [currency('voidPearls'), currency('razorTalons'), currency('sylvanShards')],
  supply: { voidPearls: [1_000, 900], razorTalons: [null, null], sylvanShards: [null, null] },
  ways: [
    { kind: 'faucet' as const, cause: 'dailyBonus', amounts: inEach(5_000), times: 100 },
    { kind: 'sink' as const, cause: 'shop', amounts: inEach(20_000), times: 40 },
    { kind: 'sink' as const, cause: 'marketFee', amounts: inEach(0, 30), times: 3 },
    { kind: 'transfer' as const, cause: '', amounts: inEach(0, 600), times: 3 },
  ],
  sold: [{ cause: 'shop', item: 'Carnotaurus', currency: 'voidPearls' as const, times: 40, amount: 20_000 }],
  paid: [{ cause: 'dailyBonus', currency: 'voidPearls' as const, times: 100, amount: 5_000 }],
  usualPrices: [{ species: 'Omniraptor', age: 'young' as const, confidence: 'week' as const, price: 420, sales: 6 }],
  apex: {
    name: 'Tyrannosaurus',
    price: 10_000,
    currency: 'voidPearls' as const,
    perHour: known(20),
    hours: known(500),
  },
  oldestHold: {
    at: screenNow - 26 * hourMs,
    cause: 'redemption' as const,
    currency: 'voidPearls' as const,
    amount: 300,
    item: 'Carnotaurus',
  },
  holds: 2,
  wallets: 1_820,
  walletsAt: screenNow - 5 * 60_000,
  firstAt: screenNow - 30 * dayMs,
}

type Economy = z.input<typeof readEconomy.output>
const open = async (value: Partial<Economy> = {}) => {
  const rendered = renderScreen(<EconomyTab />, {
    hello: signedIn('owner'),
    documents: [given(server, mainServer, {})],
    queries: [answering(readEconomy, () => ({ ...economy, ...value }))],
  })
  await rendered.settle()
  return rendered
}
const part = (name: string) => within(screen.getByRole('region', { name }))
const textOf = (name: string) => screen.getByRole('region', { name }).textContent

test('[OP30] each figure is shown for each currency, exact, with its definition behind its name', async () => {
  await open()
  const figures = part('Figures by currency')
  const rowOf = (name: string) =>
    [...(figures.getByText(name, { selector: 'summary' }).closest('tr')?.querySelectorAll('td') ?? [])].map(
      ({ textContent }) => textContent,
    )
  expect(rowOf('Supply')[0]).toBe('90,071,992,547,409,930')
  expect(rowOf('Change')).toEqual(['-1,250', '-1,250', '-1,250'])
  expect(rowOf('Velocity')[0]).toBe('0.63')
  expect(rowOf('Share of the richest 1%')[0]).toBe('38.4%')
  expect(rowOf('Dormant')[0]).toBe('– It is known from 2026-12-20.')
  expect(rowOf('Drift')).toEqual(['0', '0', '0'])
  expect(figures.queryByRole('alert')).toBeNull()
  for (const summary of document.querySelectorAll('th summary'))
    expect(summary.parentElement?.querySelector('p')?.textContent?.length).toBeGreaterThan(20)
})

test('[OP31] a drift is an alarm', async () => {
  await open({ currencies: [currency('voidPearls', '-3'), currency('razorTalons'), currency('sylvanShards')] })
  expect(part('Figures by currency').getByRole('alert').textContent).toContain('Wallets and ledger differ')
})

test('[OP32] what goes in, out and between players is shown by cause, for one currency at a time', async () => {
  await open()
  const ways = part('Ways in and out')
  expect(ways.getByRole('row', { name: 'Daily bonus 5,000' })).toBeDefined()
  expect(ways.queryByRole('row', { name: /Market fee/ })).toBeNull()
  fireEvent.change(ways.getByLabelText('Currency'), { target: { value: 'razorTalons' } })
  expect(ways.getByRole('row', { name: 'Market fee 30' })).toBeDefined()
  expect(ways.getByRole('row', { name: 'Market sales and gifts 600' })).toBeDefined()
  expect(ways.queryByRole('row', { name: /Daily bonus/ })).toBeNull()
})

test('[OP33] the effect of another price follows each key, says what it assumes, and is not said of what is not a number', async () => {
  await open()
  const panel = part('What if')
  const effect = () => panel.getByRole('status').textContent
  const type = (value: string) => fireEvent.change(panel.getByRole('spinbutton'), { target: { value } })
  expect(panel.getByRole('spinbutton')).toHaveProperty('value', '500')
  expect(effect()).toContain('bought 40 times, at 500 on average: 20,000 Void Pearls.')
  type('600')
  expect(effect()).toContain('At 600 it would have been 24,000 Void Pearls. The supply would now be 4,000 smaller.')
  expect(panel.getByText(/It assumes that as many would have been bought/)).toBeDefined()
  for (const wrong of ['', 'ten', '-5', '1e99']) {
    type(wrong)
    expect(effect()).toBe('Enter a number to see the effect.')
  }
  fireEvent.change(panel.getByLabelText('Price or reward'), { target: { value: 'reward dailyBonus voidPearls' } })
  expect(panel.getByRole('spinbutton')).toHaveProperty('value', '50')
  type('80')
  expect(effect()).toContain('At 80 it would have been 8,000 Void Pearls. The supply would now be 3,000 larger.')
})

test('[OP34] hours to an apex, the oldest hold and the usual prices say what they rest on', async () => {
  await open()
  expect(textOf('Play and orders')).toContain('Hours to an apex500 hTyrannosaurus: 10,000 Void Pearls')
  expect(textOf('Play and orders')).toContain('Oldest hold1 d 2 h300 Void Pearls Carnotaurus')
  expect(part('Usual prices').getByText('Utahraptor, young')).toBeDefined()
})

test('[OP35] a hub on which nothing was paid says so in each panel', async () => {
  await open({
    ways: [],
    sold: [],
    paid: [],
    usualPrices: [],
    supply: { voidPearls: [null], razorTalons: [null], sylvanShards: [null] },
  })
  for (const text of [
    'No complete day yet.',
    'No payments in this period.',
    'Nothing was bought or earned in this period.',
    'No sales between players yet.',
  ])
    expect(screen.getByText(text)).toBeDefined()
})
