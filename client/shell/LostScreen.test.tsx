// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { LostScreen } from './LostScreen.tsx'

test('[SC38] the page for an unknown address names it and links to the map', () => {
  renderScreen(<LostScreen />, { path: '/nowhere' })
  expect(screen.getByRole('heading', { name: 'Off the map' })).toBeDefined()
  expect(screen.getByText('/nowhere')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to the live map' }).getAttribute('href')).toBe('/map')
})
