import { account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import { isPlayerId } from '../../../shared/features/deliveries/typedPlayer.ts'
import type { Context } from '../../engine/rule.ts'
import { accountLinkedTo } from '../account/rules.ts'

type Reads = Pick<Context, 'read'>
/** Of the rules that take accounts by name. */
type Naming = Reads & { refuse(code: 'unknown' | 'ambiguous', values: { readonly names: string }): never }

/** The accounts that texts name, each once. Refuses texts that lead to none, and names that lead to several. */
export function accountsNamed(context: Naming, named: readonly string[], isDemo: boolean): string[] {
  const found = accountsFor(context, named, isDemo)
  const which = (isWanted: (ids: readonly string[]) => boolean) => {
    const names = [...found].filter(([, ids]) => isWanted(ids)).map(([text]) => text)
    const shown = names.slice(0, 10).join(', ')
    return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown
  }
  const unknown = which((ids) => ids.length === 0)
  if (unknown !== '') context.refuse('unknown', { names: unknown })
  const ambiguous = which((ids) => ids.length > 1)
  if (ambiguous !== '') context.refuse('ambiguous', { names: ambiguous })
  return [...new Set([...found.values()].flat())]
}

/**
 * The accounts to which each text may lead: an account id, a SteamID, or a name in any case. A text of the shape of a SteamID is never taken
 * for a name: a player could take that of another one who has no account yet. Demo accounts and real ones are kept apart.
 */
export function accountsFor(context: Reads, named: readonly string[], isDemo: boolean) {
  const found = new Map<string, readonly string[]>()
  let byName: ReadonlyMap<string, ReadonlySet<string>> | null = null
  for (const text of new Set(named)) {
    const own = context.read(account, text)
    const linked = accountLinkedTo(context.read, 'steam', text, isDemo)
    if (own.createdAt > 0 && own.demo === isDemo) found.set(text, [text])
    else if (linked !== undefined) found.set(text, [linked])
    else if (isPlayerId(text)) found.set(text, [])
    else {
      byName ??= accountsByName(context, isDemo)
      found.set(text, [...(byName.get(text.toLowerCase()) ?? [])])
    }
  }
  return found
}

/** What an owner would type for each account: its name where that leads to it alone, otherwise its SteamID, otherwise its id. */
export function textsFor(context: Reads, ids: readonly string[], isDemo: boolean): string[] {
  const all = ids.map((id) => ({ id, ...context.read(account, id) }))
  // A comma or a line break in a name would make two of it.
  const names = all.map(({ name }) => name).filter((name) => name !== '' && !/[\n,;]/.test(name))
  const found = accountsFor(context, names, isDemo)
  return all.map(({ id, name, steamId }) => {
    const [only, ...others] = found.get(name) ?? []
    return only === id && others.length === 0 && name === name.trim() ? name : (steamId ?? id)
  })
}

/** Goes through all accounts. */
function accountsByName({ read }: Reads, isDemo: boolean): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>()
  for (const bucket of identityBuckets) {
    const { accounts } = read(identities, bucket)
    for (const id of Object.values(accounts)) {
      const own = read(account, id)
      if (own.createdAt === 0 || own.demo !== isDemo) continue
      const name = own.name.toLowerCase()
      byName.set(name, (byName.get(name) ?? new Set()).add(id))
    }
  }
  return byName
}
