// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ownBan } from '../../../shared/features/deliveries/ownBan.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import {
  answering,
  given,
  refusal,
  refusedDocument,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
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
  expect(screen.getByText(/^This session can't see your account\./)).toBeDefined()
})

const linked = given(account, 'ann', { name: 'Rex', steam, discord })
const told = (address: string | null) =>
  answering(joinDetails, () => ({ address, gameMode: null, discordInvite: null }))

test('[HG2] with both accounts linked the connect button opens the address of the game, and a demo says that its game is simulated', async () => {
  const { settle, change } = renderScreen(<AuthScreen />, {
    hello: signedIn('player'),
    documents: [linked],
    queries: [told('127.0.0.1:16006')],
  })
  expect(screen.getByRole('button', { name: 'Connect to server' })).toHaveProperty('disabled', true)
  await settle()
  const link = screen.getByRole('link', { name: 'Connect to server' })
  expect(link.getAttribute('href')).toBe('steam://connect/127.0.0.1:16006')
  expect(screen.queryByText(/simulated game/)).toBeNull()
  change(given(server, mainServer, { simulated: true }))
  expect(screen.getByText(/This demo has a simulated game/)).toBeDefined()
})

test('[HG2723] a banned user with both accounts linked reads until when, and the connect button opens nothing', async () => {
  for (const [until, why] of [
    [null, /^You're banned from this server permanently\.$/],
    [screenNow + 7_200_000, /^You're banned from this server until .* your time\.$/],
  ] as const) {
    const { settle, unmount } = renderScreen(<AuthScreen />, {
      hello: signedIn('player'),
      documents: [linked],
      queries: [told('127.0.0.1:16006'), answering(ownBan, () => ({ ban: { reason: '', until } }))],
    })
    await settle()
    expect(screen.queryByRole('link', { name: 'Connect to server' })).toBeNull()
    const button = screen.getByRole('button', { name: 'Connect to server' })
    expect(button).toHaveProperty('disabled', true)
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(why)
    const progress = screen.getByRole('region', { name: 'Connection status' }).textContent
    expect(progress).toContain("You're banned, so you can't join the game.")
    expect(progress).not.toContain('You can join the game.')
    unmount()
  }
})

test('[HG1902] an owner reads which variable has the address of the game', async () => {
  const documents = [linked, given(server, mainServer, { name: 'Isla' })]
  const { settle } = renderScreen(<AuthScreen />, { hello: signedIn('owner'), documents, queries: [told(null)] })
  await settle()
  expect(
    screen.getByText(/^The server's address isn't set: it is GAME_ADDRESS in \.env\. Search for “Isla”/),
  ).toBeDefined()
})

test("[HG3] a connect button that can't open says what is missing", async () => {
  const name = given(server, mainServer, { name: 'Isla' })
  const hello = signedIn('player')
  const closed = renderScreen(<AuthScreen />, { hello, documents: [linked, name], queries: [told(null)] })
  await closed.settle()
  const button = () => screen.getByRole('button', { name: 'Connect to server' })
  expect(button()).toHaveProperty('disabled', true)
  const why = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent
  expect(why()).toBe("The owner hasn't set the server's address. Search for “Isla” in the game's server list.")
  closed.unmount()
  let answers = 0
  const failing = answering(joinDetails, () => {
    answers += 1
    return refusal('unanswered', "The hub didn't answer.")
  })
  const { settle } = renderScreen(<AuthScreen />, { hello, documents: [linked], queries: [failing] })
  await settle()
  expect(why()).toBe("The hub didn't answer.")
  const before = answers
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await settle()
  expect(answers).toBe(before + 1)
})
