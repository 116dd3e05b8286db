// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { type OneWayFlow, readOneWayFlows } from '../../../shared/features/trades/queries.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { OneWayFlowsPanel } from './OneWayFlows.tsx'
import { TradeLimitsPart } from './TradeLimitsPart.tsx'

const none = { voidPearls: 0, razorTalons: 0, sylvanShards: 0, dinosaurs: 0 }
const flow: OneWayFlow = {
  from: { account: 'alt', name: 'Alt' },
  to: { account: 'ann', name: 'Ann' },
  there: { ...none, voidPearls: 27_000, dinosaurs: 1 },
  back: none,
  trades: 4,
  lastAt: screenNow - 300_000,
  signs: { gift: 3, above: 1, newPlayer: 4 },
  isSamePerson: true,
}

test('[WY10] staff see both directions, the reasons in words, and both ledgers; the days are chosen', async () => {
  const asked: number[] = []
  renderScreen(<OneWayFlowsPanel />, {
    hello: signedIn('admin'),
    queries: [
      answering(readOneWayFlows, ({ days }) => {
        asked.push(days)
        const erased = { ...flow, to: { account: 'gone', name: '' }, back: { ...none, dinosaurs: 2 } }
        return { flows: [flow, erased], pairs: 9, readTo: days === 90 ? screenNow - 86_400_000 : null }
      }),
    ],
  })
  const table = await screen.findByRole('table', { name: 'One-way flows, the largest first' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.textContent).toMatch(
    /Alt.*Ann.*27,000 Void Pearls1 dinosaur.*Nothing.*accounts of one person, 3 gifts, 1 sold far above the usual price, giver new to the game.*5 min ago/,
  )
  expect(second?.textContent).toMatch(/Alt.*Erased player.*2 dinosaurs/)
  const links = within(first as HTMLElement).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/ledger?of=alt', '/ledger?of=ann'])
  fireEvent.change(screen.getByRole('combobox', { name: 'Days' }), { target: { value: '90' } })
  await screen.findByText(/There were too many trades to read: this goes back to/)
  expect(asked).toEqual([30, 90])
})

test('[WY2379] staff who may settle trades read both ledgers, even without the right to give currency', async () => {
  const { may, ...staff } = signedIn('admin')
  renderScreen(<OneWayFlowsPanel />, {
    hello: { ...staff, may: may.filter((one) => one !== 'addCurrency') },
    queries: [answering(readOneWayFlows, () => ({ flows: [flow], pairs: 1, readTo: null }))],
  })
  const table = within(await screen.findByRole('table', { name: 'One-way flows, the largest first' }))
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/ledger?of=alt',
    '/ledger?of=ann',
  ])
})

test('[WY11] without flows the panel says so, a refusal is shown, and a user who may not settle the economy has no panel', async () => {
  const answer = answering(readOneWayFlows, () => ({ flows: [], pairs: 3, readTo: null }))
  const empty = renderScreen(<OneWayFlowsPanel />, { hello: signedIn('admin'), queries: [answer] })
  expect(await screen.findByText('No one-way flows.')).toBeDefined()
  empty.unmount()
  const refused = answering(readOneWayFlows, () => refusal('failed', 'The hub had an internal error.'))
  const { unmount } = renderScreen(<OneWayFlowsPanel />, { hello: signedIn('admin'), queries: [refused] })
  expect(await screen.findByText(/The hub had an internal error/)).toBeDefined()
  unmount()
  renderScreen(<OneWayFlowsPanel />, { hello: signedIn('moderator'), queries: [answer] })
  expect(screen.queryByRole('region', { name: 'One-way flows' })).toBeNull()
})

test('[TL10] owners change the three limits of gifts together, each within its bounds', async () => {
  const { sent } = renderScreen(
    <>
      <TradeLimitsPart />
      <Toasts />
    </>,
    { hello: signedIn('owner'), documents: [given(economySettings, '', {})] },
  )
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const fields = [/before a player can give/, /Currency for each hour/, /for each dinosaur/].map(field)
  expect(fields.map(({ value }) => value)).toEqual(['2', '1000', '1'])
  for (const wrong of ['-1', '1001', '1.5', 'two', '']) {
    fireEvent.change(fields[0] as HTMLInputElement, { target: { value: wrong } })
    save()
  }
  expect(sent).toEqual([])
  expect(screen.getByText('Enter a whole number from 0 to 1,000.')).toBeDefined()
  fireEvent.change(fields[0] as HTMLInputElement, { target: { value: '0' } })
  save()
  const trades = { fromHours: 0, perHour: 1_000, hoursPerDinosaur: 1 }
  expect(sent).toMatchObject([{ name: changeEconomySettings.name, input: { trades } }])
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  expect(screen.getByText('Saved. It applies from now on.')).toBeDefined()
})
