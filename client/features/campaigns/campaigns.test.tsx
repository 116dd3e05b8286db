// @vitest-environment happy-dom; one file because its tests open the parts of one tab with the same documents
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { campaignRuns, campaigns } from '../../../shared/features/campaigns/campaigns.ts'
import * as commands from '../../../shared/features/campaigns/commands.ts'
import * as donations from '../../../shared/features/donations/commands.ts'
import {
  donationSettings,
  donationSums,
  donationTests,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { readUser, type User } from '../../../shared/features/users/users.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { DonationsTab } from './DonationsTab.tsx'

// A list of all zones takes half a second to draw here.
vi.hoisted(() => {
  const all = Intl.supportedValuesOf
  Intl.supportedValuesOf = (key) => (key === 'timeZone' ? ['Europe/Berlin', 'UTC'] : all(key))
})

const one = {
  id: 'c1',
  name: 'Weekly gift',
  schedule: 'weekly',
  targetType: 'all',
  currencies: { voidPearls: 1_000, razorTalons: 5 },
  createdDate: 1,
  countsFrom: 1,
  nextRunDate: screenNow + 3_600_000,
  zone: 'UTC',
  time: '13:00',
} as const
const past = {
  id: 'r0',
  campaignName: 'Monthly gift',
  executedDate: 1,
  recipientCount: 12,
  skipped: 1,
  currencies: { voidPearls: 5 },
  status: 'completed',
} as const
const run = {
  id: 'r1',
  campaign: 'c1',
  campaignName: 'Weekly gift',
  number: 1,
  startedAt: 2,
  targetType: 'all' as const,
  patreonTier: 'None' as const,
  accounts: [],
  currencies: { voidPearls: 1_000 },
  demo: false,
  by: null,
  recipientCount: 40,
  progress: 0.25,
}

const unmatched = {
  id: 'd1',
  record: 'aa/b',
  source: 'kofi' as const,
  amount: 500,
  currency: 'EUR',
  at: 1,
  donor: 'Jo',
  message: 'hi',
  steamIds: [],
}
const ann: User = {
  id: 'a1',
  username: 'Ann',
  steamId: '76561198000000001',
  discordId: null,
  email: null,
  patreonTier: 'None',
  playtime: 0,
  joinDate: 1,
  lastActive: null,
  status: 'active',
  currencies: { dinosaurs: 0, voidPearls: 0, sylvanShards: 0, razorTalons: 0 },
  banInfo: null,
}

interface Held {
  readonly campaigns?: object
  readonly runs?: object
  readonly more?: readonly ReturnType<typeof given>[]
  readonly rows?: readonly object[]
  readonly recipients?: number
}

const open = (
  part = '',
  { campaigns: all = { c1: one }, runs = {}, more = [], rows = [], recipients = 312 }: Held = {},
) => {
  const hello = signedIn('owner')
  return renderScreen(screenWithToasts, {
    hello,
    path: `/owner-panel?tab=donations${part}`,
    documents: [
      given(account, hello.principal?.id ?? '', {}),
      given(campaigns, mainServer, { campaigns: all as never }),
      given(campaignRuns, mainServer, { runs: runs as never }),
      ...more,
    ],
    queries: [
      answering(commands.readCampaignHistory, () => ({ runs: [past], next: null })),
      answering(commands.countRecipients, () => ({ recipients })),
      answering(commands.readNamed, () => ({ recipients: ['Ann'] })),
      answering(commands.previewSchedule, ({ customRule }) =>
        customRule === '0 0 31 2 *'
          ? refusal('neverFires', 'No date ever matches "0 0 31 2 *", so this campaign would never run.')
          : { runs: [{ at: screenNow, wall: '2026-11-23T12:00', offset: 0, change: 'back' as const, oddity: null }] },
      ),
      answering(readUser, () => ({ user: ann })),
      answering(donations.readDonations, () => ({ donations: rows as never, next: null })),
    ],
  })
}
const screenWithToasts = (
  <>
    <DonationsTab />
    <Toasts />
  </>
)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('[CMP30] a campaign says what it gives to whom and when; one under way has a progress bar and cannot be run or deleted', async () => {
  const { settle, change } = open()
  await settle()
  const row = screen.getByRole('listitem')
  expect(row.textContent).toContain('1,000 Void Pearls and 5 Razor Talons to everyone. Each Monday at 13:00, UTC')
  change(given(campaignRuns, mainServer, { runs: { r1: run } }))
  expect(within(row).getByRole('progressbar').getAttribute('aria-valuetext')).toBe('25%, 40 paid')
  for (const name of ['Run Now: Weekly gift', 'Delete Weekly gift'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  const table = screen.getByRole('table')
  expect(table.textContent).toContain('Processing')
  expect(table.textContent).toContain('12 (1 with a full wallet)')
})

test.each([
  [
    'erased',
    /An account that set up this campaign was erased, so the campaign was paused\. Check it, and activate it again\./,
  ],
  [
    'rights',
    /The account that set up this campaign lost its permission for campaigns, so the campaign was paused\. Check it, and activate it again\./,
  ],
  ['running', /The run of .+ was skipped: the run before was still under way\./],
])('[CMP60] a campaign says why it was paused or a run was skipped: %s', async (why, text) => {
  const { settle } = open('', { campaigns: { c1: { ...one, isActive: why === 'running', missed: { at: 1, why } } } })
  await settle()
  expect(screen.getByRole('listitem').textContent).toMatch(text)
})

test('[CMP31] Run Now names how many get it and asks once; a refusal begins with the words of the specification', async () => {
  const { settle, sent } = open()
  press('Run Now: Weekly gift')
  await settle()
  expect(screen.getByRole('dialog').textContent).toContain('Run Weekly gift now for 312 accounts?')
  press('Run now')
  expect(sent).toMatchObject([{ name: commands.runCampaign.name, input: { id: 'c1' } }])
  await sent[0]?.answer(refusal('running', 'A run is under way.'))
  expect(screen.getByText('Failed to execute campaign. A run is under way.')).toBeDefined()
})

test('[CMP32] Pause and Activate change the status at once, and say when that failed; a paused campaign cannot be run', async () => {
  const { sent, change } = open()
  press('Pause Weekly gift')
  expect(sent).toMatchObject([{ name: commands.setCampaignActive.name, input: { id: 'c1', isActive: false } }])
  await sent[0]?.answer(refusal('gone', 'That campaign was deleted.'))
  expect(screen.getByText('Failed to update campaign status. That campaign was deleted.')).toBeDefined()
  change(given(campaigns, mainServer, { campaigns: { c1: { ...one, isActive: false, nextRunDate: null } } }))
  expect(screen.getByRole('button', { name: 'Run Now: Weekly gift' })).toHaveProperty('disabled', true)
  press('Activate Weekly gift')
  expect(sent[1]).toMatchObject({ input: { id: 'c1', isActive: true } })
})

test('[CMP33] a new campaign shows its next runs, names what is missing, and keeps what was typed when it is refused', {
  tags: 'slow',
}, async () => {
  const { sent, settle } = open('', { campaigns: {} })
  press('New campaign')
  press('Create campaign')
  expect(screen.getByText('Enter a name.')).toBeDefined()
  type('Name', 'Friday gift')
  type('Void Pearls', '250')
  press('Chosen accounts')
  press('Create campaign')
  expect(screen.getByText('Name at least one recipient.')).toBeDefined()
  type('Accounts', Array.from({ length: 501 }, (_, nth) => `n${nth}`).join('\n'))
  press('Create campaign')
  expect(screen.getByText('Enter at most 500 accounts. You entered 501.')).toBeDefined()
  type('Accounts', 'Ann\n76561198000000001, Ann')
  press('Custom')
  type('Days', '2')
  await settle()
  expect(screen.getByRole('list', { name: 'Next runs' }).textContent).toContain('Clocks have gone back')
  press('Create campaign')
  expect(sent).toMatchObject([
    {
      name: commands.createCampaign.name,
      input: {
        name: 'Friday gift',
        schedule: 'custom',
        customDays: 2,
        customHours: 0,
        targetType: 'custom',
        recipients: ['Ann', '76561198000000001'],
        currencies: { voidPearls: 250, razorTalons: 0, sylvanShards: 0 },
      },
    },
  ])
  await sent[0]?.answer(refusal('unknown', 'No account was found for: Ann.'))
  expect(screen.getByText('Failed to create campaign. No account was found for: Ann.')).toBeDefined()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Friday gift')
})

test('[CMP34] deleting asks once, says what stays, and is undone', async () => {
  const { sent } = open()
  press('Delete Weekly gift')
  expect(sent).toEqual([])
  press('Delete campaign')
  expect(sent).toMatchObject([{ name: commands.deleteCampaign.name, input: { id: 'c1' } }])
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  press('Undo')
  expect(sent[1]).toMatchObject({ name: commands.restoreCampaign.name, input: { id: 'c1' } })
  await sent[1]?.answer({ ok: true, output: { nextRunDate: 1 }, seq: 2 })
  expect(screen.getByText('Weekly gift is restored.')).toBeDefined()
})

test('[CMP56] campaigns are listed by when they were created, so that a restored one has its place again', async () => {
  const named = (id: string, createdDate: number) => ({ ...one, id, name: `Gift ${createdDate}`, createdDate })
  const { settle } = open('', { campaigns: { c2: named('c2', 2), c3: named('c3', 3), c1: named('c1', 1) } })
  await settle()
  const names = within(screen.getByRole('list', { name: 'Recurring campaigns' })).getAllByRole('heading')
  expect(names.map(({ textContent }) => textContent)).toEqual(['Gift 1', 'Gift 2', 'Gift 3'])
})

test('[CMP54] Run Now of a campaign without recipients says so and offers no run', async () => {
  const { settle } = open('', { recipients: 0 })
  press('Run Now: Weekly gift')
  await settle()
  const dialog = within(screen.getByRole('dialog', { name: 'Weekly gift has no recipients' }))
  expect(dialog.queryByRole('button', { name: 'Run now' })).toBeNull()
})

test('[CMP55] a campaign with chosen accounts is edited by their names', async () => {
  const { settle, sent } = open('', { campaigns: { c1: { ...one, targetType: 'custom', customUserIds: ['id-1'] } } })
  press('Edit Weekly gift')
  await settle()
  expect(screen.getByLabelText('Accounts')).toHaveProperty('value', 'Ann')
  press('Save campaign')
  expect(sent).toMatchObject([{ name: commands.changeCampaign.name, input: { fields: { recipients: ['Ann'] } } }])
})

const other = (more: object) => given(campaigns, mainServer, { campaigns: { c1: { ...one, ...more } } })

test('[CMP600] Run Now follows what another owner saves while it asks: amounts and recipients are read again, and go along as what was seen', async () => {
  const { settle, sent, change } = open()
  press('Run Now: Weekly gift')
  await settle()
  change(other({ currencies: { voidPearls: 100_000 } }))
  await settle()
  const { textContent } = screen.getByRole('dialog')
  expect(textContent).toContain('Someone else changed this campaign in the meantime.')
  expect(textContent).toContain('Run Weekly gift now for 312 accounts?')
  expect(textContent).toContain('Each gets 100,000 Void Pearls, once.')
  press('Run now')
  const currencies = { voidPearls: 100_000, razorTalons: 0, sylvanShards: 0 }
  expect(sent.map(({ input }) => input)).toEqual([
    { id: 'c1', seen: { targetType: 'all', patreonTier: 'None', customUserIds: [], currencies } },
  ])
})

test('[CMP601] what another owner saves while one edits a campaign is shown, even after the form was closed, and neither is lost: one is chosen', async () => {
  const { settle, sent, change } = open()
  press('Edit Weekly gift')
  await settle()
  type('Description (optional)', 'For all.')
  press('Cancel')
  change(other({ currencies: { voidPearls: 10 } }))
  press('Edit Weekly gift')
  await settle()
  expect(screen.getByLabelText('Void Pearls')).toHaveProperty('value', '1000')
  expect(screen.getByRole('alert').textContent).toContain('gives 10 Void Pearls to everyone.')
  press('Use theirs')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText('Void Pearls')).toHaveProperty('value', '10')
  type('Description (optional)', 'For everyone.')
  press('Save campaign')
  expect(sent).toMatchObject([
    {
      name: commands.changeCampaign.name,
      input: {
        fields: { description: 'For everyone.', currencies: { voidPearls: 10 } },
        seen: { name: 'Weekly gift', description: '', currencies: { voidPearls: 10 } },
      },
    },
  ])
})

test('[CMP602] a campaign form in which nothing is typed follows what another owner saves', async () => {
  const { settle, change } = open()
  press('Edit Weekly gift')
  await settle()
  change(other({ currencies: { voidPearls: 10 } }))
  expect(screen.getByLabelText('Void Pearls')).toHaveProperty('value', '10')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[DNT30] revenue is "–" until there is a donation, and then is shown for each currency by itself', async () => {
  const { change, settle } = open('&part=donations', { more: [given(donationSums, 'main', {})] })
  await settle()
  expect(screen.getByText('No donations have been recorded yet.')).toBeDefined()
  const sum = { received: 1_000, refunded: 300, donations: 2, refunds: 1 }
  change(given(donationSums, 'main', { sums: { EUR: sum, USD: { ...sum, donations: 1 } } }))
  expect(screen.getByText('EUR 7.00')).toBeDefined()
  expect(screen.getByText('Total revenue in USD')).toBeDefined()
  expect(screen.getByText('2 donations, 1 refunded')).toBeDefined()
})

test('[DNT59] while the sums are still loading the revenue does not say that there is no donation', async () => {
  const { settle, change } = open('&part=donations')
  await settle()
  const revenue = () => screen.getByText('Total revenue').parentElement?.textContent
  expect(revenue()).toBe('Total revenue–Loading…')
  change(given(donationSums, 'main', {}))
  expect(revenue()).toBe('Total revenue–No donations have been recorded yet.')
})

test('[DNT31] a donation without an account is assigned by SteamID or name; a refusal is shown at the field', async () => {
  const { sent } = open('&part=donations', {
    more: [given(unmatchedDonations, 'main', { entries: { d1: unmatched } })],
  })
  press('Assign EUR 5.00 from Jo')
  press('Assign')
  expect(screen.getByText('Enter a SteamID or a name.')).toBeDefined()
  type('Account', 'Nemo')
  press('Assign')
  expect(sent).toMatchObject([{ name: donations.assignDonation.name, input: { id: 'd1', account: 'Nemo' } }])
  await sent[0]?.answer(refusal('unknown', 'No account was found for: Nemo.'))
  expect(screen.getByText('No account was found for: Nemo.')).toBeDefined()
})

test('[DNT65] a message that is the name of an account is a hint with its SteamID, which one press assigns', async () => {
  const [d1, d2] = ['d1', 'd2'].map((id) => ({
    ...unmatched,
    id,
    message: 'Ann',
    suggested: id === 'd1' ? 'a1' : null,
  }))
  const { sent, settle } = open('&part=donations', {
    more: [given(unmatchedDonations, 'main', { entries: { d1, d2 } as never })],
  })
  await settle()
  expect(screen.getAllByText(/The message is the name of Ann \(SteamID 76561198000000001\)/)).toHaveLength(1)
  expect(sent).toEqual([])
  press('Assign to Ann')
  expect(sent).toMatchObject([{ name: donations.assignDonation.name, input: { id: 'd1', account: 'a1' } }])
  await sent[0]?.answer({ ok: true, output: { account: 'a1', name: 'Ann', tier: 'Gold' }, seq: 1 })
  expect(screen.getByText("EUR 5.00 is Ann's. They are a Gold patron.")).toBeDefined()
})

test('[DNT32] a donation is recorded in minor units; an amount that its currency does not have is named', () => {
  const { sent } = open('&part=donations')
  press('Record donation')
  const dialog = within(screen.getByRole('dialog'))
  type('Amount', '5.005')
  fireEvent.click(dialog.getByRole('button', { name: 'Record donation' }))
  expect(screen.getByText('Enter an amount of EUR such as 10.00.')).toBeDefined()
  type('Amount', '12.5')
  type('Currency', 'eur')
  fireEvent.click(dialog.getByRole('button', { name: 'Record donation' }))
  expect(sent).toMatchObject([{ name: donations.recordDonation.name, input: { amount: 1_250, currency: 'EUR' } }])
})

test('[DNT33] a file with a wrong line is not sent; the lines of a right one are shown before they are recorded', async () => {
  const { sent } = open('&part=donations')
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('File of donations'), { target: { files: [new File([text], 'a.csv')] } })
  choose('transaction,amount,currency\na,ten,EUR\n')
  await screen.findByText('Line 2: "ten" is not an amount of EUR')
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  choose('transaction,amount,currency,account\na,5,EUR,Ann\n')
  await screen.findByText('EUR 5.00, Ann, a')
  press('Record')
  expect(sent).toMatchObject([{ name: donations.recordDonations.name, input: { lines: [{ line: 2, amount: 500 }] } }])
})

test('[DNT34] the table of tiers is saved in minor units', async () => {
  const tiers = [{ tier: 'Bronze', currency: 'EUR', amount: 300, perks: '' }] as const
  const { sent } = open('&part=tiers', { more: [given(donationSettings, 'main', { tiers: [...tiers], days: 30 })] })
  type('From', '4.50')
  press('Save tiers')
  expect(sent).toMatchObject([
    {
      name: donations.changeDonationTiers.name,
      input: { tiers: [{ tier: 'Bronze', currency: 'EUR', amount: 450 }], days: 30 },
    },
  ])
})

test('[DNT35] a table of tiers that another owner has changed meanwhile: the refusal says what it is now, and saving again overwrites it', async () => {
  const row = { tier: 'Bronze', currency: 'EUR', amount: 300, perks: '' } as const
  const settings = (amount: number) => given(donationSettings, 'main', { tiers: [{ ...row, amount }], days: 30 })
  const { sent, change } = open('&part=tiers', { more: [settings(300)] })
  const seenBy = (at: number) => donations.changeDonationTiers.input.parse(sent[at]?.input).seen?.tiers[0]?.amount
  type('From', '4.50')
  change(settings(900))
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('4.50')
  press('Save tiers')
  expect(seenBy(0)).toBe(300)
  await sent[0]?.answer(refusal('changedSince', 'Someone else changed this to Bronze from EUR 9.00; 30 days.'))
  expect(screen.getByText(/Bronze from EUR 9\.00/)).toBeDefined()
  press('Save tiers')
  expect(seenBy(1)).toBe(900)
})

test('[DNT36] a test of Ko-fi is shown as received, and does not count as revenue', async () => {
  const { settle } = open('&part=donations', {
    more: [given(donationSums, 'main', {}), given(donationTests, 'main', { kofiAt: screenNow })],
  })
  await settle()
  expect(screen.getByText(/^Test received from Ko-fi on/)).toBeDefined()
  expect(screen.getByText('No donations have been recorded yet.')).toBeDefined()
})

test('[DNT56] a donation of the list is moved, refunded or withdrawn from its menu; a refund is taken back at once or later', async () => {
  const listed = (nth: number, more: object = {}) => ({
    id: `d${nth}`,
    record: `aa/${nth}`,
    at: nth,
    source: 'hand' as const,
    transaction: '',
    amount: nth * 100,
    currency: 'EUR',
    account: 'ann',
    name: 'Ann',
    state: 'received' as const,
    ...more,
  })
  const refunded = listed(2, { state: 'refunded' })
  const { sent, settle } = open('&part=donations', {
    rows: [listed(1), refunded, listed(3, { state: 'withdrawn' }), listed(4, { source: 'kofi' })],
  })
  await settle()
  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('button')).toHaveLength(3)
  const names = (button: string) => {
    press(button)
    const all = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    return all
  }
  expect(names('Change EUR 1.00')).toEqual(['Move to another account…', 'Note a refund…', 'Withdraw…'])
  expect(names('Change EUR 2.00')).toEqual(['Take the refund back…'])
  expect(names('Change EUR 4.00')).toEqual(['Move to another account…', 'Note a refund…'])
  press('Change EUR 1.00')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Note a refund…' }))
  press('Note refund')
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  press('Undo')
  expect(sent).toMatchObject([
    { name: donations.refundDonation.name, input: { record: 'aa/1' } },
    { name: donations.undoRefund.name, input: { record: 'aa/1', id: 'd1' } },
  ])
  press('Change EUR 1.00')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move to another account…' }))
  type('Account', 'Bob')
  press('Assign')
  expect(sent[2]).toMatchObject({
    name: donations.moveDonation.name,
    input: { record: 'aa/1', id: 'd1', account: 'Bob' },
  })
})

test('[DNT57] a donation that was recorded by hand can be withdrawn at once', async () => {
  const { sent, settle } = open('&part=donations')
  await settle()
  press('Record donation')
  type('Amount', '250')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Record donation' }))
  await sent[0]?.answer({ ok: true, output: { id: 'd1', record: 'aa/1', tier: 'Gold' }, seq: 1 })
  expect(screen.getByText('EUR 250.00 recorded. The donor is a Gold patron.')).toBeDefined()
  press('Undo')
  expect(sent[1]).toMatchObject({ name: donations.withdrawDonation.name, input: { id: 'd1', record: 'aa/1' } })
})

test('[DNT58] a file of which all or some was recorded before says so in whole sentences', async () => {
  const { sent } = open('&part=donations')
  for (const [nth, [recorded, repeated, words]] of (
    [
      [0, 1, 'Nothing new: 1 was recorded before.'],
      [1, 2, '1 donation recorded, 2 were recorded before.'],
      [3, 0, '3 donations recorded.'],
    ] as const
  ).entries()) {
    const file = new File(['transaction,amount,currency\na,5,EUR\n'], 'a.csv')
    fireEvent.change(screen.getByLabelText('File of donations'), { target: { files: [file] } })
    await screen.findByText('EUR 5.00, without a donor, a')
    press('Record')
    await sent[nth]?.answer({ ok: true, output: { recorded, repeated }, seq: 1 })
    expect(screen.getByText(words)).toBeDefined()
  }
})
