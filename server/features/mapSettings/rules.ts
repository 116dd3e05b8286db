import type * as commands from '../../../shared/features/mapSettings/commands.ts'
import { mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { Rule } from '../../engine/rule.ts'

export const changeMapSettings: Rule<typeof commands.changeMapSettings> = ({ actor, edit }, wanted) => {
  if (actor.id === null) throw new Error('Map settings belong to an account, and the asker has none')
  const named = Object.entries(wanted).filter(([, value]) => value !== undefined)
  Object.assign(edit(mapSettings, actor.id), Object.fromEntries(named))
  return {}
}
