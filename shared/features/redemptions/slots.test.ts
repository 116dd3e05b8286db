import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mainMutations, parentMutations } from '../catalogue/mutations.ts'
import { buildText, noMutations, readBuild, type Slots, slotsProblem, toggleMutation } from './slots.ts'

const all = [...mainMutations, ...parentMutations]
const isKnown = (id: string, kind: 'main' | 'parent') => all.some((one) => one.id === id && one.category === kind)
const [one, two, three, four] = mainMutations.map(({ id }) => id) as [string, string, string, string]
const [parent] = parentMutations.map(({ id }) => id) as [string]

test('[RQ60] three main and three parent mutations fit; a parent needs a main one, and a fourth one has no slot', () => {
  expect(toggleMutation(noMutations, parent, 'parent')).toMatchObject({ slots: noMutations, problem: 'needsMain' })
  const full: Slots = { main: [one, two, three], parents: [parent] }
  expect(toggleMutation(full, four, 'main')).toMatchObject({ slots: full, problem: 'full' })
  expect(toggleMutation(full, two, 'main').slots.main).toEqual([one, three])
})

test('[RQ61] with the last main mutation the parents go too, and that is reported', () => {
  const slots: Slots = { main: [one], parents: [parent] }
  expect(toggleMutation(slots, one, 'main')).toEqual({ slots: noMutations, problem: null, gone: [parent] })
})

test('[RQ62] a build survives its link; what the catalogue does not have, and what is too much, is left out', () => {
  const slots: Slots = { main: [one, two], parents: [parent] }
  expect(readBuild(buildText(slots), isKnown)).toEqual(slots)
  expect(readBuild(`${one}+dragon+${two}+${three}+${four}~${parent}`, isKnown)).toEqual({
    main: [one, two, three],
    parents: [parent],
  })
  expect(readBuild(`~${parent}`, isKnown)).toEqual(noMutations)
  expect(readBuild('%%%~~~', isKnown)).toEqual(noMutations)
})

test('[RQ63] whatever is pressed in whatever order, the choice is one that can be redeemed or is empty', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...all), { maxLength: 30 }), (pressed) => {
      const slots = pressed.reduce((now, { id, category }) => toggleMutation(now, id, category).slots, noMutations)
      expect(slotsProblem(slots)).toBe(slots.main.length === 0 ? 'none' : null)
    }),
    { numRuns: 200, seed: 7 },
  )
})
