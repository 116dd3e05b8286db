// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries, waitForLinkMs } from '../../../shared/features/deliveries/delivery.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { timeOf } from '../../ui/durations.ts'
import { HealthPill } from './HealthPill.tsx'
import { LinkAnnouncer, LinkBanner } from './LinkStatus.tsx'
import { LinkWarning } from './LinkWarning.tsx'
import { ServerCard } from './ServerCard.tsx'

const status = (link: 'up' | 'down', ageMs = 5_000) =>
  given(server, mainServer, {
    link: { name: link, since: screenNow - 600_000, why: link === 'down' ? 'the game closed the connection' : null },
    readAt: screenNow - ageMs,
    playerCount: 120,
    maxPlayers: 300,
  })

/** Every part of a page that speaks of hub and game link. */
const everySign = (
  <>
    <HealthPill />
    <LinkBanner positionsAt={null} />
    <LinkAnnouncer />
    <LinkWarning isApart />
    <ServerCard />
  </>
)

const text = () => document.body.textContent ?? ''

test('[FQ14] while the game link is down no sign on the page says live or online', () => {
  renderScreen(everySign, { documents: [status('down')] })
  expect(screen.getByTestId('connection').textContent).toBe('Game link down')
  expect(screen.getByTestId('link-warning').textContent).toMatch(/^Game link down for 10 min\./)
  expect(screen.getByTestId('commands-wait').textContent).toBe(
    'The game link is down. Commands wait 30 seconds for it. After that, they are no longer sent automatically.',
  )
  expect(screen.getByText('OFFLINE')).toBeDefined()
  expect(text()).not.toMatch(/\bLive\b|\bOnline\b/)
})

test('[FQ2701] the warning above commands says how long they wait for the link, and not that they are sent whenever it is back', () => {
  renderScreen(<LinkWarning />, { documents: [status('down')] })
  const warning = screen.getByTestId('commands-wait').textContent ?? ''
  expect(warning).toContain(`Commands wait ${waitForLinkMs / 1_000} seconds for it.`)
  expect(warning).toContain('After that, they are no longer sent automatically.')
  expect(warning).not.toContain('until')
})

test('[FQ2808] while the host restarts the game, the warning above commands says that those to the whole server wait until it has', () => {
  const restart = {
    id: 'd1',
    number: 1,
    kind: 'restart',
    state: 'sending',
    by: 'olga',
    byName: 'Olga',
    role: 'owner',
  } as const
  const order = { ...restart, target: null, detail: {}, queuedAt: screenNow, beginUntil: null }
  const { change } = renderScreen(<LinkWarning />, {
    hello: signedIn('admin'),
    documents: [status('down'), given(deliveries, mainServer, { entries: { d1: order } })],
  })
  expect(screen.getByTestId('commands-wait').textContent).toBe(
    'The game link is down, and the host is carrying out an order. Commands to the whole server wait until that is done. Commands to a player wait 30 seconds for the link. After that, they are no longer sent automatically.',
  )
  change(given(deliveries, mainServer, { entries: { d1: { ...order, state: 'confirmed' } } }))
  expect(screen.getByTestId('commands-wait').textContent).toMatch(
    /^The game link is down\. Commands wait 30 seconds for it\./,
  )
})

test('[FQ2083] under a leader that has said nothing of its link yet, every sign connects and none says that the game is away', () => {
  renderScreen(everySign, { documents: [given(server, mainServer, {})] })
  expect(screen.getByTestId('connection').textContent).toBe('Connecting…')
  expect(screen.getByText('Connecting')).toBeDefined()
  expect(text()).not.toMatch(/[Gg]ame link|OFFLINE|\bLive\b|\bOnline\b/)
})

test('[FQ15] while the hub is away every sign speaks of the hub alone, and the server is as it was last seen', () => {
  const { connect, change } = renderScreen(everySign, { documents: [status('up')] })
  expect(screen.getByTestId('connection').textContent).toBe('Live')
  expect(screen.getByText('Online')).toBeDefined()
  connect('reconnecting')
  expect(screen.getByTestId('connection').textContent).toMatch(/^Reconnecting…/)
  expect(screen.getByText('Last seen online')).toBeDefined()
  expect(text()).not.toMatch(/\bLive\b|\bOnline\b/)
  change(status('down'))
  connect('stale')
  expect(screen.getByTestId('connection').textContent).toMatch(/^Can't reach the hub/)
  expect(screen.getByTestId('link-warning').textContent).toMatch(/^Can't reach the hub\. Retrying…/)
  expect(screen.getByTestId('commands-wait').textContent).toMatch(/^Can't reach the hub\./)
  expect(screen.getByText('Last seen offline')).toBeDefined()
  expect(text()).not.toMatch(/Game link down|OFFLINE|\bLive\b/)
})

test('[FQ16] old data has the same age in the sign and in the warning, and commands are not said to wait', () => {
  renderScreen(everySign, { documents: [status('up', 42_000)] })
  expect(screen.getByTestId('connection').textContent).toBe('Data 42 s old')
  expect(screen.getByTestId('link-warning').textContent).toMatch(/^Data is 42 s old\./)
  expect(screen.getByText(/^Stale since/)).toBeDefined()
  expect(screen.queryByTestId('commands-wait')).toBeNull()
})

test('[FQ17] the health sign opens to the details of hub and link, with players and game time', () => {
  renderScreen(<HealthPill />, { hello: signedIn('moderator'), documents: [status('down')] })
  fireEvent.click(screen.getByRole('button', { name: 'Game link down' }))
  const details = screen.getByRole('region', { name: 'Connection' })
  expect(details.textContent).toMatch(/The game closed the connection\./)
  expect(details.textContent).toMatch(/Hub.*Connected since/)
  expect(details.textContent).toMatch(/At the last reading: 120 of 300 online/)
})

test('[RWA2] the last reading has an age while readings come, and its time once the link is down, as in the warning', () => {
  const { change } = renderScreen(everySign, { documents: [status('up')] })
  expect(screen.getByText('Just now')).toBeDefined()
  change(status('down'))
  expect(text()).not.toMatch(/Just now/)
  expect(screen.getByText(timeOf(screenNow - 5_000))).toBeDefined()
  expect(screen.getByTestId('link-warning').textContent).toMatch(`Last reading from ${timeOf(screenNow - 5_000)}.`)
})
