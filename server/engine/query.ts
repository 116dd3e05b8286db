import { type Archive, ownPart, type RowOf } from '../../shared/engine/archive.ts'
import { missingOf } from '../../shared/engine/permissions.ts'
import type { Query } from '../../shared/engine/query.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer, QueryCall } from '../../shared/protocol/calls.ts'
import { readPage } from './archives.ts'
import { type Caller, createAttemptLimit, type LimitedCommand } from './attemptLimit.ts'
import type { Clock } from './clock.ts'
import { refusalOf } from './dispatch.ts'
import type { Page, PageOf, QueryContext } from './feature.ts'
import { badInput, withValues } from './inputProblems.ts'
import { exportPerson } from './personalData.ts'
import { type Principal, unknownClient } from './principal.ts'
import type { Registry } from './registry.ts'
import { Refusal, type RefusalValues, refusalSentence } from './rule.ts'
import type { Storage } from './storage.ts'

interface QueriesDeps {
  readonly registry: Registry
  readonly storage: Pick<Storage, 'archivePage'>
  readonly read: QueryContext['read']
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** Left out where no other node answers queries. */
  readonly queryCalls?: Pick<QueryCalls, 'take'> | undefined
  readonly onFault: (query: string, error: unknown) => void
}

/** Answers queries: checks the permission, the input, the rate, and then runs the query. Changes nothing. */
export function createQueries({ registry, storage, read, clock, onFault, queryCalls }: QueriesDeps) {
  const calls = queryCalls ?? createQueryCalls(clock)

  return async function query(principal: Principal, call: QueryCall, client = unknownClient): Promise<Answer> {
    const implementation = registry.queries.get(call.name)
    if (!implementation) return refusalOf('unknownCommand')
    const { query: asked, answer } = implementation
    if (missingOf(asked, principal.can).length > 0) return refusalOf('forbidden')
    const input = asked.input.safeParse(call.input, withValues)
    if (!input.success) return badInput(input.error)
    if (!calls.take(asked, { account: principal.id, address: client.address })) return refusalOf('tooFast')
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
      exportPerson: (person, former) =>
        exportPerson(
          registry,
          { read, page: (archive, about, before, limit) => readPage(storage, archive, { about, before, limit }) },
          person,
          former,
        ),
      refuse(code: string, values?: RefusalValues): never {
        throw new Refusal(code, refusalSentence(refusals[code] ?? code, values))
      },
    }
  }
}

/** Of users who may read only their own rows: their part of each. */
function ownPages<A extends Archive>(archive: A, { rows, next }: Page<RowOf<A>>, { id, playsAs }: Principal) {
  const person = { account: id ?? '', players: playsAs == null ? [] : [playsAs] }
  const own = (row: RowOf<A>) => (ownPart(archive, row as Record<string, unknown>, person, true) ?? {}) as RowOf<A>
  return { rows: rows.map(({ row, ...place }) => ({ ...place, row: own(row) })), next }
}

/** A call of a query with a limit, for the other nodes. */
export type QueryCallCount = readonly [query: string, account: string | null, address: string | null]

/** Between two reports; where no node listens, nothing takes them away. */
const mostUnreported = 10_000
/** Each call counts, as failed attempts do. */
const counted = 'called'
const limitedOf = (name: Query['name'], perMinute: number): LimitedCommand => ({
  name,
  attemptLimit: { refusals: [counted], perMinute },
})

/** The calls of queries with a limit within the last minute: those of this node and those that other nodes report. */
export function createQueryCalls(clock: Pick<Clock, 'monotonic'>) {
  const limit = createAttemptLimit()
  let unreported: QueryCallCount[] = []

  return {
    /** Counts a call unless the limit is reached: then it is false. */
    take({ name, perMinute }: Pick<Query, 'name' | 'perMinute'>, caller: Caller): boolean {
      if (perMinute === undefined) return true
      const limited = limitedOf(name, perMinute)
      if (limit.isExceeded(limited, caller, clock.monotonic())) return false
      limit.count(limited, caller, counted, clock.monotonic())
      if (unreported.length < mostUnreported) unreported.push([name, caller.account, caller.address])
      return true
    },
    /** The calls on this node since the last report. */
    report(): readonly QueryCallCount[] {
      const calls = unreported
      unreported = []
      return calls
    },
    /** Counts what another node has reported. */
    apply(calls: readonly QueryCallCount[]) {
      for (const [name, account, address] of calls)
        limit.count(limitedOf(name as Query['name'], 0), { account, address }, counted, clock.monotonic())
    },
  }
}
export type QueryCalls = ReturnType<typeof createQueryCalls>
