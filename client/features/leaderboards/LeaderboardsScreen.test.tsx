// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSeason, findOwnPlace, setListed } from '../../../shared/features/leaderboards/commands.ts'
import {
  keptSeason,
  leaderboardSettings,
  leaderboards,
  type Place,
  seasons,
} from '../../../shared/features/leaderboards/leaderboards.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { answering, given, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { LeaderboardsScreen } from './LeaderboardsScreen.tsx'

const place = (rank: number, account: string | null, score: number): Place => ({
  rank,
  account,
  score,
  kills: null,
  deaths: null,
})
const names = ['ann', 'bob', 'cleo', 'dan'].map((name) => given(profile, name, { name: name.toUpperCase() }))
const published = given(leaderboards, '', {
  publishedAt: screenNow - 30_000,
  log: 'following',
  lists: {
    'kd.all': { size: 1, places: { 1: { ...place(1, 'bob', 2.5), kills: 5, deaths: 2 } } },
    'razorTalons.all': {
      size: 40,
      places: { 1: place(1, 'bob', 900), 2: place(2, 'cleo', 800), 3: place(3, 'dan', 700), 4: place(4, 'gone', 5) },
    },
    'playTime.all': { size: 1, places: { 1: place(1, 'cleo', 7_200_000) } },
    'playTime.7': { size: 1, places: { 1: place(1, 'dan', 3_600_000) } },
  },
})
const ownPlace = answering(findOwnPlace, ({ list }) =>
  list === 'razorTalons.all'
    ? {
        state: 'listed' as const,
        rank: 21,
        size: 40,
        places: [place(20, 'dan', 30), place(21, 'ann', 20), place(22, 'bob', 10)],
      }
    : { state: 'none' as const, rank: null, size: 1, places: [] },
)

async function open(path = '/leaderboards', role: 'player' | 'owner' | null = 'player') {
  const shown = renderScreen(<LeaderboardsScreen />, {
    ...(role ? { hello: signedIn(role) } : {}),
    documents: [published, ...names, given(leaderboardSettings, 'ann', {}), given(seasons, '', {})],
    queries: [ownPlace],
    path,
  })
  await shown.settle()
  return shown
}
const rowsOf = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

test('[LBD20] the tabs are in the order of the specification, and the first three places have crown, silver and bronze', async () => {
  await open()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'K/D Ratio',
    'Razor Talons',
    'Sylvan Shards',
    'Play Time',
  ])
  expect(rowsOf(/ten best/)).toEqual(['Crown, 1BBOB2.505 kills, 2 deaths'])
  fireEvent.click(screen.getByRole('tab', { name: 'Razor Talons' }))
  expect(rowsOf(/ten best/)).toMatchObject([
    expect.stringMatching(/^Crown, 1BBOB900/),
    expect.stringMatching(/^Silver, 2CCLEO800/),
    expect.stringMatching(/^Bronze, 3DDAN700/),
    expect.stringMatching(/^4/),
  ])
  expect(screen.getByText(/40 players are listed/)).toBeDefined()
})

test('[LBD21] the own place is below with its neighbours; a guest sees the ten alone', async () => {
  const { unmount } = await open('/leaderboards?tab=razorTalons')
  const own = screen.getByRole('region', { name: 'Your place' })
  expect(own.textContent).toContain('21 of 40')
  expect(rowsOf(/next to it/)[1]).toMatch(/^21AANNYou20/)
  unmount()
  await open('/leaderboards?tab=razorTalons', null)
  expect(screen.queryByRole('region', { name: 'Your place' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('[LBD400] "Counted every minute" is followed by when the lists last changed, which can be longer ago', async () => {
  await open()
  expect(document.body.textContent).toContain('Counted every minute.')
  expect(document.body.textContent).toMatch(/Last changed [^.]+\./)
})

test('[LBD22] windows belong to K/D ratio and play time, and are in the address', async () => {
  const { address } = await open('/leaderboards?tab=playTime')
  expect(rowsOf(/ten best/)).toEqual(['Crown, 1CCLEO2 h'])
  fireEvent.click(screen.getByRole('button', { name: '7 days' }))
  expect(rowsOf(/ten best/)).toEqual(['Crown, 1DDAN60 min'])
  expect(address()).toContain('window=7')
  fireEvent.click(screen.getByRole('tab', { name: 'Sylvan Shards' }))
  expect(screen.queryByRole('button', { name: '7 days' })).toBeNull()
  expect(screen.getByText('No one is listed yet.')).toBeDefined()
})

test("[LBD23] without the game's log the K/D tab says what is missing; before the first count, and refused, the page says so", async () => {
  const { change } = await open()
  expect(screen.queryByRole('note')).toBeNull()
  change(given(leaderboards, '', { publishedAt: screenNow, log: 'off', lists: {} }))
  expect(screen.getByRole('note').textContent).toContain("The game's log isn't connected.")
  change(given(leaderboards, '', { publishedAt: screenNow, log: 'failing', lists: {} }))
  expect(screen.getByRole('note').textContent).toContain("can't be read right now")
  change(given(leaderboards, '', {}))
  expect(screen.getByText('The leaderboards are being calculated.')).toBeDefined()
  change(refusedDocument(leaderboards, ''))
  expect(screen.getByText("You can't read this.")).toBeDefined()
})

test('[LBD61] the play time tab says that times are rounded down, and shows no "1 min" for a player below ten minutes', async () => {
  const { change } = await open('/leaderboards?tab=playTime')
  expect(screen.getByText(/Play time is rounded down here/)).toBeDefined()
  const lists = { 'playTime.all': { size: 2, places: { 1: place(1, 'bob', 4_200_000), 2: place(2, 'cleo', 0) } } }
  change(given(leaderboards, '', { publishedAt: screenNow, log: 'following', lists }))
  expect(rowsOf(/Play Time/)).toMatchObject([
    expect.stringContaining('70 min'),
    expect.stringContaining('Under 10 min'),
  ])
  fireEvent.click(screen.getByRole('tab', { name: 'Razor Talons' }))
  expect(screen.queryByText(/rounded down/)).toBeNull()
})

test('[LBD24] a player leaves the lists by a switch', async () => {
  const { sent, change, settle } = await open()
  const toggle = screen.getByRole('switch', { name: 'Show me on the leaderboards' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(toggle)
  expect(sent).toMatchObject([{ name: setListed.name, input: { isListed: false } }])
  change(given(leaderboardSettings, 'ann', { isListed: false }))
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  await settle()
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
})

test('[LBD25] a season that is kept shows its final places, without the names of those who left; the owner ends the present one', async () => {
  const { change, sent } = await open('/leaderboards?tab=razorTalons', 'owner')
  expect(screen.queryByRole('group', { name: 'Season' })).toBeNull()
  const kept = { 1: { startedAt: 1, endedAt: screenNow - 1_000 } }
  change(given(seasons, '', { number: 2, startedAt: screenNow - 1_000, kept }))
  fireEvent.click(screen.getByRole('button', { name: 'Season 1' }))
  change(
    given(keptSeason, '1', {
      lists: { razorTalons: { size: 2, places: { 1: place(1, null, 5), 2: place(2, 'bob', 4) } } },
    }),
  )
  expect(rowsOf(/final places/)).toMatchObject([
    expect.stringMatching(/^Crown, 1Not listed any more5/),
    expect.stringMatching(/^Silver, 2BBOB4/),
  ])
  fireEvent.click(screen.getByRole('tab', { name: 'Play Time' }))
  expect(screen.getByText('No one was listed in this season.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'End the season…' }))
  fireEvent.click(screen.getByRole('button', { name: 'End season 2' }))
  expect(sent).toMatchObject([{ name: endSeason.name, input: { number: 2 } }])
})
