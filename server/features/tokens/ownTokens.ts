import { bucketOf } from '../../../shared/features/session/session.ts'
import { reviewToken } from '../../../shared/features/tokens/commands.ts'
import { type Token, tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import type { Scheduler } from '../../engine/timers.ts'
import type { Transaction } from '../../engine/transaction.ts'

interface Changing extends Transaction {
  readonly schedule: Scheduler
}

const timerOf = (account: string, id: string) => `token ${account} ${id}`

export const isEnded = ({ endsAt }: Pick<Token, 'endsAt'>, now: number) => endsAt <= now

export const reviewAtEnd = ({ schedule }: Changing, account: string, id: string, endsAt: number) =>
  schedule.set(timerOf(account, id), endsAt, reviewToken.name, { account, id })

/** From then on nobody comes in with it. The first digits of its public name are those of its hash. */
export function removeToken({ edit, read, schedule }: Changing, account: string, id: string) {
  delete edit(tokens, account).tokens[id]
  const { owners } = read(tokenOwners, bucketOf(id))
  for (const [hash, owner] of Object.entries(owners))
    if (owner.accountId === account && owner.id === id) delete edit(tokenOwners, bucketOf(id)).owners[hash]
  schedule.cancel(timerOf(account, id))
}

/** @returns how many there were */
export function revokeAllOf(context: Changing, account: string): number {
  const ids = Object.keys(context.read(tokens, account).tokens)
  for (const id of ids) removeToken(context, account, id)
  return ids.length
}
