import { LinkError, type LinkLog, type LinkState } from '../link.ts'
import { backOffMs, createLinkState } from '../linkState.ts'
import type { Reply } from './channel.ts'
import type { Opcode } from './protocol.ts'
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
   * Rejects at once while there is no connection: waiting would only pile requests up. `leaving` is called right before
   * the first byte leaves: without that call the game has certainly heard nothing.
   */
  ask(command: Opcode, argument?: string, leaving?: () => void): Promise<Reply>
  /** Begins anew with another session, as when replies no longer belong to what was asked. */
  restart(why: string): void
  reconnects(): number
  close(): void
}

/** Keeps one session alive: the game is said to leak the sockets of clients that come and go. */
export function createConnection(options: ConnectionOptions): Connection {
  const { clock, timings, random } = options
  const board = createLinkState(clock, options.log, options.address)
  let session: Session
  let failures = 0
  let logins = 0
  let closed = false
  let callOffRetry = () => {}

  const connect = () => {
    session = createSession(options, fall)
    session.ready.then(rise, () => {})
  }
  const rise = () => {
    logins++
    board.set('up', null)
  }
  const fall = (error: LinkError) => {
    if (closed) return
    const refused = error.code === 'refused'
    callOffRetry = clock.after(refused ? timings.refusedRetryMs : backOffMs(failures++, random(), timings), connect)
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
    callOffRetry()
    session.end(new LinkError('closed', 'the link is closed'))
    board.set('down', 'closed')
  }

  connect()
  return { state: board.state, onState: board.onState, ask, restart, reconnects: () => Math.max(0, logins - 1), close }
}
