import type { FastifyInstance, FastifyReply } from 'fastify'
import { BadFixture } from '../../shared/features/fixtures/badFixture.ts'
import type { FixtureEntry, FixtureRun } from '../../shared/features/fixtures/fixtureEntry.ts'
import { FixtureRefusal } from '../../shared/features/fixtures/fixtureRefusal.ts'
import { problem } from './httpProblem.ts'

interface FixtureParts {
  readonly demo: boolean
  readonly longestUpload: number
  readonly shelf: {
    list(): Promise<FixtureEntry[]>
    read(id: string): Promise<string>
    pathOf(id: string): string
    keep(name: string, text: string): Promise<FixtureEntry>
    remove(id: string): Promise<void>
  }
  run(path: string): Promise<FixtureRun>
}

interface OneFixture {
  readonly Params: { readonly origin: string; readonly name: string }
}

const statusOf: Readonly<Record<FixtureRefusal['code'], number>> = {
  badName: 400,
  unknown: 404,
  taken: 409,
  full: 409,
  busy: 409,
  noProgram: 503,
  broke: 500,
}

/** What the testers' page asks for. Uploads and runs cost disk and time, and so this is open in demo mode only. */
export function fixtureRoutes(app: FastifyInstance, { demo, longestUpload, shelf, run }: FixtureParts) {
  /** A recording may have megabytes. */
  const readable = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }
  const limited = { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }
  /** What is wrong with a file, a name or the moment is told as it is; anything else is a fault. */
  const told = async (reply: FastifyReply, act: () => Promise<unknown>) => {
    if (!demo) return problem(reply, 403, 'noDemo', 'Fixtures are for testers: this page works in demo mode only.')
    try {
      return await act()
    } catch (error) {
      if (error instanceof BadFixture) return problem(reply, 400, error.code, error.message)
      if (error instanceof FixtureRefusal) return problem(reply, statusOf[error.code], error.code, error.message)
      throw error
    }
  }
  const idOf = ({ origin, name }: OneFixture['Params']) => `${origin}/${name}`

  app.get('/api/fixtures', readable, (_request, reply) => told(reply, async () => ({ fixtures: await shelf.list() })))
  app.get<OneFixture>('/api/fixtures/:origin/:name', readable, (request, reply) =>
    told(reply, async () => {
      const text = await shelf.read(idOf(request.params))
      return reply.type('text/plain; charset=utf-8').send(text)
    }),
  )
  app.post<{ Querystring: { name?: string } }>(
    '/api/fixtures',
    { config: { ...limited.config, takesText: true }, bodyLimit: longestUpload },
    (request, reply) =>
      told(reply, async () => shelf.keep(String(request.query.name ?? ''), String(request.body ?? ''))),
  )
  app.delete<OneFixture>('/api/fixtures/:origin/:name', limited, (request, reply) =>
    told(reply, async () => {
      await shelf.remove(idOf(request.params))
      return { success: true }
    }),
  )
  app.post<OneFixture>('/api/fixtures/:origin/:name/run', limited, (request, reply) =>
    told(reply, async () => run(shelf.pathOf(idOf(request.params)))),
  )
}
