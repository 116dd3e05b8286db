import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../shared/engine/testing/anyCharacter.ts'
import { createRedaction } from './redaction.ts'

const steamId = '76561198012345678'
const redaction = createRedaction({
  ids: ['demo-player'],
  externalIds: [steamId],
  documents: [],
  archives: { audit: [{ person: 'by', fields: ['name', 'change', 'address'] }], visits: 'delete' },
})
/** A row about the player after the erasure. */
const erased = (row: object, kind = 'audit') => {
  const after = redaction.row(kind, { about: ['demo-player'], json: JSON.stringify(row) })
  return after === 'delete' ? after : JSON.parse(after.json)
}
/** Characters that may be next to an id without being part of it. */
const edge = fc.string({ unit: anyCharacter }).map((text) => text.replace(/[\p{L}\p{N}_-]+$|^[\p{L}\p{N}_-]+/gu, ''))

test('[MN9] an external id is found and removed anywhere in a row: as a text, within one, or as the name of a field', () => {
  fc.assert(
    fc.property(edge, edge, fc.boolean(), (before, after, isField) => {
      const text = `${before}${steamId}${after}`
      const json = JSON.stringify(isField ? { by: { [text]: 1 } } : { by: [text] })
      expect(redaction.mentions(json)).toBe(true)
      expect(redaction.row('other', { about: [], json })).not.toMatchObject({ json: expect.stringContaining(steamId) })
    }),
  )
})

test('[MN10] ids that contain the id of an erased person are not affected', () => {
  for (const other of ['demo-player-2', 'a-demo-player', 'demo-players', `${steamId}9`, `1${steamId}`])
    expect(redaction.mentions(JSON.stringify({ by: other })), other).toBe(false)
})

test('[MN11] the address of an action of the erased person is emptied, and that of an action of others on them is kept', () => {
  const address = '203.0.113.7'
  expect(erased({ by: 'demo-player', address })).toEqual({ by: 'demo-player', address: '' })
  for (const row of [
    { by: 'ann', to: 'demo-player', address },
    { by: 'demo-player', address: null },
    { by: 'demo-player' },
  ])
    expect(erased(row)).toEqual(row)
})

test('[MN12] names in a row about an erased person are emptied at any depth, and the rest is kept', () => {
  const row = { by: 'demo-player', name: 'Ann', change: { name: 'Ann', at: 4, before: 'name' }, names: 2 }
  expect(erased(row)).toEqual({ ...row, name: '', change: { ...row.change, name: '' } })
})

test('[MN13] a row about an erased person is deleted where its archive says so, and in an archive that is not named', () => {
  expect(erased({ by: 'demo-player' }, 'visits')).toBe('delete')
  expect(erased({ by: 'demo-player' }, 'unnamed')).toBe('delete')
  const other = { about: ['ann'], json: '{"by":"ann","with":"demo-player"}' }
  expect(redaction.row('visits', other)).toBe(other)
})

test('[MP26] a field with several owners is emptied for the first whom the row names, and kept when another one is erased', () => {
  const { row: redact } = createRedaction({
    ids: ['ann'],
    externalIds: [],
    documents: [],
    archives: { orders: [{ person: 'by', fields: ['detail.text'], unless: ['target.id'] }] },
  })
  const after = (row: object) => {
    const redacted = redact('orders', { about: ['ann'], json: JSON.stringify(row) })
    return redacted === 'delete' ? redacted : JSON.parse(redacted.json)
  }
  const alone = { by: 'ann', target: null, detail: { text: 'hello', on: true } }
  expect(after(alone)).toEqual({ ...alone, detail: { text: '', on: true } })
  const toBen = { ...alone, target: { id: 'ben' } }
  expect(after(toBen)).toEqual(toBen)
})

test('[MP27] a text with the id of an erased player is replaced as a whole, since it names the player too', () => {
  const row = { by: 'ben', reply: `PlayerList: ${steamId}, Ann`, id: steamId, other: 'Cyd', list: [`${steamId},Ann`] }
  const after = redaction.row('audit', { about: ['ben'], json: JSON.stringify(row) })
  const expected = { ...row, reply: '[erased]', id: '[erased]', list: ['[erased]'] }
  expect(after === 'delete' ? after : JSON.parse(after.json)).toEqual(expected)
})
