import type * as commands from '../../../shared/features/session/commands.ts'
import { endedSignIns, signInSecret } from '../../../shared/features/session/signIns.ts'
import type { Context, Rule } from '../../engine/rule.ts'

/** Beyond this a browser that comes back is told to begin anew. */
const keptMs = 15 * 60_000

/** The first stays: whatever was signed with it is on its way. */
export const keepSignInSecret: Rule<typeof commands.keepSignInSecret> = ({ read, edit }, { secret }) => {
  if (read(signInSecret).secret === null) edit(signInSecret).secret = secret
  return {}
}

/** @param attempt a hash of the state of a sign-in; null for what was none */
export function endSignIn({ read, edit, now, refuse }: Context<typeof commands.enter>, attempt: string | null): void {
  if (attempt === null) return
  if (Object.hasOwn(read(endedSignIns).at, attempt)) refuse('used')
  const { at } = edit(endedSignIns)
  for (const [old, endedAt] of Object.entries(at)) if (Math.abs(now - endedAt) > keptMs) delete at[old]
  at[attempt] = now
}
