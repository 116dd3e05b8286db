// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { backups, backupsKey } from '../../../shared/features/backups/backups.ts'
import { makeBackup } from '../../../shared/features/backups/commands.ts'
import { server } from '../../../shared/features/server/server.ts'
import { restartNow } from '../../../shared/features/serverControl/commands.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { DashboardActions } from './DashboardActions.tsx'

const open = () =>
  renderScreen(<DashboardActions />, {
    hello: signedIn('owner'),
    documents: [
      given(server, mainServer, { link: { name: 'up', since: screenNow }, readAt: screenNow, playerCount: 112 }),
    ],
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))

test('[OP40] a restart asks once, names how many are affected, and is ordered once', async () => {
  const { sent } = open()
  press('Restart server')
  expect(sent).toEqual([])
  expect(dialog().getByText(/112 players are in the game and will be disconnected\./)).toBeDefined()
  fireEvent.click(dialog().getByRole('button', { name: 'Restart server' }))
  expect(sent).toMatchObject([{ name: restartNow.name, input: { server: mainServer } }])
  await sent[0]?.answer({ ok: true, output: { id: '01a2064b-99f3-7c51-a7a9-e7a0d7bb2c52' }, seq: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toHaveLength(1)
})

test('[OP41] a refused restart says so with the reason, and Cancel orders nothing', async () => {
  const { sent } = open()
  press('Restart server')
  fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  press('Restart server')
  fireEvent.click(dialog().getByRole('button', { name: 'Restart server' }))
  await sent[0]?.answer(refusal('busy', 'Another order is open.'))
  expect(dialog().getByRole('alert').textContent).toBe('Failed to restart server. Another order is open.')
})

test('[OP42] a backup shows how far it is, and one that fails says why', async () => {
  const { sent, change } = open()
  press('Back up database')
  expect(sent).toMatchObject([{ name: makeBackup.name, input: {} }])
  await sent[0]?.answer({ ok: true, output: { task: 'one' }, seq: 1 })
  const progress = { act: 'make' as const, done: 40, of: 100, startedAt: screenNow }
  change(given(backups, backupsKey, { progress }))
  expect(screen.getByRole('button', { name: 'Backing up… 40%' })).toHaveProperty('disabled', true)
  change(given(backups, backupsKey, { failure: { at: screenNow, why: 'The disk is full.' } }))
  expect(screen.getByRole('alert').textContent).toContain('Database backup failed. The disk is full.')
})

test('[OP43] a failure of an earlier backup is not said of this one', () => {
  const { change } = open()
  change(given(backups, backupsKey, { failure: { at: screenNow - 1, why: 'The disk was full.' } }))
  press('Back up database')
  expect(screen.queryByRole('alert')).toBeNull()
})
