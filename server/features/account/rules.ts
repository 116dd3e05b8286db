import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/account/commands.ts'
import type { Rule } from '../../engine/rule.ts'

export const tellAccount: Rule<typeof commands.tellAccount> = ({ edit, now }, { account: id, name, steamId }) => {
  const own = edit(account, id)
  if (own.steamId !== steamId) own.linkedAt = steamId === null ? null : now
  Object.assign(own, { name, steamId })
  return {}
}
