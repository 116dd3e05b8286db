import type * as commands from '../../../shared/features/vitals/commands.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Rule } from '../../engine/rule.ts'

/** Writes only what differs: a resting animal is as it was two seconds ago. */
export const reportVitals: Rule<typeof commands.reportVitals> = ({ edit }, { player, animal, ...told }) => {
  const draft = edit(vitals, player)
  Object.assign(draft, told)
  if (animal && draft.animal) Object.assign(draft.animal, animal)
  else if (animal !== draft.animal) draft.animal = animal
  return {}
}
