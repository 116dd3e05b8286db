import { LinkError } from '../link.ts'
import { encodeCommand, encodeLogin } from './encodeFrame.ts'
import { createLine, type LineOptions } from './line.ts'
import type { Opcode } from './opcodes.ts'
import { createReplyEnds } from './replyEnd.ts'
import type { Reply } from './replyReader.ts'

/** These the game sometimes answers with nothing. */
const silentAtTimes: ReadonlySet<Opcode | 'login'> = new Set([
  'announce',
  'directmessage',
  'kick',
  'ban',
  'addwhitelist',
  'removewhitelist',
] as const)

export interface SessionOptions extends LineOptions {
  readonly password: string
}

/** One connection, from opening it to losing it. */
export interface Session {
  /** Settles when the game has taken or refused the password. */
  readonly ready: Promise<void>
  /** One request is in flight; the others wait their turn. `leaving` is called right before the first byte leaves. */
  ask(command: Opcode, argument?: string, leaving?: () => void): Promise<Reply>
  end(error: LinkError): void
}

/** `ended` is told once, whatever ended the session. */
export function createSession(options: SessionOptions, ended: (error: LinkError) => void): Session {
  let isLoggingIn = false
  const line = createLine(options, (error) => ended(isLoggingIn ? atLogin(error) : error))
  const endOf = createReplyEnds()
  let turn: Promise<unknown> = Promise.resolve()

  const exchange = (command: Opcode | 'login', frame: Buffer, argument?: string, leaving?: () => void) => {
    const mayBeSilent = silentAtTimes.has(command)
    return line.exchange(frame, { to: command, endOf: (text) => endOf(command, text, argument), mayBeSilent }, leaving)
  }
  const login = async () => {
    await line.opened
    isLoggingIn = true
    const { text } = await exchange('login', encodeLogin(options.password))
    isLoggingIn = false
    const problem = loginProblem(text)
    if (!problem) return
    line.end(problem)
    throw problem
  }

  return {
    ready: login(),
    end: line.end,
    ask(command, argument, leaving) {
      const asked = turn.then(() => exchange(command, encodeCommand(command, argument), argument, leaving))
      turn = asked.catch(() => {})
      return asked
    },
  }
}

/** No source tells whether the game answers a wrong password or just hangs up. */
const atLogin = (error: LinkError) =>
  error.code === 'down'
    ? new LinkError('down', `${error.message} instead of answering the login; is the password right?`)
    : error

/** No source is sure of the words of a refusal: those that speak of a password are one. */
function loginProblem(reply: string): LinkError | null {
  if (reply.includes('Password Accepted')) return null
  return /password|incorrect|wrong|reject|denied/i.test(reply)
    ? new LinkError('refused', 'password refused')
    : new LinkError('down', 'what listens there does not answer like the RCON of the game')
}
