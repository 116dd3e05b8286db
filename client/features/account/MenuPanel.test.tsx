// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screenOf } from '../../shell/screenCode.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { MenuPanel } from './MenuPanel.tsx'

const Lantern = () => <p>Lantern</p>

test('[FQ30] a menu whose code did not load offers to reload the page, and does not say that the hub is away', async () => {
  renderScreen(<MenuPanel code={screenOf(() => Promise.reject(new Error('no file')))} given={{}} />)
  expect(screen.getByText('Loading…')).toBeDefined()
  expect(await screen.findByText('This menu did not load.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(screen.queryByText("Can't reach the hub. Retrying…")).toBeNull()
})

test('[FQ31] while the hub is away a menu says so, and opens once the hub is back', async () => {
  const { connect } = renderScreen(<MenuPanel code={screenOf(async () => Lantern)} given={{}} />, {
    connection: 'stale',
  })
  expect(screen.getByText("Can't reach the hub. Retrying…")).toBeDefined()
  connect('live')
  expect(await screen.findByText('Lantern')).toBeDefined()
})
