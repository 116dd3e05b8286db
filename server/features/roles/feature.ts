import * as commands from '../../../shared/features/roles/commands.ts'
import * as queries from '../../../shared/features/roles/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as people from './people.ts'
import * as rules from './rules.ts'

export const rolesFeature: Feature = {
  name: 'roles',
  documents: [],
  commands: [
    implement(commands.setRole, rules.setRole),
    implement(commands.setPermission, rules.setPermission),
    implement(commands.endSessions, rules.endSessions),
  ],
  queries: [
    implementQuery(queries.findAccounts, async (context, { text }) => ({
      people: await people.findPeople(context, text),
    })),
    implementQuery(queries.nameAccounts, (context, { accounts }) => ({ people: people.peopleOf(context, accounts) })),
    implementQuery(queries.staffWithoutGrant, (context) => ({ people: people.staffWithoutGrant(context) })),
    implementQuery(queries.roleHistory, (context, { before }) => people.roleHistory(context, before)),
  ],
}
