import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Clock } from '../../engine/clock.ts'
import { listenOn } from './listener.ts'
import type { PanelFaults } from './panelCall.ts'
import { createPanelFiles } from './panelFiles.ts'
import { createPanelHost, type PanelGame } from './panelHost.ts'

interface PanelServerOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** The folder that is the root of the server's files. */
  readonly root: string
  /** The client API key that is accepted. */
  readonly key: string
  /** Identifier of the server. */
  readonly server: string
  readonly clock: Clock
  /** The game that power signals and console lines reach; null: files only. */
  readonly game?: PanelGame | null
}

const mostBytes = 16 * 1024 * 1024

/**
 * A hosting panel and its daemon on one port: the client API of Pelican and Pterodactyl over a folder of this machine, with faults. One
 * server, one key. Learned from `routes/api-client.php` and from Wings' `router`; changes that find nothing to change succeed there too.
 */
export async function startPanelServer(options: PanelServerOptions) {
  const { host, port, key, server, clock, root, game = null } = options
  const log: string[] = []
  const http = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  const listener = await listenOn(host, port, (socket) => void http.emit('connection', socket))
  const faults: PanelFaults = {
    delay: 0,
    silence: false,
    refuseKey: false,
    permissions: null,
    idle: false,
    next: [],
    retryAfter: 30,
    ranges: false,
    halfDownloads: false,
    cut: listener.cut,
    restore: listener.restore,
    drop: listener.drop,
  }
  const files = createPanelFiles({ root, faults, origin: `http://${host}:${listener.port}` })
  const machine = createPanelHost({ faults, clock, game, root })
  const prefix = `/api/client/servers/${server}`

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://panel')
    const body = await bodyOf(request)
    log.push(
      `${request.method} ${url.pathname.replace(prefix, '')}${url.pathname === '/download/file' ? '' : url.search}`,
    )
    if (faults.silence) return
    if (faults.delay > 0) await new Promise<void>((resolve) => void clock.after(faults.delay, resolve))
    const status = faults.next.shift()
    if (status !== undefined) return refuse(response, status, 'A fault was asked for.', faults.retryAfter)
    if (url.pathname === '/download/file') return files.download(url.searchParams.get('token') ?? '', request, response)
    if (faults.refuseKey || request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'Unauthenticated.')
    if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`))
      return refuse(response, 404, 'The requested resource could not be found on the server.')
    const call = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(prefix.length),
      query: url.searchParams,
      body,
    }
    const answer = (await files.answer(call)) ?? (await machine.answer(call))
    if (!answer) return refuse(response, 404, 'The requested resource could not be found on the server.')
    if (answer.status >= 400) return refuse(response, answer.status, String(answer.json))
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.json === undefined ? undefined : JSON.stringify(answer.json))
  }

  return {
    port: listener.port,
    url: `http://${host}:${listener.port}`,
    faults,
    /** Method, path and query of each request, in order of arrival. */
    log: log as readonly string[],
    connections: listener.connections,
    close: listener.cut,
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refuse(response: ServerResponse, status: number, detail: string, retryAfter = 30): void {
  const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': String(retryAfter) }) }
  const errors = [{ code: 'HttpException', status: String(status), detail }]
  response.writeHead(status, headers).end(JSON.stringify({ errors }))
}
