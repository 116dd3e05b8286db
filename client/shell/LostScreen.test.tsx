// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { routes } from '../routes.tsx'
import { renderScreen } from '../testing/renderScreen.tsx'
import { LostScreen } from './LostScreen.tsx'

test('[SC38] the page for an unknown address names it and links to the map', () => {
  renderScreen(<LostScreen />, { path: '/nowhere' })
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeDefined()
  expect(screen.getByText('/nowhere')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open the live map' }).getAttribute('href')).toBe('/map')
})

/** The route table of the specification. */
const specified =
  '/ /profile /inventory /shop /market /games /leaderboards /information /dinosaur-selection /map /skins /player-shop /admin-controls /owner-admin /auth /admin /owner-panel /redeem'

test('[FK1] every address of the specification opens its screen', () => {
  const paths = routes.map(({ path }) => path)
  expect(specified.split(' ').filter((address) => !paths.includes(address))).toEqual([])
})
