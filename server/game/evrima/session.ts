import { LinkError } from '../link.ts'
import {
  type ChannelOptions,
  createChannel,
  encodeCommand,
  encodeLogin,
  type Opcode,
  type Reply,
  type ReplyEnd,
} from './channel.ts'
import { withoutPreamble } from './evrimaCommands.ts'

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
  end(error: LinkError): void
}

/** `ended` is called once with the reason. */
export function createSession(options: SessionOptions, ended: (error: LinkError) => void): Session {
  let isLoggingIn = false
  const channel = createChannel(options, (error) => ended(isLoggingIn ? atLogin(error) : error))
  const endOf = createReplyEnds()
  let turn: Promise<unknown> = Promise.resolve()

  const exchange = (command: Opcode | 'login', frame: Buffer, argument?: string, leaving?: () => void) => {
    const mayBeSilent = silentAtTimes.has(command)
    return channel.exchange(
      frame,
      { to: command, endOf: (text) => endOf(command, text, argument), mayBeSilent },
      leaving,
    )
  }
  const login = async () => {
    await channel.opened
    isLoggingIn = true
    const { text } = await exchange('login', encodeLogin(options.password))
    isLoggingIn = false
    const problem = loginProblem(text)
    if (!problem) return
    channel.end(problem)
    throw problem
  }

  return {
    ready: login(),
    end: channel.end,
    ask(command, argument, leaving) {
      const asked = turn.then(() => exchange(command, encodeCommand(command, argument), argument, leaving))
      turn = asked.catch(() => {})
      return asked
    },
  }
}

/** Whether the game answers a wrong password or hangs up is not documented. */
const atLogin = (error: LinkError) =>
  error.code === 'down'
    ? new LinkError('down', `${error.message} instead of answering the login; is the password right?`)
    : error

/** The text of a refusal is not documented: any reply that mentions a password counts as one. */
function loginProblem(reply: string): LinkError | null {
  if (reply.includes('Password Accepted')) return null
  return /password|incorrect|wrong|reject|denied/i.test(reply)
    ? new LinkError('refused', 'password refused')
    : new LinkError('down', 'what listens there does not answer like the RCON of the game')
}

/** Learns the end of replies for each connection, since a server may return as another build. */
export function createReplyEnds(): (command: Opcode | 'login', text: string, argument?: string) => ReplyEnd {
  let marked = false
  return (command, text, argument = '') => {
    if (command === 'login') return loginEnd(text)
    if (command === 'playerlist') return playerListEnd(text)
    if (command === 'announce') return announcementEnd(text, argument)
    if (command !== 'getplayerdata') return confirmations[command]?.test(text) ? 'whole' : 'likely'
    const end = playerDataEnd(text, marked)
    marked ||= end === 'whole'
    return end
  }
}

/** The end of a reply that confirms the command. */
const confirmations: Readonly<Partial<Record<Opcode, RegExp>>> = {
  kick: /was kicked\r?\n?$/,
  ban: /was kicked and banned\r?\n?$/,
  save: /Game saved\.?\r?\n?$/,
  wipecorpses: /Corpses wiped\.?\r?\n?$/,
}

const loginEnd = (text: string): ReplyEnd =>
  text === 'Password Accepted' || text === 'Incorrect Password' ? 'whole' : 'likely'

/** The game repeats the announcement; it cuts long ones at an undocumented length. */
const announcementEnd = (text: string, said: string): ReplyEnd =>
  said !== '' && text.replace(/\r?\n$/, '').endsWith(`Announcement Sent: ${said}`) ? 'whole' : 'likely'

/** A comma follows each id and each name. Names may contain commas, so enough commas prove nothing. */
function playerListEnd(text: string): ReplyEnd {
  const body = withoutPreamble(text)
  if ('PlayerList\n'.startsWith(body)) return 'unsure'
  const [, ids, names] = body.split('\n')
  if (ids === '') return 'whole'
  return commas(names) < commas(ids) ? 'half' : 'likely'
}

const commas = (line = '') => line.split(',').length - 1

/** Builds from 2026 end with a line of its own; earlier ones put the first row on the line of the type. */
function playerDataEnd(text: string, marked: boolean): ReplyEnd {
  const tail = text.slice(-20)
  if (/\nPlayerDataEnd\r?\n$/.test(tail)) return 'whole'
  if (/\nPlayerDataEnd\r?$/.test(tail)) return 'likely'
  if (withoutPreamble(text.slice(0, 80)).startsWith('PlayerDataName:')) return text.endsWith('\n') ? 'likely' : 'unsure'
  return marked ? 'half' : 'unsure'
}
