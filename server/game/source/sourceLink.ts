import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { type Clock, systemClock } from '../../engine/clock.ts'
import { ActionError, type ActionLink, type ActionOutcome, isHarmlessTwice } from '../actionLink.ts'
import { type CommandTemplates, modCommandText, modTemplates } from '../commandTemplates.ts'
import type { LinkError, LinkLog } from '../link.ts'
import { backOffMs, createLinkState } from '../linkState.ts'
import { echoesOf, isUnreadable, judgeReplyText } from '../replyText.ts'
import { createSourceSession, type SourceSession, type SourceTimings, sourceTimings } from './sourceSession.ts'

interface SourceLinkOptions {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly templates?: CommandTemplates
  readonly clock?: Clock
  /** 0 to 1, for the jitter of the backoff. */
  readonly random?: () => number
  readonly log?: LinkLog
  readonly timings?: Partial<SourceTimings>
}

const width = 4
const silentLog: LinkLog = { info() {}, warn() {} }

/** A link over Source RCON to a command mod. It connects at once and reconnects until it is closed. */
export function createSourceLink(options: SourceLinkOptions): ActionLink {
  const { host, port, log = silentLog, clock = systemClock } = options
  const templates: CommandTemplates = { ...modTemplates, ...options.templates }
  const board = createLinkState(clock, log, `${host}:${port} (Source RCON)`)
  const connection = keepConnected(options, board, clock)
  const limit = createConcurrencyLimit(width)
  const textOf = (action: GameAction) => modCommandText(templates, action)

  return {
    name: 'source',
    state: board.state,
    onState: board.onState,
    concurrency: width,
    reportsDeparture: true,
    can: (kind) => templates[kind] !== undefined,
    isHarmlessTwice,
    commandText: textOf,
    async perform(action, leaving = () => {}) {
      const command = textOf(action)
      const reply = await limit.run(async () => {
        callLeaving(leaving)
        return connection.ask(command)
      })
      return outcomeOf(reply, command, action)
    },
    close: async () => connection.close(),
  }
}

function keepConnected(options: SourceLinkOptions, board: ReturnType<typeof createLinkState>, clock: Clock) {
  const { host, port, password, random = Math.random } = options
  const timings = { ...sourceTimings, ...options.timings }
  let session: SourceSession
  let failures = 0
  let isClosed = false
  let cancelRetry = () => {}

  const connect = () => {
    session = createSourceSession({ host, port, password, clock, timings, width }, onEnd)
    session.ready.then(() => isClosed || board.set('up', null)).catch(() => {})
  }
  const onEnd = (error: LinkError) => {
    const isRefused = error.code === 'refused'
    cancelRetry = clock.after(isRefused ? timings.refusedRetryMs : backOffMs(failures++, random(), timings), connect)
    board.set(isRefused ? 'refused' : 'down', error.message)
  }
  connect()

  return {
    async ask(command: string): Promise<string> {
      if (isClosed) throw new ActionError('notSent', 'the link is closed')
      const { name, why } = board.state()
      if (name !== 'up') throw new ActionError('notSent', why ?? 'not connected yet')
      const reply = await session.ask(command)
      failures = 0
      return reply
    },
    close() {
      if (isClosed) return
      isClosed = true
      cancelRetry()
      session.end()
      board.set('down', 'closed')
    },
  }
}

function callLeaving(leaving: () => void) {
  try {
    leaving()
  } catch (error) {
    throw new ActionError('notSent', 'it was cancelled before its turn', { cause: error })
  }
}

/** Source RCON answers every command, so an empty reply is a confirmation. */
function outcomeOf(reply: string, command: string, action: GameAction): ActionOutcome {
  if (isUnreadable(reply)) throw new ActionError('lost', "The server's answer can't be read.")
  const text = reply.trim() || null
  const state = judgeReplyText(reply, echoesOf(action, command))
  if (state === 'unclear') throw new ActionError('lost', `The server's answer is ambiguous: ${text}`)
  return { state, reply: text, why: null }
}

/** Runs at most `width` things at once, the others in order of arrival. */
function createConcurrencyLimit(width: number) {
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (busy === width) await new Promise<void>((resolve) => void waiting.push(resolve))
      else busy++
      return work().finally(() => {
        const next = waiting.shift()
        if (next) next()
        else busy--
      })
    },
  }
}
