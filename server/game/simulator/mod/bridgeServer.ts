import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Listener, listenOn } from '../listener.ts'
import { createModRunner, type ModRunner, type ModRunnerOptions } from './modRunner.ts'
import type { ModServer, ModServerOptions } from './sourceServer.ts'

const Wanted = z.object({ playerName: z.string(), reason: z.string(), commandOverride: z.string().optional() })
type Wanted = z.infer<typeof Wanted>
const mostBytes = 64 * 1024

/** A command mod behind an HTTP bridge, on its own port. Without a token every request is allowed. */
export async function startBridgeServer(
  { host, port, token }: ModServerOptions & { readonly token: string | null },
  world: ModRunnerOptions,
): Promise<ModServer> {
  let listener: Listener
  const runner = createModRunner(world, () => listener)
  const http = createServer((request, response) => {
    serve(request, response, { runner, token, world }).catch(() => request.socket.destroy())
  })
  listener = await listenOn(host, port, (socket) => void http.emit('connection', socket))
  const { faults, log } = runner
  return { faults, log, port: listener.port, connections: listener.connections, close: () => listener.cut() }
}

interface Bridge {
  readonly runner: ModRunner
  readonly token: string | null
  readonly world: ModRunnerOptions
}

async function serve(request: IncomingMessage, response: ServerResponse, { runner, token, world }: Bridge) {
  if (request.method !== 'POST') return respond(response, 200, { success: true, message: 'bridge' })
  const isAllowed = token === null || request.headers.authorization === `Bearer ${token}`
  if (!isAllowed || runner.faults.refusePassword)
    return respond(response, 401, { success: false, error: 'Unauthorized' })
  const [, kind] = /^\/rcon\/(\w+)$/.exec(request.url ?? '') ?? []
  if (!kind) return respond(response, 404, { success: false, error: 'No such command' })
  const wanted = await read(request)
  if (!wanted) return respond(response, 400, { success: false, error: 'Invalid JSON' })
  await answer(response, runner, wanted.commandOverride ?? `${kind} ${idOf(world, wanted)}`)
}

async function answer(response: ServerResponse, runner: ModRunner, line: string) {
  const { said, fault } = runner.run(line)
  if (fault === 'dropUnheard' || fault === 'dropUnanswered') return void response.destroy()
  if (fault === 'frozen' || fault === 'silence') return
  if (runner.faults.delay > 0) await runner.pause()
  if (fault === 'garbage') return void response.end(runner.noise(200))
  const { isDone, text } = said
  const body = { success: isDone, message: isDone ? 'Command executed' : 'Command failed', response: text }
  const whole = Buffer.from(JSON.stringify(isDone ? body : { ...body, error: text }))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length })
  if (fault === 'dropHalfway') response.write(whole.subarray(0, whole.length / 2), () => response.destroy())
  else response.end(whole, () => fault && response.destroy())
}

async function read(request: IncomingMessage): Promise<Wanted | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) return null
    chunks.push(chunk)
  }
  try {
    return Wanted.safeParse(JSON.parse(Buffer.concat(chunks).toString())).data ?? null
  } catch {
    return null
  }
}

/** Without an explicit command the target is the player of that name. */
const idOf = ({ game }: ModRunnerOptions, { playerName }: Wanted) =>
  game.world.online().find(({ name }) => name === playerName)?.id ?? playerName

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
