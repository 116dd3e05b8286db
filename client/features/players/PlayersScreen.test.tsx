// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { bulkRuns, kickPlayers, messagePlayers } from '../../../shared/features/deliveries/bulk.ts'
import { choosePlayers, type KnownPlayer, listPlayers } from '../../../shared/features/players/queries.ts'
import { onlinePlayers } from '../../../shared/features/roster/roster.ts'
import {
  answering,
  answeringLater,
  given,
  refusal,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
import { tallyOf } from './BulkRuns.tsx'
import { PlayersScreen } from './PlayersScreen.tsx'

const idOf = (number: number) => `7656119800000${String(number).padStart(4, '0')}`
const playerOf = (number: number): KnownPlayer => ({
  id: idOf(number),
  account: null,
  name: `Player ${number}`,
  role: 'player',
  isOnline: true,
  animal: { species: 'Carnotaurus', growth: 80, dead: false },
  lastSeenAt: screenNow,
  playMs: 60_000,
  isBanned: false,
})
/** Fewer than a page of the hub: each row costs the test time. */
const shownRows = 4
const everyone = Array.from({ length: 300 }, (_, at) => playerOf(at + 1))

function openTable(role: Role, path = '/players') {
  const asked: unknown[] = []
  const page = renderScreen(<PlayersScreen />, {
    hello: signedIn(role),
    path,
    queries: [
      answering(listPlayers, (input) => {
        asked.push(input)
        const found = everyone.filter(({ name }) => name.includes(input.text))
        return { players: found.slice(input.page * 50, input.page * 50 + shownRows), total: found.length }
      }),
      answering(choosePlayers, ({ limit }) => ({
        players: everyone.slice(0, limit).map(({ id, name }) => ({ id: id ?? '', name })),
        total: 300,
      })),
    ],
  })
  return { ...page, asked }
}
afterEach(() => void vi.useRealTimers())

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const rowCount = () => screen.getAllByRole('row').length - 1

test('[PQ40] the table is read by the page from the hub, and its filters and order are in the address', async () => {
  const { settle, address, asked } = openTable('admin', '/players?group=known&sort=lastSeen&descending=true')
  await settle()
  expect(asked).toEqual([{ text: '', group: 'known', sort: 'lastSeen', descending: true, page: 0 }])
  expect(rowCount()).toBe(shownRows)
  expect(screen.getByText('300 players')).toBeDefined()
  press('Next')
  await settle()
  expect(address()).toContain('page=2')
  expect(asked.at(-1)).toMatchObject({ page: 1 })
  press('Player')
  await settle()
  press('Last seen')
  expect(address()).toBe('/players?group=known&sort=lastSeen&descending=true')
  press('Online')
  expect(address()).toBe('/players?sort=lastSeen&descending=true')
})

test('[PQ800] when the hub cannot answer a new filter, the players of the filter before disappear, and the reason is shown', async () => {
  for (const code of ['tooFast', 'unanswered']) {
    const { settle, unmount } = renderScreen(<PlayersScreen />, {
      hello: signedIn('admin'),
      path: '/players?group=known',
      queries: [
        answering(listPlayers, ({ group }) =>
          group === 'banned' ? refusal(code, 'Try again.') : { players: everyone.slice(0, 2), total: 2 },
        ),
      ],
    })
    await settle()
    expect(screen.getByText('2 players')).toBeDefined()
    vi.useFakeTimers()
    press('Banned')
    await act(async () => void (await vi.advanceTimersByTimeAsync(1_000)))
    expect(screen.queryByText('2 players')).toBeNull()
    expect(screen.queryByText('Player 1')).toBeNull()
    expect(screen.getByText('Try again.')).toBeDefined()
    vi.useRealTimers()
    unmount()
  }
})

test('[SK8] a page behind the last one says so, and leads to the last', async () => {
  const { settle, address } = openTable('admin', '/players?page=9')
  await settle()
  expect(screen.getByText('There is no page 9 any more.')).toBeDefined()
  press('Go to the last page')
  expect(address()).toBe('/players?page=6')
})

test('[PQ41] moderators get the names alone: no dinosaur, no place, no choice of many', async () => {
  const { settle } = openTable('moderator')
  await settle()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Player',
    'Last seen',
    'Play time',
  ])
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Banned' })).toBeNull()
})

test('[V8.2.1] [PQ42] players read which permission is missing, and nothing is asked', async () => {
  const { settle, asked } = openTable('player')
  await settle()
  expect(asked).toEqual([])
  expect(screen.queryByRole('table')).toBeNull()
  expect(permissionsOf.player).not.toContain('viewPendingCommands')
})

test('[PQ43] all 300 found are chosen at once, and one message goes to all of them', async () => {
  const { settle, sent } = openTable('admin')
  await settle()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Player 3' }))
  const bar = screen.getByRole('region', { name: 'Selected players' })
  expect(bar.textContent).toContain('1 player selected')
  press('Select all 300')
  await settle()
  expect(bar.textContent).toContain('300 players selected')
  press('Message')
  const dialog = screen.getByRole('dialog', { name: 'Message 300 players' })
  fireEvent.input(within(dialog).getByRole('textbox', { name: 'Message' }), { target: { value: 'Restart at noon' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send to 300 players' }))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ name: messagePlayers.name, input: { text: 'Restart at noon' } })
  expect(sent[0]).toHaveProperty('input.targets.length', 300)
  await sent[0]?.answer({ ok: true, output: { run: 'run-1', issued: 300, skipped: [] }, seq: 1 })
  expect(screen.queryByRole('region', { name: 'Selected players' })).toBeNull()
})

test('[PQ2354] of two players who were left out the first is named, and the other is counted in the singular', async () => {
  const { settle, sent } = openTable('admin')
  await settle()
  for (const number of [1, 2, 3]) fireEvent.click(screen.getByRole('checkbox', { name: `Select Player ${number}` }))
  press('Kick')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Kick 3 players' }))
  const skipped = [1, 2].map((number) => ({ id: idOf(number), name: `Player ${number}`, why: 'Not in the game.' }))
  await sent[0]?.answer({ ok: true, output: { run: 'run-1', issued: 1, skipped }, seq: 1 })
  expect(screen.getByText(/Player 1: Not in the game\./).textContent).toMatch(/1 more was left out\.$/)
})

test('[PQ44] a kick of many names how many are affected before it runs', async () => {
  const { settle, sent } = openTable('admin')
  await settle()
  for (const number of [1, 2]) fireEvent.click(screen.getByRole('checkbox', { name: `Select Player ${number}` }))
  press('Kick')
  const dialog = screen.getByRole('dialog', { name: 'Kick 2 players?' })
  expect(dialog.textContent).toContain('Player 1, Player 2')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Kick 2 players' }))
  expect(sent).toMatchObject([{ name: kickPlayers.name, input: { targets: [idOf(1), idOf(2)], reason: '' } }])
})

test('[PQ45] the outcomes of a command to many are summed up: confirmed, failed, waiting', async () => {
  const { settle, change } = openTable('admin')
  await settle()
  const run = { id: 'run-1', kind: 'message', by: 'ann', byName: 'Ann', at: screenNow, total: 5 } as const
  change(
    given(bulkRuns, mainServer, {
      runs: { 'run-1': { ...run, counts: { confirmed: 2, refused: 1, sending: 2 }, failed: [idOf(9)] } },
    }),
  )
  const summary = screen.getByRole('region', { name: 'Message to 5 players' })
  expect(summary.textContent).toContain('2 confirmed · 1 failed · 2 waiting')
  expect(within(summary).queryByRole('button')).toBeNull()
  change(
    given(bulkRuns, mainServer, {
      runs: { 'run-1': { ...run, counts: { confirmed: 4, refused: 1, sending: 0 }, failed: [idOf(9)] } },
    }),
  )
  press('Select the 1 that failed')
  expect(screen.getByRole('region', { name: 'Selected players' }).textContent).toContain('1 player selected')
})

test('[PQ46] every delivery of a run is confirmed, failed, unknown or waiting', () => {
  const counts = { queued: 1, sending: 2, unknown: 3, confirmed: 4, done: 5, failed: 6, cancelled: 7 }
  expect(tallyOf({ counts, total: 28 })).toEqual({ confirmed: 9, failed: 13, unknown: 3, waiting: 3 })
})

test('[SK6] a run whose last outcomes are unknown is not called waiting: it leads to where staff settle them', async () => {
  const { settle, change } = openTable('admin')
  await settle()
  const run = { id: 'run-1', kind: 'message' as const, byName: 'Ann', at: screenNow, total: 3, failed: [] }
  const counts = { confirmed: 2, unknown: 1 }
  change(given(bulkRuns, mainServer, { runs: { 'run-1': { ...run, by: 'ann', counts } } }))
  const summary = screen.getByRole('region', { name: 'Message to 3 players' })
  expect(summary.textContent).toContain('2 confirmed · 0 failed · 1 unknown · 0 waiting')
  expect(within(summary).getByRole('link').getAttribute('href')).toBe('/admin')
  press('Dismiss')
  expect(summary.isConnected).toBe(false)
  // Nothing is left to wait for: the run of another person is theirs to settle.
  change(given(bulkRuns, mainServer, { runs: { 'run-2': { ...run, id: 'run-2', by: 'bob', counts } } }))
  expect(screen.queryByRole('region', { name: 'Message to 3 players' })).toBeNull()
})

test("[PQ47] a table that was read before the game's first answer says so, and fills when the answer comes", async () => {
  vi.useFakeTimers()
  let online: KnownPlayer[] = []
  const { settle, change } = renderScreen(<PlayersScreen />, {
    hello: signedIn('admin'),
    path: '/players',
    documents: [given(onlinePlayers, mainServer, { isRead: false })],
    queries: [answering(listPlayers, () => ({ players: online, total: online.length }))],
  })
  await settle()
  expect(screen.getByText("Waiting for the game's player list.")).toBeDefined()
  online = [playerOf(1)]
  change(given(onlinePlayers, mainServer, { players: { [idOf(1)]: { name: 'Player 1' } }, isRead: true }))
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText('Player 1')).toBeDefined()
})

test('[PQ48] the table follows players who keep joining, at most every three seconds', { tags: 'slow' }, async () => {
  vi.useFakeTimers()
  const { settle, change, asked } = openTable('admin')
  await settle()
  for (let second = 1; second <= 9; second += 1) {
    change(given(onlinePlayers, mainServer, { players: { [idOf(second)]: { name: 'One' } }, isRead: true }))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
  }
  expect(asked).toHaveLength(4)
})

test('[PQ500] a late answer to Select all is dropped once the selection has changed, and until then its button says so', {
  tags: 'slow',
}, async () => {
  const all = answeringLater(choosePlayers)
  const players = everyone.slice(0, shownRows)
  const { settle } = renderScreen(<PlayersScreen />, {
    hello: signedIn('admin'),
    path: '/players',
    queries: [all.given, answering(listPlayers, () => ({ players, total: 60 }))],
  })
  await settle()
  const bar = () => screen.getByRole('region', { name: 'Selected players' })
  const answer = () =>
    all.answer({ players: everyone.slice(0, 60).map(({ id, name }) => ({ id: id ?? '', name })), total: 60 })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Player 3' }))
  press('Select all 60')
  expect(screen.getByRole('button', { name: 'Selecting…' }).getAttribute('aria-busy')).toBe('true')
  press('Clear selection')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Player 1' }))
  await answer()
  expect(bar().textContent).toContain('1 player selected')
  press('Select all 60')
  press('All players')
  await settle()
  await answer()
  expect(bar().textContent).toContain('1 player selected')
  press('Select all 60')
  await answer()
  expect(bar().textContent).toContain('60 players selected')
})
