import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { auditSubjects } from '../../shared/engine/archive.ts'
import { newCommandId } from '../../shared/engine/ids.ts'
import {
  AuditKind,
  type AuditLine,
  exportAudit,
  longestAuditText,
  mostExported,
} from '../../shared/features/audit/queries.ts'
import { beginAuditExport } from '../../shared/features/backups/exports.ts'
import { longestNameOrId } from '../../shared/features/profile/profile.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { type CsvColumn, csvOf, csvType } from './csv.ts'
import { withDocs } from './openApi.ts'
import { answerProblem, problem, readRequest } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface AuditDeps {
  readonly hub: Pick<Hub, 'query' | 'dispatch'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
}

const Moment = z
  .union([
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
    z.iso.date().transform((text) => Date.parse(text)),
  ])
  .optional()
/** The filters of the audit search, as query parameters. */
const Filter = z.strictObject({
  text: z.string().max(longestAuditText).optional(),
  actor: z.string().max(longestNameOrId).optional(),
  kinds: z
    .string()
    .transform((kinds): unknown => kinds.split(',').filter(Boolean))
    .pipe(z.array(AuditKind).max(auditSubjects.length))
    .optional(),
  from: Moment,
  to: Moment,
})
const aTime = 'a time in epoch ms, or in ISO 8601 such as 2026-11-23T04:00:00Z'
const filterFields = {
  text: 'one text',
  actor: 'an account id, or a part of a name',
  kinds: `one or more of ${auditSubjects.join(', ')}, separated by commas`,
  from: aTime,
  to: aTime,
}

/** The audit as a file, with the filters of its search. Permissions are checked for each page: losing them ends the file. */
export function auditRoutes(app: FastifyInstance, { hub, principalOf, clock }: AuditDeps) {
  const limited = { exposeHeadRoute: false, config: { rateLimit: { max: 6, timeWindow: '1 minute' } } }
  const pageOf = async ({ headers, ip }: FastifyRequest, filter: object, before: string | null) => {
    const principal = principalOf(credentialsOf(headers))
    return hub.query(
      principal,
      { name: exportAudit.name, input: { ...filter, before } },
      clientOf(ip, headers['user-agent']),
    )
  }
  /** The export is in the audit before its first line leaves. */
  const note = ({ headers, ip }: FastifyRequest, as: AuditFile['as']) => {
    const id = newCommandId(clock.now(), randomBytes(10))
    const call = { id, name: beginAuditExport.name, input: { as } satisfies z.input<typeof beginAuditExport.input> }
    return hub.dispatch(principalOf(credentialsOf(headers)), call, clientOf(ip, headers['user-agent']))
  }
  const fileOf = (name: string, file: AuditFile) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (principalOf(credentialsOf(request.headers)).id === null)
      return problem(reply, 401, 'signedOut', 'Sign in first.')
    const filter = readRequest(Filter, request.query, reply, filterFields)
    if (filter === null) return reply
    const first = await pageOf(request, filter, null)
    if (!first.ok) return answerProblem(reply, exportAudit, first)
    const noted = await note(request, file.as)
    if (!noted.ok) return answerProblem(reply, beginAuditExport, noted)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    const pages = allPages(first.output, async (before) => {
      const answer = await pageOf(request, filter, before)
      // Breaks the connection off, so that an incomplete file does not look complete.
      if (!answer.ok) throw new Error(`The audit could not be read further (${answer.code}).`)
      return answer.output
    })
    return reply.type(file.contentType).send(Readable.from(rowsOf(pages, file)))
  }
  const docs = {
    summary: 'The audit as a file.',
    who: 'person',
    permission: exportAudit.permission,
    query: Filter,
  } as const
  const options = ({ contentType: answer }: AuditFile) => withDocs(limited, { ...docs, answer })
  app.get('/api/audit.csv', options(csvFile), fileOf('waterhole-audit.csv', csvFile))
  app.get('/api/audit.jsonl', options(jsonLinesFile), fileOf('waterhole-audit.jsonl', jsonLinesFile))
}

async function* allPages(first: unknown, readNext: (before: string) => Promise<unknown>) {
  let page = exportAudit.output.parse(first)
  for (let left = mostExported; ; ) {
    const lines: readonly AuditLine[] = page.lines.slice(0, left)
    yield lines
    left -= lines.length
    if (left <= 0 || page.next === null) return
    page = exportAudit.output.parse(await readNext(page.next))
  }
}

async function* rowsOf(pages: AsyncIterable<readonly AuditLine[]>, file: AuditFile) {
  yield file.head
  for await (const lines of pages) yield lines.map(file.row).join('')
}

/** The format of a file. */
interface AuditFile {
  readonly as: 'csv' | 'jsonl'
  readonly contentType: string
  /** Written before all lines. */
  readonly head: string
  row(line: AuditLine): string
}

export const jsonLinesFile: AuditFile = {
  as: 'jsonl',
  contentType: 'application/x-ndjson; charset=utf-8',
  head: '',
  row: (line) => `${JSON.stringify(line)}\n`,
}

const columns: readonly CsvColumn<AuditLine>[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['kind', ({ kind }) => kind],
  ['act', ({ act }) => act],
  ['actor', ({ byName }) => byName],
  ['actorId', ({ by }) => by],
  ['role', ({ role }) => role],
  ['elevated', ({ elevated }) => elevated],
  ['target', ({ target }) => target?.name ?? null],
  ['targetId', ({ target }) => target?.id ?? null],
  ['arguments', ({ detail }) => (Object.keys(detail).length > 0 ? JSON.stringify(detail) : null)],
  ['outcome', ({ outcome }) => outcome?.state ?? null],
  ['link', ({ outcome }) => outcome?.link ?? null],
  ['delivery', ({ delivery }) => delivery],
  ['address', ({ address }) => address],
  ['session', ({ session }) => session],
  ['agent', ({ agent }) => agent],
  ['entry', ({ seq }) => seq],
]

export const csvFile: AuditFile = { as: 'csv', contentType: csvType, ...csvOf(columns) }
