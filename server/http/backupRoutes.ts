import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import { newCommandId } from '../../shared/engine/ids.ts'
import type { Query } from '../../shared/engine/query.ts'
import { exportAudit } from '../../shared/features/audit/queries.ts'
import { makeBackup, takeBackup } from '../../shared/features/backups/commands.ts'
import {
  beginExport,
  ExportName,
  exportNames,
  exportRows,
  missingForExport,
} from '../../shared/features/backups/exports.ts'
import { forbiddenText } from '../../shared/features/deliveries/refusals.ts'
import { exportUsers } from '../../shared/features/users/users.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { csvType } from './csv.ts'
import { csvFiles, jsonLine } from './exportFiles.ts'
import { lacks, withDocs } from './openApi.ts'
import { answerProblem, problem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface BackupRoutesDeps {
  readonly hub: Pick<Hub, 'dispatch' | 'query'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
  /** The folder of this node's backups. */
  readonly folder: string
}

const limited = { exposeHeadRoute: false, config: { rateLimit: { max: 12, timeWindow: '1 minute' } } }
const failedText = 'Database backup failed.'
const elsewhere = 'The file is not on this node. It is on the machine of the node that made it; the page names it.'

const makeDocs = {
  summary: 'Starts a backup of the hub. It is listed in the panel once it is complete.',
  who: 'person',
  permission: makeBackup.permission,
  answer: z.strictObject({ success: z.literal(true), message: z.string(), task: z.string() }),
} as const
const takeDocs = {
  summary: 'A backup as a file. It holds personal data of everyone.',
  who: 'person',
  permission: takeBackup.permission,
  alsoNeeds: takeBackup.alsoNeeds,
  path: { backup: z.string().max(64) },
  answer: 'application/zstd',
} as const
const jsonLinesType = 'application/jsonl; charset=utf-8'
const exportDocs = {
  summary: 'Everything of one kind as CSV: newest first, streamed.',
  description:
    'Rows that are made while it is read are not in it. The connection breaks off where the export cannot be completed.',
  who: 'person',
  permission: exportRows.permission,
  path: { of: ExportName },
} as const

/** Sends commands and queries as the principal of a request. */
const callsOf = ({ hub, principalOf, clock }: Omit<BackupRoutesDeps, 'folder'>) => ({
  send: (request: FastifyRequest, command: Command, input: object) =>
    hub.dispatch(
      principalOf(credentialsOf(request.headers)),
      { id: newCommandId(clock.now(), randomBytes(10)), name: command.name, input },
      clientOf(request.ip, request.headers['user-agent']),
    ),
  ask: (request: FastifyRequest, query: Query, input: object) =>
    hub.query(
      principalOf(credentialsOf(request.headers)),
      { name: query.name, input },
      clientOf(request.ip, request.headers['user-agent']),
    ),
})

/** Backups for owners. */
export function backupRoutes(app: FastifyInstance, deps: BackupRoutesDeps) {
  const { folder } = deps
  const { send } = callsOf(deps)
  app.post('/api/owner/database/backup', withDocs(limited, makeDocs), async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const answer = await send(request, makeBackup, {})
    if (!answer.ok) return answerProblem(reply, makeBackup, { ...answer, message: `${failedText} ${answer.message}` })
    const { task } = makeBackup.output.parse(answer.output)
    return { success: true, message: 'A backup is being made. The panel lists it once it is complete.', task }
  })

  app.get<{ Params: { backup: string } }>(
    '/api/owner/backups/:backup',
    withDocs(limited, takeDocs),
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const answer = await send(request, takeBackup, { backup: request.params.backup })
      if (!answer.ok) return answerProblem(reply, takeBackup, answer)
      const { file } = takeBackup.output.parse(answer.output)
      const path = join(folder, basename(file))
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return problem(reply, 404, 'notHere', elsewhere)
      reply.header('content-disposition', `attachment; filename="${basename(file)}"`)
      reply.header('content-length', found.size)
      passOnAtOnce(reply)
      return reply.type('application/zstd').send(createReadStream(path))
    },
  )
}

/**
 * nginx keeps up to 1 GB of an answer for a slow client, and reads on only once all of it is sent. By then the hub has closed the
 * connection, on which nothing moved for minutes: a slow client would never receive a larger file.
 */
const passOnAtOnce = (reply: FastifyReply) => void reply.header('x-accel-buffering', 'no')

/** Exports for owners: of each kind a file, streamed page by page. */
export function ownerExportRoutes(app: FastifyInstance, deps: Omit<BackupRoutesDeps, 'folder'>) {
  const { send, ask } = callsOf(deps)
  const exportAs = (as: 'csv' | 'jsonl') => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    const of = ExportName.safeParse((request.params as { of?: unknown }).of)
    if (!of.success) return problem(reply, 404, 'noExport', `There is an export of ${exportNames.join(', ')}.`)
    const missing = missingForExport(of.data, deps.principalOf(credentialsOf(request.headers)).can)
    // Before it is written down that it was exported.
    if (missing.length > 0) return problem(reply, 403, 'forbidden', `${forbiddenText}. ${lacks(missing)}`)
    const begun = await send(request, beginExport, { of: of.data, as })
    if (!begun.ok) return answerProblem(reply, beginExport, begun)
    const pages = exportPages(of.data, (query, input) => ask(request, query, input))
    const first = await pages.next()
    if (first.done) return reply
    if ('problem' in first.value) return answerProblem(reply, queries[of.data], first.value.problem)
    reply.header('content-disposition', `attachment; filename="waterhole-${of.data}.${as}"`)
    passOnAtOnce(reply)
    const text = as === 'csv' ? csvFiles[of.data].row : (row: unknown) => jsonLine(of.data, row)
    const head = as === 'csv' ? csvFiles[of.data].head : ''
    return reply
      .type(as === 'csv' ? csvType : jsonLinesType)
      .send(Readable.from(textOf(head, first.value.rows, pages, text)))
  }
  app.get('/api/owner/exports/:of.csv', withDocs(limited, { ...exportDocs, answer: csvType }), exportAs('csv'))
  app.get(
    '/api/owner/exports/:of.jsonl',
    withDocs(limited, {
      ...exportDocs,
      summary: 'Everything of one kind as JSON Lines: newest first, streamed.',
      answer: jsonLinesType,
    }),
    exportAs('jsonl'),
  )
}

type PageOrProblem = { readonly rows: readonly unknown[] } | { readonly problem: Extract<Answer, { ok: false }> }
type Asking = (query: Query, input: object) => Promise<Answer>

/** The pages of an export, one at a time: the next is read when the one before was sent. */
async function* exportPages(of: ExportName, ask: Asking): AsyncGenerator<PageOrProblem, void> {
  for (let before: unknown = null; ; ) {
    const answer = await pageAt(of, before, ask)
    if (!answer.ok) return yield { problem: answer }
    const { rows, next } = pageIn(of, answer.output)
    yield { rows }
    if (next === null) return
    before = next
  }
}

const queries: Readonly<Record<ExportName, Query>> = {
  users: exportUsers,
  ledger: exportRows,
  deliveries: exportRows,
  sales: exportRows,
  audit: exportAudit,
}

function pageAt(of: ExportName, before: unknown, ask: Asking) {
  if (of === 'users') return ask(exportUsers, { after: before })
  return of === 'audit' ? ask(exportAudit, { before }) : ask(exportRows, { of, before })
}

function pageIn(of: ExportName, output: unknown): { rows: readonly unknown[]; next: unknown } {
  if (of === 'users') {
    const { users, next } = exportUsers.output.parse(output)
    return { rows: users, next }
  }
  if (of !== 'audit') return exportRows.output.parse(output)
  const { lines, next } = exportAudit.output.parse(output)
  return { rows: lines, next }
}

async function* textOf(
  head: string,
  first: readonly unknown[],
  rest: AsyncGenerator<PageOrProblem, void>,
  text: (row: unknown) => string,
) {
  yield head + first.map(text).join('')
  for await (const page of rest) {
    // Breaks the connection off, so that an incomplete file does not look complete.
    if ('problem' in page) throw new Error(`The export could not be read further (${page.problem.code}).`)
    const block = page.rows.map(text).join('')
    if (block !== '') yield block
  }
}
