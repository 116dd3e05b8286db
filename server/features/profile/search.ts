import { account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { isOfSameKind } from '../account/persons.ts'
import { accountLinkedTo } from '../account/rules.ts'

/** A search reads this many accounts at most. */
const mostAccountsRead = 100_000
const bucketsPerTurn = 8

/** Whether an account is of the demo if its reader is, and real if its reader is real. */
export const isOfReadersKind = ({ read, principal }: Pick<QueryContext, 'read' | 'principal'>, id: string) =>
  isOfSameKind(read, principal.id ?? '', id)

/**
 * Ids of accounts whose name has the text: the exact name first, then names that begin with it. Every account has an identity, so the
 * identity index lists all accounts. Yields to other work after some buckets.
 */
export async function accountsNamed(context: SearchContext, text: string): Promise<string[]> {
  const { read } = context
  const wanted = text.toLowerCase()
  const rankById = new Map<string, number>()
  let accountsRead = 0
  for (const [at, bucket] of identityBuckets.entries()) {
    if (accountsRead >= mostAccountsRead) break
    const { accounts } = read(identities, bucket)
    for (const id of Object.values(accounts)) {
      accountsRead += 1
      const rank = rankOf(read(account, id).name.toLowerCase(), wanted)
      if (rank !== null && isOfReadersKind(context, id)) rankById.set(id, rank)
    }
    if (at % bucketsPerTurn === 0) await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  return [...rankById].sort(([, one], [, other]) => one - other).map(([id]) => id)
}

type SearchContext = Pick<QueryContext, 'read' | 'principal'>

/** The accounts of the reader's kind with this exact name, in any case, or the one with this SteamID64. */
export async function accountsByExactName(context: SearchContext, name: string): Promise<readonly string[]> {
  if (/^\d{17}$/.test(name)) return accountOfSteam(context, name)
  const wanted = name.toLowerCase()
  const found = await accountsNamed(context, name)
  return found.filter((id) => context.read(account, id).name.toLowerCase() === wanted)
}

function accountOfSteam({ read, principal }: SearchContext, steamId: string): readonly string[] {
  const found = accountLinkedTo(read, 'steam', steamId, read(account, principal.id ?? '').demo)
  return found === undefined ? [] : [found]
}

function rankOf(name: string, text: string): number | null {
  if (name === text) return 0
  if (name.startsWith(text)) return 1
  return name.includes(text) ? 2 : null
}
