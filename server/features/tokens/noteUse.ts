import { bucketOf } from '../../../shared/features/session/session.ts'
import { noteTokenUse } from '../../../shared/features/tokens/commands.ts'
import { tokenIdOf, tokenOwners, tokens, usedEveryMs } from '../../../shared/features/tokens/tokens.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Credentials } from '../../engine/credentials.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { sessionKey } from '../session/sessionKey.ts'
import { createUseNotes } from '../session/useNotes.ts'

interface NoteParts {
  readonly hub: Pick<Hub, 'order' | 'read'>
  readonly clock: Pick<Clock, 'now'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * The same principals, and wherever a token opens one, over HTTP or for a socket, its use is noted: not each, but so that its
 * owner sees to within `usedEveryMs` when it was of use last. An open socket uses its token all the while.
 */
export function notingTokenUse({
  hub,
  clock,
  principalOf,
  onFault,
}: NoteParts): (credentials: Credentials) => Principal {
  const write = createUseNotes({ clock, what: 'note the use of a token', onFault })
  const note = (hash: string) => {
    const owner = hub.read(tokenOwners, bucketOf(hash)).owners[hash]
    const token = owner && hub.read(tokens, owner.accountId).tokens[tokenIdOf(hash)]
    if (!token || clock.now() - (token.usedAt ?? 0) < usedEveryMs) return
    write(hash, () => hub.order('token', noteTokenUse.name, { hash }))
  }
  return (credentials) => {
    const principal = principalOf(credentials)
    if (credentials.token !== undefined && principal.id !== null) note(sessionKey(credentials.token))
    return principal
  }
}
