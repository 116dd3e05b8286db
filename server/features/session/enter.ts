import { PlayerId } from '../../../shared/engine/ids.ts'
import type * as commands from '../../../shared/features/session/commands.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { signIn } from '../account/signIn.ts'
import { standing } from './openSessions.ts'
import { openSession } from './rules.ts'
import { endSignIn } from './signInRules.ts'

export const enter: Rule<typeof commands.enter> = (context, { identity, newAccount, attempt, ...opening }) => {
  endSignIn(context, attempt)
  const current = currentOf(context, { newAccount, ...opening })
  const found = signIn({ ...context }, { identity, demo: opening.demo, current, newAccount })
  const { account: accountId } = found
  return { ...found, ...openSession({ ...context }, { ...opening, accountId, provider: identity.provider }) }
}

type Wanted = Pick<Parameters<typeof enter>[1], 'instead' | 'demo' | 'newAccount'>

/** To whom the identity is to be linked: whoever came in by a name that is known beforehand is only ever the one of that name. */
function currentOf(context: Context<typeof commands.enter>, { instead, demo, newAccount }: Wanted): PlayerId | null {
  const former = instead === null ? null : standing(context, instead)
  if (former === null || former.demo !== demo) return null
  if (newAccount !== null && newAccount !== former.accountId) return null
  // Whoever looks through the eyes of a role changes nothing, in no way.
  if (former.viewing !== null) context.refuse('viewing')
  return PlayerId.parse(former.accountId)
}
