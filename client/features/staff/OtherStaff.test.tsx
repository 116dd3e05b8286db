// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { Delivery, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Affected } from './OtherStaff.tsx'

const rex = { id: '76561198000000002', name: 'Rex', animal: null }

test('[SC1000] who else acts on the player names other staff, and not the player who parks or heals their own dinosaur', () => {
  const target = { id: rex.id, name: 'Rex' }
  const common = { target, detail: {}, state: 'confirmed', queuedAt: screenNow }
  const own = { id: 'd1', number: 1, kind: 'heal', by: 'rex', byName: 'Ann', role: 'player', own: true }
  const heal = Delivery.parse({ ...common, ...own })
  const theirs = { id: 'd2', number: 2, kind: 'kick', by: 'max', byName: 'Max', role: 'moderator' }
  const kick = Delivery.parse({ ...common, ...theirs })
  const { change } = renderScreen(<Affected player={{ text: 'Rex', id: rex.id }}>They're disconnected.</Affected>, {
    hello: signedIn('admin'),
    documents: [
      given(roster, mainServer, { players: { [rex.id]: rex }, readAt: screenNow }),
      given(deliveries, mainServer, { entries: { d1: heal } }),
    ],
  })
  expect(screen.queryByText(/^Also acting on this player/)).toBeNull()
  change(given(deliveries, mainServer, { entries: { d1: heal, d2: kick } }))
  expect(screen.getByText('Also acting on this player: Max (kick).')).toBeDefined()
})
