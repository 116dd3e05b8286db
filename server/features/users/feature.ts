import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/users/commands.ts'
import {
  chooseUsers,
  exportUsers,
  listUsers,
  mostChosenUsers,
  readUser,
  userChanges,
  usersPerPage,
} from '../../../shared/features/users/users.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { isOfReadersKind } from '../profile/search.ts'
import * as rules from './rules.ts'
import { createUserSearch, shownTo } from './search.ts'
import { type UserTable, userOf } from './table.ts'

/** The accounts as the owner sees and changes them. @param table of this node, known once it is open */
export function usersFeature(table: () => UserTable): Feature {
  const { found, exported } = createUserSearch(table)
  return {
    name: 'users',
    documents: [userChanges],
    commands: [
      implement(commands.banUsers, rules.banUsers),
      implement(commands.unbanUsers, rules.unbanUsers),
      implement(commands.undoBans, rules.undoBans),
      implement(commands.giveToUsers, rules.giveToUsers),
      implement(commands.reportUserChanges, rules.reportUserChanges),
    ],
    queries: [
      implementQuery(listUsers, async (context, { page, ...filter }) => {
        const from = page * usersPerPage
        const { rows, total } = await found(context, filter, { from, to: from + usersPerPage })
        return { users: rows.map(({ user }) => shownTo(context, user)), total }
      }),
      implementQuery(chooseUsers, async (context, filter) => {
        const { rows, total } = await found(context, filter, { from: 0, to: mostChosenUsers })
        return { users: rows.map(({ user: { id, username } }) => ({ id, username })), total }
      }),
      implementQuery(readUser, (context, { id }) => {
        const isListed = context.read(account, id).createdAt > 0 && isOfReadersKind(context, id)
        return { user: isListed ? shownTo(context, userOf(context, id, context.now)) : null }
      }),
      implementQuery(exportUsers, exported),
    ],
  }
}
