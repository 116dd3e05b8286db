// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { DeliveryTray } from './DeliveryTray.tsx'

const kick = (number: number, name: string, more: object) => ({
  id: `d${number}`,
  number,
  kind: 'kick' as const,
  target: { id: `${number}`, name },
  detail: {},
  state: 'unknown' as const,
  by: 'olga',
  byName: 'Olga',
  role: 'owner' as const,
  queuedAt: screenNow,
  ...more,
})

test('[UN2534] the tray offers no action on a delivery to a user of the same role or a higher one, and does not count it as one to settle', () => {
  const entries = {
    d1: kick(1, 'Rex', { targetRole: 'admin' }),
    d2: kick(2, 'Mia', { targetRole: 'player' }),
    d3: kick(3, 'Bob', { targetRole: 'moderator', state: 'queued' }),
  }
  renderScreen(<DeliveryTray pages={[{ path: '/audit', needs: 'runConsole' }]} />, {
    hello: signedIn('admin'),
    path: '/audit',
    documents: [given(deliveries, mainServer, { entries })],
  })
  const toggle = screen.getByRole('button', { name: /3 open commands/ })
  expect(toggle.textContent).toContain('1 to settle')
  fireEvent.click(toggle)
  const buttonsOf = (name: string) =>
    within(screen.getByRole('article', { name }))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(buttonsOf('Kick Rex')).toEqual([])
  expect(buttonsOf('Kick Mia')).toEqual(['It happened', "It didn't happen", 'Retry'])
  expect(buttonsOf('Kick Bob')).toEqual(['Cancel'])
})
