import { expect, test } from 'vitest'
import { parsePlayables } from './parsePlayables.ts'

test.each([
  'Carnotaurus,Dilophosaurus',
  'Carnotaurus, Dilophosaurus\n',
  '[2026.04.01-14.50.30] GetPlayablesCarnotaurus,Dilophosaurus,',
  '[2026.04.01-14.50.30] Playables updated: BP_Carnotaurus_C,BP_Dilophosaurus_C',
  'Playables\nCarnotaurus\nDilophosaurus\nCarnotaurus',
])('[PY1] %j holds two classes', (reply) => {
  expect(parsePlayables(reply)).toEqual({ value: ['Carnotaurus', 'Dilophosaurus'], unknownKeys: [], garbage: [] })
})

test('[PY2] an empty list is an answer: nobody can spawn', () => {
  expect(parsePlayables('[2026.04.01-14.50.30] ').value).toEqual([])
})

test('[PY3] what is no class name is counted; nothing else is garbage', () => {
  expect(parsePlayables('Troodon,<?>')).toMatchObject({
    value: ['Troodon'],
    garbage: ['a playable that is no class name'],
  })
  expect(() => parsePlayables('<html></html>')).toThrow('no class name')
})
