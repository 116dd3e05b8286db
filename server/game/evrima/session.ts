import type { Clock } from '../clock.ts'
import { LinkError } from '../link.ts'
import { encodeCommand, encodeLogin } from './encodeFrame.ts'
import type { Opcode } from './opcodes.ts'
import { createReplyEnds } from './replyEnd.ts'
import { createReplyReader, type Reply } from './replyReader.ts'
import type { OpenWire } from './tcpWire.ts'
import type { Timings } from './timings.ts'

/** These the game sometimes answers with nothing. */
const maybeSilent: ReadonlySet<Opcode> = new Set(['announce'])

export interface SessionOptions {
  readonly open: OpenWire
  readonly password: string
  readonly clock: Clock
  readonly timings: Timings
}

/** One connection, from opening it to losing it. */
export interface Session {
  /** Settles when the game has taken or refused the password. */
  readonly ready: Promise<void>
  /** One request is in flight; the others wait their turn. */
  ask(command: Opcode, argument?: string): Promise<Reply>
  end(error: LinkError): void
}

/** `ended` is told once, whatever ended the session: after a half reply nothing that follows could be trusted. */
export function createSession(options: SessionOptions, ended: (error: LinkError) => void): Session {
  const { open, password, clock, timings } = options
  const reader = createReplyReader(clock, timings)
  const endOf = createReplyEnds()
  let failure: LinkError | null = null
  let loggingIn = false
  let turn: Promise<unknown> = Promise.resolve()

  const end = (error: LinkError) => {
    if (failure) return
    failure = error
    wire.close()
    opening.reject(error)
    reader.abandon(error)
    ended(error)
  }
  const exchange = async (command: Opcode | 'login', frame: Buffer): Promise<Reply> => {
    if (failure) throw failure
    // A moment for bytes that are already on their way here, so that they are dropped and not taken for the reply.
    await pause(clock)
    if (failure) throw failure
    wire.send(frame)
    const expected = { endOf: (text: string) => endOf(command, text), maybeSilent: maybeSilent.has(command as Opcode) }
    return reader.read(expected).catch((error: LinkError) => {
      const named = failure ?? new LinkError(error.code, `${command}: ${error.message}`)
      end(named)
      throw named
    })
  }
  const login = async () => {
    await opening.promise
    loggingIn = true
    const { text } = await exchange('login', encodeLogin(password))
    const problem = loginProblem(text)
    if (problem) end(problem)
    if (failure) throw failure
    loggingIn = false
  }

  const opening = Promise.withResolvers<void>()
  const callOff = clock.after(timings.connectMs, () => end(new LinkError('down', 'the host does not answer')))
  opening.promise.finally(callOff).catch(() => {})
  const wire = open({
    opened: opening.resolve,
    received: reader.receive,
    lost: (why) => end(new LinkError('down', loggingIn ? `${why} instead of answering the login` : why)),
  })

  return {
    ready: login(),
    end,
    ask(command, argument) {
      const asked = turn.then(() => exchange(command, encodeCommand(command, argument)))
      turn = asked.catch(() => {})
      return asked
    },
  }
}

const pause = (clock: Clock) => new Promise<void>((resolve) => void clock.after(0, resolve))

/** No source is sure of the words of a refusal: those that speak of a password are one. */
function loginProblem(reply: string): LinkError | null {
  if (reply.includes('Password Accepted')) return null
  return /password|incorrect|wrong|reject|denied/i.test(reply)
    ? new LinkError('refused', 'password refused')
    : new LinkError('down', 'what listens there does not answer like the RCON of the game')
}
