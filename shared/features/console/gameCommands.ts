import { mainServer } from '../../engine/ids.ts'
import { broadcast, messagePlayer, runConsole, setToggle, setWhitelist } from '../deliveries/commands.ts'
import type { GameToggle } from '../deliveries/kinds.ts'
import { type CommandPart, type KnownCommand, known, knownCommands } from './knownCommands.ts'

const server = mainServer

/** A word that the hub carries out as one of its own commands. */
const sameAs = (
  word: string,
  described: Pick<KnownCommand, 'command' | 'parts'> & Partial<KnownCommand>,
): KnownCommand => {
  const twin = knownCommands.find(({ command }) => command === described.command)
  return known({
    ...described,
    word,
    name: described.name ?? twin?.name ?? word,
    harm: described.harm ?? twin?.harm ?? null,
  })
}
const turns = (word: string, toggle: GameToggle, name: string) =>
  sameAs(word, {
    name: `Turn ${name} on or off`,
    command: setToggle,
    parts: ['onOff'],
    inputOf: ({ onOff = '' }) => ({ server, toggle, on: onOff.toLowerCase() === 'on' }),
  })
const lists = (word: string, on: boolean) =>
  sameAs(word, {
    name: on ? 'Add a player to the whitelist' : 'Remove a player from the whitelist',
    command: setWhitelist,
    parts: ['player'],
    inputOf: ({ player }) => ({ server, target: player, on }),
  })

/** A line that goes to the game's own RCON as typed. */
const toGame = (
  word: string,
  name: string,
  parts: readonly CommandPart[] = [],
  harm: string | null = null,
): KnownCommand =>
  known({
    word,
    name,
    command: runConsole,
    parts,
    harm,
    inputOf: (values) => ({ server, text: [word, ...parts.map((part) => values[part] ?? '')].join(' ').trim() }),
  })
const forAll = 'It changes the game for every player.'

/** Questions to the game. The hub asks them over RCON, and words the replies. */
export const gameReads = ['playerlist', 'getplayerdata', 'serverdetails', 'getplayables', 'getqueuestatus'] as const
export type GameRead = (typeof gameReads)[number]

/** Lines that only the game's own RCON understands. `pause` is left out: it has no effect and no reply. */
const ownLines: readonly KnownCommand[] = [
  toGame('playerlist', 'List who is on the server', ['filter']),
  toGame('getplayerdata', 'Show species, growth and vitals of players', ['filter']),
  toGame('serverdetails', 'Show the settings of the game'),
  toGame('getplayables', 'List the species that can be played'),
  toGame('getqueuestatus', 'Show the queue'),
  toGame('addplayable', 'Allow a species', ['list'], forAll),
  toGame('removeplayable', 'Forbid a species', ['list'], forAll),
  toGame(
    'updateplayables',
    'Replace the list of allowed species',
    ['list'],
    `${forAll} Species that are not listed can't be played.`,
  ),
  toGame('disableaiclasses', "Replace the list of AI animals that don't spawn", ['list'], forAll),
  toGame('aidensity', 'Set how many AI animals spawn, from 0 to 2', ['number'], forAll),
  toGame('setgrowthmultiplier', 'Set how fast dinosaurs grow', ['number'], forAll),
  toGame('togglegrowthmultiplier', 'Toggle the growth multiplier', [], forAll),
  toGame('togglemigrations', 'Toggle migrations', [], forAll),
  toGame('togglenetupdatedistancechecks', 'Toggle distance checks for network updates', [], forAll),
  toGame('toggleailearning', 'Toggle AI learning', [], forAll),
  toGame('custom', 'Run a custom command of your host', ['text'], 'Your host decides what it does.'),
]

/** The words of the game's own RCON beside those that the hub has too. */
export const gameCommands: readonly KnownCommand[] = [
  ...ownLines,
  sameAs('announce', { command: broadcast, parts: ['text'] }),
  sameAs('directmessage', { command: messagePlayer, parts: ['player', 'text'] }),
  lists('addwhitelist', true),
  lists('removewhitelist', false),
  turns('togglewhitelist', 'whitelist', 'the whitelist'),
  turns('toggleglobalchat', 'globalChat', 'global chat'),
  turns('togglehumans', 'humans', 'humans'),
  turns('toggleai', 'spawnAI', 'animals'),
]
const firstWord = (line: string) => line.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''
const ownWords: ReadonlySet<string> = new Set(ownLines.map(({ word }) => word))
/** Whether only the game's own RCON understands the line. */
export const isGameLine = (line: string) => ownWords.has(firstWord(line))

const gameWords: ReadonlySet<string> = new Set([...gameCommands.map(({ word }) => word), 'save', 'wipecorpses'])
/** Whether the line begins with a word of the game's own RCON. `kick` and `ban` are left to command mods, which have them too. */
export const isGameWord = (line: string) => gameWords.has(firstWord(line))

/** Every word of the console with its arguments, for help and completion. */
export const consoleCommands: readonly KnownCommand[] = [...knownCommands, ...gameCommands]

const partNames: Readonly<Record<CommandPart, string>> = {
  player: '<player>',
  destination: '<player>',
  length: '<permanent or days>',
  toggle: '<switch>',
  onOff: '<on or off>',
  number: '<number>',
  list: '<names>',
  text: '<text>',
  reason: '[reason]',
  filter: '[part of a name]',
}
/** The word with its arguments: `kick <player> [reason]`. */
export const usageOf = ({ word, parts }: KnownCommand) => [word, ...parts.map((part) => partNames[part])].join(' ')

/** The form of the command with which the line begins; of other lines their first word. */
export function formOf(line: string): string {
  const word = firstWord(line)
  const known = consoleCommands.find((one) => one.word === word)
  return known ? usageOf(known) : word
}

/** The commands whose word, arguments or description contain every word of the query. */
export function foundCommands(query: string, commands = consoleCommands): readonly KnownCommand[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter((one) => {
    const text = `${usageOf(one)} ${one.name}`.toLowerCase()
    return wanted.every((each) => text.includes(each))
  })
}

const isHelp = (line: string) => /^(help|\?)$/.test(firstWord(line))
/** The hub's own answer to `help` and `help kick`; null for any other line. */
export function helpText(line: string): string | null {
  if (!isHelp(line)) return null
  const query = line.trim().split(/\s+/).slice(1).join(' ')
  const found = foundCommands(query)
  if (found.length === 0) return `No command matches “${query}”. Anything else goes to your command mod as typed.`
  return found.map((one) => (query === '' ? usageOf(one) : `${usageOf(one)}: ${one.name}.`)).join('\n')
}
