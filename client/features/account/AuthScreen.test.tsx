// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { given, refusedDocument, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { AuthScreen } from './AuthScreen.tsx'

test('[SC13] a guest is disconnected and has nothing to clear', () => {
  renderScreen(<AuthScreen />)
  expect(screen.getByTestId('link-state').textContent).toBe('disconnected')
  expect(screen.getByRole('button', { name: 'Clear all authentication' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Connect to server' })).toHaveProperty('disabled', true)
})

test('[SC14] with one identity the other is offered, and a refused account is named', () => {
  const steam = { provider: 'steam', steamId: '76561198000000001', displayName: 'Rex' } as const
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
