import { expect, test } from 'vitest'
import { removeSearch, saveSearch } from '../../../shared/features/searches/commands.ts'
import { mostSavedSearches, savedSearches } from '../../../shared/features/searches/searches.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { searchesFeature } from './feature.ts'

async function open() {
  const { hub, dispatch } = await openApp([searchesFeature])
  const ask = async (command: { readonly name: string }, input: object, who = 'ann') => {
    const answer = await dispatch(person(who), command.name, input)
    return answer.ok ? answer.output : answer.code
  }
  return { hub, ask, saved: (who = 'ann') => Object.values(hub.read(savedSearches, who).searches) }
}
const one = { list: 'inventory', name: 'Big ones', text: 'weight>2000' } as const

test('[IV4] a search is saved by name for one list, and the same name replaces it', async () => {
  const { ask, saved, hub } = await open()
  await ask(saveSearch, one)
  await ask(saveSearch, { ...one, name: 'big ONES', text: 'weight>3000' })
  await ask(saveSearch, { ...one, list: 'ledger' })
  expect(saved()).toMatchObject([{ name: 'big ONES', text: 'weight>3000' }, { list: 'ledger' }])
  expect(saved('bob')).toEqual([])
  expect(hub.mayRead(person('bob'), 'savedSearches/ann')).toBe(false)
  expect(await ask(saveSearch, { ...one, name: ' ' })).toBe('badInput')
  expect(await ask(saveSearch, { ...one, text: 'x'.repeat(301) })).toBe('badInput')
})

test('[IV5] a list has at most 20 saved searches, and a user deletes their own alone', async () => {
  const { ask, saved } = await open()
  for (let at = 0; at < mostSavedSearches; at += 1) await ask(saveSearch, { ...one, name: `Search ${at}` })
  expect(await ask(saveSearch, one)).toBe('full')
  expect(await ask(saveSearch, { ...one, name: 'Search 3' })).toMatchObject({ id: expect.any(String) })
  const { id } = (await ask(saveSearch, { ...one, list: 'market' })) as { id: string }
  expect(await ask(removeSearch, { id }, 'bob')).toBe('gone')
  expect(await ask(removeSearch, { id })).toEqual({})
  expect(await ask(removeSearch, { id: 'toString' })).toBe('gone')
  expect(saved()).toHaveLength(mostSavedSearches)
})
