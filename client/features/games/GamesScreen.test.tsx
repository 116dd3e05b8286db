// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { slayMyself } from '../../../shared/features/deliveries/commands.ts'
import { server } from '../../../shared/features/server/server.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { given, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { GamesScreen } from './GamesScreen.tsx'

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

test('[SC31] a guest sees the status, a player also their own game, and staff also the console', () => {
  const { sayHello } = renderScreen(<GamesScreen />)
  expect(tabs()).toEqual(['Server Status'])
  sayHello(signedIn('player'))
  expect(tabs()).toEqual(['Server Status', 'Game Manager'])
  sayHello(signedIn('admin'))
  expect(tabs()).toEqual(['Server Status', 'Game Manager', 'RCON Admin'])
})

test('[SC32] the status is shown as loading, refused, live and stale', () => {
  const { change, connect } = renderScreen(<GamesScreen />)
  expect(screen.getByText('Loading the server’s status…')).toBeDefined()
  change(refusedDocument(server, mainServer))
  expect(screen.getByText('You can’t see the server’s status.')).toBeDefined()
  change(given(server, mainServer, { link: { name: 'up', since: screenNow }, readAt: screenNow, playerCount: 3 }))
  expect(screen.getByText('Online')).toBeDefined()
  connect('stale')
  expect(screen.queryByText('Online')).toBeNull()
  expect(screen.getByText('Last seen online')).toBeDefined()
})

test('[NG9] a game that sent nothing legible is neither online nor given figures that it did not report', () => {
  const link = { name: 'up', since: screenNow - 60_000 } as const
  const { change } = renderScreen(<GamesScreen />, { documents: [given(server, mainServer, { link })] })
  const shown = () => screen.getByRole('main').textContent
  expect(screen.getByText('No data yet')).toBeDefined()
  expect(shown()).toContain('–of – online')
  expect(shown()).not.toMatch(/\b0\b|300|Online|password/)
  change(given(server, mainServer, { link, readAt: screenNow - 45_000, playerCount: null, maxPlayers: 100 }))
  expect(screen.getByText(/^Stale since/)).toBeDefined()
  expect(shown()).toContain('–of 100 online')
  change(given(server, mainServer, { link: { ...link, since: 1 }, readAt: screenNow - 121_000, playerCount: 4 }))
  expect(screen.getByText('OFFLINE')).toBeDefined()
})

test('[NG10] a server status that is switched off says so instead of figures', () => {
  const link = { name: 'up', since: screenNow } as const
  const features = { realServerStatus: false }
  renderScreen(<GamesScreen />, { documents: [given(server, mainServer, { link, features })] })
  expect(screen.getByText('The server status is switched off on this hub.')).toBeDefined()
  expect(screen.getByRole('main').textContent).not.toContain('of – online')
})

test('[SC33] a player’s own game is shown as refused, or with a dinosaur that can be slain after a confirmation', () => {
  const { change, sent } = renderScreen(<GamesScreen />, {
    hello: signedIn('player'),
    documents: [given(account, 'ann', { steamId: '76561198000000001', createdAt: 1 })],
  })
  fireEvent.click(screen.getByRole('tab', { name: 'Game Manager' }))
  change(refusedDocument(vitals, 'ann'))
  expect(screen.getByText('Your game is not open to this session')).toBeDefined()
  const animal = {
    species: 'Carnotaurus',
    gender: 'Female' as const,
    growth: 40,
    health: 90,
    stamina: 90,
    hunger: 50,
    thirst: 50,
    dead: false,
    region: null,
  }
  change(given(vitals, 'ann', { online: true, readAt: screenNow, animal }))
  expect(screen.getByText('40 % grown')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Slay dinosaur' }))
  fireEvent.click(screen.getByRole('button', { name: 'Slay my Carnotaurus' }))
  expect(sent).toMatchObject([{ name: slayMyself.name, input: { server: mainServer } }])
})
