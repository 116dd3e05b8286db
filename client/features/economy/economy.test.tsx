// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeEconomySettings, visit } from '../../../shared/features/economy/commands.ts'
import { readHouse } from '../../../shared/features/economy/queries.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { EconomyPart } from './EconomyPart.tsx'
import { MarketSettingsPart } from './MarketSettingsPart.tsx'
import { VisitReward } from './VisitReward.tsx'

const frame = (
  <>
    <VisitReward />
    <Toasts />
  </>
)
const nextAt = screenNow + 3_600_000
const bonus = { cause: 'dailyBonus' as const, currency: 'voidPearls' as const, amount: 50 }

test('[RWD10] an opened page tells the hub of its visit once, and shows what was paid', async () => {
  const { sent, connect, unmount } = renderScreen(frame, { hello: signedIn('player') })
  expect(sent.map(({ name }) => name)).toEqual([visit.name])
  await sent[0]?.answer({ ok: true, output: { paid: [bonus], nextAt }, seq: 1 })
  expect(screen.getByRole('status').textContent).toContain('Daily bonus: 50 Void Pearls.')
  // A page that reconnects on the same day asks nothing.
  connect('reconnecting')
  connect('live')
  expect(sent).toHaveLength(1)
  // Nor does one that is opened again.
  unmount()
  expect(renderScreen(frame, { hello: signedIn('player') }).sent).toEqual([])
})

test('[RWD11] where nothing was paid nothing is shown', async () => {
  const { sent } = renderScreen(frame, { hello: signedIn('player') })
  await sent[0]?.answer({ ok: true, output: { paid: [], nextAt }, seq: 1 })
  expect(screen.getByRole('status').textContent).toBe('')
})

test('[RWD12] a day that begins while the page is open is a visit of its own; guests and views make none', async () => {
  const { sent, sayHello } = renderScreen(frame, { hello: {} })
  expect(sent).toEqual([])
  const { principal, may } = signedIn('owner')
  if (!principal?.session) throw new Error('no session')
  sayHello({ may, principal: { ...principal, session: { ...principal.session, viewing: 'player' } } })
  expect(sent).toEqual([])
  sayHello({ may, principal })
  expect(sent).toHaveLength(1)
  // The next day has begun by the time of the answer.
  await sent[0]?.answer({ ok: true, output: { paid: [], nextAt: screenNow }, seq: 1 })
  expect(sent).toHaveLength(2)
})

test('[RWD13] owners switch rewards, change amounts within limits, and read the totals of the house', async () => {
  const sums = { voidPearls: '1000000000000000', razorTalons: '7', sylvanShards: '0' }
  const { sent, settle } = renderScreen(<EconomyPart />, {
    hello: signedIn('owner'),
    documents: [given(economySettings, '', {})],
    queries: [
      answering(readHouse, () => ({
        currencies: (['voidPearls', 'razorTalons', 'sylvanShards'] as const).map((currency) => ({
          currency,
          supply: sums[currency],
          held: '0',
          drift: currency === 'razorTalons' ? '3' : '0',
        })),
        flows: [{ kind: 'faucet' as const, cause: 'dailyBonus', amounts: sums }],
        wallets: 2,
      })),
    ],
  })
  await settle()
  const daily = within(screen.getByRole('region', { name: 'Daily bonus' }))
  fireEvent.click(daily.getByRole('switch'))
  expect(sent[0]).toMatchObject({
    name: changeEconomySettings.name,
    input: { dailyBonus: { isOn: false, amount: 50 } },
  })
  fireEvent.change(daily.getByRole('spinbutton'), { target: { value: '1000001' } })
  fireEvent.click(daily.getByRole('button', { name: 'Save' }))
  expect(sent).toHaveLength(1)
  fireEvent.change(daily.getByRole('spinbutton'), { target: { value: '75' } })
  fireEvent.click(daily.getByRole('button', { name: 'Save' }))
  const seen = { dailyBonus: { isOn: true, amount: 50 } }
  expect(sent[1]).toMatchObject({ input: { dailyBonus: { isOn: true, amount: 75 }, seen } })
  const table = screen.getByRole('table', { name: 'Totals of the economy' })
  expect(table.textContent).toMatch(/In circulation.*1,000,000,000,000,000.*Made: daily bonus.*Drift/)
  expect(screen.getByText(/Wallets and ledger differ/)).toBeDefined()
})

test('[VR2] owners change fee, days and resale lock of the market within limits; a fee is shown in percent', async () => {
  const { sent } = renderScreen(<MarketSettingsPart />, {
    hello: signedIn('owner'),
    documents: [given(economySettings, '', {})],
  })
  const fee = screen.getByRole('spinbutton', { name: 'Fee in percent of the price' }) as HTMLInputElement
  expect(fee.value).toBe('5')
  fireEvent.change(fee, { target: { value: '50.1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect([sent.length, screen.getByText(/from 0 to 50/)]).toMatchObject([0, expect.anything()])
  fireEvent.change(fee, { target: { value: '2.5' } })
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Lowest fee' }), { target: { value: '60000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toMatchObject([
    {
      name: changeEconomySettings.name,
      input: { market: { feePermille: 25, feeFloor: 60_000, feeCap: 50_000, listingDays: 7, resaleLockHours: 24 } },
    },
  ])
  const message = 'The lowest fee of 60000 is above the highest of 50000.'
  await sent[0]?.answer({ ok: false, code: 'floorAboveCap', message })
  expect(screen.getByText(message)).toBeTruthy()
})
