import { LinkError } from '../link.ts'
import { type ChannelOptions, createChannel, type Reply, type ReplyEnd } from './channel.ts'
import { encodeCommand, encodeLogin, type Opcode } from './protocol.ts'
import { withoutPreamble } from './replySyntax.ts'

/** These the game sometimes answers with nothing. */
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
  const line = createChannel(options, (error) => ended(isLoggingIn ? atLogin(error) : error))
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

/** How replies end is learned from each connection anew: a server may come back as another build. */
export function createReplyEnds(): (command: Opcode | 'login', text: string, argument?: string) => ReplyEnd {
  let marked = false
  return (command, text, argument = '') => {
    if (command === 'login') return loginEnd(text)
    if (command === 'playerlist') return playerListEnd(text)
    if (command === 'announce') return announcementEnd(text, argument)
    if (command !== 'getplayerdata') return lastWords[command]?.test(text) ? 'whole' : 'likely'
    const end = playerDataEnd(text, marked)
    marked ||= end === 'whole'
    return end
  }
}

/** What is done is said in so many words, with which the reply ends. */
const lastWords: Readonly<Partial<Record<Opcode, RegExp>>> = {
  kick: /was kicked\r?\n?$/,
  ban: /was kicked and banned\r?\n?$/,
  save: /Game saved\.?\r?\n?$/,
  wipecorpses: /Corpses wiped\.?\r?\n?$/,
}

const loginEnd = (text: string): ReplyEnd =>
  text === 'Password Accepted' || text === 'Incorrect Password' ? 'whole' : 'likely'

/** The game repeats what it has announced; what is long it cuts, at a length that nobody is sure of. */
const announcementEnd = (text: string, said: string): ReplyEnd =>
  said !== '' && text.replace(/\r?\n$/, '').endsWith(`Announcement Sent: ${said}`) ? 'whole' : 'likely'

/** Ids and names are followed by a comma each. Names may hold more commas, so that enough of them proves nothing. */
function playerListEnd(text: string): ReplyEnd {
  const body = withoutPreamble(text)
  if ('PlayerList\n'.startsWith(body)) return 'unsure'
  const [, ids, names] = body.split('\n')
  if (ids === '') return 'whole'
  return commas(names) < commas(ids) ? 'half' : 'likely'
}

const commas = (line = '') => line.split(',').length - 1

/** Builds from 2026 on close with a line of its own; those before put the first row on the line of the type. */
function playerDataEnd(text: string, marked: boolean): ReplyEnd {
  const tail = text.slice(-20)
  if (/\nPlayerDataEnd\r?\n$/.test(tail)) return 'whole'
  if (/\nPlayerDataEnd\r?$/.test(tail)) return 'likely'
  if (withoutPreamble(text.slice(0, 80)).startsWith('PlayerDataName:')) return text.endsWith('\n') ? 'likely' : 'unsure'
  return marked ? 'half' : 'unsure'
}
