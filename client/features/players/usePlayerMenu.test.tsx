// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { type PlayerDetails, readPlayer } from '../../../shared/features/players/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { usePlayerMenu } from './usePlayerMenu.ts'

const rex = '76561198000000002'
const known: PlayerDetails = {
  id: rex,
  account: null,
  name: 'Rex',
  role: 'player',
  isOnline: true,
  animal: null,
  lastSeenAt: screenNow,
  playMs: 0,
  isBanned: null,
  accountName: null,
  firstSeenAt: null,
  stays: 1,
  wallet: null,
  commands: null,
}

/** The open menu of Rex as a line of text: what cannot be chosen yet in brackets. */
function RexMenu() {
  const items = usePlayerMenu(rex)(rex)
  return <p>{items.map(({ name, disabled }) => (disabled ? `(${name})` : name)).join(' ')}</p>
}

const openMenu = (of: Role) =>
  renderScreen(<RexMenu />, {
    hello: signedIn('admin'),
    documents: [given(server, mainServer, { link: { name: 'up', since: screenNow }, readAt: screenNow })],
    queries: [answering(readPlayer, () => ({ player: { ...known, role: of } }))],
  })

test('[MK25] the menu of a player offers what the reader may do, and nothing before the role of the player is known', async () => {
  openMenu('moderator')
  screen.getByText(
    'Open player (Message…) (Heal) (Teleport…) (Change dinosaur…) (Give currency…) (Kick…) (Slay…) (Ban…)',
  )
  await screen.findByText('Open player Message… Heal Teleport… Change dinosaur… Give currency… Kick… Slay… Ban…')
})

test('[MK26] the menu of staff of the same or a higher role only opens them', async () => {
  for (const role of ['admin', 'owner'] as const) {
    const { unmount } = openMenu(role)
    expect((await screen.findByText('Open player')).tagName).toBe('P')
    unmount()
  }
})

test('[BG2] the menu offers to give currency only where that is switched on', async () => {
  const status = {
    link: { name: 'up' as const, since: screenNow },
    readAt: screenNow,
    features: { realCurrency: false },
  }
  renderScreen(<RexMenu />, {
    hello: signedIn('admin'),
    documents: [given(server, mainServer, status)],
    queries: [answering(readPlayer, () => ({ player: { ...known, role: 'player' as const } }))],
  })
  const menu = await screen.findByText(/Teleport…/)
  expect(menu.textContent).not.toContain('Give')
})
