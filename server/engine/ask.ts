import type { Query } from '../../shared/engine/query.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { QueryCall } from '../../shared/protocol/queryCall.ts'
import { refusalOf } from './dispatch.ts'
import type { QueryContext } from './feature.ts'
import { createGuesses, type GuessedCommand } from './guesses.ts'
import type { Principal } from './principal.ts'
import { problemsOf } from './problems.ts'
import type { Registry } from './registry.ts'
import type { Storage } from './storage.ts'

interface AskParts {
  readonly registry: Registry
  readonly storage: Pick<Storage, 'readArchive'>
  readonly read: QueryContext['read']
  readonly now: () => number
  readonly onFault: (query: string, error: unknown) => void
}

/** Answers queries: permission, then input, then the question itself. Changes nothing. */
export function createAsk({ registry, storage, read, now, onFault }: AskParts) {
  const asked = createGuesses()
  return async (principal: Principal, call: QueryCall, address: string | null = null): Promise<Answer> => {
    const implementation = registry.queries.get(call.name)
    if (!implementation) return refusalOf('unknownCommand')
    const { query, answer } = implementation
    if (!principal.can(query.permission)) return refusalOf('forbidden')
    const input = query.input.safeParse(call.input)
    if (!input.success) return refusalOf('badInput', problemsOf(input.error))
    const counted = countedOf(query)
    const asker = { account: principal.id, address }
    if (asked.isSpent(counted, asker, now())) return refusalOf('tooFast')
    asked.note(counted, asker, counting, now())
    try {
      const page: QueryContext['page'] = (archive, key, wanted) => storage.readArchive(archive, key, wanted)
      return { ok: true, output: await answer({ principal, now: now(), read, page }, input.data), seq: 0 }
    } catch (error) {
      onFault(call.name, error)
      return refusalOf('failed')
    }
  }
}

const counting = 'asked'
/** Each time that it is asked counts, as wrong guesses do. */
const countedOf = ({ name, perMinute }: Query): GuessedCommand =>
  perMinute === undefined ? { name } : { name, guesses: { refusals: [counting], perMinute } }
