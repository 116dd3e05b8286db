import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { permissionsOf } from '../../shared/engine/permissions.ts'
import type { FixtureEntry, FixtureRun } from '../../shared/features/fixtures/fixture.ts'
import { BadFixture, FixtureRefusal } from '../../shared/features/fixtures/fixtureErrors.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { problem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface FixtureDeps {
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

interface FixtureRoute {
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

/** Fixtures for testers. Uploads and runs cost disk and time, so these routes work in demo mode only. */
export function fixtureRoutes(app: FastifyInstance, { demo, longestUpload, shelf, run }: FixtureDeps) {
  /** A fixture may have megabytes. */
  const readLimit = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }
  const limited = { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }
  const answer = async (reply: FastifyReply, act: () => Promise<unknown>) => {
    if (!demo) return problem(reply, 403, 'noDemo', 'Fixtures are for testers. This page works only in demo mode.')
    try {
      return await act()
    } catch (error) {
      if (error instanceof BadFixture) return problem(reply, 400, error.code, error.message)
      if (error instanceof FixtureRefusal) return problem(reply, statusOf[error.code], error.code, error.message)
      throw error
    }
  }
  const idOf = ({ origin, name }: FixtureRoute['Params']) => `${origin}/${name}`

  app.get('/api/fixtures', readLimit, (_request, reply) =>
    answer(reply, async () => ({ fixtures: await shelf.list() })),
  )
  app.get<FixtureRoute>('/api/fixtures/:origin/:name', readLimit, (request, reply) =>
    answer(reply, async () => {
      const text = await shelf.read(idOf(request.params))
      return reply.type('text/plain; charset=utf-8').send(text)
    }),
  )
  app.post<{ Querystring: { name?: string } }>(
    '/api/fixtures',
    { config: { ...limited.config, takesText: true }, bodyLimit: longestUpload },
    (request, reply) =>
      answer(reply, async () => shelf.keep(String(request.query.name ?? ''), String(request.body ?? ''))),
  )
  app.delete<FixtureRoute>('/api/fixtures/:origin/:name', limited, (request, reply) =>
    answer(reply, async () => {
      await shelf.remove(idOf(request.params))
      return { success: true }
    }),
  )
  app.post<FixtureRoute>('/api/fixtures/:origin/:name/run', limited, (request, reply) =>
    answer(reply, async () => run(shelf.pathOf(idOf(request.params)))),
  )
}

export interface TapDeps {
  readonly principalOf: (credentials: Credentials) => Principal
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  /** Calls `write` for each line until it is stopped. */
  tap(principal: Principal, keepsNames: boolean, write: (line: object) => void): Promise<() => void>
}

/** A client with more unsent bytes than this is disconnected. */
const maxUnsentBytes = 16 * 1024 * 1024
const maxTaps = 4
const keepAliveAfterMs = 60_000

/** The sockets carry what any permission shows: a token that holds some of them does not hear all. */
const mayTap = ({ id, can }: Principal) => id !== null && permissionsOf.owner.every((one) => can(one))

/** A live copy of all socket traffic, for owners: JSON Lines until either side closes the connection. */
export function tapRoutes(app: FastifyInstance, { principalOf, isOurOrigin, tap }: TapDeps) {
  let taps = 0
  app.get('/api/tap', async (request, reply) => {
    const { origin, host } = request.headers
    const credentials = credentialsOf(request.headers)
    if (!(isOurOrigin(origin, host) || credentials.token))
      return problem(reply, 403, 'foreignOrigin', 'Only pages of this hub can do this.')
    const principal = principalOf(credentials)
    if (!mayTap(principal)) return problem(reply, 403, 'forbidden', 'Only an owner can listen to all sockets.')
    if (taps >= maxTaps)
      return problem(reply, 409, 'tapped', `${maxTaps} are listening already. End one of them first.`)
    taps++
    const { socket } = request.raw
    // A quiet hub sends nothing for hours. A listener that is gone is noticed by TCP instead.
    socket.setTimeout(0)
    socket.setKeepAlive(true, keepAliveAfterMs)
    const lines = new PassThrough()
    const isOver = () => lines.destroyed || lines.writableLength > maxUnsentBytes || !mayTap(principalOf(credentials))
    const stop = await tap(principal, (request.query as { names?: string }).names === 'keep', (line) => {
      if (isOver()) lines.destroy()
      else lines.write(`${JSON.stringify(line)}\n`)
    }).catch((error: unknown) => {
      taps--
      throw error
    })
    lines.once('close', () => {
      taps--
      stop()
    })
    reply.raw.once('close', () => lines.destroy())
    return reply.header('content-type', 'application/jsonl').header('cache-control', 'no-store').send(lines)
  })
}
