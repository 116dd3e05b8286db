// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ownBan } from '../../../shared/features/deliveries/ownBan.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { keepPaths } from '../../shell/formerPlaces.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { timeOf } from '../../ui/durations.ts'
import { demoVitals } from '../account/GuestProfile.tsx'
import { HomeScreen } from './HomeScreen.tsx'

test("[SC35] before the hello the page says that it checks, and after ten seconds that the hub can't be reached", () => {
  const { connect } = renderScreen(<HomeScreen />, { hello: null, connection: 'connecting' })
  expect(screen.getByText('Checking authentication...')).toBeDefined()
  connect('stale')
  expect(screen.getByText("Can't reach the hub. Retrying…")).toBeDefined()
})

test('[SC2536] while the hub is away from the start the page says how to join and lists the features, to a user who was signed in as well', async () => {
  for (const former of [false, true]) {
    if (former) keepPaths('/ /inventory')
    const { connect, sayHello, unmount } = renderScreen(<HomeScreen />, { hello: null, connection: 'connecting' })
    expect(screen.queryByRole('region', { name: 'Join the server' })).toBeNull()
    connect('stale')
    const join = within(await screen.findByRole('region', { name: 'Join the server' }))
    expect(join.getByRole('heading', { name: 'Find the server' })).toBeDefined()
    expect(within(screen.getByRole('list', { name: 'Features' })).getAllByRole('link')).toHaveLength(4)
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Waterhole' })).toBeDefined()
    expect(screen.getByText("The server's status is unknown.")).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Sign in/ })).toBeNull()
    sayHello({})
    connect('live')
    expect(screen.getByRole('link', { name: 'Sign in with Steam' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'Join the server' })).toBeDefined()
    unmount()
  }
})

test('[SC36] a guest sees both ways to sign in, and the demo sign-in only in a demo', () => {
  const { sayHello } = renderScreen(<HomeScreen />)
  for (const name of ['Steam', 'Discord'])
    expect(screen.getByRole('link', { name: `Sign in with ${name}` }).getAttribute('href')).toContain('/auth/')
  expect(screen.getByRole('button', { name: 'Demo Steam login' })).toBeDefined()
  sayHello({ demo: false })
  expect(screen.queryByRole('button', { name: 'Demo Steam login' })).toBeNull()
})

test('[SC37] a signed-in user is greeted, and the number of players is shown once the game was read', () => {
  const { change } = renderScreen(<HomeScreen />, { hello: signedIn('player') })
  expect(screen.getAllByRole('heading', { name: /^Welcome/ }).map((one) => one.textContent)).toEqual([
    'Welcome back, Ann',
  ])
  expect(screen.getByText("Loading the server's status…")).toBeDefined()
  change(given(server, mainServer, { readAt: screenNow, playerCount: 7, link: { name: 'up' } }))
  expect(screen.getByText('7')).toBeDefined()
  expect(screen.getByText('Online')).toBeDefined()
})

test('[HG10] the first action of home is the live map, and it says in steps how to join: name, address, password, Discord', async () => {
  const details = { address: 'play.example.org:16006', gameMode: null, discordInvite: 'https://discord.gg/x' }
  const { settle, change } = renderScreen(<HomeScreen />, { queries: [answering(joinDetails, () => details)] })
  const [first] = within(screen.getByRole('main')).getAllByRole('link')
  expect([first?.textContent, first?.getAttribute('href')]).toEqual(['Open the live map', '/map'])
  const join = within(await screen.findByRole('region', { name: 'Join the server' }))
  await settle()
  expect(join.getAllByRole('listitem')).toHaveLength(4)
  expect(join.getByText(/^Find the server in the list\./)).toBeDefined()
  expect(join.getByRole('link', { name: 'Open in Steam' }).getAttribute('href')).toBe(
    'steam://connect/play.example.org:16006',
  )
  const passwordHint = () => join.getByRole('heading', { name: 'Enter the password' }).nextElementSibling?.textContent
  expect(passwordHint()).toBe('If the game asks for a password, ask for it on Discord.')
  change(given(server, mainServer, { name: 'Isla | 3X', hasPassword: true }))
  expect(join.getByText('Isla | 3X')).toBeDefined()
  expect(join.getByRole('button', { name: 'Copy name of the server' })).toBeDefined()
  expect(passwordHint()).toBe('The server has a password. Ask for it on Discord.')
  expect(join.getByRole('link', { name: 'Discord' }).getAttribute('href')).toBe('https://discord.gg/x')
  change(given(server, mainServer, { hasPassword: false }))
  expect(passwordHint).toThrow()
  expect(join.getByText(/No password needed\./)).toBeDefined()
})

test('[RWA4] the dinosaur on home is as of the last reading while the game link is down', {
  tags: 'slow',
}, async () => {
  const animal = demoVitals.animal && { ...demoVitals.animal, species: 'Troodon', growth: 60, health: 90 }
  const { change } = renderScreen(<HomeScreen />, {
    hello: signedIn('player'),
    documents: [
      given(account, 'ann', { steamId: '76561198000000001' }),
      given(vitals, 'ann', { readAt: screenNow, online: true, animal }),
      given(server, mainServer, { readAt: screenNow, link: { name: 'up' } }),
    ],
  })
  const line = () => screen.getByText(/^Your Troodon: 60% grown/).textContent
  await screen.findByText(/^Your Troodon/)
  expect(line()).not.toMatch(/As of/)
  change(given(server, mainServer, { readAt: screenNow, link: { name: 'down' } }))
  expect(line()).toMatch(`. As of ${timeOf(screenNow)}.`)
})

test('[FK3] while the game link is down the number of players on home is that of the last reading', () => {
  const status = (link: 'up' | 'down') =>
    given(server, mainServer, { readAt: screenNow, playerCount: 7, maxPlayers: 300, link: { name: link } })
  const { change } = renderScreen(<HomeScreen />, { documents: [status('up')] })
  const line = () => screen.getByText('7').parentElement?.textContent
  expect(line()).toBe('7 of 300 players online')
  change(status('down'))
  expect(line()).toBe('7 of 300 players at the last reading')
})

test('[SC2713] a banned user reads on home until when and why, and is not told how to join; both follow the notifications of a ban and of its end', async () => {
  const inbox = (...ids: string[]) => {
    const times = { timestamp: screenNow, createdAt: screenNow }
    const entries = ids.map((id) => [id, { id, type: 'ban', title: 'You were banned', message: '', ...times }])
    return given(notifications, 'ann', { entries: Object.fromEntries(entries) })
  }
  let ban: { reason: string; until: number | null } | null = null
  const { change, settle } = renderScreen(<HomeScreen />, {
    hello: signedIn('player'),
    documents: [given(account, 'ann', { steamId: '76561198000000001' }), inbox()],
    queries: [answering(ownBan, () => ({ ban }))],
  })
  const offersJoining = () => [
    screen.queryByRole('region', { name: 'Join the server' }) !== null,
    screen.queryByRole('link', { name: 'How to join' }) !== null,
  ]
  const notice = () => screen.queryByRole('region', { name: "You're banned from this server" })?.textContent
  await screen.findByRole('region', { name: 'Join the server' })
  await settle()
  expect([notice(), ...offersJoining()]).toEqual([undefined, true, true])
  ban = { reason: 'rude\u202e', until: screenNow + 7_200_000 }
  change(inbox('a'))
  await waitFor(() => expect(notice()).toMatch(/until .* your time, for another 2 h\.Reason: rude\[U\+202E\]$/))
  expect(offersJoining()).toEqual([false, false])
  ban = { reason: '', until: null }
  change(inbox('a', 'b'))
  await waitFor(() => expect(notice()).toMatch(/You can't play on it: the ban is permanent\.$/))
  ban = null
  change(inbox('a', 'b', 'c'))
  await waitFor(() => expect(notice()).toBeUndefined())
  expect(offersJoining()).toEqual([true, true])
})

test('[SC2772] in its last minute a ban goes on for another minute at most: the notice said "for another less than 1 min"', async () => {
  renderScreen(<HomeScreen />, {
    hello: signedIn('player'),
    documents: [given(account, 'ann', { steamId: '76561198000000001' })],
    queries: [answering(ownBan, () => ({ ban: { reason: '', until: screenNow + 59_000 } }))],
  })
  const notice = await screen.findByRole('region', { name: "You're banned from this server" })
  expect(notice.textContent).toMatch(/until .* your time, for another minute at most\.$/)
})
