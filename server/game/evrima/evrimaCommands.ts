import { isGameLine } from '../../../shared/features/console/gameCommands.ts'
import { permanentBanHours } from '../../../shared/features/deliveries/banLength.ts'
import type { GameAction, GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError } from '../actionLink.ts'
import { type CommandTemplates, checkLength, type Escape, fillTemplate } from '../commandTemplates.ts'
import { LinkError } from '../link.ts'
import { type Opcode, opcodes } from './channel.ts'

/**
 * The arguments of each command, separated by commas, since builds support no quotes. A ban counts hours, and 0 ends at once. Sources
 * disagree on the argument of a toggle: this one works for most.
 */
export const evrimaTemplates: CommandTemplates = {
  kick: '{id},{reason}',
  ban: '{name},{id},{reason},{hours}',
  message: '{id},{text}',
  broadcast: '{text}',
  save: '',
  wipeCorpses: '',
  whitelist: '{id}',
  toggle: '{on}',
  gameConsole: '{text}',
}

const toggles: Readonly<Record<GameToggle, Opcode>> = {
  whitelist: 'togglewhitelist',
  globalChat: 'toggleglobalchat',
  humans: 'togglehumans',
  spawnAI: 'toggleai',
}

/** A comma separates arguments; a single argument may contain commas. */
const escapeValue: Escape = (value, { template }) => (template.includes(',') ? value.replaceAll(',', ';') : value)

/** The game knows no permanent ban: its owners send ten years. */
const wording = { escape: escapeValue, permanentMs: permanentBanHours * 3_600_000 }

export interface EvrimaCommand {
  readonly command: Opcode
  readonly argument: string
}

/** @throws ActionError unsendable */
export function evrimaCommandFor(templates: CommandTemplates, action: GameAction): EvrimaCommand {
  const filled = fillTemplate(templates, action, wording)
  if (action.kind !== 'gameConsole')
    return { command: commandOf(action), argument: checkLength(filled, maxArgumentBytes, 'the game') }
  const [word = '', ...rest] = filled.split(' ')
  const command = word.toLowerCase()
  if (!isGameLine(filled) || !isOpcode(command))
    throw new ActionError('unsendable', `The game has no command “${word}”.`)
  return { command, argument: checkLength(rest.join(' ').trim(), maxArgumentBytes, 'the game') }
}

const isOpcode = (word: string): word is Opcode => Object.hasOwn(opcodes, word)

function commandOf({ kind, detail }: GameAction): Opcode {
  if (kind === 'kick' || kind === 'ban' || kind === 'save') return kind
  if (kind === 'message') return 'directmessage'
  if (kind === 'broadcast') return 'announce'
  if (kind === 'wipeCorpses') return 'wipecorpses'
  if (kind === 'whitelist' && detail.on !== undefined) return detail.on ? 'addwhitelist' : 'removewhitelist'
  if (kind === 'toggle' && detail.toggle !== undefined && detail.on !== undefined) return toggles[detail.toggle]
  throw new ActionError('unsendable', `${kind} does not say what to turn, or whether on or off.`)
}

/** The game accepts 1000 bytes, of which the frame needs two. */
const maxArgumentBytes = 998

/**
 * The text of an announcement. Control characters become spaces, since a NUL would end the frame and the rest would run as a command.
 */
export const announcementText = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (line === '') throw new LinkError('unsendable', 'The announcement is empty. Enter a text.')
  const bytes = Buffer.byteLength(line)
  if (bytes > maxArgumentBytes)
    throw new LinkError(
      'unsendable',
      `The announcement has ${bytes} bytes and the game shows at most ${maxArgumentBytes}. Shorten it.`,
    )
  return line
}

/** The value parsed from a reply, with its oddities that are not fatal. */
export interface Parsed<T> {
  readonly value: T
  /** Unknown keys, each as often as it occurred. */
  readonly unknownKeys: readonly string[]
  /** The kinds of unreadable parts that were skipped, each as often as it occurred; never text of the reply. */
  readonly garbage: readonly string[]
}

/** The server's local time, with which most replies begin. */
const timestamp = /^\[\d{4}\.\d{2}\.\d{2}-\d{2}\.\d{2}\.\d{2}(?::\d{1,3})?\][ \t]*/

/** Removes the optional frame type, one byte from 0 to 4, and the optional time before a reply. */
export const withoutPreamble = (reply: string): string =>
  (reply.charCodeAt(0) <= 4 ? reply.slice(1) : reply).replace(timestamp, '')

/** Removes the name of the reply's type, which has no separator after it. */
export const withoutType = (reply: string, type: string): string => {
  const body = withoutPreamble(reply)
  return body.startsWith(type) ? body.slice(type.length) : body
}

/** Splits at commas outside brackets. Joining the parts with commas restores the text. */
export function splitOutsideBrackets(row: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < row.length; i++) {
    if (row[i] === '[') depth++
    else if (row[i] === ']') depth = Math.max(0, depth - 1)
    else if (row[i] === ',' && depth === 0) {
      parts.push(row.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, row.slice(start)]
}

/** Reads `Key: value, Key: [a,b]`. A part without a colon has the key ''. */
export const splitFields = (row: string): [key: string, value: string][] =>
  splitOutsideBrackets(row)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(splitField)

function splitField(field: string): [string, string] {
  const colon = field.indexOf(':')
  return colon < 0 ? ['', field] : [field.slice(0, colon).trim(), field.slice(colon + 1).trim()]
}

/** Only plain decimals, since `Number` would also accept '', '0x1' and 'Infinity'. */
export const parseNumber = (text: string | undefined): number | null => {
  const number = text !== undefined && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** A number within these bounds, inclusive, otherwise null: one absurd number does not invalidate the others. */
export const parseBetween = (text: string | undefined, least: number, most: number): number | null => {
  const number = parseNumber(text)
  return number !== null && number >= least && number <= most ? number : null
}

/** Unreal writes booleans in several ways; any other text is null. */
export const parseBoolean = (text: string | undefined): boolean | null => {
  if (/^(true|1|on|yes)$/i.test(text ?? '')) return true
  return /^(false|0|off|no)$/i.test(text ?? '') ? false : null
}

/** The class name without the prefix and suffix of a blueprint: `Carnotaurus` for `BP_Carnotaurus_C`. */
export const bareClass = (name: string): string => name.replace(/^BP_/, '').replace(/_C$/, '')
