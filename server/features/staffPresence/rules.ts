import type * as commands from '../../../shared/features/staffPresence/commands.ts'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
import type { Rule } from '../../engine/rule.ts'

export const reportPresence: Rule<typeof commands.reportPresence> = ({ edit }, { player, people }) => {
  const draft = edit(staffPresence, player).people
  for (const account of Object.keys(draft)) if (!Object.hasOwn(people, account)) delete draft[account]
  for (const [account, told] of Object.entries(people))
    if (draft[account]?.since !== told.since || draft[account]?.name !== told.name) draft[account] = told
  return {}
}
