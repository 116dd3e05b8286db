import { LinkError } from '../link.ts'
import {
  type ChannelEnded,
  type ChannelOptions,
  createChannel,
  encodeCommand,
  encodeLogin,
  type FaultKind,
  type Opcode,
} from './channel.ts'
import { createReplyEnds, isAboutPassword, isTypedRead, replyStart, type TypedRead, typedReads } from './replyEnds.ts'
import type { Reply } from './replyReader.ts'

/** Commands to which the game sometimes gives no reply. */
const silentAtTimes: ReadonlySet<Opcode | 'login'> = new Set([
  'announce',
  'directmessage',
  'kick',
  'ban',
  'addwhitelist',
  'removewhitelist',
] as const)

export interface SessionOptions extends ChannelOptions {
  readonly password: string
}

/** One connection, from opening to its end. */
export interface Session {
  /** Settles when the game has accepted or refused the password. */
  readonly ready: Promise<void>
  /** One request is in flight, the others wait. `leaving` is called right before the first byte is sent. */
  ask(command: Opcode, argument?: string, leaving?: () => void): Promise<Reply>
  /** A reply did not belong to its request: the next command is sent when replies belong to their requests again. */
  distrust(): void
  end(error: LinkError, kind?: FaultKind): void
}

/** `ended` is called once with the reason. */
export function createSession(options: SessionOptions, ended: ChannelEnded): Session {
  let isLoggingIn = false
  const channel = createChannel(options, (error, kind) => ended(isLoggingIn ? atLogin(error) : error, kind))
  const endOf = createReplyEnds()
  const alignment = createAlignment(() => options.clock.monotonic())
  let turn: Promise<unknown> = Promise.resolve()

  const send = (command: Opcode | 'login', frame: Buffer, argument?: string, leaving?: () => void) =>
    channel.exchange(
      frame,
      {
        to: command,
        startOf: (text) => replyStart(command, text),
        endOf: (text) => endOf(command, text, argument),
        mayBeSilent: silentAtTimes.has(command),
      },
      leaving,
    )
  const exchange = async (command: Opcode, argument?: string, leaving?: () => void) => {
    let wasSent = false
    const onLeaving = () => {
      leaving?.()
      wasSent = true
    }
    const sent = send(command, encodeCommand(command, argument), argument, onLeaving)
    const reply = await sent.catch((error: unknown) => {
      if (wasSent) alignment.missed(command)
      throw error
    })
    alignment.answered(command, reply.text)
    return reply
  }
  /** After a missing reply: asks for a reply that can be told from others, so that everything before it has been skipped. */
  const align = async () => {
    const read = alignment.readToAlign()
    await exchange(read.command)
    if (!read.isCertain)
      await new Promise<void>((resolve) => void options.clock.after(options.timings.unfinishedMs, resolve))
    alignment.restored()
  }
  const login = async () => {
    await channel.opened
    isLoggingIn = true
    const { text } = await send('login', encodeLogin(options.password)).catch((error: LinkError) => {
      channel.end(error, 'login')
      throw error
    })
    isLoggingIn = false
    const problem = loginProblem(text)
    if (!problem) return
    channel.end(problem, problem.code === 'refused' ? 'refused' : 'login')
    throw problem
  }

  return {
    ready: login(),
    end: channel.end,
    distrust: alignment.distrust,
    ask(command, argument, leaving) {
      const asked = turn.then(async () => {
        if (!isTypedRead(command) && !alignment.isAligned()) await align()
        return exchange(command, argument, leaving)
      })
      turn = asked.catch(() => {})
      return asked
    },
  }
}

/** A reply that is later than this is not expected any more. */
const lateMs = 60_000

/**
 * Whether the next reply belongs to the next request. Replies have no id and come in the order of the requests, so after a missing one
 * only a reply whose type is not awaited otherwise proves that all earlier ones have arrived.
 */
function createAlignment(now: () => number) {
  const awaited = new Map<TypedRead, number>()
  let isTrusted = true

  const isAwaited = (command: TypedRead) => now() - (awaited.get(command) ?? Number.NEGATIVE_INFINITY) < lateMs
  return {
    isAligned: () => isTrusted,
    missed(command: Opcode) {
      isTrusted = false
      if (isTypedRead(command)) awaited.set(command, now())
    },
    answered(command: Opcode, text: string) {
      // The reply of a silent command may still come.
      if (text === '') isTrusted = false
      if (!isTypedRead(command) || isAwaited(command)) return
      awaited.clear()
      isTrusted = true
    },
    distrust() {
      isTrusted = false
    },
    /** A read whose reply proves it; uncertain where late replies of all types are awaited. */
    readToAlign() {
      const certain = typedReads.find((command) => !isAwaited(command))
      return { command: certain ?? typedReads[0], isCertain: certain !== undefined }
    },
    restored() {
      awaited.clear()
      isTrusted = true
    },
  }
}

/** Whether the game answers a wrong password or hangs up is not documented. */
const atLogin = (error: LinkError) =>
  error.code === 'down'
    ? new LinkError('down', `${error.message} instead of answering the login; is the password right?`)
    : error

function loginProblem(reply: string): LinkError | null {
  if (reply.includes('Password Accepted')) return null
  return isAboutPassword(reply)
    ? new LinkError('refused', 'password refused')
    : new LinkError('down', "it does not answer like the game's RCON")
}
