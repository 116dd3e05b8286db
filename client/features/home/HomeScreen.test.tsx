// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { HomeScreen } from './HomeScreen.tsx'

test('[SC35] before the hello the page says that it checks, and after ten seconds that the hub can’t be reached', () => {
  const { connect } = renderScreen(<HomeScreen />, { hello: null, connection: 'connecting' })
  expect(screen.getByText('Checking authentication...')).toBeDefined()
  connect('stale')
  expect(screen.getByText("Can't reach the hub. Retrying…")).toBeDefined()
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
  expect(screen.getByRole('heading', { name: 'Welcome back, Ann' })).toBeDefined()
  expect(screen.getByText('Loading the server’s status…')).toBeDefined()
  change(given(server, mainServer, { readAt: screenNow, playerCount: 7, link: { name: 'up' } }))
  expect(screen.getByText('7')).toBeDefined()
  expect(screen.getByText('Online')).toBeDefined()
})
