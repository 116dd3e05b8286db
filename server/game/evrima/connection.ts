import { LinkError, type LinkLog, type LinkState } from '../link.ts'
import { backOffMs, createLinkState } from '../linkState.ts'
import type { Opcode, Reply } from './channel.ts'
import { createSession, type Session, type SessionOptions } from './session.ts'

export interface ConnectionOptions extends SessionOptions {
  /** For the log. */
  readonly address: string
  readonly log: LinkLog
  /** 0 to 1. */
  readonly random: () => number
}

export interface Connection {
  state(): LinkState
  onState(listener: (state: LinkState) => void): () => void
  /**
   * Rejects at once while not connected, so that requests do not pile up. `leaving` is called right before the first byte is sent:
   * without that call the game has received nothing.
   */
  ask(command: Opcode, argument?: string, leaving?: () => void): Promise<Reply>
  /** Replaces the session, as when replies no longer match the requests. */
  restart(why: string): void
  reconnects(): number
  close(): void
}

/** Keeps one session alive, since the game is said to leak sockets of clients that reconnect. */
export function createConnection(options: ConnectionOptions): Connection {
  const { clock, timings, random } = options
  const board = createLinkState(clock, options.log, options.address)
  let session: Session
  let failures = 0
  let logins = 0
  let closed = false
  let cancelRetry = () => {}

  const connect = () => {
    session = createSession(options, onEnd)
    session.ready.then(onReady, () => {})
  }
  const onReady = () => {
    logins++
    board.set('up', null)
  }
  const onEnd = (error: LinkError) => {
    if (closed) return
    const refused = error.code === 'refused'
    cancelRetry = clock.after(refused ? timings.refusedRetryMs : backOffMs(failures++, random(), timings), connect)
    board.set(refused ? 'refused' : 'down', error.message)
  }
  const ask = async (command: Opcode, argument?: string, leaving?: () => void) => {
    if (closed) throw new LinkError('closed', 'the link is closed')
    const { name, why } = board.state()
    if (name === 'connecting') throw new LinkError('down', 'not connected yet')
    if (name !== 'up') throw new LinkError(name, why ?? name)
    const reply = await session.ask(command, argument, leaving)
    failures = 0
    return reply
  }
  const restart = (why: string) => session.end(new LinkError('garbage', why))
  const close = () => {
    closed = true
    cancelRetry()
    session.end(new LinkError('closed', 'the link is closed'))
    board.set('down', 'closed')
  }

  connect()
  return { state: board.state, onState: board.onState, ask, restart, reconnects: () => Math.max(0, logins - 1), close }
}
