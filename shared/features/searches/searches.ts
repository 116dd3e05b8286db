import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { givenName } from '../../engine/givenName.ts'
import { longestSearch } from '../../engine/search/parseSearch.ts'

/** The lists with a search: each user has saved searches of their own for each. */
export const searchedLists = ['inventory', 'ledger', 'market', 'users'] as const
export type SearchedList = (typeof searchedLists)[number]

export const longestSearchName = 40
/** Of one list. */
export const mostSavedSearches = 20

export const SearchName = givenName({
  what: "A search's name",
  needed: 'Enter a name for the search.',
  longest: longestSearchName,
})
export const SearchText = z.string().trim().min(1).max(longestSearch)

const Saved = z.object({ list: z.enum(searchedLists), name: z.string(), text: z.string(), savedAt: z.number() })
export type SavedSearchOf = z.infer<typeof Saved>

/** Searches that a user has saved, by id. The key is the account id. */
export const savedSearches = defineDocument({
  kind: 'savedSearches',
  schema: z.object({ searches: z.record(z.string(), Saved).default({}) }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'savedSearches',
    ({ searches }: { searches: Readonly<Record<string, SavedSearchOf>> }) => Object.values(searches),
    { list: 'theirs', name: 'theirs', text: 'theirs', savedAt: 'theirs' },
  ),
  erased: 'cleared',
  typedTexts: ['searches.*.name', 'searches.*.text'],
  audited: null,
})
