// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endElevation } from '../../../shared/features/session/commands.ts'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { Palette } from '../palette/Palette.tsx'
import type { PalettePage } from '../palette/paletteEntries.ts'
import { OwnerPanelScreen } from './OwnerPanelScreen.tsx'
import { ownerTabs } from './tabs.ts'

/** Answers as the hub does. Its key is `moss`. */
function answerAsHub({ ownerKey = true } = {}) {
  const posted: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string } = {}) => {
    if (path === '/auth/raisable') return Response.json({ roles: [], ownerKey, gates: [] })
    posted.push(JSON.parse(body))
    return body.includes('moss')
      ? Response.json({ success: true, role: 'owner', until: 1, message: 'Role upgraded to owner!' })
      : Response.json(
          { success: false, error: 'Invalid owner key. Access denied.', code: 'invalidPassword' },
          { status: 403 },
        )
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return posted
}

const open = (role: 'owner' | 'admin' | 'player', path = '/owner-panel') =>
  renderScreen(<OwnerPanelScreen />, { path, hello: signedIn(role) })
const keyField = () => screen.findByLabelText('Owner key')
const type = (value: string) => fireEvent.change(screen.getByLabelText('Owner key'), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[OWK1] an owner by account is asked for no key, and has nothing to lock', async () => {
  const { settle } = open('owner')
  await settle()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(ownerTabs.map(({ name }) => name))
  expect(screen.queryByLabelText('Owner key')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull()
})

test('[OWK2] everyone else is asked for the owner key; a wrong one is named, and no key stays in the field', async () => {
  const posted = answerAsHub()
  open('admin')
  await keyField()
  expect(screen.queryByRole('tab')).toBeNull()
  press('Open the panel')
  expect(screen.getByText('Enter the owner key.')).toBeDefined()
  expect(posted).toEqual([])
  type('fern')
  press('Open the panel')
  expect(await screen.findByText('Invalid owner key. Access denied.')).toBeDefined()
  expect(await keyField()).toHaveProperty('value', '')
  expect(posted).toEqual([{ ownerKey: 'fern' }])
})

test('[OWK3] the right key opens the panel once the session has the rights, and Lock closes it again', async () => {
  const posted = answerAsHub()
  const { sayHello, sent } = open('player')
  await keyField()
  type('moss')
  press('Open the panel')
  await vi.waitFor(() => expect(posted).toEqual([{ ownerKey: 'moss' }]), 60_000)
  expect(screen.queryByRole('tab')).toBeNull()
  const owner = signedIn('owner')
  const session = { id: 'session-1', elevatedUntil: 2, viewing: null }
  sayHello({ ...owner, principal: owner.principal && { ...owner.principal, session } })
  expect(screen.getAllByRole('tab')).toHaveLength(ownerTabs.length)
  press('Lock')
  expect(sent).toMatchObject([{ name: endElevation.name }])
  sayHello(signedIn('player'))
  expect(await keyField()).toHaveProperty('value', '')
})

test('[OWK4] Cancel goes to the home page', async () => {
  answerAsHub()
  const { address } = open('player')
  await keyField()
  press('Cancel')
  expect(address()).toBe('/')
})

test('[OWK5] a hub without an owner key shows no form, and one that does not answer can be asked again', async () => {
  answerAsHub({ ownerKey: false })
  const { unmount } = open('player')
  expect(await screen.findByText('This hub has no owner key.')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  unmount()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')))
  open('player')
  await screen.findByText("Can't reach the hub.")
  answerAsHub()
  press('Retry')
  await keyField()
})

test('[OWK6] guests sign in first: they are not asked for a key', () => {
  renderScreen(<OwnerPanelScreen />, { path: '/owner-panel' })
  expect(screen.getByText('Sign in to open this page.')).toBeDefined()
  expect(screen.queryByLabelText('Owner key')).toBeNull()
})

test('[OWK7] an address with a tab that the panel does not have opens the first one', async () => {
  const { settle } = open('owner', '/owner-panel?tab=nothing')
  await settle()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(ownerTabs[0]?.name)
})

test('[OWK8] the tabs are in the order of the specification', () => {
  const wanted = ['dashboard', 'users', 'donations', 'server', 'economy', 'backups', 'settings']
  const keys: readonly string[] = ownerTabs.map(({ key }) => key)
  expect(keys).toEqual(wanted.filter((key) => keys.includes(key)))
})

test('[OWK9] the palette finds each tab of the panel for those who may open it, and for others none', () => {
  const find = (pages: readonly PalettePage[]) => {
    const { unmount, address } = renderScreen(<Palette pages={pages} onClose={() => {}} />, {
      hello: signedIn('owner'),
    })
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'owner panel: economy' } })
    const names = screen.queryAllByRole('option').map(({ textContent }) => textContent)
    if (names.length > 0) fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
    const found = { names, address: address() }
    unmount()
    return found
  }
  const panel = { path: '/owner-panel', name: 'Owner panel', icon: 'panel' } as const
  expect(find([panel])).toMatchObject({
    names: expect.arrayContaining([expect.stringContaining('Owner panel: Economy')]),
    address: '/owner-panel?tab=economy',
  })
  expect(find([]).names.filter((name) => name?.includes('Owner panel:'))).toEqual([])
})
