import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  AuditKind,
  type AuditLine,
  auditKinds,
  exportAudit,
  mostExported,
} from '../../shared/features/audit/queries.ts'
import { credentialsOf } from '../auth/http/credentialsOf.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { answerProblem } from './answerProblem.ts'
import { type AuditFile, csvFile, jsonLinesFile } from './auditFile.ts'
import { problem } from './httpProblem.ts'
import { withTold } from './openApi.ts'

interface AuditParts {
  readonly hub: Pick<Hub, 'query'>
  readonly principalOf: (credentials: Credentials) => Principal
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
/** The filters of the search, as an address says them. */
const Asked = z.strictObject({
  text: z.string().max(200).optional(),
  actor: z.string().max(100).optional(),
  kinds: z
    .string()
    .transform((kinds): unknown => kinds.split(',').filter(Boolean))
    .pipe(z.array(AuditKind).max(auditKinds.length))
    .optional(),
  from: Moment,
  to: Moment,
})
const wishes = `text; actor; kinds: of ${auditKinds.join(', ')}, with commas between; from, to: epoch ms, or a time in ISO 8601.`

/** The audit as a file, with the filters of its search. Rights are asked for anew with each page: what is taken away ends the file. */
export function auditRoutes(app: FastifyInstance, { hub, principalOf }: AuditParts) {
  const limited = { exposeHeadRoute: false, config: { rateLimit: { max: 6, timeWindow: '1 minute' } } }
  const pageOf = async ({ headers, ip }: FastifyRequest, filter: object, before: string | null) => {
    const principal = principalOf(credentialsOf(headers))
    return hub.query(principal, { name: exportAudit.name, input: { ...filter, before } }, ip)
  }
  const fileOf = (name: string, file: AuditFile) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (principalOf(credentialsOf(request.headers)).id === null)
      return problem(reply, 401, 'signedOut', 'Sign in first.')
    const asked = Asked.safeParse(request.query)
    if (!asked.success) return problem(reply, 400, 'badInput', wishes)
    const first = await pageOf(request, asked.data, null)
    if (!first.ok) return answerProblem(reply, first)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    const pages = pagesAfter(first.output, async (before) => {
      const answer = await pageOf(request, asked.data, before)
      // A file that ends early must not look whole: the connection breaks off.
      if (!answer.ok) throw new Error(`The audit could not be read on (${answer.code}).`)
      return answer.output
    })
    return reply.type(file.contentType).send(Readable.from(rowsOf(pages, file)))
  }
  const told = { summary: 'The audit as a file.', who: 'person', query: Asked } as const
  const filed = ({ contentType: answer }: AuditFile) => withTold(limited, { ...told, answer })
  app.get('/api/audit.csv', filed(csvFile), fileOf('waterhole-audit.csv', csvFile))
  app.get('/api/audit.jsonl', filed(jsonLinesFile), fileOf('waterhole-audit.jsonl', jsonLinesFile))
}

async function* pagesAfter(first: unknown, readOn: (before: string) => Promise<unknown>) {
  let page = exportAudit.output.parse(first)
  for (let left = mostExported; ; ) {
    const lines: readonly AuditLine[] = page.lines.slice(0, left)
    yield lines
    left -= lines.length
    if (left <= 0 || page.next === null) return
    page = exportAudit.output.parse(await readOn(page.next))
  }
}

async function* rowsOf(pages: AsyncIterable<readonly AuditLine[]>, file: AuditFile) {
  yield file.head
  for await (const lines of pages) yield lines.map(file.row).join('')
}
