import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import { mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const mapSettingsFeature: Feature = {
  name: 'mapSettings',
  documents: [mapSettings],
  commands: [implement(changeMapSettings, rules.changeMapSettings)],
  queries: [],
}
