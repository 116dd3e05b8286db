// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { kickPlayer } from '../../../shared/features/deliveries/commands.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { given, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { AdminControlsScreen } from './AdminControlsScreen.tsx'

const rex = { id: '76561198000000002', name: 'Rex', animal: null }

test('[SC19] a player sees their own actions, and for every permission what would grant it', () => {
  renderScreen(<AdminControlsScreen />, { hello: signedIn('player') })
  expect(screen.getByRole('button', { name: 'Slay Myself' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Kick' })).toBeNull()
  expect(screen.getByRole('row', { name: /^Kick players.*Comes with moderator, admin or owner/ })).toBeDefined()
})

test('[SC20] a command without a target names what is missing and is not sent', () => {
  const { sent } = renderScreen(<AdminControlsScreen />, { hello: signedIn('moderator') })
  fireEvent.click(screen.getByRole('button', { name: 'Kick' }))
  expect(screen.getByRole('alert').textContent).toBe('❌ Please enter a target player name')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('[SC21] a dangerous command asks once with the name of its target, and Escape cancels it', () => {
  const { sent } = renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [given(roster, mainServer, { players: { [rex.id]: rex } })],
  })
  const field = screen.getByRole('combobox', { name: 'Target player' })
  fireEvent.click(field)
  fireEvent.input(field, { target: { value: 're' } })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.click(screen.getByRole('button', { name: 'Kick' }))
  const dialog = screen.getByRole('dialog', { name: 'Kick Rex?' })
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Kick' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Kick Rex' }))
  expect(sent).toMatchObject([
    { name: kickPlayer.name, input: { server: mainServer, target: '76561198000000002', reason: '' } },
  ])
})
