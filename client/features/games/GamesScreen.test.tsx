// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { slayMyself } from '../../../shared/features/deliveries/commands.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { answering, given, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { GamesScreen } from './GamesScreen.tsx'

// A hub without a code for the generator of challenges.
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  return () => vi.unstubAllGlobals()
})

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

test('[SC31] a guest sees the status, a player also their own game, and staff also the console', () => {
  const { sayHello } = renderScreen(<GamesScreen />)
  expect(tabs()).toEqual(['Daily Challenges', 'Server Status', 'Dino Trivia', 'Community Events', 'Achievements'])
  sayHello(signedIn('player'))
  expect(tabs()).toEqual([
    'Daily Challenges',
    'Server Status',
    'Dino Trivia',
    'Community Events',
    'Achievements',
    'Game Manager',
  ])
  sayHello(signedIn('admin'))
  expect(tabs()).toEqual([
    'Daily Challenges',
    'Server Status',
    'RCON Admin',
    'Dino Trivia',
    'Community Events',
    'Achievements',
    'Game Manager',
  ])
})

test('[EVC1] the tabs are in the address: a link opens one, a choice writes it, and one that the user may not open is the first', () => {
  const { address, sayHello, unmount } = renderScreen(<GamesScreen />, { path: '/games?tab=manager' })
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent
  expect(chosen()).toBe(tabs()[0])
  sayHello(signedIn('player'))
  expect(chosen()).toBe('Game Manager')
  fireEvent.click(screen.getByRole('tab', { name: 'Server Status' }))
  expect(chosen()).toBe('Server Status')
  expect(address()).not.toContain('manager')
  unmount()
  renderScreen(<GamesScreen />, { path: '/games?tab=unknown' })
  expect(chosen()).toBe(tabs()[0])
})

test('[SC32] the status is shown as loading, refused, live and stale', () => {
  const { change, connect } = renderScreen(<GamesScreen />, { path: '/games?tab=status' })
  expect(screen.getByText('Loading…')).toBeDefined()
  change(refusedDocument(server, mainServer))
  expect(screen.getByText("You can't see the server's status.")).toBeDefined()
  change(given(server, mainServer, { link: { name: 'up', since: screenNow }, readAt: screenNow, playerCount: 3 }))
  expect(screen.getByText('Online')).toBeDefined()
  connect('stale')
  expect(screen.queryByText('Online')).toBeNull()
  expect(screen.getByText('Last seen online')).toBeDefined()
})

test('[NG9] a game that sent nothing legible is neither online nor given figures that it did not report', () => {
  const link = { name: 'up', since: screenNow - 60_000 } as const
  const { change } = renderScreen(<GamesScreen />, {
    path: '/games?tab=status',
    documents: [given(server, mainServer, { link })],
  })
  const shown = () => screen.getByRole('main').textContent
  expect(screen.getByText('No data yet')).toBeDefined()
  expect(shown()).toContain('Players online–')
  expect(shown()).not.toMatch(/\b0\b|300|Online|password/)
  change(given(server, mainServer, { link, readAt: screenNow - 45_000, playerCount: null, maxPlayers: 100 }))
  expect(screen.getByText(/^Stale since/)).toBeDefined()
  expect(shown()).toContain('Players online–of 100 slots')
  change(given(server, mainServer, { link: { ...link, since: 1 }, readAt: screenNow - 121_000, playerCount: 4 }))
  expect(screen.getByText('OFFLINE')).toBeDefined()
})

test('[NG10] a server status that is switched off says so instead of figures', () => {
  const link = { name: 'up', since: screenNow } as const
  const features = { realServerStatus: false }
  renderScreen(<GamesScreen />, {
    path: '/games?tab=status',
    documents: [given(server, mainServer, { link, features })],
  })
  expect(screen.getByText('The server status is switched off on this hub.')).toBeDefined()
  expect(screen.getByRole('main').textContent).not.toContain('Players online')
})

test("[SC33] a player's own game is shown as refused, or with a dinosaur that can be slain after a confirmation", () => {
  const { change, sent } = renderScreen(<GamesScreen />, {
    path: '/games?tab=status',
    hello: signedIn('player'),
    documents: [given(account, 'ann', { steamId: '76561198000000001', createdAt: 1 })],
  })
  fireEvent.click(screen.getByRole('tab', { name: 'Game Manager' }))
  change(refusedDocument(vitals, 'ann'))
  expect(screen.getByText(/^This session can't see your game\./)).toBeDefined()
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
  expect(screen.getByRole('region', { name: 'Your dinosaur' }).textContent).toContain('Growth40%')
  fireEvent.click(screen.getByRole('button', { name: 'Slay dinosaur' }))
  fireEvent.click(screen.getByRole('button', { name: 'Slay my Carnotaurus' }))
  expect(sent).toMatchObject([{ name: slayMyself.name, input: { server: mainServer } }])
})

const up = { name: 'up', since: screenNow - 600_000 } as const
const down = { name: 'down', since: screenNow - 42_000, why: 'the game closed the connection' } as const
const reading = {
  readAt: screenNow - 5_000,
  playerCount: 7,
  maxPlayers: 100,
  dayLengthMinutes: 90,
  nightLengthMinutes: 20,
}
/** A game hour takes 5 s of a day and 2.5 s of a night. */
const clock = { minutes: 10 * 60, at: screenNow - 20_000, dayLengthMinutes: 80 / 60, nightLengthMinutes: 20 / 60 }
const cardText = () => screen.getByRole('region', { name: 'Game server' }).textContent ?? ''

test('[HG6] while the link is down a warning line is above the status, the server is OFFLINE, and the game is not blamed for its time', () => {
  const { change, connect } = renderScreen(<GamesScreen />, {
    path: '/games?tab=status',
    documents: [given(server, mainServer, { ...reading, link: up })],
  })
  expect(screen.queryByTestId('link-warning')).toBeNull()
  expect(cardText()).toContain('Not reported by the game')
  for (const name of ['down', 'refused', 'connecting', 'none'] as const) {
    change(given(server, mainServer, { ...reading, link: { ...down, name } }))
    const warning = screen.getByTestId('link-warning')
    expect(warning.textContent).toMatch(/^(Game link down for 42 s\.|No game link\.)/)
    const order = warning.compareDocumentPosition(screen.getByRole('tab', { name: 'Server Status' }))
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getByText('OFFLINE')).toBeDefined()
    expect(cardText()).not.toContain('Not reported')
  }
  connect('stale')
  expect(screen.queryByTestId('link-warning')).toBeNull()
  expect(screen.getByTestId('stale')).toBeDefined()
})

test('[HG7] the card has players, address, lengths of day and night, rules and Discord, and leads staff to the players', async () => {
  const details = { address: 'play.example.org:16006', gameMode: 'Low rules', discordInvite: 'https://discord.gg/x' }
  const { settle, sayHello } = renderScreen(<GamesScreen />, {
    path: '/games?tab=status',
    documents: [given(server, mainServer, { ...reading, link: up })],
    queries: [answering(joinDetails, () => details)],
  })
  await settle()
  expect(cardText()).toMatch(/Players online7of 100 slots/)
  expect(cardText()).toMatch(/Addressplay\.example\.org:16006/)
  expect(cardText()).toMatch(/Game modeLow rules.*Length of day90 min real time.*Length of night20 min real time/)
  expect(screen.getByRole('link', { name: 'Open the invite' }).getAttribute('href')).toBe('https://discord.gg/x')
  expect(screen.queryByRole('link', { name: "See who's online" })).toBeNull()
  sayHello(signedIn('moderator'))
  await settle()
  expect(screen.getByRole('link', { name: "See who's online" }).getAttribute('href')).toBe('/players')
})

test("[HG8] the game's time stops when hub or link are lost, and does not fall back to the last reading", () => {
  const { change, connect } = renderScreen(<GamesScreen />, {
    path: '/games?tab=status',
    documents: [given(server, mainServer, { ...reading, link: up, clock })],
  })
  expect(screen.getByText('14:00')).toBeDefined()
  connect('stale')
  expect(screen.getByText('14:00')).toBeDefined()
  connect('live')
  change(given(server, mainServer, { ...reading, link: down, clock }))
  expect(screen.getByText('14:00')).toBeDefined()
})

test('[HG9] the own game leaves it to the page to say that the hub is away, and a dead link is named above the actions', () => {
  const { change, connect } = renderScreen(<GamesScreen />, {
    path: '/games?tab=status',
    hello: signedIn('player'),
    documents: [given(account, 'ann', { createdAt: 1 }), given(server, mainServer, { ...reading, link: down })],
  })
  fireEvent.click(screen.getByRole('tab', { name: 'Game Manager' }))
  expect(screen.getByTestId('commands-wait').textContent).toMatch(/^The game link is down\./)
  change(given(server, mainServer, { ...reading, link: up }))
  expect(screen.queryByTestId('commands-wait')).toBeNull()
  connect('stale')
  expect(
    screen
      .getAllByText(/Can't reach the hub/)
      .map(({ dataset, parentElement }) => dataset.testid ?? parentElement?.dataset.testid),
  ).toEqual(['stale'])
})
