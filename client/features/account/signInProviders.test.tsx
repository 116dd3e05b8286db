// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import type { Provider } from '../../../shared/features/account/identity.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { answering, given, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { HomeScreen } from '../home/HomeScreen.tsx'
import { PackInvite } from '../packs/PackInvite.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { ProfileScreen } from './ProfileScreen.tsx'
import { connectionLabel } from './profileOf.ts'
import { SignInWays } from './SignInMenu.tsx'
import { SignInPanel } from './SignInPanel.tsx'

const steam = { provider: 'steam', steamId: '76561198000000001', displayName: 'Rex' } as const
const discord = { provider: 'discord', discordId: '1', username: 'rex', displayName: 'Rex' } as const
const told = (signIn: readonly Provider[]) =>
  answering(joinDetails, () => ({ address: 'play:16006', gameMode: null, discordInvite: null, signIn: [...signIn] }))
const steamOnly = told(['steam'])
const sign = { busyLabel: null, signIn: async () => true }

const ways = () =>
  screen
    .getAllByRole('link')
    .map((link) => /^\/auth\/(\w+)/.exec(link.getAttribute('href') ?? '')?.[1])
    .filter((provider) => provider !== undefined)

test.each<readonly [string, ReactNode, string]>([
  ['home', <HomeScreen key="a" />, '/'],
  ['the profile', <ProfileScreen key="b" />, '/profile'],
  ['a page that needs a sign-in', <SignInWays key="c" />, '/games'],
  ['the authentication page', <AuthScreen key="d" />, '/auth'],
  ['the sign-in menu', <SignInPanel key="e" demo={false} places={[]} sign={sign} onGo={() => {}} />, '/map'],
  ['an invite to a pack', <PackInvite key="f" />, '/map?join=ABC234'],
])('[SIP1] %s offers a guest no provider that the hub is not set up for', async (_where, page, path) => {
  const { settle, unmount } = renderScreen(page, { hello: { demo: false }, path, queries: [steamOnly] })
  await settle()
  expect(ways()).toEqual(['steam'])
  unmount()
  const both = renderScreen(page, { hello: { demo: false }, path, queries: [told(['steam', 'discord'])] })
  await both.settle()
  expect(ways()).toEqual(['steam', 'discord'])
})

test('[SIP2] where only Steam is set up, an account with Steam is fully connected and may connect to the server', async () => {
  const { settle, change } = renderScreen(<AuthScreen />, {
    hello: { ...signedIn('player'), demo: false },
    documents: [given(account, 'ann', { name: 'Rex' })],
    queries: [steamOnly],
  })
  await settle()
  expect(screen.getByText('Connect Steam to join the game from here.')).toBeDefined()
  expect(screen.queryByText('partially-connected')).toBeNull()
  expect(screen.getByText('Please authenticate with Steam before connecting to The Isle server!')).toBeDefined()
  change(given(account, 'ann', { name: 'Rex', steam }))
  await settle()
  expect(screen.getByTestId('link-state').textContent).toBe('fully-connected')
  expect(screen.getByText('Steam is connected. You can join the game.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Connect to server' }).getAttribute('href')).toBe(
    'steam://connect/play:16006',
  )
})

test('[SIP3] an account of a provider that is no longer set up stays listed, and is not enough by itself', async () => {
  const documents = [given(account, 'ann', { name: 'Rex', discord })]
  const setup = { hello: { ...signedIn('player'), demo: false }, documents, queries: [steamOnly] }
  const { settle } = renderScreen(<AuthScreen />, setup)
  await settle()
  expect(screen.getByTestId('link-state').textContent).toBe('partially-connected')
  expect(screen.getByRole('region', { name: 'Discord status' })).toBeDefined()
  expect(connectionLabel({ steam: null, discord: null }, ['steam'])).toBe('No account linked')
})

test('[SIP4] the accounts of a profile have no row for it, and the only one says why it stays', async () => {
  const own = account.schema.parse({ name: 'Rex', steam })
  const { settle } = renderScreen(<LinkedAccounts own={own} />, { hello: signedIn('player'), queries: [steamOnly] })
  await settle()
  expect(screen.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'))).toEqual(['Steam'])
  expect(screen.getByText('You need one linked account to sign in.')).toBeDefined()
  expect(connectionLabel(own, ['steam'])).toBe('Fully connected: Steam')
  expect(connectionLabel(own, ['steam', 'discord'])).toBe('Partially connected: one account of two')
  expect(screen.getByRole('button', { name: 'Unlink Steam' })).toHaveProperty('disabled', true)
})
