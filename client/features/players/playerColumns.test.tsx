// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { KnownPlayer } from '../../../shared/features/players/queries.ts'
import { onlinePlayers } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, renderScreen, screenNow } from '../../testing/renderScreen.tsx'
import { columnsFor } from './playerColumns.tsx'

const rex: KnownPlayer = {
  id: '76561198000000001',
  account: null,
  name: 'Rex',
  role: 'player',
  isOnline: true,
  animal: null,
  lastSeenAt: screenNow,
  playMs: 0,
  isBanned: false,
}

test('[FK5] the table of players calls no one online while the game link is down or the hub is away', () => {
  const status = (name: 'up' | 'down') =>
    given(server, mainServer, { link: { name, since: screenNow - 60_000 }, readAt: screenNow })
  const cell = columnsFor({ seesAnimals: false, hasPlayerData: true })
    .find(({ name }) => name === 'Last seen')
    ?.cell(rex)
  const here = given(onlinePlayers, mainServer, { isRead: true, players: { '76561198000000001': { name: 'Rex' } } })
  const { change, connect } = renderScreen(<output>{cell}</output>, { documents: [status('up'), here] })
  const text = () => document.querySelector('output')?.textContent
  expect(text()).toBe('Online')
  change(status('down'))
  expect(text()).toBe('Was online')
  change(status('up'))
  expect(text()).toBe('Online')
  connect('reconnecting')
  expect(text()).toBe('Was online')
})

test('[FK8] the table of players has no play time while player data is switched off', () => {
  const names = (hasPlayerData: boolean) => columnsFor({ seesAnimals: false, hasPlayerData }).map(({ name }) => name)
  expect(names(true)).toEqual(['Player', 'Last seen', 'Play time'])
  expect(names(false)).toEqual(['Player', 'Last seen'])
})
