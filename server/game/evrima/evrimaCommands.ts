import type { GameAction, GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError } from '../actionLink.ts'
import { type CommandTemplates, checkLength, fillTemplate, type Guard } from '../commandTemplates.ts'
import { LinkError } from '../link.ts'
import type { Opcode } from './protocol.ts'

/**
 * The arguments of each command, with a comma between two: builds know no quotes. The order of a ban, and whether a
 * toggle wants an argument, are told differently by different sources: these are what most have seen to work.
 */
export const evrimaTemplates: CommandTemplates = {
  kick: '{id},{reason}',
  ban: '{name},{id},{reason},{seconds}',
  message: '{id},{text}',
  broadcast: '{text}',
  save: '',
  wipeCorpses: '',
  whitelist: '{id}',
  toggle: '{on}',
}

const toggles: Readonly<Record<GameToggle, Opcode>> = {
  whitelist: 'togglewhitelist',
  globalChat: 'toggleglobalchat',
  humans: 'togglehumans',
  spawnAI: 'toggleai',
}

/** A comma begins the next argument; where there is but one it is part of the text. */
const guard: Guard = (value, { template }) => (template.includes(',') ? value.replaceAll(',', ';') : value)

export interface EvrimaCommand {
  readonly command: Opcode
  readonly argument: string
}

/** @throws ActionError unsendable */
export function evrimaCommandFor(table: CommandTemplates, action: GameAction): EvrimaCommand {
  const argument = checkLength(fillTemplate(table, action, guard), argumentBytes, 'the game')
  return { command: commandOf(action), argument }
}

function commandOf({ kind, detail }: GameAction): Opcode {
  if (kind === 'kick' || kind === 'ban' || kind === 'save') return kind
  if (kind === 'message') return 'directmessage'
  if (kind === 'broadcast') return 'announce'
  if (kind === 'wipeCorpses') return 'wipecorpses'
  if (kind === 'whitelist' && detail.on !== undefined) return detail.on ? 'addwhitelist' : 'removewhitelist'
  if (kind === 'toggle' && detail.toggle !== undefined && detail.on !== undefined) return toggles[detail.toggle]
  throw new ActionError('unsendable', `${kind} does not say what to turn, or whether on or off.`)
}

/** The game takes 1000 bytes, of which the frame needs two. */
const argumentBytes = 998

/**
 * The text as the game may be sent it. Line ends and every other control character become spaces: a NUL would end the
 * frame, and what follows it would be run as a command.
 */
export const announcementText = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (line === '') throw new LinkError('unsendable', 'The announcement is empty. Write what players should read.')
  const bytes = Buffer.byteLength(line)
  if (bytes > argumentBytes)
    throw new LinkError(
      'unsendable',
      `The announcement has ${bytes} bytes and the game shows at most ${argumentBytes}. Shorten it.`,
    )
  return line
}
