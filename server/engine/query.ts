import type { Query } from '../../shared/engine/query.ts'
import type { Answer, QueryCall } from '../../shared/protocol/calls.ts'
import { createAttemptLimit, type LimitedCommand } from './attemptLimit.ts'
import { refusalOf } from './dispatch.ts'
import type { QueryContext } from './feature.ts'
import type { Principal } from './principal.ts'
import type { Registry } from './registry.ts'
import type { Storage } from './storage.ts'
import { problemsOf } from './validate.ts'

interface QueriesDeps {
  readonly registry: Registry
  readonly storage: Pick<Storage, 'readArchive'>
  readonly read: QueryContext['read']
  readonly now: () => number
  readonly onFault: (query: string, error: unknown) => void
}

/** Answers queries: checks the permission, the input, the rate, and then runs the query. Changes nothing. */
export function createQueries({ registry, storage, read, now, onFault }: QueriesDeps) {
  const calls = createAttemptLimit()
  return async (principal: Principal, call: QueryCall, address: string | null = null): Promise<Answer> => {
    const implementation = registry.queries.get(call.name)
    if (!implementation) return refusalOf('unknownCommand')
    const { query, answer } = implementation
    if (!principal.can(query.permission)) return refusalOf('forbidden')
    const input = query.input.safeParse(call.input)
    if (!input.success) return refusalOf('badInput', problemsOf(input.error))
    const limited = limitedOf(query)
    const caller = { account: principal.id, address }
    if (calls.isExceeded(limited, caller, now())) return refusalOf('tooFast')
    calls.count(limited, caller, counted, now())
    try {
      const page: QueryContext['page'] = (archive, key, wanted) => storage.readArchive(archive, key, wanted)
      return {
        ok: true,
        output: await answer({ principal, now: now(), read, setting: registry.setting, page }, input.data),
        seq: 0,
      }
    } catch (error) {
      onFault(call.name, error)
      return refusalOf('failed')
    }
  }
}

/** Each call counts, as failed attempts do. */
const counted = 'called'
const limitedOf = ({ name, perMinute }: Query): LimitedCommand =>
  perMinute === undefined ? { name } : { name, attemptLimit: { refusals: [counted], perMinute } }
