import { expect, test } from 'vitest'
import { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { asKnown, idOf, meantBy, nobody, offered, picked, targetOf, typed } from './pickedPlayer.ts'

const entry = (id: string, name: string) => RosterEntry.parse({ id, name, animal: null })
const players = {
  '765001': entry('765001', 'Rex'),
  '765002': entry('765002', 'rex'),
  '765003': entry('765003', 'Tyrex'),
  '765004': entry('765004', ''),
}

test('[PP1] whoever was chosen is named by their id, whatever others call themselves', () => {
  expect(targetOf(picked(players['765002']))).toBe('765002')
  expect(meantBy(players, picked(players['765002']))).toEqual([players['765002']])
  expect(targetOf(picked(players['765004']))).toBe('765004')
})

test('[PP2] a typed name means all namesakes, a typed id one, and nothing nobody', () => {
  expect(meantBy(players, typed(' REX ')).map(({ id }) => id)).toEqual(['765001', '765002'])
  expect(meantBy(players, typed('765003'))).toEqual([players['765003']])
  expect(meantBy(players, nobody)).toEqual([])
  expect(meantBy(players, typed('   '))).toEqual([])
})

test('[PP3] what is offered begins with what is typed before it only holds it', () => {
  expect(offered(players, 'rex').map(({ id }) => id)).toEqual(['765001', '765002', '765003'])
  expect(offered(players, '765004')).toEqual([players['765004']])
  expect(offered(players, 'nessie')).toEqual([])
})

test('[PP4] it is known by id who is picked where one is meant, in the game or not; of namesakes nobody is', () => {
  expect(idOf(players, picked(players['765002']))).toBe('765002')
  expect(idOf(players, typed('tyrex'))).toBe('765003')
  expect(idOf(players, typed(' 76561198000000009 '))).toBe('76561198000000009')
  for (const text of ['rex', 'nessie', '123', '']) expect(idOf(players, typed(text))).toBeNull()
})

test('[PP5] whoever is typed and known is called and reached as the roster has them; of namesakes and strangers nothing is guessed', () => {
  expect(asKnown(players, typed(' 765003 '))).toEqual({ text: 'Tyrex', id: '765003' })
  expect(asKnown(players, typed('tyREX'))).toEqual({ text: 'Tyrex', id: '765003' })
  expect(asKnown(players, typed('765004'))).toEqual({ text: '765004', id: '765004' })
  for (const one of [typed('rex'), typed('nessie'), nobody, picked({ id: '765009', name: 'Gone' })])
    expect(asKnown(players, one)).toBe(one)
})
