import type { GameAction, GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError } from '../actionLink.ts'
import { type CommandTemplates, checkLength, type Escape, fillTemplate } from '../commandTemplates.ts'
import { LinkError } from '../link.ts'
import type { Opcode } from './protocol.ts'

/**
 * The arguments of each command, separated by commas, since builds support no quotes. Sources disagree on the order of a ban and on
 * the argument of a toggle: these work for most.
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

/** A comma separates arguments; a single argument may contain commas. */
const escapeValue: Escape = (value, { template }) => (template.includes(',') ? value.replaceAll(',', ';') : value)

export interface EvrimaCommand {
  readonly command: Opcode
  readonly argument: string
}

/** @throws ActionError unsendable */
export function evrimaCommandFor(templates: CommandTemplates, action: GameAction): EvrimaCommand {
  const argument = checkLength(fillTemplate(templates, action, escapeValue), maxArgumentBytes, 'the game')
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

/** The game accepts 1000 bytes, of which the frame needs two. */
const maxArgumentBytes = 998

/**
 * The text of an announcement. Control characters become spaces, since a NUL would end the frame and the rest would run as a command.
 */
export const announcementText = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (line === '') throw new LinkError('unsendable', 'The announcement is empty. Write what players should read.')
  const bytes = Buffer.byteLength(line)
  if (bytes > maxArgumentBytes)
    throw new LinkError(
      'unsendable',
      `The announcement has ${bytes} bytes and the game shows at most ${maxArgumentBytes}. Shorten it.`,
    )
  return line
}
