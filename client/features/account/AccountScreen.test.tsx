// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { revokeSession } from '../../../shared/features/session/commands.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { tokens } from '../../../shared/features/tokens/tokens.ts'
import { given, refusal, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AccountScreen } from './AccountScreen.tsx'

const session = (device: string) => ({
  provider: null,
  openedAt: screenNow - 60_000,
  seenAt: screenNow - 60_000,
  endsAt: screenNow + 60_000,
  device,
  address: '192.0.2.7',
  elevation: null,
})
const both = given(ownSessions, 'ann', {
  open: { 'session-1': session('Firefox on Linux'), 'session-2': session('Safari on iPhone') },
})

test('[SC9] a guest is asked to sign in', () => {
  renderScreen(<AccountScreen />)
  expect(screen.getByText('Sign in to open this page.')).toBeDefined()
})

test('[SC10] sessions and tokens are shown as loading, refused and empty', () => {
  const { change } = renderScreen(<AccountScreen />, { hello: signedIn('player') })
  expect(screen.getAllByText('Loading…')).toHaveLength(2)
  change(refusedDocument(ownSessions, 'ann'))
  change(refusedDocument(tokens, 'ann'))
  expect(screen.getByText("You can't see these sessions.")).toBeDefined()
  expect(screen.getByText("You can't see these tokens.")).toBeDefined()
  change(given(ownSessions, 'ann', {}))
  change(given(tokens, 'ann', {}))
  expect(screen.getByText('No open sessions.')).toBeDefined()
  expect(screen.getByText('No tokens.')).toBeDefined()
})

test('[SC11] another session is ended after a confirmation, with its progress and its refusal', async () => {
  const { sent } = renderScreen(<AccountScreen />, { hello: signedIn('player'), documents: [both] })
  const list = within(screen.getByRole('list', { name: 'Sessions' }))
  expect(list.getAllByRole('listitem').map((row) => /This browser/.test(row.textContent ?? ''))).toEqual([true, false])
  fireEvent.click(list.getByRole('button', { name: 'Log out Safari on iPhone' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Log out that browser' }))
  expect(sent).toMatchObject([{ name: revokeSession.name, input: { session: 'session-2' } }])
  expect(dialog.getByRole('button', { name: 'Logging out…' }).getAttribute('aria-busy')).toBe('true')
  await sent[0]?.answer(refusal('gone', 'It has ended already.'))
  expect(dialog.getByRole('alert').textContent).toBe('It has ended already.')
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[SC12] without a connection the page shows the time of its data, and no token can be made', () => {
  const { connect } = renderScreen(<AccountScreen />, {
    hello: signedIn('player'),
    documents: [both, given(tokens, 'ann', {})],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }))
  const form = within(screen.getByRole('form', { name: 'New token' }))
  fireEvent.click(form.getByRole('button', { name: 'Create token' }))
  expect(form.getByRole('alert').textContent).toBe('Enter what the token is for.')
  fireEvent.change(form.getByLabelText("What it's for"), { target: { value: 'A bot' } })
  expect(form.queryByRole('alert')).toBeNull()
  expect(form.getByRole('button', { name: 'Create token' })).toHaveProperty('disabled', false)
  connect('stale')
  expect(screen.getByTestId('stale').textContent).toContain("Can't reach the hub")
  expect(form.getByRole('button', { name: 'Create token' })).toHaveProperty('disabled', true)
})

test('[SC2033] a new token is shown to the account that made it alone: not to one that signs in before or after the hub has made it', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { sayHello } = renderScreen(<AccountScreen />, {
    hello: signedIn('player'),
    documents: ['ann', 'bob'].map((who) => given(tokens, who, {})),
  })
  const make = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Create a token' }))
    fireEvent.change(screen.getByLabelText("What it's for"), { target: { value: 'A bot' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }))
  }
  const answerNow = () => act(async () => answer(Response.json({ token: 'wht_secret', id: 't1' })))
  const isShown = () => screen.queryByDisplayValue('wht_secret') !== null
  make()
  await answerNow()
  expect(isShown()).toBe(true)
  sayHello(signedIn('player', 'bob'))
  expect(isShown()).toBe(false)
  make()
  sayHello(signedIn('player', 'ann'))
  await answerNow()
  expect(isShown()).toBe(false)
})
