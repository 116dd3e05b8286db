import { expect, test } from 'vitest'
import { documentId } from '../../../shared/engine/document.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  accountNotes,
  longestNote,
  mostNotes,
  removeNote,
  staffNoteAudit,
  staffNotes,
  writeNote,
} from '../../../shared/features/staffNotes/staffNotes.ts'
import { person } from '../../testing/principals.ts'
import { openLedger, ownersSteamId } from '../ledger/testing/openLedger.ts'
import { staffNotesFeature } from './feature.ts'

const rex = '76561198000000002'

/** olga is the owner, ann and mia are staff, bob plays rex, dora has linked no player. */
async function open() {
  const app = await openLedger({ more: [staffNotesFeature] })
  await app.link('olga', ownersSteamId, 'Olga')
  await app.link('ann', '76561198000000001', 'Ann')
  await app.link('mia', null, 'Mia')
  await app.link('bob', rex, 'Bob')
  await app.link('dora', null, 'Dora')
  return {
    ...app,
    write: (player: string, text: string, who = 'ann', role: Role = 'admin') =>
      app.ask(who, role, writeNote, { player, text }),
    remove: (player: string, id: string, who = 'ann', role: Role = 'admin') =>
      app.ask(who, role, removeNote, { player, id }),
    notes: (key: string) => Object.entries(app.hub.read(key === 'dora' ? accountNotes : staffNotes, key).notes),
    audit: async () =>
      (await app.memory.storage.archivePage({ kind: staffNoteAudit.kind, before: null, limit: 9 })).rows.map(
        ({ row }) => row,
      ),
  }
}

test('[SFN1] a note about an account is kept with its player, otherwise with the account; the audit names whom it is about, not what it says', async () => {
  const { write, notes, audit, clock } = await open()
  await write('bob', ' Warned about mixing. ')
  await write(rex, 'Again.')
  await write('dora', 'Asked for help.')
  const at = clock.now()
  expect(notes(rex).map(([, note]) => note)).toEqual([
    { by: 'ann', at, text: 'Warned about mixing.' },
    { by: 'ann', at, text: 'Again.' },
  ])
  expect(notes('dora')).toHaveLength(1)
  expect((await audit())[0]).toMatchObject({ act: 'write', by: 'ann', target: { id: 'dora', name: 'Dora' } })
  expect(JSON.stringify(await audit())).not.toMatch(/Warned|help/)
})

test('[SFN2] staff who may kick or ban read the notes, but never those about themselves; players read none', async () => {
  const { hub } = await open()
  const mayRead = (id: string, role: Role, key: string, playsAs: string | null = null) =>
    hub.mayRead({ ...person(id, role), playsAs }, documentId(staffNotes, key))
  expect(mayRead('mia', 'moderator', rex)).toBe(true)
  expect(mayRead('bob', 'player', rex, rex)).toBe(false)
  expect(mayRead('bob', 'admin', rex, rex)).toBe(false)
  expect(mayRead('mia', 'moderator', 'mia')).toBe(false)
})

test('[SFN100] staff who unlink Steam still cannot read, write or delete the notes about the player they were linked to', async () => {
  const { hub, link, write, remove, notes } = await open()
  await write(rex, 'One', 'mia', 'moderator')
  const mayRead = (id: string) => {
    const { steamId: playsAs, formerSteamIds: playedAs } = hub.read(account, id)
    return hub.mayRead({ ...person(id, 'admin'), playsAs, playedAs }, documentId(staffNotes, rex))
  }
  await link('bob', null, 'Bob')
  expect([mayRead('bob'), mayRead('ann')]).toEqual([false, true])
  await link('second', rex, 'Second')
  expect(await write('second', 'Me', 'bob')).toMatchObject({ code: 'yourself' })
  expect(await remove(rex, notes(rex)[0]?.[0] ?? '', 'bob')).toMatchObject({ code: 'gone' })
  expect(notes(rex)).toHaveLength(1)
})

test('[SFN3] staff delete their own notes, owners all', async () => {
  const { write, remove, notes } = await open()
  await write(rex, 'One')
  await write(rex, 'Two')
  const [first = '', second = ''] = notes(rex).map(([id]) => id)
  expect(await remove(rex, first, 'mia', 'moderator')).toMatchObject({ code: 'notYours' })
  expect(await remove(rex, first)).toMatchObject({ ok: true })
  expect(await remove(rex, first)).toMatchObject({ code: 'gone' })
  expect(await remove(rex, second, 'olga', 'owner')).toMatchObject({ ok: true })
  expect(notes(rex)).toEqual([])
})

test('[SFN4] an unknown player, oneself, an empty or long text, one note too many, and players who write are refused', async () => {
  const { write, hub, notes } = await open()
  expect(await write('nemo', 'Who?')).toMatchObject({ code: 'noPlayer' })
  expect(await write('76561198000000999', 'Me', 'olga', 'owner')).toMatchObject({ code: 'yourself' })
  expect(await write('mia', 'Me', 'mia', 'moderator')).toMatchObject({ code: 'yourself' })
  expect(await write(rex, '  ')).toMatchObject({ code: 'badInput' })
  expect(await write(rex, 'a'.repeat(longestNote + 1))).toMatchObject({ code: 'badInput' })
  expect(await write(rex, 'Hi', 'dora', 'player')).toMatchObject({ code: 'forbidden' })
  for (let at = 0; at < mostNotes; at += 1) await write(rex, `${at}`)
  expect(await write(rex, 'One more')).toMatchObject({ code: 'full' })
  expect(notes(rex)).toHaveLength(mostNotes)
  expect(hub.read(staffNotes, 'nemo').notes).toEqual({})
})

test('[SFN5] erasing the player deletes the notes about them', async () => {
  const { write, erase, notes } = await open()
  await write('bob', 'One')
  await write('dora', 'Two')
  await erase('bob', 'Bob')
  expect([notes(rex).length, notes('dora').length]).toEqual([0, 1])
})
