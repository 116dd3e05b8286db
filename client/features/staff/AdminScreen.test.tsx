// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { bans, deliveries, sendable } from '../../../shared/features/deliveries/delivery.ts'
import { markDone, sendNow } from '../../../shared/features/deliveries/followUpCommands.ts'
import { nothingPendingText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { server, switches } from '../../../shared/features/server/server.ts'
import { undoBans } from '../../../shared/features/users/commands.ts'
import { given, refusal, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AdminScreen } from './AdminScreen.tsx'

const kick = {
  id: 'd1',
  number: 1,
  kind: 'kick',
  target: { id: '76561198000000002', name: 'Rex' },
  detail: {},
  state: 'manual',
  by: 'bob',
  byName: 'Bob',
  role: 'admin',
  queuedAt: screenNow - 5_000,
  command: 'kick 76561198000000002',
} as const

test('[SC15] a player sees which permission is missing', () => {
  renderScreen(<AdminScreen />, { hello: signedIn('player') })
  expect(screen.getByText(/See pending commands/)).toBeDefined()
  expect(screen.queryByText('Pending commands')).toBeNull()
})

test('[SC16] open commands are shown as loading, refused and empty', () => {
  const { change } = renderScreen(<AdminScreen />, { hello: signedIn('admin') })
  expect(screen.getByText('Loading commands…')).toBeDefined()
  // Two lists of bans, and the flows.
  expect(screen.getAllByText('Loading…').length).toBe(3)
  change(refusedDocument(deliveries, mainServer))
  expect(screen.getAllByText('You can no longer see these commands.')).toHaveLength(1)
  change(given(deliveries, mainServer, {}))
  expect(screen.getByText(nothingPendingText)).toBeDefined()
  change(given(bans, mainServer, {}))
  expect(screen.getByText('No bans.')).toBeDefined()
})

test('[SK3] the figures count what is pending and what waits for staff, and say nothing before they know', () => {
  const { change } = renderScreen(<AdminScreen />, { hello: signedIn('admin') })
  const figures = screen.getByLabelText('Figures')
  expect(figures.textContent).toBe('Pending commands–By hand–Outcome unknown–Bans–Players online–')
  const another = { ...kick, number: 2 }
  change(
    given(deliveries, mainServer, {
      entries: {
        d1: kick,
        d2: { ...another, id: 'd2', state: 'unknown', queuedAt: screenNow - 300_000 },
        d3: { ...another, id: 'd3', state: 'queued' },
        d4: { ...another, id: 'd4', state: 'confirmed', queuedAt: screenNow - 900_000 },
      },
    }),
  )
  const ban = { name: 'Rex', reason: '', by: 'bob', byName: 'Bob', at: screenNow }
  change(given(bans, mainServer, { bans: { a: { ...ban, until: null }, b: { ...ban, until: screenNow + 60_000 } } }))
  change(given(server, mainServer, { playerCount: 119, maxPlayers: 300 }))
  const shown = ['Pending commands3oldest 5 min ago', 'By hand1wait for staff', 'Outcome unknown1for you to settle']
  expect(figures.textContent).toBe([...shown, 'Bans21 permanent', 'Players online119of 300 slots'].join(''))
})

test('[UN2627] of commands of unknown outcome the figures say how many the reader settles: not those to users of the same role or a higher one', () => {
  const { change } = renderScreen(<AdminScreen />, { hello: signedIn('admin') })
  const unknown = { ...kick, state: 'unknown' as const, by: 'olga' }
  const toPlayer = { ...unknown, id: 'toPlayer', targetRole: 'player' as const }
  const toAdmin = { ...unknown, id: 'toAdmin', targetRole: 'admin' as const }
  const detailOf = (entries: Record<string, typeof toPlayer | typeof toAdmin>) => {
    change(given(deliveries, mainServer, { entries }))
    return /Outcome unknown(.*?)Bans/.exec(screen.getByLabelText('Figures').textContent ?? '')?.[1]
  }
  expect(detailOf({ toPlayer, toAdmin })).toBe('21 for you to settle')
  expect(detailOf({ toAdmin })).toBe('1for others to settle')
  expect(detailOf({ toPlayer })).toBe('1for you to settle')
})

test('[SC17] a manual command is marked as done, with its progress and its refusal', async () => {
  const { sent } = renderScreen(<AdminScreen />, {
    hello: signedIn('admin'),
    documents: [given(deliveries, mainServer, { entries: { d1: kick }, issued: 1 })],
  })
  const row = within(screen.getByRole('list', { name: 'Pending commands' }))
  expect(row.getByText('By hand')).toBeDefined()
  fireEvent.click(row.getByRole('button', { name: 'Mark done: Kick Rex' }))
  expect(sent).toMatchObject([{ name: markDone.name, input: { server: mainServer, id: 'd1' } }])
  expect(row.getByRole('button', { name: 'Mark done: Kick Rex: Mark done…' }).textContent).toBe('Mark done…')
  await sent[0]?.answer(refusal('over', 'It is settled already.'))
  expect(row.getByRole('alert').textContent).toBe('It is settled already.')
})

test("[SC18] the switches show the game's own setting, and unknown without one", () => {
  const { change } = renderScreen(<AdminScreen />, {
    hello: signedIn('admin'),
    documents: [given(deliveries, mainServer, {})],
  })
  const list = within(screen.getByRole('list', { name: 'Switches' }))
  expect(list.getAllByText('Unknown')).toHaveLength(4)
  change(given(switches, mainServer, { askedAt: screenNow, globalChat: false, humans: true }))
  expect(list.getAllByText('Unknown')).toHaveLength(2)
  expect(list.getAllByText(/Reported by the game/).length).toBe(2)
})

test('[SQ12] a command that waits by hand offers Send now only while a link can send it, and its refusal', async () => {
  const { sent, change } = renderScreen(<AdminScreen />, {
    hello: signedIn('admin'),
    documents: [
      given(deliveries, mainServer, { entries: { d1: kick }, issued: 1 }),
      given(sendable, mainServer, { kinds: ['slay'] }),
    ],
  })
  const row = within(screen.getByRole('list', { name: 'Pending commands' }))
  expect(row.queryByRole('button', { name: 'Send now: Kick Rex' })).toBeNull()
  change(given(sendable, mainServer, { kinds: ['slay', 'kick'] }))
  fireEvent.click(row.getByRole('button', { name: 'Send now: Kick Rex' }))
  expect(sent).toMatchObject([{ name: sendNow.name, input: { server: mainServer, id: 'd1' } }])
  expect(row.getByRole('button', { name: 'Send now: Kick Rex: Send now…' }).textContent).toBe('Send now…')
  expect(row.getByText('By hand')).toBeDefined()
  await sent[0]?.answer(refusal('noLink', 'No link can send this command now.'))
  expect(row.getByRole('alert').textContent).toContain('No link can send this command now.')
  change(given(sendable, mainServer, { kinds: [] }))
  expect(row.queryByRole('button', { name: 'Send now: Kick Rex' })).toBeNull()
})

test('[SQ13] a whitelist without a player says so at the field, which gets the focus, and sends nothing', () => {
  const { sent } = renderScreen(<AdminScreen />, { hello: signedIn('admin') })
  fireEvent.click(screen.getByRole('button', { name: 'Add to whitelist' }))
  const panel = within(screen.getByRole('region', { name: 'World and whitelist' }))
  const field = panel.getByRole('combobox', { name: 'Player or SteamID64' })
  expect(document.activeElement).toBe(field)
  expect(panel.getByText('❌ Please enter a target player name')).toBeDefined()
  expect(sent).toEqual([])
})

test('[SK90] the list of bans offers owners to undo a ban of several players, for as long as its bans are as they were made', async () => {
  const one = (name: string, fields: object = {}) => ({
    name,
    reason: '',
    by: 'olga',
    byName: 'Olga',
    at: screenNow - 60_000,
    until: null,
    delivery: `d ${name}`,
    ...fields,
  })
  const held = { a: one('Rex'), b: one('Tara'), c: one('Alone', { at: screenNow - 5_000 }) }
  const changed = { ...held, d: one('Changed', { before: one('Changed') }) }
  const documents = [given(bans, mainServer, { bans: changed })]
  renderScreen(<AdminScreen />, { hello: signedIn('admin'), documents })
  expect(screen.queryByLabelText('Bans of several players')).toBeNull()
  cleanup()
  const { sent, change } = renderScreen(<AdminScreen />, { hello: signedIn('owner'), documents })
  expect(screen.getByLabelText('Bans of several players').textContent).toMatch(/2 players banned at once.*Rex, Tara/)
  fireEvent.click(screen.getByRole('button', { name: 'Unban all 2' }))
  const input = { bans: ['a', 'b'].map((user, nth) => ({ user, delivery: `d ${['Rex', 'Tara'][nth]}` })) }
  expect(sent).toMatchObject([{ name: undoBans.name, input }])
  await sent[0]?.answer({ ok: true, output: { run: 'r', done: 2, skipped: [] }, seq: 1 })
  change(given(bans, mainServer, { bans: { c: held.c } }))
  expect(screen.queryByLabelText('Bans of several players')).toBeNull()
})
