import * as commands from '../../../shared/features/roles/commands.ts'
import * as queries from '../../../shared/features/roles/queries.ts'
import { rolesArchive, rolesArchiveKey, staff } from '../../../shared/features/roles/staff.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { createPeople } from './people.ts'
import { createRolesRules } from './rules.ts'
import { createStandingPeople } from './standingPeople.ts'

const changesOnPage = 50

/** @param ownerSteamIds SteamID64 of those who are owners by the configuration */
export function rolesFeature(ownerSteamIds: readonly string[]): Feature {
  const rules = createRolesRules(ownerSteamIds)
  const people = createPeople(ownerSteamIds)
  const standing = createStandingPeople(ownerSteamIds, people.personOf)

  /** Names as they are now: those of accounts that are gone are told to nobody. */
  const history = async (context: QueryContext, before: number | null) => {
    const { lines, next } = await context.page(rolesArchive, rolesArchiveKey, { before, limit: changesOnPage })
    const changes = lines.map(({ seq, at, line }) => queries.RoleChange.parse({ ...line, seq, at }))
    const ids = new Set(changes.flatMap(({ by, account }) => [by, account]))
    const named = [...ids].flatMap((id) => people.personOf(context, id) ?? [])
    return { changes, names: Object.fromEntries(named.map(({ account, name }) => [account, name])), next }
  }
  return {
    name: 'roles',
    documents: [staff],
    commands: [
      implement(commands.setRole, rules.setRole),
      implement(commands.setPermission, rules.setPermission),
      implement(commands.endSessions, rules.endSessions),
    ],
    queries: [
      implementQuery(queries.findAccounts, async (context, { text }) => ({ people: await people.find(context, text) })),
      implementQuery(queries.nameAccounts, (context, { accounts }) => ({ people: people.named(context, accounts) })),
      implementQuery(queries.standingStaff, (context) => ({ people: standing(context) })),
      implementQuery(queries.roleHistory, (context, { before }) => history(context, before)),
    ],
  }
}
