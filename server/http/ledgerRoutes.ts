import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { longestSearch } from '../../shared/engine/search/parseSearch.ts'
import { Cause } from '../../shared/features/ledger/ledger.ts'
import { causeNames, deedOf } from '../../shared/features/ledger/ledgerSearch.ts'
import {
  exportOwnLedger,
  type LedgerChange,
  type LedgerLine,
  mostExported,
} from '../../shared/features/ledger/queries.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { currencies, currencyNames } from '../../shared/features/world/currencies.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { type CsvColumn, csvOf, csvType } from './csv.ts'
import { withDocs } from './openApi.ts'
import { answerProblem, featureOff, problem, readRequest } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface LedgerRoutesDeps {
  readonly hub: Pick<Hub, 'query'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly features: HubFeatures
}

const Moment = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional()
/** The filters of the ledger page, as query parameters. */
const Filter = z.strictObject({
  text: z.string().max(longestSearch).optional(),
  causes: z
    .string()
    .transform((causes): unknown => causes.split(',').filter(Boolean))
    .pipe(z.array(Cause).max(40))
    .optional(),
  currency: z.enum(currencies).optional(),
  direction: z.enum(['in', 'out']).optional(),
  from: Moment,
  to: Moment,
})
const filterFields = {
  text: 'a search as on the page',
  causes: `one or more of ${Cause.options.join(', ')}, separated by commas`,
  currency: `one of ${currencies.join(', ')}`,
  direction: 'in or out',
  from: 'a time in epoch ms',
  to: 'a time in epoch ms',
}

/** The asker's own ledger as a file, with the filters of the page. It has no parameter for another account. */
export function ledgerRoutes(app: FastifyInstance, { hub, principalOf, features }: LedgerRoutesDeps) {
  const limited = { exposeHeadRoute: false, config: { rateLimit: { max: 6, timeWindow: '1 minute' } } }
  const pageOf = async ({ headers, ip }: FastifyRequest, filter: object, before: number | null) =>
    hub.query(
      principalOf(credentialsOf(headers)),
      { name: exportOwnLedger.name, input: { ...filter, before } },
      clientOf(ip, headers['user-agent']),
    )
  const docs = withDocs(limited, {
    summary: 'Your own currency ledger as a file.',
    who: 'person',
    permission: exportOwnLedger.permission,
    query: Filter,
    answer: csvType,
  })
  app.get('/api/ledger.csv', docs, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (principalOf(credentialsOf(request.headers)).id === null)
      return problem(reply, 401, 'signedOut', 'Sign in first.')
    if (!features.realCurrency) return featureOff(reply, 'realCurrency')
    const filter = readRequest(Filter, request.query, reply, filterFields)
    if (filter === null) return reply
    const first = await pageOf(request, filter, null)
    if (!first.ok) return answerProblem(reply, exportOwnLedger, first)
    reply.header('content-disposition', 'attachment; filename="waterhole-ledger.csv"')
    const readNext = async (before: number) => {
      const answer = await pageOf(request, filter, before)
      // Breaks the connection off, so that an incomplete file does not look complete.
      if (!answer.ok) throw new Error(`The ledger could not be read further (${answer.code}).`)
      return answer.output
    }
    return reply.type(csvType).send(Readable.from(rowsOf(first.output, readNext)))
  })
}

async function* rowsOf(first: unknown, readNext: (before: number) => Promise<unknown>) {
  yield ledgerCsv.head
  let page = exportOwnLedger.output.parse(first)
  for (let left = mostExported; ; ) {
    const lines = page.lines.slice(0, left)
    yield lines.flatMap((line) => line.changes.map((change) => ledgerCsv.row({ line, change }))).join('')
    left -= lines.length
    if (left <= 0 || page.next === null) return
    page = exportOwnLedger.output.parse(await readNext(page.next))
  }
}

/** One row for each currency of an operation. */
interface LedgerRow {
  readonly line: LedgerLine
  readonly change: LedgerChange
}

const columns: readonly CsvColumn<LedgerRow>[] = [
  ['time', ({ line }) => new Date(line.at).toISOString()],
  ['what', ({ line }) => deedOf(line)],
  ['kind', ({ line }) => causeNames[line.cause]],
  ['currency', ({ change }) => currencyNames[change.currency]],
  // Of the balance alone, so that the amounts add up to it.
  ['amount', ({ change }) => change.balance],
  ['setAside', ({ change }) => change.held],
  ['balance', ({ change }) => change.after],
  ['by', ({ line }) => line.by],
  ['reason', ({ line }) => line.reason],
  ['about', ({ line }) => line.subject],
  ['operation', ({ line }) => line.operation],
  ['undoes', ({ line }) => line.reverses],
]
export const ledgerCsv = csvOf(columns)
