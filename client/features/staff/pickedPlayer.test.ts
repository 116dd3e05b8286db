import { expect, test } from 'vitest'
import { RosterEntry } from '../../../shared/features/roster/roster.ts'
import {
  asInRoster,
  idOf,
  matchesOf,
  matchingPlayers,
  noPlayer,
  pickedPlayer,
  targetOf,
  typedPlayer,
} from './pickedPlayer.ts'

const entry = (id: string, name: string) => RosterEntry.parse({ id, name, animal: null })
const players = {
  '765001': entry('765001', 'Rex'),
  '765002': entry('765002', 'rex'),
  '765003': entry('765003', 'Tyrex'),
  '765004': entry('765004', ''),
}

test('[PP1] a chosen player is sent as an id, whatever the names of others', () => {
  expect(targetOf(pickedPlayer(players['765002']))).toBe('765002')
  expect(matchesOf(players, pickedPlayer(players['765002']))).toEqual([players['765002']])
  expect(targetOf(pickedPlayer(players['765004']))).toBe('765004')
})

test('[PP2] a typed name means all players of that name, a typed id one player, and an empty text none', () => {
  expect(matchesOf(players, typedPlayer(' REX ')).map(({ id }) => id)).toEqual(['765001', '765002'])
  expect(matchesOf(players, typedPlayer('765003'))).toEqual([players['765003']])
  expect(matchesOf(players, noPlayer)).toEqual([])
  expect(matchesOf(players, typedPlayer('   '))).toEqual([])
})

test('[PP3] matching beginnings come before other matches', () => {
  expect(matchingPlayers(players, 'rex').map(({ id }) => id)).toEqual(['765001', '765002', '765003'])
  expect(matchingPlayers(players, '765004')).toEqual([players['765004']])
  expect(matchingPlayers(players, 'nessie')).toEqual([])
})

test('[PP4] the id is known if one player is meant, in the game or not; not if several have the name', () => {
  expect(idOf(players, pickedPlayer(players['765002']))).toBe('765002')
  expect(idOf(players, typedPlayer('tyrex'))).toBe('765003')
  expect(idOf(players, typedPlayer(' 76561198000000009 '))).toBe('76561198000000009')
  for (const text of ['rex', 'nessie', '123', '']) expect(idOf(players, typedPlayer(text))).toBeNull()
})

test('[PP5] a typed player is replaced by the one in the roster; with several of the name, or none, nothing is guessed', () => {
  expect(asInRoster(players, typedPlayer(' 765003 '))).toEqual({ text: 'Tyrex', id: '765003' })
  expect(asInRoster(players, typedPlayer('tyREX'))).toEqual({ text: 'Tyrex', id: '765003' })
  expect(asInRoster(players, typedPlayer('765004'))).toEqual({ text: '765004', id: '765004' })
  for (const one of [typedPlayer('rex'), typedPlayer('nessie'), noPlayer, pickedPlayer({ id: '765009', name: 'Gone' })])
    expect(asInRoster(players, one)).toBe(one)
})
