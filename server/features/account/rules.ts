import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/account/commands.ts'
import type { Rule } from '../../engine/rule.ts'

export const tellAccount: Rule<typeof commands.tellAccount> = ({ edit }, { account: id, name, steamId }) => {
  Object.assign(edit(account, id), { name, steamId })
  return {}
}
