import { expect, test } from 'vitest'
import { applyPatches } from './applyPatches.ts'
import type { Patch } from './down.ts'

const deepFrozen = <Value extends object>(value: Value): Value => {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFrozen(inner)
  return Object.freeze(value)
}
const document = deepFrozen({
  count: 1,
  players: { ann: { at: 1 }, ben: { at: 2 } },
  list: [{ at: 1 }, { at: 2 }, { at: 3 }],
})

test('[AP1] what patches do not touch is the same value as before, and neither the value nor the patches are changed', () => {
  const patches: readonly Patch[] = deepFrozen([
    { op: 'replace', path: ['players', 'ann'], value: { at: 5 } },
    { op: 'replace', path: ['players', 'ann', 'at'], value: 6 },
    { op: 'add', path: ['list', 1], value: { at: 9 } },
    { op: 'remove', path: ['list', 0] },
    { op: 'replace', path: ['list', 'length'], value: 2 },
  ] as const)
  const next = applyPatches(document, patches)
  expect(next).toEqual({ count: 1, players: { ann: { at: 6 }, ben: { at: 2 } }, list: [{ at: 9 }, { at: 2 }] })
  expect(next.players.ben).toBe(document.players.ben)
  expect(next.list[1]).toBe(document.list[1])
  expect(applyPatches(document, [{ op: 'add', path: ['count'], value: 2 }]).players).toBe(document.players)
  expect(applyPatches(document, [{ op: 'replace', path: [], value: patches }])).toBe(patches)
  expect(applyPatches(document, [])).toBe(document)
})

test.each<Patch['path']>([
  ['players', 'eve', 'at'],
  ['count', 'of'],
  ['players', 'constructor', 'name'],
  ['players', '__proto__'],
  ['__proto__', 'at'],
])('[AP2] a patch whose path leads nowhere is an error that names it: %j', (...path) => {
  expect(() => applyPatches(document, [{ op: 'add', path, value: 1 }])).toThrow(`there is no ${path.join('/')}.`)
  expect({}).not.toHaveProperty('at')
})
