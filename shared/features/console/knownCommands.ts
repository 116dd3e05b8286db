import { mainServer } from '../../engine/ids.ts'
import {
  banPlayer,
  broadcast,
  type DeliveryCommand,
  growPlayer,
  healMyself,
  healPlayer,
  kickPlayer,
  messagePlayer,
  mutatePlayer,
  runConsole,
  saveGame,
  setToggle,
  setWhitelist,
  skinPlayer,
  slayMyself,
  slayPlayer,
  teleportPlayer,
  unbanPlayer,
  wipeCorpses,
} from '../deliveries/commands.ts'
import { gameToggles } from '../deliveries/kinds.ts'

/**
 * The parts of a command after its word. `reason` and `filter` may be left out; they and `text` and `list` take the rest of the line.
 */
export type CommandPart =
  | 'player'
  | 'destination'
  | 'length'
  | 'toggle'
  | 'onOff'
  | 'number'
  | 'list'
  | 'text'
  | 'reason'
  | 'filter'
export const isOptional = (part: CommandPart) => part === 'reason' || part === 'filter'

export interface KnownCommand {
  /** As it is typed. */
  readonly word: string
  /** As an order: `Kick a player`. */
  readonly name: string
  /** The hub's command. */
  readonly command: DeliveryCommand
  readonly parts: readonly CommandPart[]
  /** Its effect, asked about before it is sent; null for one that is harmless or can be undone. */
  readonly harm: string | null
  inputOf(values: Readonly<Partial<Record<CommandPart, string>>>): Readonly<Record<string, unknown>>
}

const server = mainServer
const dayMs = 86_400_000
export const permanent = 'permanent'
/** @param text `permanent`, or a number of days */
export const lengthMsOf = (text: string) => (text.toLowerCase() === permanent ? null : Number(text) * dayMs)
export const isLength = (text: string) => text.toLowerCase() === permanent || /^[1-9]\d{0,4}$/.test(text)
export const toggleOf = (text: string) => gameToggles.find((name) => name.toLowerCase() === text.toLowerCase())
const isOn = (text = '') => text.toLowerCase() === 'on'

/** A command without the fields that have a default. */
type Described = Omit<KnownCommand, 'inputOf' | 'harm'> & Partial<Pick<KnownCommand, 'inputOf' | 'harm'>>
export const known = (described: Described): KnownCommand => ({
  harm: null,
  inputOf: (values) => onTarget(values),
  ...described,
})
const onTarget = ({ player, reason, text, destination }: Readonly<Partial<Record<CommandPart, string>>>) => ({
  server,
  ...(player !== undefined && { target: player }),
  ...(reason !== undefined && { reason }),
  ...(text !== undefined && { text }),
  ...(destination !== undefined && { destination }),
})

/** The commands that the hub knows by word, harmless ones first. `gameCommands.ts` has those of the game; any other line goes to a command mod as typed. */
export const knownCommands: readonly KnownCommand[] = [
  known({ word: 'message', name: 'Message a player', command: messagePlayer, parts: ['player', 'text'] }),
  known({ word: 'heal', name: 'Heal a player', command: healPlayer, parts: ['player', 'reason'] }),
  known({ word: 'healme', name: 'Heal my own dinosaur', command: healMyself, parts: [] }),
  known({ word: 'save', name: 'Save the game', command: saveGame, parts: [] }),
  known({ word: 'unban', name: 'Unban a player', command: unbanPlayer, parts: ['player'] }),
  known({
    word: 'whitelist',
    name: 'Add to the whitelist, or remove',
    command: setWhitelist,
    parts: ['player', 'onOff'],
    inputOf: ({ onOff, ...rest }) => ({ ...onTarget(rest), on: isOn(onOff) }),
  }),
  known({
    word: 'toggle',
    name: 'Turn a server switch on or off',
    command: setToggle,
    parts: ['toggle', 'onOff'],
    inputOf: ({ toggle = '', onOff }) => ({ server, toggle: toggleOf(toggle), on: isOn(onOff) }),
  }),
  known({
    word: 'skin',
    name: "Change a dinosaur's skin",
    command: skinPlayer,
    parts: ['player', 'text'],
    inputOf: ({ text = '', ...rest }) => ({ ...onTarget(rest), skin: text }),
  }),
  known({
    word: 'broadcast',
    name: 'Broadcast to everyone',
    command: broadcast,
    parts: ['text'],
    harm: 'Everyone on the server sees it.',
  }),
  known({
    word: 'teleport',
    name: 'Teleport a player',
    command: teleportPlayer,
    parts: ['player', 'destination'],
    harm: 'Their dinosaur is moved to the other player.',
  }),
  known({
    word: 'grow',
    name: 'Grow a dinosaur, from 0 to 1',
    command: growPlayer,
    parts: ['player', 'number'],
    harm: "Their dinosaur gets that growth at once, even if it is less than now. You can't undo this.",
    inputOf: ({ number = '', ...rest }) => ({ ...onTarget(rest), growth: Math.round(Number(number) * 100) }),
  }),
  known({
    word: 'mutate',
    name: "Set a dinosaur's mutations",
    command: mutatePlayer,
    parts: ['player', 'list'],
    harm: "The mutations in these slots are replaced. You can't undo this.",
    inputOf: ({ list = '', ...rest }) => ({ ...onTarget(rest), mutations: list }),
  }),
  known({
    word: 'wipecorpses',
    name: 'Wipe corpses',
    command: wipeCorpses,
    parts: [],
    harm: 'Every corpse on the island is removed. Players feeding on one lose it.',
  }),
  known({
    word: 'kick',
    name: 'Kick a player',
    command: kickPlayer,
    parts: ['player', 'reason'],
    harm: "They're disconnected from the server and can come back at once.",
  }),
  known({
    word: 'slayme',
    name: 'Slay my own dinosaur',
    command: slayMyself,
    parts: [],
    harm: "Your dinosaur dies and its growth is lost. You can't undo this.",
  }),
  known({
    word: 'slay',
    name: 'Slay a player',
    command: slayPlayer,
    parts: ['player', 'reason'],
    harm: "Their dinosaur dies and its growth is lost. You can't undo this.",
  }),
  known({
    word: 'ban',
    name: 'Ban a player',
    command: banPlayer,
    parts: ['player', 'length', 'reason'],
    harm: "They can't join the server. You can undo the ban for a minute, and lift it at any time.",
    inputOf: ({ length = permanent, ...rest }) => ({ ...onTarget(rest), durationMs: lengthMsOf(length) }),
  }),
]

/** Any text that a command mod understands. */
export const rawCommand: KnownCommand = known({
  word: 'console',
  name: 'Send text to the console',
  command: runConsole,
  parts: ['text'],
  harm: 'It goes to the command mod as typed.',
})
