// @vitest-environment happy-dom
// One file because its tests open the same tab, and its drawer.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { patron, setTier } from '../../../shared/features/patrons/patrons.ts'
import type { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { banUsers, giveToUsers, unbanUsers, undoBans } from '../../../shared/features/users/commands.ts'
import {
  chooseUsers,
  listUsers,
  mostChosenUsers,
  readUser,
  type User,
  userChanges,
} from '../../../shared/features/users/users.ts'
import {
  answering,
  answeringLater,
  given,
  refusal,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { UserAccount } from './UserAccount.tsx'
import { UsersTab } from './UsersTab.tsx'

afterEach(() => void vi.useRealTimers())

const dayMs = 86_400_000
const userOf = (number: number, more: Partial<User> = {}): User => ({
  id: `user${number}`,
  username: `User ${number}`,
  steamId: `7656119800000${String(number).padStart(4, '0')}`,
  discordId: null,
  email: null,
  patreonTier: 'None',
  playtime: 7_200_000,
  joinDate: screenNow - 3 * dayMs,
  lastActive: screenNow - 60_000,
  status: 'active',
  currencies: { dinosaurs: 2, voidPearls: 1_500, sylvanShards: 0, razorTalons: 7 },
  banInfo: null,
  ...more,
})
const banned = userOf(2, {
  status: 'banned',
  banInfo: { reason: 'Raid', bannedBy: 'Olga', bannedDate: screenNow, expiresDate: null, duration: 'permanent' },
})
const shown = [userOf(1), banned, userOf(3)]

function open(path = '/owner-panel?tab=users', total = 1_234, features: Partial<HubFeatures> = {}) {
  const asked: unknown[] = []
  const screenWithToasts = (
    <>
      <UsersTab />
      <Toasts />
    </>
  )
  const page = renderScreen(screenWithToasts, {
    hello: signedIn('owner'),
    path,
    documents: [given(server, mainServer, { features })],
    queries: [
      answering(listUsers, (input) => {
        asked.push(input)
        return input.text === 'name:nemo' ? { users: [], total: 0 } : { users: shown, total }
      }),
      answering(chooseUsers, () => ({
        users: Array.from({ length: mostChosenUsers }, (_, at) => ({ id: `user${at}`, username: `User ${at}` })),
        total: 1_234,
      })),
    ],
  })
  return { ...page, asked }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = (name: string) => fireEvent.click(screen.getByLabelText(`Select ${name}`))

test('[USR40] the table is searched, sorted and paged by the hub, and all of it is in the address', async () => {
  const { settle, asked, address } = open('/owner-panel?tab=users&text=status:banned&page=2')
  await settle()
  expect(asked).toEqual([{ text: 'status:banned', sort: 'lastActive', descending: true, page: 1 }])
  expect(screen.getByText('1,234 users')).toBeDefined()
  expect(within(screen.getByRole('grid')).getAllByRole('row')[2]?.textContent).toMatch(/User 2.*Banned/)
  press('Pearls')
  await settle()
  expect(asked.at(-1)).toMatchObject({ sort: 'voidPearls', descending: true, page: 0 })
  press('User')
  await settle()
  expect(asked.at(-1)).toMatchObject({ sort: 'username', descending: false })
  expect(address()).toBe('/owner-panel?tab=users&text=status%3Abanned&sort=username&descending=false')
  press('Patrons')
  expect(address()).toContain('text=not+tier%3Anone')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toMatch(/^\/api\/owner\/users\.csv/)
})

test('[USR2316] without the rights to give currency and to settle trades the table has no balances, and its search none either', async () => {
  const { may, ...lesser } = signedIn('owner')
  const hello = { ...lesser, may: may.filter((one) => one !== 'addCurrency' && one !== 'settleEconomy') }
  const page = renderScreen(<UsersTab />, {
    hello,
    queries: [answering(listUsers, () => ({ users: shown, total: 3 }))],
  })
  await page.settle()
  expect(screen.getByRole('button', { name: 'Dinosaurs' })).toBeDefined()
  for (const name of ['Pearls', 'Talons', 'Shards']) expect(screen.queryByRole('button', { name })).toBeNull()
  type('Search users', 'pearls>4')
  await page.settle()
  expect(screen.getByLabelText('Search users').getAttribute('aria-invalid')).toBe('true')
})

test('[USR2372] without the right to ban the table has no bans, its search none either, and none of the usual searches finds them', async () => {
  const { may, ...lesser } = signedIn('owner')
  const hello = { ...lesser, may: may.filter((one) => one !== 'banPlayers') }
  const page = renderScreen(<UsersTab />, {
    hello,
    queries: [answering(listUsers, () => ({ users: [{ ...userOf(1), status: null }], total: 1 }))],
  })
  await page.settle()
  expect(screen.getByRole('button', { name: 'Pearls' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Patrons' })).toBeDefined()
  for (const name of ['Status', 'Banned']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('Active')).toBeNull()
  type('Search users', 'reason:raid')
  await page.settle()
  expect(screen.getByLabelText('Search users').getAttribute('aria-invalid')).toBe('true')
})

test('[USR2416] with the right to ban, which came while the table was open, no one is called active before their status has come', async () => {
  const { may, ...lesser } = signedIn('owner')
  const page = renderScreen(<UsersTab />, {
    hello: { ...lesser, may: may.filter((one) => one !== 'banPlayers') },
    queries: [answering(listUsers, () => ({ users: [{ ...userOf(1), status: null }], total: 1 }))],
  })
  await page.settle()
  page.sayHello(signedIn('owner'))
  expect(screen.getByRole('button', { name: 'Status' })).toBeDefined()
  expect(screen.queryByText('Active')).toBeNull()
})

test('[USR41] without a selection each act says that a user must be selected', async () => {
  const { settle, sent } = open()
  await settle()
  for (const act of ['Ban', 'Unban', 'Give currency']) {
    press(act)
    expect(screen.getByText('Please select at least one user')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  expect(sent).toEqual([])
})

test('[USR42] a ban of several names how many, needs a length and a reason, and shows who was left out and why', async () => {
  const { settle, sent } = open()
  await settle()
  choose('User 1')
  choose('User 3')
  press('Ban')
  expect(screen.getByRole('dialog', { name: 'Ban 2 users?' }).textContent).toContain('User 1, User 3')
  press('Ban 2 users')
  expect(sent).toEqual([])
  press('1 week')
  type('Reason', 'Raid')
  press('Ban 2 users')
  await settle()
  expect(sent).toMatchObject([
    { name: banUsers.name, input: { users: ['user1', 'user3'], reason: 'Raid', durationMs: 7 * dayMs } },
  ])
  const newly = [{ user: 'user1', delivery: 'd1' }]
  const skipped = [{ id: 'user3', name: 'User 3', why: "This user hasn't linked a Steam account." }]
  await sent[0]?.answer({ ok: true, output: { run: 'r', done: 1, skipped, newly }, seq: 1 })
  const outcome = screen.getByRole('region', { name: 'Outcome' })
  expect(outcome.textContent).toMatch(/1 user banned for 7 days.*User 3: This user hasn't linked a Steam account/)
  expect(screen.getByText('0 users')).toBeDefined()
  expect(screen.getByText('1 user newly banned.')).toBeDefined()
  press('Undo')
  await settle()
  expect(sent[1]).toMatchObject({ name: undoBans.name, input: { bans: newly } })
  await sent[1]?.answer({ ok: true, output: { run: 's', done: 1, skipped }, seq: 2 })
  expect(screen.getByText('1 user unbanned. 1 stays as it is: that ban has been changed since.')).toBeDefined()
})

test('[USR48] the outcome of a ban goes when the ban is undone, and stays when the undo is refused', {
  tags: 'slow',
}, async () => {
  const { settle, sent } = open()
  await settle()
  choose('User 1')
  press('Ban')
  press('1 week')
  type('Reason', 'Raid')
  press('Ban 1 user')
  await settle()
  const newly = [{ user: 'user1', delivery: 'd1' }]
  await sent[0]?.answer({ ok: true, output: { run: 'r', done: 1, skipped: [], newly }, seq: 1 })
  press('Undo')
  await settle()
  await sent[1]?.answer(refusal('unknown', 'The connection was lost.'))
  expect(screen.getByText('1 user banned for 7 days.')).toBeDefined()
  choose('User 1')
  press('Ban')
  press('1 day')
  type('Reason', 'Raid')
  press('Ban 1 user')
  await settle()
  await sent[2]?.answer({ ok: true, output: { run: 's', done: 1, skipped: [], newly }, seq: 2 })
  expect(screen.getByText('1 user banned for 1 day.')).toBeDefined()
  press('Undo')
  await settle()
  await sent[3]?.answer({ ok: true, output: { run: 't', done: 1, skipped: [] }, seq: 3 })
  expect(screen.queryByText('1 user banned for 1 day.')).toBeNull()
})

test('[USR43] a refusal is called a failure, and no answer an error', async () => {
  const { settle, sent } = open()
  await settle()
  choose('User 2')
  press('Unban')
  press('Unban 1 user')
  await settle()
  expect(sent[0]).toMatchObject({ name: unbanUsers.name, input: { users: ['user2'] } })
  await sent[0]?.answer(refusal('notBanned', "This user isn't banned."))
  expect(screen.getByText("Failed to unban user: This user isn't banned.")).toBeDefined()
  press('Unban 1 user')
  await settle()
  await sent[1]?.answer(refusal('unknown', 'The connection was lost.'))
  expect(screen.getByText('Error unbanning user: The connection was lost.')).toBeDefined()
})

test('[USR52] of a single page all users are selected in the table alone, and the button for more pages is left out', async () => {
  const { settle } = open('/owner-panel?tab=users', 3)
  await settle()
  expect(screen.queryByRole('button', { name: /^Select/ })).toBeNull()
  fireEvent.click(screen.getAllByLabelText('Select all 3')[0] as HTMLElement)
  expect(screen.getByText('3 users', { selector: 'strong' }).parentElement?.textContent).toBe('3 users selected')
})

test('[USR44] currencies are given to all that match, as far as one command goes; the question names the sum, and it can be undone', async () => {
  const { settle, sent } = open()
  await settle()
  press('Select the first 300 of 1,234')
  await settle()
  press('Give currency')
  press('Continue')
  expect(screen.getByText('Enter an amount above 0 in at least one currency.')).toBeDefined()
  type('Void Pearls', '500')
  type('Razor Talons', 'many')
  fireEvent.blur(screen.getByLabelText('Razor Talons'))
  expect(screen.getByLabelText<HTMLInputElement>('Razor Talons').value).toBe('0')
  press('Continue')
  expect(screen.getByRole('dialog', { name: 'Give 500 Void Pearls to 300 users?' }).textContent).toContain(
    'That is 150,000 Void Pearls in total.',
  )
  press('Give to 300 users')
  await settle()
  expect(sent).toMatchObject([
    { name: giveToUsers.name, input: { currencies: { voidPearls: 500, razorTalons: 0, sylvanShards: 0 }, reason: '' } },
  ])
  expect((sent[0]?.input as { users: string[] } | undefined)?.users).toHaveLength(mostChosenUsers)
  const grants = [{ account: 'user1', operation: 'o1' }]
  await sent[0]?.answer({ ok: true, output: { given: 300, skipped: [], grants }, seq: 1 })
  expect(screen.getByRole('region', { name: 'Outcome' }).textContent).toContain('500 Void Pearls given to 300 users.')
})

test('[USR45] an owner changes the tier of a patron in the drawer', async () => {
  const { settle, sent } = renderScreen(<UserAccount account="user1" />, {
    hello: signedIn('owner'),
    documents: [
      given(patron, 'user1', { tier: 'Bronze', source: 'donation', beside: { tier: 'Bronze', until: null } }),
    ],
    queries: [answering(readUser, () => ({ user: userOf(1, { discordId: '4711' }) }))],
  })
  await settle()
  expect(screen.getByRole('region', { name: 'Account' }).textContent).toMatch(/Discord ID4711Email–/)
  expect(screen.getByText('Afterwards: Bronze, set by an owner, with no end date')).toBeDefined()
  press('Change tier')
  fireEvent.change(screen.getByLabelText('Tier'), { target: { value: 'Gold' } })
  type('Days (optional)', '30')
  press('Save tier')
  await settle()
  expect(sent).toMatchObject([
    { name: setTier.name, input: { account: 'user1', tier: 'Gold', until: screenNow + 30 * dayMs } },
  ])
})

test('[USR2035] a user who has the owner panel and is not an owner reads that they cannot change their own tier', async () => {
  for (const [role, account, may] of [
    ['owner', 'user1', true],
    ['admin', 'user2', true],
    ['admin', 'user1', false],
  ] as const) {
    const { settle, unmount } = renderScreen(<UserAccount account={account} />, {
      hello: signedIn(role, 'user1'),
      documents: [given(patron, account, {})],
      queries: [answering(readUser, () => ({ user: userOf(1) }))],
    })
    await settle()
    const [button, why] = [screen.queryByRole('button', { name: 'Change tier' }), screen.queryByText(/Ask an owner\.$/)]
    expect([button !== null, why !== null]).toEqual([may, !may])
    unmount()
  }
})

test('[USR46] a search without a result: the table says so, and the filters can be cleared', async () => {
  const { settle, address } = open('/owner-panel?tab=users&text=name:nemo')
  await settle()
  expect(screen.getByText('No user matches this search.')).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[1] as Element)
  expect(address()).toBe('/owner-panel?tab=users')
})

test('[USR47] the open table follows changes of users, currency among them, every five seconds at most', async () => {
  vi.useFakeTimers()
  const { settle, asked, change } = open()
  await settle()
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  change(given(userChanges, '', { count: 0 }))
  await pass(10_000)
  const before = asked.length
  change(given(userChanges, '', { count: 1 }))
  change(given(userChanges, '', { count: 2 }))
  await pass(4_900)
  expect(asked).toHaveLength(before)
  await pass(200)
  expect(asked).toHaveLength(before + 1)
  await pass(60_000)
  expect(asked).toHaveLength(before + 1)
})

test('[USR49] the end of a search is named as wrong on Enter or after a pause, with what may be written, and not while it is typed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open()
  const field = screen.getByLabelText('Search users')
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  act(() => field.focus())
  type('Search users', 'status:foo')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByText(/^"status" is one of active, banned\./)).toBeDefined()
  type('Search users', 'name:"Seed')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  pass(500)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  pass(500)
  expect(screen.getByText(/^This quotation mark is never closed\./)).toBeDefined()
  type('Search users', 'name:"Seed 1"')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

test('[USR50] while a search that cannot be read is typed, the list stays as it was before the first of its letters', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asked } = open()
  const count = asked.length
  for (const text of ['s', 'status', 'status:', 'status:foo']) type('Search users', text)
  act(() => vi.advanceTimersByTime(2_000))
  expect(asked.slice(count)).toEqual([])
  type('Search users', 'status:banned')
  act(() => vi.advanceTimersByTime(2_000))
  expect(asked.at(-1)).toMatchObject({ text: 'status:banned' })
})

test('[USR53] play time, dinosaurs and balances are left out where the owner switched them off, and the page says so', async () => {
  open('/owner-panel?tab=users', 3, { realPlayerData: false, realInventory: false, realCurrency: false })
  await screen.findByText('User 1')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '')
  expect(heads.filter((head) => /Play time|Dinosaurs|Pearls|Shards|Talons/.test(head))).toEqual([])
  expect(screen.getAllByText(/is switched off on this hub\.$/)).toHaveLength(3)
})

test('[USR500] a late answer to Select all is dropped once the selection or the filter has changed', async () => {
  const all = answeringLater(chooseUsers)
  const users = Array.from({ length: 60 }, (_, at) => ({ id: `user${at}`, username: `User ${at}` }))
  const { settle } = renderScreen(<UsersTab />, {
    hello: signedIn('owner'),
    path: '/owner-panel?tab=users',
    queries: [all.given, answering(listUsers, () => ({ users: [userOf(1), userOf(2)], total: 60 }))],
  })
  await settle()
  const count = () => within(screen.getByRole('region', { name: 'Selected users' })).getByRole('status').textContent
  press(/^Select all/)
  expect(screen.getByRole('button', { name: 'Selecting…' })).toBeDefined()
  choose('User 1')
  await all.answer({ users, total: 60 })
  expect(count()).toBe('1 user selected')
  press(/^Select all/)
  press('Pearls')
  await settle()
  await all.answer({ users, total: 60 })
  expect(count()).toBe('1 user selected')
  press(/^Select all/)
  await all.answer({ users, total: 60 })
  expect(count()).toBe('60 users selected')
})
