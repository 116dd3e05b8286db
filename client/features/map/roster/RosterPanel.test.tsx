// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { roster } from '../../../../shared/features/roster/roster.ts'
import { server } from '../../../../shared/features/server/server.ts'
import type { View } from '../../../map/view.ts'
import { given, renderScreen, screenNow, signedIn } from '../../../testing/renderScreen.tsx'
import { RegionList } from '../RegionList.tsx'
import { RosterList } from './RosterPanel.tsx'
import { RosterRow } from './RosterRow.tsx'
import { noFilter } from './rosterFilter.ts'

const link = (name: 'up' | 'down') => given(server, mainServer, { readAt: screenNow, link: { name, since: screenNow } })
const list = (
  <>
    <RosterList view={{} as View} filter={noFilter} change={() => {}} />
    <RegionList />
  </>
)
const headings = () => screen.getAllByRole('heading').map((heading) => heading.textContent)

test('[RWA5] once the game link is down the list beside the map says who was last seen, and not who is online', () => {
  const read = given(roster, mainServer, { readAt: screenNow, players: {} })
  const { change } = renderScreen(list, { hello: signedIn('admin'), documents: [link('up'), read] })
  expect(headings()).toContain('0 online, 0 on the map')
  change(link('down'))
  expect(headings()).toContain('0 last seen online, 0 on the map')
})

test('[RWA6] without a first reading nothing is said to load or to be counted while the game link is down', () => {
  const { change } = renderScreen(list, { hello: signedIn('admin'), documents: [link('up')] })
  for (const title of ['Loading players…', 'Counting…']) expect(screen.getByText(title)).toBeDefined()
  change(link('down'))
  for (const title of ['No players yet.', 'No counts yet.']) expect(screen.getByText(title)).toBeDefined()
  expect(screen.queryByText(/Loading|Counting/)).toBeNull()
})

test('[RW2180] growth and health of each dinosaur have their unit', () => {
  const animal = { species: 'Triceratops', growth: 34, health: 100, dead: false }
  const row = { id: 'a', name: 'Rex', place: 'C5, near Swamps', chosen: false, followed: false, isTabStop: true }
  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)
  for (const dead of [false, true]) {
    const { unmount } = renderScreen(
      <table>
        <tbody>
          <RosterRow {...row} {...animal} dead={dead} />
        </tbody>
      </table>,
    )
    expect(cells()).toEqual(['Triceratops', '34%', dead ? 'dead' : '100%', 'C5, near Swamps'])
    unmount()
  }
})
