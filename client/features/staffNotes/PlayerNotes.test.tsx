// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { accountNotes, removeNote, staffNotes, writeNote } from '../../../shared/features/staffNotes/staffNotes.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { PlayerNotes } from './PlayerNotes.tsx'

const rex = '76561198000000002'

const open = (role: Role) =>
  renderScreen(<PlayerNotes player={rex} account="bob" />, {
    hello: signedIn(role),
    documents: [
      given(staffNotes, rex, { notes: { n1: { by: 'mia', at: screenNow - 60_000, text: 'Warned about mixing.' } } }),
      given(accountNotes, 'bob', { notes: { n0: { by: 'gone', at: screenNow - 120_000, text: 'Asked for help.' } } }),
      given(profile, 'mia', { name: 'Mia', avatar: '', role: 'moderator' }),
    ],
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[SFN10] staff read the notes, the newest first, with who wrote them and when, and add one', async () => {
  const { settle, sent } = open('moderator')
  await settle()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Warned about mixing\.Mia · 1 min ago/),
    expect.stringMatching(/^Asked for help\.Staff · 2 min ago/),
  ])
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  press('Add note')
  press('Save note')
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Apologised.' } })
  press('Save note')
  await settle()
  expect(sent).toMatchObject([{ name: writeNote.name, input: { player: rex, text: 'Apologised.' } }])
  await sent[0]?.answer({ ok: true, output: { id: 'n2' }, seq: 1 })
  expect(screen.queryByLabelText('Note')).toBeNull()
})

test('[SFN11] owners delete any note, in its place', async () => {
  const { settle, sent } = open('owner')
  await settle()
  press('Delete the note by Staff')
  await settle()
  expect(sent).toMatchObject([{ name: removeNote.name, input: { player: 'bob', id: 'n0' } }])
})

test('[SFN12] players are shown no notes', async () => {
  const { settle } = open('player')
  await settle()
  expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull()
})
