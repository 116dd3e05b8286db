import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { mostSavedSearches, SearchName, SearchText, searchedLists } from './searches.ts'

/** Saves a search under a name. A search of that list with the same name is replaced. */
export const saveSearch = defineCommand({
  name: 'searches.save',
  permission: 'play',
  input: z.object({ list: z.enum(searchedLists), name: SearchName, text: SearchText }),
  output: z.object({ id: z.string() }),
  refusals: { full: `You have ${mostSavedSearches} saved searches for this list. Delete one first.` },
})

export const removeSearch = defineCommand({
  name: 'searches.remove',
  permission: 'play',
  input: z.object({ id: z.string().max(64) }),
  output: z.object({}),
  refusals: { gone: 'That search is not saved any more.' },
})
