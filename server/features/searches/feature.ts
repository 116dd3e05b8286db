import * as commands from '../../../shared/features/searches/commands.ts'
import { mostSavedSearches, savedSearches } from '../../../shared/features/searches/searches.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'

export const saveSearch: Rule<typeof commands.saveSearch> = ({ actor, edit, refuse, newId, now }, saved) => {
  const { searches } = edit(savedSearches, accountOf(actor))
  const ofList = Object.entries(searches).filter(([, one]) => one.list === saved.list)
  const same = ofList.find(([, one]) => one.name.toLowerCase() === saved.name.toLowerCase())
  if (!same && ofList.length >= mostSavedSearches) return refuse('full')
  const id = same?.[0] ?? newId()
  searches[id] = { ...saved, savedAt: now }
  return { id }
}

export const removeSearch: Rule<typeof commands.removeSearch> = ({ actor, edit, refuse }, { id }) => {
  const { searches } = edit(savedSearches, accountOf(actor))
  if (!Object.hasOwn(searches, id)) return refuse('gone')
  delete searches[id]
  return {}
}

/** Searches that users have saved for their lists. */
export const searchesFeature: Feature = {
  name: 'searches',
  documents: [savedSearches],
  commands: [implement(commands.saveSearch, saveSearch), implement(commands.removeSearch, removeSearch)],
  queries: [],
}
