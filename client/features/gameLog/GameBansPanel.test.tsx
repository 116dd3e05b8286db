// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { gameBans, readGameBans } from '../../../shared/features/gameLog/gameBans.ts'
import { given, refusal, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { GameBansPanel } from './GameBansPanel.tsx'

const [rex, mia, leo, kim] = ['76561198000000001', '76561198000000002', '76561198000000003', '76561198000000004']
const theirs = (name: string, until: number | null = null) => ({ name, reason: 'too loud', by: 'Rcon', at: 1, until })
const ours = (name: string, until: number | null = null) => ({
  name,
  reason: 'too loud',
  by: 'ann',
  byName: 'Ann',
  at: 1,
  until,
})
const dayMs = 86_400_000
const listIs = (list: object) => given(gameBans, mainServer, { state: 'here', readAt: screenNow - 120_000, ...list })

const openPanel = (list: object, here: Record<string, ReturnType<typeof ours>> = {}) =>
  renderScreen(<GameBansPanel />, {
    hello: signedIn('admin'),
    documents: [listIs(list), given(bans, mainServer, { bans: here })],
  })
const rows = () => within(screen.getByRole('list', { name: 'Bans in the game' })).getAllByRole('listitem')
const marks = () => rows().map((row) => row.querySelector('[data-difference]')?.textContent)

test('[GV80] differences between the two lists are named, the bans in both follow on demand', () => {
  openPanel(
    { bans: { [rex]: theirs('Rex'), [leo]: theirs('Leo', screenNow + dayMs), [kim]: theirs('Kim') } },
    { [mia]: ours('Mia'), [leo]: ours('Leo'), [kim]: ours('Kim') },
  )
  expect(marks()).toEqual(['Only in the game', 'Only here', 'Different end'])
  expect(screen.getByText('3 bans in the game. 3 players differ between the two lists.')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Read 2 min ago.')
  fireEvent.click(screen.getByRole('button', { name: 'Show all 4' }))
  expect(marks()).toEqual(['Only in the game', 'Only here', 'Different end', 'In both'])
})

test('[GV81] how a ban is lifted by hand is explained with the text to search for, and Unban asks the hub to do it', () => {
  const place = '/srv/isle/Saved/PlayerData/PlayerBans.json'
  const { sent } = openPanel({ place, bans: { [rex]: theirs('Rex') } })
  fireEvent.click(screen.getByRole('button', { name: 'Lift by hand: the ban of Rex' }))
  const steps = screen.getByRole('region', { name: 'Lift by hand' })
  expect(steps.textContent).toContain('Stop the game server.')
  expect(steps.textContent).toContain(`In ${place}, delete the entry`)
  expect(within(steps).getByRole('button', { name: /^Copy text to search for/ })).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Unban Rex in the game' }))
  expect(sent).toMatchObject([{ name: unbanPlayer.name, input: { target: rex } }])
})

test('[GV82] the list is read again on demand, and a refusal is next to the button', async () => {
  const { sent } = openPanel({})
  expect(screen.getByText('No bans in the game. Both lists agree.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Read now' }))
  expect(sent).toMatchObject([{ name: readGameBans.name, input: { server: mainServer } }])
  await sent[0]?.answer(refusal('off', "The game's ban list isn't connected."))
  expect(screen.getByRole('alert').textContent).toBe("The game's ban list isn't connected.")
})

test('[GV83] a list that is not connected, absent, failing or refused says so', () => {
  const { change } = openPanel({ state: 'off', readAt: null })
  expect(screen.getByText(/^The game's own ban list isn't connected\./)).toBeDefined()
  change(listIs({ state: 'absent', place: '/srv/PlayerBans.json' }))
  expect(screen.getByRole('status').textContent).toBe(
    'The game has written no list yet (/srv/PlayerBans.json). Looked 2 min ago.',
  )
  change(
    listIs({ state: 'failing', why: 'The folder cannot be reached.', bans: { [rex]: theirs('Rex') }, unreadable: 1 }),
  )
  expect(screen.getByRole('status').textContent).toBe(
    "The game's ban list can't be read. The folder cannot be reached. Read 2 min ago. 1 entry could not be read.",
  )
  expect(marks()).toEqual(['Only in the game'])
  change(refusedDocument(gameBans, mainServer))
  expect(screen.getByText("You can't read this.")).toBeDefined()
})
