// @vitest-environment happy-dom

import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { backupPlan, backups, backupsKey, gameBackups, rollbacks } from '../../../shared/features/backups/backups.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { BackupsTab } from './BackupsTab.tsx'
import { createRowCount } from './exportFile.ts'

const backup = (id: string, more: object = {}) => ({
  id,
  file: `waterhole-${id}.backup`,
  madeAt: screenNow - 3 * 3_600_000,
  seq: 5,
  bytes: 1_240_000_000,
  documents: 10,
  rows: 1_000,
  cause: 'schedule',
  isLocked: false,
  verified: { state: 'tried', at: screenNow, why: null },
  ...more,
})
const known = (list: object[], more: object = {}) => ({
  list,
  folder: '/srv/backups',
  node: 'alone',
  freeBytes: 5e9,
  restoresHere: true,
  ...more,
})
const open = (value: object, plan: object = {}) =>
  renderScreen(<BackupsTab />, {
    hello: signedIn('owner'),
    documents: [
      given(backups, backupsKey, value),
      given(backupPlan, backupsKey, { nextAt: screenNow + 3_600_000, ...plan }),
      given(gameBackups, mainServer, {
        list: [{ delivery: 'd1', at: screenNow - 60_000, state: 'unknown', why: 'It was not seen.' }],
      }),
      given(gameHost, mainServer, {}),
      given(rollbacks, backupsKey, {}),
    ],
  })
const part = (name: string) => within(screen.getByRole('region', { name }))

test('[BK60] the list says which backup can be relied on, how old and large each is, and what is wrong', () => {
  open(
    known([
      backup('new', {
        madeAt: screenNow - 60_000,
        verified: { state: 'bad', at: screenNow - 30_000, why: 'It was cut short.' },
      }),
      backup('old', { isLocked: true }),
    ]),
  )
  const hub = part('Backups of the hub')
  expect(hub.getByText(/can be relied on/).textContent).toContain('3 h ago), 1.24 GB.')
  expect(hub.getByText('Damaged')).toBeDefined()
  expect(hub.getByText(/^Found on/).textContent).toContain('just now')
  expect(hub.getByText('It was cut short.')).toBeDefined()
  expect(hub.getByText('Tested: it can be restored, locked')).toBeDefined()
  expect(part('Backups of the game').getByText("Unknown: check the host's panel")).toBeDefined()
})

test('[BK77] where all backups are damaged the page asks for a new one', () => {
  open(known([backup('only', { verified: { state: 'bad', at: screenNow, why: 'It was cut short.' } })]))
  expect(part('Backups of the hub').getByText('None of these backups can be used. Make one now.')).toBeDefined()
})

test('[BK1906] the question before a backup is deleted says when no other one is known to be usable', {
  tags: 'slow',
}, () => {
  const warning = () => within(screen.getByRole('dialog')).queryByText('No other backup is known to be usable.')
  const bad = backup('bad', { verified: { state: 'bad', at: screenNow, why: 'It was cut short.' } })
  for (const [others, isWarned] of [
    [[], true],
    [[bad], true],
    [[backup('old')], false],
  ] as const) {
    const { unmount } = open(known([backup('new', { madeAt: screenNow - 1 }), ...others]))
    fireEvent.click(screen.getAllByRole('button', { name: /^More actions for the backup/ })[0] as HTMLElement)
    fireEvent.click(screen.getByRole('menuitem', { name: /^Delete/ }))
    expect([others.length, warning() !== null]).toEqual([others.length, isWarned])
    unmount()
  }
})

test('[BK61] a restore asks once and names what is lost; a locked backup cannot be deleted', async () => {
  const { sent } = open(known([backup('old', { isLocked: true })]))
  fireEvent.click(screen.getByRole('button', { name: /^More actions for the backup/ }))
  expect(screen.getByRole('menuitem', { name: /Delete/ }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('menuitem', { name: /Restore/ }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/Everything that anyone did after that is lost/)).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Restore the backup' }))
  expect(sent).toEqual([
    expect.objectContaining({ name: 'backups.restore', input: { backup: 'old', madeAt: screenNow - 3 * 3_600_000 } }),
  ])
})

test('[BK62] while a backup is made it is shown as such, a failed one says why, and without any the page asks for one', () => {
  open(
    known([], {
      progress: { act: 'make', done: 1_500, of: 6_000, startedAt: screenNow },
      failure: { at: screenNow, why: 'Database backup failed. There is no room on the disk.' },
    }),
    {
      tasks: [{ id: 't', act: 'make', backup: null, cause: 'asked', askedAt: screenNow }],
    },
  )
  expect(screen.getByText('There is no backup yet. Make one now.')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Making a backup' }).getAttribute('aria-valuetext')).toBe(
    '1,500 records',
  )
  expect(screen.getByRole('alert').textContent).toContain('There is no room on the disk.')
})

test('[BK1700] why the folder cannot be used is shown once; why nothing is restored here, beside the folder', () => {
  const why = 'The folder of backups cannot be used.'
  const { unmount } = open(known([], { failure: { at: screenNow, why }, restoresHere: false, whyNot: why }))
  const textOf = () => screen.getByRole('region', { name: 'Backups of the hub' }).textContent
  expect(textOf()?.split(why)).toHaveLength(2)
  unmount()
  open(known([], { restoresHere: false, whyNot: 'Stop all nodes first.' }))
  expect(textOf()).toContain('Stop all nodes first.')
})

test('[BK63] an export knows from the numbers of its rows how far it is', () => {
  const count = createRowCount()
  expect(count('\u{FEFF}entry,time\r\n')).toEqual({ rows: 1, part: null })
  expect(count('400,a\r\n300,b\r\n2')).toEqual({ rows: 3, part: 0.25 })
  expect(count('00,c\r\n')).toEqual({ rows: 4, part: 0.5 })
  expect([0, 999, 21_793, 999_960, 1_240_000_000].map(bytesInWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '21.8 kB',
    '1 MB',
    '1.24 GB',
  ])
})

test('[BK64] former data is listed with size and age and deleted after one question; the notice about a restore is hidden', () => {
  const name = 'before-restore-2026-11-23T05-00-00-1f2e'
  const { sent } = open(known([backup('one')], { former: [{ name, at: screenNow - 3_600_000, bytes: 5_000_000 }] }), {
    restored: { at: 5, isDone: true, says: 'The data is now that of then.', madeAt: 4 },
  })
  const former = part('Data before a restore')
  expect(former.getByRole('row', { name: new RegExp(name) }).textContent).toMatch(/1 h ago.*5 MB/)
  fireEvent.click(former.getByRole('button', { name: /^Delete the data of/ }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/All the hub's data as it was before the restore/)).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Delete the data' }))
  fireEvent.click(part('Backups of the hub').getByRole('button', { name: 'Hide this notice' }))
  expect(sent).toEqual([
    expect.objectContaining({ name: 'backups.deleteFormer', input: { name } }),
    expect.objectContaining({ name: 'backups.dismissRestored', input: { at: 5 } }),
  ])
})

test('[BK65] a notice that was hidden stays hidden, and without former data there is no part for them', () => {
  open(known([backup('one')]), {
    restored: { at: 5, isDone: true, says: 'The data is now that of then.', madeAt: 4, isDismissed: true },
  })
  expect(screen.queryByText(/The data is now that of then/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Data before a restore' })).toBeNull()
})

test('[BK66] a time that is none is not sent: its field says why', () => {
  const { sent } = open(known([backup('one')]))
  const plan = within(screen.getByRole('form', { name: 'Daily backup' }))
  fireEvent.change(plan.getByLabelText('Time'), { target: { value: '' } })
  fireEvent.click(plan.getByRole('button', { name: 'Save the time' }))
  expect(sent).toEqual([])
  expect(plan.getByText('Enter a time from 00:00 to 23:59.')).toBeDefined()
  fireEvent.change(plan.getByLabelText('Time'), { target: { value: '03:15' } })
  fireEvent.click(plan.getByRole('button', { name: 'Save the time' }))
  expect(sent).toEqual([expect.objectContaining({ input: expect.objectContaining({ time: '03:15' }) })])
})
