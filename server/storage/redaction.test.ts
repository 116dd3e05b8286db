import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedaction } from './redaction.ts'

const steamId = '76561198012345678'
const { isIn, line } = createRedaction({
  ...{ ids: ['demo-player'], externalIds: [steamId], documents: [], lists: [] },
  nameFields: ['name'],
  deedFields: { by: ['by'], from: ['address'] },
})
/** What may stand beside a name without being a part of it. */
const edge = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\p{L}\p{N}_-]+$|^[\p{L}\p{N}_-]+/gu, ''))

test('[MN1] an id is found wherever it stands whole, as a text, in one, or as the name of a field, and is gone from the line', () => {
  fc.assert(
    fc.property(edge, edge, fc.boolean(), (before, after, isField) => {
      const text = `${before}${steamId}${after}`
      const json = JSON.stringify(isField ? { by: { [text]: 1 } } : { by: [text] })
      expect(isIn(json)).toBe(true)
      expect(line(json)).not.toContain(steamId)
    }),
  )
})

test('[MN2] another who is called alike is not meant', () => {
  for (const other of ['demo-player-2', 'a-demo-player', 'demo-players', `${steamId}9`, `1${steamId}`])
    expect(isIn(JSON.stringify({ by: other })), other).toBe(false)
})

test('[MN4] from where they did something is gone, and from where others did something to them stays', () => {
  const cleared = (told: object) => JSON.parse(line(JSON.stringify(told)))
  const address = '203.0.113.7'
  expect(cleared({ by: 'demo-player', address })).toEqual({ by: 'demo-player', address: '' })
  for (const told of [
    { by: 'ann', to: 'demo-player', address },
    { by: 'demo-player', address: null },
    { by: 'demo-player' },
  ])
    expect(cleared(told)).toEqual(told)
})

test('[MN3] in a line that speaks of them nothing says what people are called, and the rest is as it was', () => {
  const told = { by: 'demo-player', name: 'Ann', change: { name: 'Ann', at: 4, before: 'name' }, names: 2 }
  expect(JSON.parse(line(JSON.stringify(told)))).toEqual({
    ...told,
    name: '',
    change: { ...told.change, name: '' },
  })
})
