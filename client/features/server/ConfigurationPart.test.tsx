// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { caches, clearCaches } from '../../../shared/features/server/caches.ts'
import { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import { configuration } from '../../../shared/features/server/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { ProfileScreen } from '../account/ProfileScreen.tsx'
import { ConsolePanel } from '../console/ConsolePanel.tsx'
import { ConfigurationPart } from './ConfigurationPart.tsx'

const off = HubFeatures.parse({ realInventory: false, realCurrency: false, realPlayerData: false, rcon: false })

test('[NG55] an owner sees the environment and which features are on, and clears the caches', async () => {
  const { sent, change } = renderScreen(<ConfigurationPart />, {
    hello: signedIn('owner'),
    queries: [answering(configuration, () => ({ realData: true, features: off, environment: 'production' as const }))],
  })
  expect(await screen.findByText('Production: a real game server is configured.')).toBeDefined()
  const states = screen.getAllByRole('row').slice(1)
  expect(states.map(({ textContent }) => textContent)).toEqual([
    'REAL_INVENTORYOff',
    'REAL_CURRENCYOff',
    'REAL_PLAYER_DATAOff',
    'REAL_SERVER_STATUSOn',
    'RCONOff',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Clear caches' }))
  expect(sent).toMatchObject([{ name: clearCaches.name, input: { server: mainServer } }])
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  change(given(caches, mainServer, { clearedAt: screenNow, clears: 1 }))
  expect(screen.getByText(/^Last cleared/)).toBeDefined()
})

test('[NG56] pages say of each feature that is off that it is, and show nothing in its place', () => {
  renderScreen(<ProfileScreen />, {
    hello: signedIn('player'),
    documents: [
      given(server, mainServer, { features: off }),
      given(account, 'ann', { steamId: '76561198000000001', createdAt: 1 }),
      given(wallet, 'ann', { voidPearls: 12_345 }),
    ],
  })
  expect(screen.getAllByText('Currency is switched off on this hub.').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Player data is switched off on this hub.').length).toBeGreaterThan(0)
  expect(screen.queryByText('12,345')).toBeNull()
  expect(screen.queryByText('Level')).toBeNull()
})

test('[NG57] with RCON off the console says that a mock answers', () => {
  renderScreen(<ConsolePanel />, {
    hello: signedIn('owner'),
    documents: [given(server, mainServer, { features: off })],
  })
  const part = within(screen.getByRole('region', { name: 'RCON console' }))
  expect(
    part.getByText('RCON is switched off on this hub: a mock answers commands, and nothing is sent.'),
  ).toBeDefined()
})
