import * as commands from '../../../shared/features/mapSettings/commands.ts'
import { mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

const changeMapSettings: Rule<typeof commands.changeMapSettings> = ({ actor, edit }, changes) => {
  if (actor.id === null) throw new Error('Map settings belong to an account, and the actor has none')
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  Object.assign(edit(mapSettings, actor.id), Object.fromEntries(given))
  return {}
}

export const mapSettingsFeature: Feature = {
  name: 'mapSettings',
  documents: [mapSettings],
  commands: [implement(commands.changeMapSettings, changeMapSettings)],
  queries: [],
}
