import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { regions } from '../../../../shared/features/world/regions.ts'
import { species } from '../../../../shared/features/world/species.ts'
import { diets, filterFromQuery, isFiltering, noFilter, passes, toggled, wild, withFilter } from './rosterFilter.ts'

const entryOf = (name: string, kind: string | null, region: string | null = null): RosterEntry => ({
  id: name,
  name,
  animal:
    kind === null
      ? null
      : {
          species: kind,
          gender: null,
          growth: 50,
          health: 50,
          stamina: 50,
          hunger: 50,
          thirst: 50,
          dead: false,
          slot: 1,
          isPlaced: true,
          region,
          square: 'C5',
          near: 'swamps',
        },
})
const troodon = entryOf('Ann', 'Troodon', 'swamps')
const maiasaura = entryOf('Bob', 'Maiasaura')
const choosing = entryOf('Cyd', null)

test('[RF1] without a filter all players are shown', () => {
  expect([troodon, maiasaura, choosing].every((entry) => passes(entry, noFilter))).toBe(true)
  expect(isFiltering(noFilter)).toBe(false)
})

test.each([
  [{ species: ['Troodon'] }, ['Ann']],
  [{ diets: ['herbivore', 'omnivore'] }, ['Bob']],
  [{ regions: ['swamps'] }, ['Ann']],
  [{ regions: [wild] }, ['Bob']],
  [{ diets: ['carnivore'], regions: [wild] }, []],
  [{ search: ' swamps tro ' }, ['Ann']],
  [{ search: 'cyd' }, ['Cyd']],
])('[RF2] %o shows %o', (filter, names) => {
  const shown = [troodon, maiasaura, choosing].filter((entry) => passes(entry, { ...noFilter, ...filter }))
  expect(shown.map(({ name }) => name)).toEqual(names)
  expect(isFiltering({ ...noFilter, ...filter })).toBe(true)
})

test('[RF400] a species is found by the name of players and by that of the game', () => {
  for (const search of ['utahraptor', 'omniraptor'])
    expect(passes(entryOf('Eve', 'Omniraptor'), { ...noFilter, search })).toBe(true)
})

test('[RF3] a species unknown to this page has an unknown diet', () => {
  expect(passes(entryOf('Dee', 'Zorrasaurus'), { ...noFilter, diets: ['unknown'] })).toBe(true)
})

const some = (among: readonly string[]) => fc.uniqueArray(fc.constantFrom(...among)).map((list) => [...list].sort())

test('[RF4] a link keeps the filter and other parameters of the address', () => {
  const filter = fc.record({
    species: some(Object.keys(species)),
    diets: some(diets),
    regions: some([...regions.map(({ id }) => id), wild]),
    search: fc.string({ maxLength: 80, unit: 'grapheme' }).filter((words) => words.length <= 80),
  })
  fc.assert(
    fc.property(filter, (wanted) => {
      const query = withFilter(new URLSearchParams('probe=1'), wanted)
      expect(query.get('probe')).toBe('1')
      const read = filterFromQuery(new URLSearchParams(query.toString()))
      expect({ ...read, diets: [...read.diets].sort(), regions: [...read.regions].sort() }).toEqual(wanted)
    }),
  )
})

test('[RF5] invalid parts of an address are ignored', () => {
  const read = filterFromQuery(
    new URLSearchParams(`species=,<b>,Troodon,Troodon&diet=meat&region=moon,swamps&find=${'x'.repeat(500)}`),
  )
  expect(read).toEqual({ species: ['Troodon'], diets: [], regions: ['swamps'], search: 'x'.repeat(80) })
  expect(withFilter(new URLSearchParams('find=a&diet=omnivore'), noFilter).toString()).toBe('')
})

test('[RF6] choosing an option twice restores the filter', () => {
  expect(toggled(toggled(['a'], 'b'), 'b')).toEqual(['a'])
  expect(toggled([], 'a')).toEqual(['a'])
})

test('[GH2] the filter of the wild leaves out an animal whose place is unknown', () => {
  const unplaced = { ...maiasaura, animal: maiasaura.animal && { ...maiasaura.animal, isPlaced: false } }
  expect(passes(unplaced, { ...noFilter, regions: [wild] })).toBe(false)
  expect(passes(unplaced, { ...noFilter, diets: ['herbivore'] })).toBe(true)
})
