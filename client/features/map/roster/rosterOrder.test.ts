import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { regionName } from '../../../../shared/features/world/regions.ts'
import { isMatch } from './rosterFilter.ts'
import { columns, heldOrder, nextOrder, sortEntries } from './rosterOrder.ts'

const entry = (id: string, name: string, animal: Partial<NonNullable<RosterEntry['animal']>> | null): RosterEntry => ({
  id,
  name,
  animal: animal && {
    species: 'Carnotaurus',
    gender: null,
    growth: 50,
    health: 100,
    stamina: 100,
    hunger: 50,
    thirst: 50,
    dead: false,
    slot: 0,
    isPlaced: false,
    region: null,
    square: null,
    near: null,
    ...animal,
  },
})

const anna = entry('1', 'anna', {
  species: 'Troodon',
  growth: 100,
  isPlaced: true,
  region: 'swamps',
  square: 'E7',
  near: 'swamps',
})
const berta = entry('2', 'Berta', { species: 'Allosaurus', growth: 9 })
const carl = entry('3', 'Carl', null)
const all = [carl, berta, anna]
const ids = (entries: readonly RosterEntry[]) => entries.map(({ id }) => id).join('')

test('[RO24] names are sorted alphabetically ignoring case, and growth as a number', () => {
  expect(ids(sortEntries(all, { column: 'name', direction: 'ascending' }))).toBe('123')
  expect(ids(sortEntries(all, { column: 'growth', direction: 'ascending' }))).toBe('213')
  expect(ids(sortEntries(all, { column: 'growth', direction: 'descending' }))).toBe('123')
})

test('[RO25] a player without an animal or a known place comes last in both directions', () => {
  for (const direction of ['ascending', 'descending'] as const) {
    expect(ids(sortEntries(all, { column: 'species', direction })).at(-1)).toBe('3')
    expect(ids(sortEntries(all, { column: 'place', direction }))[0]).toBe('1')
  }
})

test('[RO26] the result does not depend on the input order', () => {
  const entries = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1 }),
      name: fc.constantFrom('a', 'b', 'B'),
      growth: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(entries, fc.constantFrom(...columns), (drawn, column) => {
      const made = drawn.map(({ id, name, growth }) => entry(id, name, growth === 3 ? null : { growth }))
      const order = { column, direction: 'ascending' } as const
      expect(sortEntries([...made].reverse(), order)).toEqual(sortEntries(made, order))
    }),
  )
})

test('[RO27] a second press on a column reverses the direction', () => {
  const first = nextOrder({ column: 'name', direction: 'descending' }, 'growth')
  expect(first).toEqual({ column: 'growth', direction: 'ascending' })
  expect(nextOrder(first, 'growth').direction).toBe('descending')
})

test('[RO28] every search word must occur in name, species or place', () => {
  expect(isMatch(anna, 'swamp tro')).toBe(true)
  expect(isMatch(anna, 'e7')).toBe(true)
  expect(isMatch(anna, 'swamp allo')).toBe(false)
  expect(isMatch(carl, '')).toBe(true)
  expect(regionName('nowhere-yet')).toBe('nowhere-yet')
})

test('[RO29] while the order is held no row moves, players who left are removed, and new ones are appended', () => {
  const newcomer = entry('0', 'Aaron', {})
  expect(ids(heldOrder(['3', '9', '1'], [newcomer, anna, berta, carl]))).toBe('3102')
})
