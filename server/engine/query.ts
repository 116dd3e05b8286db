import { type Archive, ownPart, type RowOf } from '../../shared/engine/archive.ts'
import type { Query } from '../../shared/engine/query.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer, QueryCall } from '../../shared/protocol/calls.ts'
import { readPage } from './archives.ts'
import { createAttemptLimit, type LimitedCommand } from './attemptLimit.ts'
import type { Clock } from './clock.ts'
import { refusalOf } from './dispatch.ts'
import type { Page, PageOf, QueryContext } from './feature.ts'
import { exportPerson } from './personalData.ts'
import { type Principal, unknownClient } from './principal.ts'
import type { Registry } from './registry.ts'
import { Refusal } from './rule.ts'
import type { Storage } from './storage.ts'
import { problemsOf } from './transaction.ts'

interface QueriesDeps {
  readonly registry: Registry
  readonly storage: Pick<Storage, 'archivePage'>
  readonly read: QueryContext['read']
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly onFault: (query: string, error: unknown) => void
}

/** Answers queries: checks the permission, the input, the rate, and then runs the query. Changes nothing. */
export function createQueries({ registry, storage, read, clock, onFault }: QueriesDeps) {
  const calls = createAttemptLimit()

  return async function query(principal: Principal, call: QueryCall, client = unknownClient): Promise<Answer> {
    const implementation = registry.queries.get(call.name)
    if (!implementation) return refusalOf('unknownCommand')
    const { query: asked, answer } = implementation
    if (!principal.can(asked.permission)) return refusalOf('forbidden')
    const input = asked.input.safeParse(call.input)
    if (!input.success) return refusalOf('badInput', problemsOf(input.error))
    const limited = limitedOf(asked)
    const caller = { account: principal.id, address: client.address }
    if (calls.isExceeded(limited, caller, clock.monotonic())) return refusalOf('tooFast')
    calls.count(limited, caller, counted, clock.monotonic())
    try {
      return { ok: true, output: await answer(contextOf(principal, asked), input.data), seq: 0 }
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, code: error.code, message: error.message }
      onFault(call.name, error)
      return refusalOf('failed')
    }
  }

  function contextOf(principal: Principal, { refusals = {} }: Query): QueryContext {
    return {
      principal,
      now: clock.now(),
      read,
      setting: registry.setting,
      archives: [...registry.archives.values()],
      async page<A extends Archive>(archive: A, { before = null, ...page }: PageOf<A>) {
        if (!archive.readableBy(principal, page.about ?? '')) throw new Refusal('forbidden', engineRefusals.forbidden)
        const found = await readPage(storage, archive, { ...page, before } as never)
        return archive.readableBy(principal, '') ? found : ownPages(archive, found, principal)
      },
      exportPerson: (person) =>
        exportPerson(
          registry,
          { read, page: (archive, about, before, limit) => readPage(storage, archive, { about, before, limit }) },
          person,
        ),
      refuse(code: string): never {
        throw new Refusal(code, refusals[code] ?? code)
      },
    }
  }
}

/** Of users who may read only their own rows: their part of each. */
function ownPages<A extends Archive>(archive: A, { rows, next }: Page<RowOf<A>>, { id, playsAs }: Principal) {
  const person = { account: id ?? '', players: playsAs == null ? [] : [playsAs] }
  const own = (row: RowOf<A>) => (ownPart(archive, row as Record<string, unknown>, person) ?? {}) as RowOf<A>
  return { rows: rows.map(({ seq, at, row }) => ({ seq, at, row: own(row) })), next }
}

/** Each call counts, as failed attempts do. */
const counted = 'called'
const limitedOf = ({ name, perMinute }: Query): LimitedCommand =>
  perMinute === undefined ? { name } : { name, attemptLimit: { refusals: [counted], perMinute } }
