import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../../engine/clock.ts'
import { listenOn } from './listener.ts'
import type { PanelGame, PowerSignal } from './panelHost.ts'

/** Faults of the simulated AMP. */
export interface AmpFaults {
  /** Ms before each answer. */
  delay: number
  /** Accepts requests and answers nothing. */
  silence: boolean
  /** Does not know the user any more; sessions go on. */
  refuseUser: boolean
  /** Answers power acts and backups with success, and does nothing. */
  idle: boolean
  /** The statuses of the next answers after a login, in order; what they ask is not done. */
  next: number[]
  /** The next so many power acts and backups are done, and the connection is lost before the answer. */
  dropNext: number
  /** Ends all sessions. */
  endSessions(): void
  cut(): Promise<void>
  restore(): Promise<void>
}

interface AmpServerOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly user: string
  readonly password: string
  readonly clock: Clock
  readonly game: PanelGame
}

const Login = z.object({ username: z.string(), password: z.string() })
const states = { offline: 0, starting: 10, running: 20, stopping: 40 } as const
const signals: Readonly<Record<string, PowerSignal>> = {
  'Core/Start': 'start',
  'Core/Stop': 'stop',
  'Core/Restart': 'restart',
  'Core/Kill': 'kill',
}
const backupMs = 2_000

/** An instance of AMP on a port: `POST /API/{module}/{method}`, sessions, power, status, console and its backup plugin. */
export async function startAmpServer({ host, port, user, password, clock, game }: AmpServerOptions) {
  const sessions = new Set<string>()
  const [log, lines]: [string[], string[]] = [[], []]
  const backups: { readonly Id: string; readonly Name: string; readonly Timestamp: string }[] = []
  const http = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  const listener = await listenOn(host, port, (socket) => void http.emit('connection', socket))
  const faults: AmpFaults = {
    delay: 0,
    silence: false,
    refuseUser: false,
    idle: false,
    next: [],
    dropNext: 0,
    endSessions: () => sessions.clear(),
    cut: listener.cut,
    restore: listener.restore,
  }

  const login = (body: object) => {
    const given = Login.safeParse(body).data
    if (faults.refuseUser || given?.username !== user || given.password !== password)
      return { success: false, result: 0, resultReason: 'Invalid username or password.' }
    const sessionID = randomUUID()
    sessions.add(sessionID)
    return { success: true, result: 10, resultReason: '', sessionID, rememberMeToken: '' }
  }
  const status = () => {
    const isUp = game.state() === 'running'
    return {
      State: states[game.state()],
      Uptime: uptimeText(game.uptimeMs()),
      Metrics: {
        'CPU Usage': { RawValue: isUp ? 37 : 0, MaxValue: 100, Percent: isUp ? 37 : 0, Units: '%' },
        'Memory Usage': { RawValue: isUp ? 6_144 : 0, MaxValue: 16_384, Percent: 0, Units: 'MB' },
      },
    }
  }
  const takeBackup = (name: string) => {
    if (faults.idle) return
    clock.after(backupMs, () =>
      backups.push({ Id: randomUUID(), Name: name, Timestamp: new Date(clock.now()).toISOString() }),
    )
  }
  /** Undefined for a method that is not known. */
  const answerOf = (method: string, body: Readonly<Record<string, unknown>>): object | null | undefined => {
    const signal = signals[method]
    if (signal) {
      if (!faults.idle) game.power(signal)
      return method === 'Core/Stop' || method === 'Core/Kill' ? null : { Status: true }
    }
    if (method === 'Core/GetStatus') return status()
    if (method === 'Core/SendConsoleMessage') {
      lines.push(String(body.message))
      return null
    }
    if (method === 'LocalFileBackupPlugin/GetBackups') return backups
    if (method !== 'LocalFileBackupPlugin/TakeBackup') return undefined
    takeBackup(String(body.Title))
    return { Status: true }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request)
    const method = /^\/API\/(\w+\/\w+)$/.exec(request.url ?? '')?.[1] ?? ''
    log.push(method)
    if (faults.silence) return
    if (faults.delay > 0) await new Promise<void>((resolve) => void clock.after(faults.delay, resolve))
    const send = (status: number, json: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (method === 'Core/Login') return send(200, login(body))
    const code = faults.next.shift()
    if (code !== undefined) return send(code, { Title: 'A fault was asked for.', Message: '', StackTrace: '' })
    if (!sessions.has(String(body.SESSIONID)))
      return send(200, { Title: 'Unauthorized Access', Message: 'The session has expired.', StackTrace: '' })
    const answer = answerOf(method, body)
    const isChange = method in signals || method.endsWith('TakeBackup')
    if (isChange && faults.dropNext > 0) {
      faults.dropNext -= 1
      return void request.socket.destroy()
    }
    if (answer === undefined) return send(404, { Title: 'Not found', Message: method, StackTrace: '' })
    send(200, answer)
  }

  return {
    url: `http://${host}:${listener.port}`,
    faults,
    /** `module/method` of each request, in order of arrival. */
    log: log as readonly string[],
    /** Lines for the game's console. */
    lines: lines as readonly string[],
    close: listener.cut,
  }
}

const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
const uptimeText = (ms: number) =>
  `${Math.floor(ms / 86_400_000)}:${two((ms / 3_600_000) % 24)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}`

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
