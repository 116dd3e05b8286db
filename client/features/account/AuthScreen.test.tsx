// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { given, refusedDocument, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { AuthScreen } from './AuthScreen.tsx'

test('[SC13] a guest is disconnected and has nothing to clear', () => {
  renderScreen(<AuthScreen />)
  expect(screen.getByTestId('link-state').textContent).toBe('disconnected')
  expect(screen.getByRole('button', { name: 'Clear all authentication' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Connect to server' })).toHaveProperty('disabled', true)
})

const steam = { provider: 'steam', steamId: '76561198000000001', displayName: 'Rex' } as const
const discord = { provider: 'discord', discordId: '1', username: 'rex', displayName: 'Rex' } as const

test.each([
  [{}, 'disconnected'],
  [{ steam }, 'partially-connected'],
  [{ discord }, 'partially-connected'],
  [{ steam, discord }, 'fully-connected'],
] as const)('[BH15] with %o linked the status is %s, one of three, in the game as out of it', (linked, status) => {
  for (const online of [false, true]) {
    const { unmount } = renderScreen(<AuthScreen />, {
      hello: signedIn('player'),
      documents: [given(account, 'ann', { name: 'Rex', ...linked }), given(vitals, 'ann', { online })],
    })
    expect(screen.getByTestId('link-state').textContent).toBe(status)
    const steps = [...screen.getByLabelText('Connection status').querySelectorAll('li')]
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'disconnected',
      'partially-connected',
      'fully-connected',
    ])
    unmount()
  }
})

test('[SC14] with one identity the other is offered, and a refused account is named', () => {
  const { change } = renderScreen(<AuthScreen />, { hello: signedIn('player') })
  expect(screen.getByText('Checking authentication...')).toBeDefined()
  change(given(account, 'ann', { name: 'Rex', steam }))
  expect(screen.getByTestId('link-state').textContent).toBe('partially-connected')
  expect(screen.getByRole('link', { name: 'Authenticate with Discord' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Authenticate with Steam' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear all authentication' }))
  expect(screen.getByRole('dialog', { name: 'Clear all authentication?' })).toBeDefined()
  change(refusedDocument(account, 'ann'))
  expect(screen.getByText('Your account is not open to this session')).toBeDefined()
})
