// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { findAccounts, nameAccounts, roleHistory, staffWithoutGrant } from '../../../shared/features/roles/queries.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { ManageAdminsScreen } from './ManageAdminsScreen.tsx'

const bob = {
  account: PlayerId.parse('bob'),
  name: 'Bob',
  role: 'player' as const,
  byConfiguration: false,
  createdAt: screenNow,
  hasSteam: true,
  hasDiscord: false,
}
const noStaff = answering(staffWithoutGrant, () => ({ people: [] }))
const change = (seq: number) => ({
  seq,
  at: screenNow,
  by: 'ann',
  account: 'bob',
  what: 'role',
  before: 'player',
  after: 'admin',
})

const bobOpened = {
  path: '/admins?account=bob',
  hello: signedIn('owner'),
  documents: [given(staff, staffKey, {})],
}
const aboutBob = [
  answering(nameAccounts, () => ({ people: [bob] })),
  answering(roleHistory, () => ({ changes: [], names: {}, next: null })),
]

test('[SK4] the undo of a promotion gives the old role back, and says whether it did', async () => {
  const { sent, settle } = renderScreen(<ManageAdminsScreen />, { ...bobOpened, queries: [noStaff, ...aboutBob] })
  await settle()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const done = { ok: true, output: {}, seq: 1 } as const
  const role = within(screen.getByRole('group', { name: 'Role' }))
  fireEvent.click(role.getByRole('button', { name: 'Moderator' }))
  await sent[0]?.answer(done)
  expect(screen.getByText('Bob is now a moderator.')).toBeDefined()
  press('Undo')
  expect(sent[1]).toMatchObject({ name: setRole.name, input: { account: 'bob', role: 'player' } })
  await sent[1]?.answer(done)
  expect(screen.getByText('Bob is a player again.')).toBeDefined()
  fireEvent.click(role.getByRole('button', { name: 'Admin' }))
  await sent[2]?.answer(done)
  press('Undo')
  await sent[3]?.answer(refusal('above', 'Bob is above you now.'))
  expect(screen.getByText('Bob is above you now.')).toBeDefined()
})

test('[SK800] the undo of a permission says whether it was done, even where another account is shown by then', async () => {
  const { sent, settle } = renderScreen(<ManageAdminsScreen />, {
    ...bobOpened,
    documents: [given(staff, staffKey, { grants: { bob: { role: 'moderator' } } })],
    queries: [noStaff, ...aboutBob],
  })
  await settle()
  for (const [answer, shown] of [
    [refusal('above', 'Bob is above you now.'), 'Bob is above you now.'],
    [{ ok: true, output: {}, seq: 1 }, 'Undone.'],
  ] as const) {
    const before = sent.length
    const [deny] = screen.getAllByRole('button', { name: 'Deny' })
    fireEvent.click(deny as HTMLElement)
    await sent[before]?.answer({ ok: true, output: {}, seq: 1 })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await sent[before + 1]?.answer(answer)
    const toasts = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(toasts.join()).toContain(shown)
  }
})

test('[SK5] a demo account is shown with the role of its sign-in everywhere on the page, and that it cannot be changed', {
  tags: 'slow',
}, async () => {
  const demo = answering(staffWithoutGrant, () => ({
    people: [{ account: bob.account, name: 'Bob', role: 'moderator' as const, by: 'demo' as const }],
  }))
  const { settle } = renderScreen(<ManageAdminsScreen />, {
    ...bobOpened,
    queries: [demo, ...aboutBob, answering(findAccounts, () => ({ people: [bob] }))],
  })
  await settle()
  const rights = within(screen.getByRole('region', { name: 'Permissions of Bob' }))
  expect(
    rights.getByText(
      "Signed in to the demo as a moderator. That can't be changed here. Owners give the role below, and the higher of the two counts.",
    ),
  ).toBeDefined()
  const given = within(rights.getByRole('group', { name: 'Role given by owners' }))
  expect(given.getByRole('button', { name: 'Player' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.change(screen.getByLabelText('Name or ID'), { target: { value: 'bo' } })
  const found = await waitFor(() => screen.getByRole('list', { name: 'Found accounts' }))
  await settle()
  expect(found.textContent).toMatch(/Bob.*Moderator/)
})

test('[SK2708] the default of a permission is that of the demo sign-in, where that is higher', async () => {
  const demo = answering(staffWithoutGrant, () => ({
    people: [{ account: bob.account, name: 'Bob', role: 'moderator' as const, by: 'demo' as const }],
  }))
  const { settle } = renderScreen(<ManageAdminsScreen />, { ...bobOpened, queries: [demo, ...aboutBob] })
  await settle()
  const defaultOf = (name: string) =>
    within(screen.getByRole('group', { name: `${name} for Bob` })).getAllByRole('button')[0]?.textContent
  expect(defaultOf('Kick players')).toBe('Default: allowed')
  expect(defaultOf('Ban players')).toBe('Default: denied')
})

test('[SK91] the role of an owner is offered to owners, and not to an admin with all of their permissions', async () => {
  const offered = async (role: Role) => {
    const { settle } = renderScreen(<ManageAdminsScreen />, {
      ...bobOpened,
      hello: { ...signedIn(role), may: [...permissionsOf.owner] },
      queries: [noStaff, ...aboutBob],
    })
    await settle()
    const choices = within(screen.getByRole('group', { name: 'Role' })).getAllByRole('button')
    cleanup()
    return choices.map(({ textContent }) => textContent)
  }
  expect(await offered('admin')).toEqual(['Player', 'Moderator', 'Admin'])
  expect(await offered('owner')).toEqual(['Player', 'Moderator', 'Admin', 'Owner'])
})

test('[SK2379] a role or a permission that the reader lacks is not offered, and a denied one not with an undo', async () => {
  const { sent, settle } = renderScreen(<ManageAdminsScreen />, {
    ...bobOpened,
    hello: { ...signedIn('admin'), may: [...permissionsOf.moderator, 'manageAdmins', 'banPlayers'] },
    documents: [given(staff, staffKey, { grants: { bob: { role: 'moderator', given: ['addCurrency'] } } })],
    queries: [noStaff, ...aboutBob],
  })
  await settle()
  const buttonsOf = (group: string) => within(screen.getByRole('group', { name: group })).getAllByRole('button')
  const offered = (group: string) => buttonsOf(group).map(({ textContent }) => textContent)
  expect(offered('Role')).toEqual(['Player', 'Moderator'])
  expect(offered('Ban players for Bob')).toEqual(['Default: denied', 'Allow', 'Deny'])
  expect(offered('Slay players for Bob')).toEqual(['Default: denied', 'Deny'])
  expect(offered('Add currency for Bob')).toEqual(['Default: denied', 'Allow', 'Deny'])
  fireEvent.click(buttonsOf('Add currency for Bob')[2] as HTMLElement)
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  expect(screen.getByText('Add currency for Bob: Deny.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('[SC24] without staff and without changes the page says so', async () => {
  const { settle } = renderScreen(<ManageAdminsScreen />, {
    hello: signedIn('owner'),
    documents: [given(staff, staffKey, {})],
    queries: [noStaff, answering(roleHistory, () => ({ changes: [], names: {}, next: null }))],
  })
  expect(screen.getByText('Loading history…')).toBeDefined()
  await settle()
  expect(screen.getByText('No staff yet. Find an account to give it a role.')).toBeDefined()
  expect(screen.getByText('No changes yet.')).toBeDefined()
  expect(screen.getByText('No account chosen.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
})

test('[SC25] a refused history shows the message and can be asked for again', async () => {
  let isRefused = true
  const { settle } = renderScreen(<ManageAdminsScreen />, {
    hello: signedIn('owner'),
    documents: [given(staff, staffKey, {})],
    queries: [
      noStaff,
      answering(roleHistory, () =>
        isRefused ? refusal('tooFast', 'Wait a moment.') : { changes: [change(3)], names: { bob: 'Bob' }, next: null },
      ),
    ],
  })
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Wait a moment.')
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await settle()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Role: Player → Admin')).toBeDefined()
})

test('[SC26] the history is read page by page', async () => {
  const { settle } = renderScreen(<ManageAdminsScreen />, {
    hello: signedIn('owner'),
    documents: [given(staff, staffKey, {})],
    queries: [
      noStaff,
      answering(roleHistory, ({ before }) => ({
        changes: [change(before === null ? 9 : 4)],
        names: {},
        next: before === null ? 9 : null,
      })),
    ],
  })
  await settle()
  expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Older' }))
  await settle()
  expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', false)
})

test('[SC27] a found account is chosen in the address, and a promotion to owner asks first', {
  tags: 'slow',
}, async () => {
  const { sent, settle, address } = renderScreen(<ManageAdminsScreen />, {
    path: '/admins',
    hello: signedIn('owner'),
    documents: [given(staff, staffKey, {})],
    queries: [
      noStaff,
      answering(findAccounts, () => ({ people: [bob] })),
      answering(nameAccounts, () => ({ people: [bob] })),
      answering(roleHistory, () => ({ changes: [], names: {}, next: null })),
    ],
  })
  await settle()
  fireEvent.change(screen.getByLabelText('Name or ID'), { target: { value: 'bo' } })
  const found = await waitFor(() => screen.getByRole('list', { name: 'Found accounts' }))
  fireEvent.click(within(found).getByRole('button', { name: /^Bob/ }))
  await settle()
  expect(address()).toBe('/admins?account=bob')
  const rights = within(screen.getByRole('region', { name: 'Permissions of Bob' }))
  fireEvent.click(within(rights.getByRole('group', { name: 'Role' })).getByRole('button', { name: 'Owner' }))
  expect(sent).toEqual([])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make Bob an owner' }))
  expect(sent).toMatchObject([{ name: setRole.name, input: { account: 'bob', role: 'owner' } }])
})
