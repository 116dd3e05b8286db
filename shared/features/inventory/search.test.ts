import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matcherOf, termsOf } from '../../engine/search/matchSearch.ts'
import { parseSearch } from '../../engine/search/parseSearch.ts'
import { species } from '../world/species.ts'
import { OwnedDinosaur } from './inventory.ts'
import { countsOf, knownOf, weightText } from './knownDinosaur.ts'
import { dinosaurSearch } from './search.ts'

const now = Date.UTC(2026, 2, 9)
const owned = (more: Partial<OwnedDinosaur>) =>
  OwnedDinosaur.parse({
    id: more.species ?? 'd1',
    state: 'stored',
    source: 'shop',
    species: 'Triceratops',
    gender: null,
    storedAt: now,
    delivery: null,
    ...more,
  })
const all = [
  owned({ species: 'Triceratops', growth: 80, name: 'Old Scar', mutations: ['nocturnal'] }),
  owned({
    species: 'Omniraptor',
    source: 'grown',
    growth: 40,
    gender: 'Female',
    playMs: 3 * 3_600_000,
    location: 'swamps',
  }),
  owned({ species: 'Newsaurus', source: 'marketplace', storedAt: now - 9 * 86_400_000, tradableAt: now + 1 }),
  owned({ species: 'Deinosuchus', state: 'redeeming', delivery: 'x', isUnsure: true }),
].map(knownOf)
const found = (text: string) => {
  const parsed = parseSearch(dinosaurSearch, text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return all.filter(matcherOf(dinosaurSearch, parsed.node, now)).map(({ entry }) => entry.species)
}

test('[IV6] an inventory is searched by all that is known of a dinosaur', () => {
  const searches: Readonly<Record<string, readonly string[]>> = {
    'species:tri growth>0.5 source:shop': ['Triceratops'],
    'species:utah': ['Omniraptor'],
    'species:omni gender:female': ['Omniraptor'],
    scar: ['Triceratops'],
    'name:none -is:stored': ['Deinosuchus'],
    'rarity:none': ['Newsaurus'],
    'rarity:apex weight>2000': ['Triceratops', 'Deinosuchus'],
    'type:aquatic diet:carnivore': ['Deinosuchus'],
    'is:tradable': ['Triceratops', 'Omniraptor'],
    'is:unsure': ['Deinosuchus'],
    'playtime>2h level:1': ['Omniraptor'],
    'growth:none': ['Newsaurus', 'Deinosuchus'],
    'age>7d': ['Newsaurus'],
    'place:swamps': ['Omniraptor'],
    'mutation:nocturnal': ['Triceratops'],
    'acquired:2026-03-09 not species:tri': ['Omniraptor', 'Deinosuchus'],
  }
  for (const [text, expected] of Object.entries(searches)) expect(found(text), text).toEqual(expected)
})

test('[IV7] each example of the help is understood, and the terms of a dinosaur find it', () => {
  for (const { example } of dinosaurSearch.fields)
    expect(parseSearch(dinosaurSearch, example), example).toMatchObject({ ok: true })
  const names = fc.constantFrom(...Object.keys(species), 'Newsaurus')
  const one = fc.record({ species: names, growth: fc.option(fc.nat(100)), source: fc.constantFrom('grown', 'shop') })
  fc.assert(
    fc.property(one, (more) => {
      const known = knownOf(owned(more as Partial<OwnedDinosaur>))
      const parsed = parseSearch(dinosaurSearch, termsOf(dinosaurSearch, known, now).join(' '))
      expect(parsed.ok && matcherOf(dinosaurSearch, parsed.node, now)(known)).toBe(true)
    }),
  )
})

test('[IV8] figures count by source, and weights of a tonne and more are in tonnes', () => {
  expect(countsOf(all.map(({ entry }) => entry))).toEqual({ total: 4, grown: 1, purchased: 2, traded: 1 })
  expect([weightText(999), weightText(1_000), weightText(8_540)]).toEqual(['999 kg', '1.0 t', '8.5 t'])
})
