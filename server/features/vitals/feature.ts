import * as commands from '../../../shared/features/vitals/commands.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

/** Writes only what differs: a resting animal is as it was two seconds ago. */
const reportVitals: Rule<typeof commands.reportVitals> = ({ edit }, { player, animal, ...reading }) => {
  const draft = edit(vitals, player)
  Object.assign(draft, reading)
  if (animal && draft.animal) Object.assign(draft.animal, animal)
  else if (animal !== draft.animal) draft.animal = animal
  return {}
}

export const vitalsFeature: Feature = {
  name: 'vitals',
  documents: [vitals],
  commands: [implement(commands.reportVitals, reportVitals)],
  queries: [],
}
