import { isLength, type KnownCommand, knownCommands, type Part, rawCommand, toggleOf } from './knownCommands.ts'
import { splitLine, type Word } from './splitLine.ts'

export type LineRead =
  | { readonly ok: true; readonly known: KnownCommand; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

/** What the words of a part are called when it is missing, or is not what it should be. */
const wanted: Readonly<Record<Part, string>> = {
  player: '❌ Please enter a target player name',
  destination: '❌ Please enter destination player name',
  length: 'After the player say for how long: permanent, or a number of days.',
  toggle: 'Name one of the switches: whitelist, globalChat, humans, spawnAI.',
  onOff: 'End with on or off.',
  text: '❌ Please enter a message',
  reason: '',
}
const fits: Partial<Record<Part, (text: string) => boolean>> = {
  length: isLength,
  toggle: (text) => toggleOf(text) !== undefined,
  onOff: (text) => /^(on|off)$/i.test(text),
}

/**
 * What a typed line means: a command that the hub knows by its word, or text for the game.
 * @param names of the players in the game: a name of several words needs no quotes, and is never cut to a shorter one
 */
export function readLine(line: string, names: readonly string[] = []): LineRead {
  const words = splitLine(line)
  const [first] = words
  const known = knownCommands.find(({ word }) => word === first?.text.toLowerCase())
  if (!first) return { ok: false, problem: 'Enter a command.' }
  if (!known) return { ok: true, known: rawCommand, input: rawCommand.inputOf({ text: line.trim() }) }
  return readParts(known, line, { words, names, at: first.end })
}

interface Rest {
  readonly words: readonly Word[]
  readonly names: readonly string[]
  /** How far the line was read. */
  at: number
}

function readParts(known: KnownCommand, line: string, rest: Rest): LineRead {
  const values: Partial<Record<Part, string>> = {}
  for (const part of known.parts) {
    const value = takePart(part, line, rest)
    if (value === null ? part !== 'reason' : fits[part]?.(value) === false) return { ok: false, problem: wanted[part] }
    if (value !== null) values[part] = value
  }
  const left = line.slice(rest.at).trim()
  if (left !== '') return { ok: false, problem: `“${left}” is too much. A name of several words stands in quotes.` }
  return { ok: true, known, input: known.inputOf(values) }
}

function takePart(part: Part, line: string, rest: Rest): string | null {
  const left = line.slice(rest.at)
  if (part === 'text' || part === 'reason') {
    rest.at = line.length
    return left.trim() || null
  }
  const name = part === 'player' || part === 'destination' ? longestName(left.trimStart(), rest.names) : null
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
