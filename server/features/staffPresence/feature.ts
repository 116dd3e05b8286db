import { reportPresence as command } from '../../../shared/features/staffPresence/commands.ts'
import { staffPresence, staffSelection } from '../../../shared/features/staffPresence/staffPresence.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

/** A player whom no member of staff has selected any more leaves nothing behind. */
const reportPresence: Rule<typeof command> = ({ edit }, { server, player, people }) => {
  const { players } = edit(staffPresence, server)
  if (Object.keys(people).length === 0) {
    delete players[player]
    return {}
  }
  players[player] ??= {}
  const draft = players[player]
  for (const account of Object.keys(draft)) if (!Object.hasOwn(people, account)) delete draft[account]
  for (const [account, person] of Object.entries(people))
    if (draft[account]?.since !== person.since || draft[account]?.name !== person.name) draft[account] = person
  return {}
}

/** Shows staff who else has the same player selected. */
export const staffPresenceFeature: Feature = {
  name: 'staffPresence',
  documents: [staffPresence, staffSelection],
  commands: [implement(command, reportPresence)],
  queries: [],
}
