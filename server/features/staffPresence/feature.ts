import { reportPresence as command } from '../../../shared/features/staffPresence/commands.ts'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

const reportPresence: Rule<typeof command> = ({ edit }, { player, people }) => {
  const draft = edit(staffPresence, player).people
  for (const account of Object.keys(draft)) if (!Object.hasOwn(people, account)) delete draft[account]
  for (const [account, person] of Object.entries(people))
    if (draft[account]?.since !== person.since || draft[account]?.name !== person.name) draft[account] = person
  return {}
}

/** Shows staff who else has the same player selected. */
export const staffPresenceFeature: Feature = {
  name: 'staffPresence',
  documents: [staffPresence],
  commands: [implement(command, reportPresence)],
  queries: [],
}
