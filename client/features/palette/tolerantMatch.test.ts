import { expect, test } from 'vitest'
import { mistypedFrom, scoreOf } from './tolerantMatch.ts'

const score = (query: string, name: string, synonyms = '') => scoreOf(query, name, synonyms) ?? Number.POSITIVE_INFINITY

test.each([
  ['kikc', 'Kick a player…', ''],
  ['kck', 'Kick a player…', ''],
  ['kickk', 'Kick a player…', ''],
  ['ikck', 'Kick a player…', ''],
  ['calibrtaion', 'Map calibration', ''],
  ['calbr', 'Map calibration', ''],
  ['nigth', 'Theme: Night', ''],
])('[PW20] "%s", mistyped, matches "%s"', (query, name, synonyms) => {
  expect(score(query, name, synonyms)).toBeGreaterThanOrEqual(mistypedFrom)
  expect(score(query, name, synonyms)).toBeLessThan(Number.POSITIVE_INFINITY)
})

test.each([
  ['live ma', 'Live Map', ''],
  ['MAP', 'Live Map', ''],
  ['logout', 'Log out', ''],
  ['log out', 'Log out', ''],
  ['sign off', 'Log out', 'sign off leave'],
  ['remove', 'Kick a player…', 'remove boot'],
  ['rene', 'René', ''],
  ['765', 'Rex', '76561198000000001'],
])('[PW21] "%s", the beginning of words or synonyms, matches "%s"', (query, name, synonyms) => {
  expect(score(query, name, synonyms)).toBeLessThan(mistypedFrom)
})

test.each([
  ['kick', 'Nick'],
  ['map audit', 'Live Map'],
  ['night', 'Unlight'],
])('[PW22] "%s" is not found as "%s"', (query, name) => {
  expect(scoreOf(query, name)).toBeNull()
})

test('[CK11] a drawing is matched as it is, an id before every name, and a synonym with one fault at most', () => {
  expect(score('🦖', '🦖 Rex 🦕 Émilie')).toBe(0)
  for (const query of ['🦖', '?', '…']) expect(score(query, 'Theme: Night', 'dark mode')).toBe(Number.POSITIVE_INFINITY)
  const id = '76561198000000001'
  expect(score(id, 'Fernfoot', id)).toBeLessThan(score(id, `Zed; PlayerID: ${id}`, '76561198000000009'))
  expect(score(id, 'Fernfoot', id)).toBeLessThan(score(id, id, '76561198000000009'))
  expect(scoreOf('restart', 'Heal a player', 'restore')).toBeNull()
  expect(scoreOf('restroe', 'Heal a player', 'restore')).not.toBeNull()
  for (const theme of ['Map theme: Like the page', 'Map theme: Island time'])
    expect(score('map', 'Live Map'), theme).toBeLessThan(score('map', theme))
})

test('[PW23] the whole name outranks its beginning, that a synonym, and that a part or a mistyped word', () => {
  const scores = [
    score('map', 'Map'),
    score('map', 'Map calibration'),
    score('map', 'Live Map'),
    score('map', 'Mapping'),
    score('map', 'Home', 'map'),
    score('map', 'Roadmap'),
    score('mpa', 'Map'),
  ]
  expect(scores).toEqual([...scores].sort((one, other) => one - other))
  expect(new Set(scores).size).toBe(scores.length)
})
