import { kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { patron } from '../../../shared/features/patrons/patrons.ts'
import { reportUserChanges } from '../../../shared/features/users/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'

/** What the table shows of a user, without when they were last here: the table follows the players in the game and the bans by itself. */
const shownKinds: readonly string[] = [account, wallet, inventory, patron].map(({ kind }) => kind)
const everyMs = 5_000

interface UserChangesDeps {
  readonly hub: Pick<Hub, 'execute' | 'onPublish'>
  readonly clock: Clock
  /** Whether an owner has the table open, on any node. */
  isWatched(): boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** While an owner watches, reports that users have changed: the first time at once, then every few seconds at most. Returns the way to stop. */
export function startUserChanges({ hub, clock, isWatched, onFault }: UserChangesDeps): () => void {
  let changes = 0
  let cancelNext: (() => void) | null = null
  const report = () => {
    cancelNext = null
    if (changes === 0) return
    const input = { changes }
    changes = 0
    cancelNext = clock.after(everyMs, report)
    hub
      .execute('users', reportUserChanges.name, input)
      .catch((error: unknown) => onFault(reportUserChanges.name, error))
  }
  const stopListening = hub.onPublish((published) => {
    if (!isWatched()) return
    changes += published.filter(({ id }) => shownKinds.includes(kindOf(id))).length
    if (changes > 0) cancelNext ??= clock.after(0, report)
  })
  return () => {
    stopListening()
    cancelNext?.()
  }
}
