import { gameToggles } from '../deliveries/kinds.ts'
import { consoleCommands } from './gameCommands.ts'
import {
  type CommandPart,
  isLength,
  isOptional,
  type KnownCommand,
  permanent,
  rawCommand,
  toggleOf,
} from './knownCommands.ts'

export type LineRead =
  | { readonly ok: true; readonly known: KnownCommand; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

/** The message for a part that is missing or wrong. */
const wanted: Readonly<Record<CommandPart, string>> = {
  player: '❌ Please enter a target player name',
  destination: '❌ Please enter destination player name',
  length: 'After the player, enter a length: permanent, or a number of days.',
  toggle: 'Name one of the switches: whitelist, globalChat, humans, spawnAI.',
  onOff: 'End with on or off.',
  number: 'End with a number, such as 0.5.',
  list: 'List them, separated by commas.',
  filter: '',
  text: '❌ Please enter a message',
  reason: '',
}
const fits: Partial<Record<CommandPart, (text: string) => boolean>> = {
  length: isLength,
  toggle: (text) => toggleOf(text) !== undefined,
  onOff: (text) => /^(on|off)$/i.test(text),
  number: (text) => /^\d{1,6}(\.\d{1,6})?$/.test(text),
}

/**
 * Reads a typed line: a command of the hub or the game, by its word, or text for a command mod.
 * @param names of the players in the game: a name of several words needs no quotes, and is never cut to a shorter one
 */
export function readLine(line: string, names: readonly string[] = []): LineRead {
  const words = splitLine(line)
  const [first] = words
  const known = consoleCommands.find(({ word }) => word === first?.text.toLowerCase())
  if (!first) return { ok: false, problem: 'Enter a command.' }
  if (!known) return { ok: true, known: rawCommand, input: rawCommand.inputOf({ text: line.trim() }) }
  return readParts(known, line, { words, names, at: first.end })
}

interface Rest {
  readonly words: readonly Word[]
  readonly names: readonly string[]
  /** How far the line has been read. */
  at: number
}

function readParts(known: KnownCommand, line: string, rest: Rest): LineRead {
  const values: Partial<Record<CommandPart, string>> = {}
  for (const part of known.parts) {
    const value = takePart(part, line, rest)
    if (value === null ? !isOptional(part) : fits[part]?.(value) === false) return { ok: false, problem: wanted[part] }
    if (value !== null) values[part] = value
  }
  const left = line.slice(rest.at).trim()
  if (left !== '') return { ok: false, problem: leftOver(left, known) }
  return { ok: true, known, input: known.inputOf(values) }
}

const leftOver = (left: string, { parts }: KnownCommand) =>
  `“${left}” isn't part of this command.${parts.some(isPlayer) ? ' Put a name of several words in quotes.' : ''}`
const isPlayer = (part: CommandPart) => part === 'player' || part === 'destination'

/** They take the rest of the line. */
const restParts: readonly CommandPart[] = ['text', 'reason', 'list', 'filter']

function takePart(part: CommandPart, line: string, rest: Rest): string | null {
  const left = line.slice(rest.at)
  if (restParts.includes(part)) {
    rest.at = line.length
    return left.trim() || null
  }
  const name = isPlayer(part) ? longestName(left.trimStart(), rest.names) : null
  if (name !== null) {
    rest.at += left.length - left.trimStart().length + name.length
    return name
  }
  const next = rest.words.find(({ at }) => at >= rest.at)
  if (!next) return null
  rest.at = next.end
  return next.text
}

const longestName = (text: string, names: readonly string[]) =>
  names
    .filter((name) => name.trim() !== '' && text.toLowerCase().startsWith(name.toLowerCase()))
    .filter((name) => /^(\s|$)/.test(text.slice(name.length)))
    .sort((one, other) => other.length - one.length)[0] ?? null

export interface Named {
  readonly id: string
  readonly name: string
}

interface Completion {
  /** The inserted text. */
  readonly label: string
  /** The whole line with it, ready for the next word. */
  readonly line: string
}

const mostOffered = 8

/** The possible continuations of the typed line. @param players in the game; those of equal name are inserted by id */
export function completions(line: string, players: readonly Named[]): readonly Completion[] {
  const words = splitLine(line)
  const last = words.at(-1)
  if (!last) return []
  const isOpen = last.end === line.length
  const place = isOpen ? words.length - 1 : words.length
  const typed = (isOpen ? last.text : '').toLowerCase()
  const kept = isOpen ? line.slice(0, last.at) : line
  return offered(words[0]?.text ?? '', place, players)
    .filter(({ name }) => name.toLowerCase().includes(typed) && (place > 0 || name.startsWith(typed)))
    .sort((one, other) => rank(one.name, typed) - rank(other.name, typed))
    .slice(0, mostOffered)
    .map(({ name, put }) => ({ label: name, line: `${kept}${put} ` }))
}

const rank = (name: string, typed: string) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
const plain = (name: string) => ({ name, put: name })

function offered(first: string, place: number, players: readonly Named[]) {
  if (place === 0) return [...consoleCommands.map(({ word }) => word), 'help'].map(plain)
  if (first.toLowerCase() === 'help') return consoleCommands.map(({ word }) => plain(word))
  const parts = consoleCommands.find(({ word }) => word === first.toLowerCase())?.parts ?? []
  return ofPart(parts[place - 1], players)
}

function ofPart(part: CommandPart | undefined, players: readonly Named[]) {
  if (part === 'player' || part === 'destination') return players.map((player) => ofPlayer(player, players))
  if (part === 'length') return [permanent, '1', '7', '30', '90'].map(plain)
  if (part === 'toggle') return gameToggles.map(plain)
  if (part === 'onOff') return ['on', 'off'].map(plain)
  return []
}

function ofPlayer({ id, name }: Named, players: readonly Named[]) {
  const isUnique = players.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1
  const isName = name.trim() !== '' && isUnique
  return { name: isName ? name : `${name} ${id}`.trim(), put: isName ? quoted(name) : id }
}

interface Word {
  /** Without its quotes. */
  readonly text: string
  /** Where it begins in the line. */
  readonly at: number
  readonly end: number
}

const wordForm = /"((?:[^"\\]|\\.)*)"?|[^\s"]\S*/gs

/** The words of a line. A text in double quotes is one word; in it a backslash escapes the next character. */
export const splitLine = (line: string): readonly Word[] =>
  [...line.matchAll(wordForm)].map(({ 0: whole, 1: quoted, index }) => ({
    text: quoted === undefined ? whole : quoted.replace(/\\(.)/gs, '$1'),
    at: index,
    end: index + whole.length,
  }))

/** As one word of a line: in quotes where needed. */
export const quoted = (text: string) =>
  text === '' || /[\s"\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
