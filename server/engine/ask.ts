import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { QueryCall } from '../../shared/protocol/queryCall.ts'
import { refusalOf } from './dispatch.ts'
import type { QueryContext } from './feature.ts'
import { problemsOf } from './problems.ts'
import type { Registry } from './registry.ts'
import type { Seat } from './seat.ts'
import type { Storage } from './storage.ts'

interface AskParts {
  readonly registry: Registry
  readonly storage: Storage
  readonly read: QueryContext['read']
  readonly now: () => number
  readonly onFault: (query: string, error: unknown) => void
}

/** Answers queries: permission, then input, then the question itself. Changes nothing. */
export function createAsk({ registry, storage, read, now, onFault }: AskParts) {
  return async (seat: Seat, call: QueryCall): Promise<Answer> => {
    const asked = registry.queries.get(call.name)
    if (!asked) return refusalOf('unknownCommand')
    if (!seat.can(asked.query.permission)) return refusalOf('forbidden')
    const input = asked.query.input.safeParse(call.input)
    if (!input.success) return refusalOf('badInput', problemsOf(input.error))
    try {
      const page: QueryContext['page'] = (archive, key, wanted) => storage.readArchive(archive, key, wanted)
      return { ok: true, output: await asked.answer({ seat, now: now(), read, page }, input.data), seq: 0 }
    } catch (error) {
      onFault(call.name, error)
      return refusalOf('failed')
    }
  }
}
