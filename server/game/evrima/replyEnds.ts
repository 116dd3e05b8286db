import type { Opcode } from './channel.ts'
import { withoutPreamble } from './evrimaCommands.ts'
import type { ReplyEnd } from './replyReader.ts'

/** The commands whose replies begin with the name of their type, so that they cannot be taken for others. */
export const typedReads = ['serverdetails', 'playerlist', 'getplayerdata'] as const
export type TypedRead = (typeof typedReads)[number]
export const isTypedRead = (command: Opcode | 'login'): command is TypedRead =>
  typedReads.some((typed) => typed === command)

const types: Readonly<Record<TypedRead, string>> = {
  playerlist: 'PlayerList',
  getplayerdata: 'PlayerData',
  serverdetails: 'ServerDetails',
}

/** How a reply without the name of its type begins. */
const untyped: Readonly<Record<TypedRead, RegExp>> = {
  playerlist: /^(?:\d{15,20}|[0-9a-f]{32}),/i,
  getplayerdata: /^Name: ?/,
  serverdetails: /^b?[A-Z]\w*:/,
}

const stamp = String.raw`\[\d{4}\.\d{2}\.\d{2}-\d{2}\.\d{2}\.\d{2}(?::\d{1,3})?\][ \t]*`
const begins = (command: TypedRead) =>
  new RegExp(String.raw`(?:^|\n|(?=${stamp}))[\0-\4]?(?:${stamp})?${types[command]}`)
const beginnings = Object.fromEntries(typedReads.map((command) => [command, begins(command)])) as Record<
  TypedRead,
  RegExp
>

/**
 * Where the reply to a command begins in what arrived. Lines that nobody asked for and late replies to other requests may be before
 * it; null where there is nothing else.
 */
export function replyStart(command: Opcode | 'login', text: string): number | null {
  const body = withoutPreamble(text)
  if (!isTypedRead(command))
    return command !== 'login' && typedReads.some((other) => body.startsWith(types[other])) ? null : 0
  if (isBeginning(body, types[command]) || untyped[command].test(body)) return 0
  const found = beginnings[command].exec(text.slice(0, mostForeign))
  if (found) return found.index + (found[0].startsWith('\n') ? 1 : 0)
  // It may be the beginning of a time or of the type.
  return text.length < stampLength && (text === '' || text.startsWith('[')) ? 0 : null
}

const stampLength = 28
/** How much before a reply is searched for its beginning. */
const mostForeign = 65_536
const isBeginning = (text: string, type: string) =>
  (text.length < type.length ? type : text).startsWith(text.length < type.length ? text : type)

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

/** Another text may be a greeting of a proxy before the reply. */
const loginEnd = (text: string): ReplyEnd => {
  if (/(?:Password Accepted|Incorrect Password)\s*$/.test(text)) return 'whole'
  // A proxy asks for the password, and the answer to it follows.
  if (/password\s*[:>?]\s*$/i.test(text)) return 'half'
  return isAboutPassword(text) ? 'likely' : 'unsure'
}

/** The text of a refusal is not documented: any reply that mentions a password counts as one. */
export const isAboutPassword = (reply: string) => /password|incorrect|wrong|reject|denied/i.test(reply)

/** The game repeats the announcement; it cuts long ones at an undocumented length. */
const announcementEnd = (text: string, said: string): ReplyEnd =>
  said !== '' && text.replace(/\r?\n$/, '').endsWith(`Announcement Sent: ${said}`) ? 'whole' : 'likely'

/**
 * A comma follows each id and each name. Names may contain commas, so enough commas prove nothing; and line ends, so that they may take
 * several lines. The ids are what counts: a list without all names is complete after a while.
 */
function playerListEnd(text: string): ReplyEnd {
  const body = withoutPreamble(text)
  if ('PlayerList\n'.startsWith(body)) return 'unsure'
  const [, ids, ...names] = body.split('\n')
  if (ids === '') return 'whole'
  if (names.length === 0) return 'half'
  return names.reduce((sum, line) => sum + commas(line), 0) < commas(ids) ? 'unsure' : 'likely'
}

/** A reply may be one line of megabytes: counting must not make a list of its parts. */
function commas(line = ''): number {
  let count = 0
  for (let at = line.indexOf(','); at !== -1; at = line.indexOf(',', at + 1)) count += 1
  return count
}

/**
 * Builds from 2026 end with a line of its own; earlier ones put the first row on the line of the type. An empty server may leave the
 * end out.
 */
function playerDataEnd(text: string, marked: boolean): ReplyEnd {
  const tail = text.slice(-20)
  if (/\nPlayerDataEnd\r?\n$/.test(tail)) return 'whole'
  if (/\nPlayerDataEnd\r?$/.test(tail)) return 'likely'
  const head = withoutPreamble(text.slice(0, 80))
  if (head.startsWith('PlayerDataName:')) return text.endsWith('\n') ? 'likely' : 'unsure'
  const isEmpty = text.length < 80 && /^PlayerData\s*$/.test(head)
  return marked && !isEmpty ? 'half' : 'unsure'
}
