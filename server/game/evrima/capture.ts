import { systemClock } from '../clock.ts'
import type { LinkState } from '../link.ts'
import { type Connection, createConnection } from './connection.ts'
import { type RawReply, redactReplies } from './redact.ts'
import { tcpWire } from './tcpWire.ts'
import { defaultTimings, type Timings } from './timings.ts'

/** A real server's replies, fit to be given away: what `npm run capture` writes and tests of parsers read. */
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

/** These change nothing on a server. */
const harmless = ['playerlist', 'getplayerdata', 'serverdetails', 'getplayables', 'getqueuestatus'] as const

/** Asks a server all that is harmless, one after the other, and hides who is on it. Rejects if it cannot log in. */
export async function capture({ host, port, password, timings }: CaptureOptions): Promise<Capture> {
  const connection = createConnection({
    ...{ open: tcpWire(host, port), address: `${host}:${port}`, password, clock: systemClock, random: Math.random },
    ...{ log: { info() {}, warn() {} }, timings: { ...defaultTimings, ...timings } },
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

const PATIENCE_MS = 10_000

/** The first attempt decides; after a command that failed the connection is given time to come back. */
async function untilUp(connection: Connection, address: string): Promise<void> {
  const isFirst = connection.state().name === 'connecting'
  if (connection.state().name === 'up') return
  const { name, why } = await new Promise<LinkState>((resolve) => {
    const callOff = systemClock.after(isFirst ? 2 * PATIENCE_MS : PATIENCE_MS, () => decide(connection.state()))
    const stop = connection.onState((state) => {
      if (isFirst || state.name === 'up') decide(state)
    })
    const decide = (state: LinkState) => {
      callOff()
      stop()
      resolve(state)
    }
  })
  if (name !== 'up') throw new Error(`${address}: ${why}. Is this the RCON port of the game, and the password right?`)
}
