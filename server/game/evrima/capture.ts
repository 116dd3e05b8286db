import { isIP } from 'node:net'
import { systemClock } from '../../engine/clock.ts'
import { readFlags, wholeNumber } from '../commandLine.ts'
import type { LinkState } from '../link.ts'
import { encodeLogin, type Opcode, type OpenSocket, openTcpSocket } from './channel.ts'
import { type Connection, createConnection } from './connection.ts'
import { type RawReply, redactReplies } from './redact.ts'
import { defaultTimings, type Timings } from './timings.ts'

/** Redacted replies of a real server, as `npm run capture` writes and parser tests read them. */
export interface Capture {
  readonly about: string
  readonly replies: readonly CapturedReply[]
}

interface CapturedReply extends RawReply {
  readonly latencyMs: number | null
  /** Why there is no complete reply; null if there is one. What arrived of it is kept in any case. */
  readonly problem: string | null
  /** The redacted bytes in hex: NULs and line ends as they were sent. */
  readonly hex: string
  /** The TCP segments in order: ms since the request, and bytes before redaction. */
  readonly segments: readonly Segment[]
}

interface Segment {
  readonly atMs: number
  readonly bytes: number
}

interface CaptureOptions {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly timings?: Partial<Timings>
}

/** Commands that change nothing on a server. */
const harmless = ['playerlist', 'getplayerdata', 'serverdetails', 'getplayables', 'getqueuestatus'] as const

/** Sends all read-only commands to a server and redacts the replies. Rejects if it cannot log in. */
export async function capture({ host, port, password, timings }: CaptureOptions): Promise<Capture> {
  const recorder = createRecorder(openTcpSocket(host, port), password)
  const connection = createConnection({
    open: recorder.open,
    address: `${host}:${port}`,
    password,
    clock: systemClock,
    random: Math.random,
    log: { info() {}, warn() {} },
    timings: { ...defaultTimings, ...timings },
  })
  try {
    await untilUp(connection, `${host}:${port}`)
    const outcomes: Outcome[] = [{ command: 'login', latencyMs: null, problem: null, ...recorder.take() }]
    for (const command of harmless) {
      await untilUp(connection, `${host}:${port}`)
      recorder.take()
      const outcome = await ask(connection, command)
      outcomes.push({ command, ...outcome, ...recorder.take() })
    }
    const about =
      'Replies of an Evrima game server, recorded by Waterhole. People, server name and passwords are redacted.'
    const raw = outcomes.map(({ received, ...rest }) => ({ ...rest, text: received.toString('utf8') }))
    const replies = redactReplies(raw, [password]).map((reply) => ({
      ...reply,
      hex: Buffer.from(reply.text).toString('hex'),
    }))
    return { about, replies }
  } finally {
    connection.close()
  }
}

interface Outcome {
  readonly command: Opcode | 'login'
  readonly latencyMs: number | null
  readonly problem: string | null
  readonly segments: readonly Segment[]
  readonly received: Buffer
}

/** Records what the game sends, below everything that reads it: also what is late, unfinished or not asked for. */
function createRecorder(open: OpenSocket, password: string) {
  const login = encodeLogin(password)
  let sentAt = performance.now()
  let segments: Segment[] = []
  let chunks: Buffer[] = []
  let bytes = 0
  const recording: OpenSocket = (listener) => {
    const socket = open({
      ...listener,
      received(chunk) {
        if (bytes < mostRecorded) {
          segments.push({ atMs: Math.round(performance.now() - sentAt), bytes: chunk.length })
          chunks.push(Buffer.from(chunk))
          bytes += chunk.length
        }
        listener.received(chunk)
      },
    })
    return {
      ...socket,
      send(frame) {
        sentAt = performance.now()
        if (frame.equals(login)) take()
        socket.send(frame)
      },
    }
  }
  const take = () => {
    const taken = { segments, received: Buffer.concat(chunks) }
    segments = []
    chunks = []
    bytes = 0
    return taken
  }
  return { open: recording, take }
}

const mostRecorded = 16 * 1024 * 1024

async function ask(connection: Connection, command: (typeof harmless)[number]) {
  try {
    const { latencyMs } = await connection.ask(command)
    return { latencyMs: latencyMs === null ? null : Math.round(latencyMs), problem: null }
  } catch (error) {
    return { latencyMs: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

const CONNECT_MS = 10_000

/** Waits for the first attempt; after a failed command, for the reconnection. */
async function untilUp(connection: Connection, address: string): Promise<void> {
  const isFirst = connection.state().name === 'connecting'
  if (connection.state().name === 'up') return
  const { name, why } = await new Promise<LinkState>((resolve) => {
    const cancel = systemClock.after(isFirst ? 2 * CONNECT_MS : CONNECT_MS, () => decide(connection.state()))
    const stop = connection.onState((state) => {
      if (isFirst || state.name === 'up') decide(state)
    })
    const decide = (state: LinkState) => {
      cancel()
      stop()
      resolve(state)
    }
  })
  if (name === 'up') return
  const said = /[.?]$/.test(why ?? '') ? why : `${why}.`
  throw new Error(
    `${address}: ${said} Check --host, --port (RconPort in Game.ini) and the password (RconPassword there).`,
  )
}

export const captureUsage = `npm run capture -- --host HOST [--port 8888] [--password-env EVRIMA_RCON_PASSWORD] [--out capture.json]

Asks a game server everything that can be asked without changing anything, and writes its replies without names, ids or passwords.
The RCON password is read from the environment variable that --password-env names; if it is not set, you are asked for it.`

/** Parses the command line. @throws an error that names the wrong flag */
export function captureArguments(args: readonly string[]) {
  const { values } = readFlags({
    args: [...args],
    options: {
      host: { type: 'string' },
      port: { type: 'string', default: '8888' },
      'password-env': { type: 'string', default: 'EVRIMA_RCON_PASSWORD' },
      out: { type: 'string', default: 'capture.json' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  if (!values.host) throw new Error('--host is missing: the name or address of the game server.')
  if (isIP(values.host) === 0 && /[\s/:@?#[\]]/.test(values.host))
    throw new Error(
      `--host wants a name or an address alone, such as 203.0.113.10, not "${values.host}". The port belongs in --port.`,
    )
  return {
    host: values.host,
    port: wholeNumber('port', values.port, 1, 65_535),
    passwordVariable: values['password-env'],
    out: values.out,
  }
}
