import { parseArgs } from 'node:util'
import { systemClock } from '../../engine/clock.ts'
import type { LinkState } from '../link.ts'
import { wholeNumber } from '../wholeNumber.ts'
import { openTcpSocket } from './channel.ts'
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
  /** Why there is no reply; null if there is one. */
  readonly problem: string | null
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
  const connection = createConnection({
    open: openTcpSocket(host, port),
    address: `${host}:${port}`,
    password,
    clock: systemClock,
    random: Math.random,
    log: { info() {}, warn() {} },
    timings: { ...defaultTimings, ...timings },
  })
  try {
    const replies: CapturedReply[] = []
    for (const command of harmless) {
      await untilUp(connection, `${host}:${port}`)
      replies.push(await ask(connection, command))
    }
    const about =
      'Replies of an Evrima game server, recorded by Waterhole. People, server name and passwords are redacted.'
    return { about, replies: redactReplies(replies, [password]) }
  } finally {
    connection.close()
  }
}

async function ask(connection: Connection, command: (typeof harmless)[number]): Promise<CapturedReply> {
  try {
    const { text, latencyMs } = await connection.ask(command)
    return { command, latencyMs, problem: null, text }
  } catch (error) {
    return { command, latencyMs: null, problem: error instanceof Error ? error.message : String(error), text: '' }
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
  if (name !== 'up') throw new Error(`${address}: ${why}. Is this the RCON port of the game, and the password right?`)
}

export const captureUsage = `npm run capture -- --host HOST [--port 8888] [--password-env EVRIMA_RCON_PASSWORD] [--out capture.json]

Asks a game server what can be asked without changing anything, and writes its replies with names, ids and passwords
redacted. The RCON password is read from the environment variable named by --password-env, and asked for if that is not set.`

/** Parses the command line. @throws an error that names the wrong flag */
export function captureArguments(args: readonly string[]) {
  const { values } = parseArgs({
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
  return {
    host: values.host,
    port: wholeNumber('port', values.port, 1, 65_535),
    passwordVariable: values['password-env'],
    out: values.out,
  }
}
