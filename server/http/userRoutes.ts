import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Command, OutputOf } from '../../shared/engine/command.ts'
import { longestId, newCommandId } from '../../shared/engine/ids.ts'
import { longestSearch } from '../../shared/engine/search/parseSearch.ts'
import { beginExport } from '../../shared/features/backups/exports.ts'
import {
  banLengthMs,
  banLengthProblems,
  banLengthShape,
  hasItsDays,
} from '../../shared/features/deliveries/banLength.ts'
import { longestReason } from '../../shared/features/ledger/commands.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { banUsers, GivenCurrencies, giveToUsers, unbanUsers, userTexts } from '../../shared/features/users/commands.ts'
import { exportUsers, mostChosenUsers, type User } from '../../shared/features/users/users.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { withValues } from '../engine/inputProblems.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { csvOf, csvType } from './csv.ts'
import { userIdColumns, userStateColumns } from './exportFiles.ts'
import { withDocs } from './openApi.ts'
import { idempotencyKey, orderLimit } from './orders.ts'
import { answerProblem, featureOff, problem, readRequest, tooLongProblem } from './problem.ts'
import { credentialsOf } from './request.ts'

interface UserRoutesDeps {
  readonly hub: Pick<Hub, 'query' | 'dispatch'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
  readonly features: HubFeatures
}

const UserId = z.string().trim().min(1).max(longestId)
const Reason = z.string().max(longestReason).nullish()

const UnbanBody = z.object({ userId: UserId })
const BanBody = z
  .object({ userId: UserId, reason: Reason, ...banLengthShape, duration: banLengthShape.duration.unwrap().unwrap() })
  .refine(hasItsDays, { path: ['customDays'] })

/** Of a number in a form: what is not a number is 0. */
const Amount = z.preprocess((given) => Number(given) || 0, GivenCurrencies.shape.voidPearls)
const GiveBody = z.object({
  userIds: z.array(UserId).min(1).max(mostChosenUsers),
  // Strict: a misspelt currency would be left out in silence, beside one that is given.
  currencies: z.strictObject({
    voidPearls: Amount,
    razorTalons: Amount,
    sylvanShards: Amount,
    /** Dinosaurs are counted beside the currencies, but are not one of them: only 0 is accepted. */
    dinosaurs: z.preprocess((given) => Number(given) || 0, z.literal(0)).default(0),
  }),
  reason: Reason,
})

const fieldProblems: Readonly<Record<string, string>> = {
  userId: 'userId: the id of a user.',
  userIds: userTexts.noneChosen,
  reason: `reason: a text of at most ${longestReason} characters.`,
  currencies:
    'currencies: whole numbers from 0 of voidPearls, razorTalons and sylvanShards. Dinosaurs cannot be given here.',
  ...banLengthProblems,
}

const oneUser = { 'users.0': 'userId', users: 'userId', durationMs: 'duration' }

const Done = z.strictObject({ success: z.literal(true), message: z.string() })
const about =
  'A request that is repeated with the same header `Idempotency-Key` (a UUID of version 7) is carried out once.'
const docsOf = (summary: string, body: z.ZodType, answer: z.ZodType) =>
  withDocs(orderLimit, { summary, description: about, who: 'person', permission: 'ownerPanel', body, answer })

const unbanDocs = docsOf('Lifts the ban of a user.', UnbanBody, Done)
const banDocs = docsOf('Bans a user. `duration` has no default; `customDays` goes with `custom` alone.', BanBody, Done)
const giveDocs = docsOf(
  'Gives currency to several users, to each of them once.',
  GiveBody,
  Done.extend({
    given: z.int(),
    skipped: z.array(z.strictObject({ id: z.string(), name: z.string(), why: z.string() })),
  }),
)

/** The owner's acts on users, by the commands of the page, and the table of users as a file. */
export function userRoutes(app: FastifyInstance, { hub, principalOf, clock, features }: UserRoutesDeps) {
  const give = createGive({ hub, principalOf, clock })

  app.post('/api/owner/unban-user', unbanDocs, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const body = UnbanBody.safeParse(request.body ?? {}, withValues)
    if (!body.success) return badBody(reply, userTexts.unban.failed, body.error)
    const order = {
      command: unbanUsers,
      input: { users: [body.data.userId] },
      failed: userTexts.unban.failed,
      fields: oneUser,
    }
    return (await give(request, reply, order)) ? { success: true, message: 'User unbanned.' } : reply
  })

  app.post('/api/owner/ban-user', banDocs, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const body = BanBody.safeParse(request.body ?? {}, withValues)
    if (!body.success) return badBody(reply, userTexts.ban.failed, body.error)
    const { userId, reason, duration, customDays } = body.data
    const input = { users: [userId], reason: reason ?? '', durationMs: banLengthMs({ duration, customDays }) ?? null }
    const order = { command: banUsers, input, failed: userTexts.ban.failed, fields: oneUser }
    return (await give(request, reply, order)) ? { success: true, message: 'User banned.' } : reply
  })

  app.post('/api/owner/give-currency', giveDocs, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!features.realCurrency) return featureOff(reply, 'realCurrency')
    const body = GiveBody.safeParse(request.body ?? {}, withValues)
    if (!body.success) return badBody(reply, userTexts.give.failed, body.error)
    const { userIds, currencies, reason } = body.data
    const { dinosaurs: _none, ...amounts } = currencies
    const input = { users: userIds, currencies: amounts, reason: reason ?? '' }
    const done = await give(request, reply, {
      command: giveToUsers,
      input,
      failed: userTexts.give.failed,
      fields: { users: 'userIds' },
    })
    if (done === null) return reply
    const { given, skipped } = done
    return { success: true, message: `Currency given to ${given} of ${given + skipped.length} users.`, given, skipped }
  })

  exportRoute(app, { hub, principalOf, clock })
}

interface UserOrder<C extends Command> {
  readonly command: C
  readonly input: z.input<C['input']>
  readonly failed: string
  /** By the fields of the input: those of the request that they came from, where they have other names. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Gives a command and returns its output; null if it was refused: the request has been answered then. */
function createGive({ hub, principalOf, clock }: Omit<UserRoutesDeps, 'features'>) {
  return async <C extends Command>(
    request: FastifyRequest,
    reply: FastifyReply,
    { command, input, failed, fields = {} }: UserOrder<C>,
  ): Promise<OutputOf<C> | null> => {
    const key = idempotencyKey(request, reply)
    if (key === null) return null
    const answer = await hub.dispatch(
      principalOf(credentialsOf(request.headers)),
      { id: key ?? newCommandId(clock.now(), randomBytes(10)), name: command.name, input },
      clientOf(request.ip, request.headers['user-agent']),
    )
    if (answer.ok) return answer.output as OutputOf<C>
    answerProblem(reply, command, { ...answer, message: `${failed}: ${answer.message}` }, { fields })
    return null
  }
}

/** Without a user the text is that of the page alone. */
function badBody(reply: FastifyReply, failed: string, error: z.ZodError) {
  const { issues } = error
  const fields = issues.map(({ path }) => String(path[0]))
  const isTooMany = issues.some(({ code, path }) => code === 'too_big' && path.length === 1 && path[0] === 'userIds')
  if (isTooMany) return problem(reply, 400, 'badInput', `${failed}: ${userTexts.tooMany}`)
  if (fields.includes('userIds')) return problem(reply, 400, 'badInput', userTexts.noneChosen)
  const field = Object.keys(fieldProblems).find((one) => fields.includes(one))
  const why = (field && (tooLongProblem(error, field) ?? fieldProblems[field])) ?? 'The body must be a JSON object.'
  return problem(reply, 400, 'badInput', `${failed}: ${why}`)
}

const FileFilter = z.strictObject({ text: z.string().max(longestSearch).optional() })
const fileFields = { text: 'a search as on the page' }

/** The whole table as a file, read page by page while it is sent. */
function exportRoute(app: FastifyInstance, { hub, principalOf, clock }: Omit<UserRoutesDeps, 'features'>) {
  /** The export is in the audit before its first row leaves. */
  const note = ({ headers, ip }: FastifyRequest) =>
    hub.dispatch(
      principalOf(credentialsOf(headers)),
      {
        id: newCommandId(clock.now(), randomBytes(10)),
        name: beginExport.name,
        input: { of: 'users', as: 'csv' } satisfies z.input<typeof beginExport.input>,
      },
      clientOf(ip, headers['user-agent']),
    )
  const pageOf = ({ headers, ip }: FastifyRequest, text: string, after: string | null) =>
    hub.query(
      principalOf(credentialsOf(headers)),
      { name: exportUsers.name, input: { text, after } },
      clientOf(ip, headers['user-agent']),
    )
  const limited = { exposeHeadRoute: false, config: { rateLimit: { max: 6, timeWindow: '1 minute' } } }
  const docs = withDocs(limited, {
    summary: 'The table of users as a file. `text` is a search as on the page.',
    who: 'person',
    permission: exportUsers.permission,
    alsoNeeds: exportUsers.alsoNeeds,
    query: FileFilter,
    answer: csvType,
  })
  app.get('/api/owner/users.csv', docs, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const filter = readRequest(FileFilter, request.query, reply, fileFields)
    if (filter === null) return reply
    const { text = '' } = filter
    const first = await pageOf(request, text, null)
    if (!first.ok) return answerProblem(reply, exportUsers, first)
    const noted = await note(request)
    if (!noted.ok) return answerProblem(reply, beginExport, noted)
    reply.header('content-disposition', 'attachment; filename="waterhole-users.csv"')
    const readNext = async (after: string) => {
      const answer = await pageOf(request, text, after)
      // Breaks the connection off, so that an incomplete file does not look complete.
      if (!answer.ok) throw new Error(`The users could not be read further (${answer.code}).`)
      return answer.output
    }
    return reply.type(csvType).send(Readable.from(rowsOf(first.output, readNext)))
  })
}

async function* rowsOf(first: unknown, readNext: (after: string) => Promise<unknown>) {
  yield usersCsv.head
  for (let page = exportUsers.output.parse(first); ; ) {
    yield page.users.map(usersCsv.row).join('')
    if (page.next === null) return
    page = exportUsers.output.parse(await readNext(page.next))
  }
}

const hourMs = 3_600_000

export const usersCsv = csvOf<User>([
  ...userIdColumns,
  ['email', ({ email }) => email ?? '–'],
  ['patreonTier', ({ patreonTier }) => patreonTier],
  ['playtimeHours', ({ playtime }) => Math.round((playtime / hourMs) * 100) / 100],
  ...userStateColumns,
  ['banDuration', ({ banInfo }) => banInfo?.duration ?? null],
])
