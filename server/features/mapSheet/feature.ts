import * as commands from '../../../shared/features/mapSheet/commands.ts'
import { mapSheet } from '../../../shared/features/mapSheet/mapSheet.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const mapSheetFeature: Feature = {
  name: 'mapSheet',
  documents: [mapSheet],
  commands: [
    implement(commands.calibrateMap, rules.calibrateMap),
    implement(commands.clearCalibration, rules.clearCalibration),
  ],
  queries: [],
}
