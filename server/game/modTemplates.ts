import type { GameAction } from '../../shared/features/deliveries/kinds.ts'
import {
  type CommandTemplates,
  checkLength,
  type Escape,
  fillTemplate,
  type PlaceholderPosition,
  placeholderForm,
} from './commandTemplates.ts'

/** The usual commands of command mods. The configuration can replace each of them. */
export const modTemplates: CommandTemplates = {
  slay: 'slay {id}',
  heal: 'heal {id}',
  kick: 'kick {id} {reason}',
  ban: 'ban {id} {minutes} {reason}',
  unban: 'unban {id}',
  teleport: 'teleport {id} {destination}',
  message: 'message {id} {text}',
  broadcast: 'broadcast {text}',
  grow: 'grow {id} {text}',
  console: '{text}',
}

/** The limit of one packet of Source RCON. */
const maxBytes = 4_086

/** The command text for a command mod. @throws ActionError unsendable */
export const modCommandText = (templates: CommandTemplates, action: GameAction): string =>
  checkLength(
    fillTemplate(templates, action, action.kind === 'console' ? asTyped : escapeValue),
    maxBytes,
    'one packet',
  )

/** A console command is sent as typed. */
const asTyped: Escape = (value) => value

/**
 * Consoles end a command at a semicolon or line break, an argument at a space, and a quoted one at a quote, and have no escapes:
 * these characters are replaced by similar ones.
 */
const escapeValue: Escape = (value, slot) => {
  const plain = value.replaceAll('"', "'").replaceAll(';', ',').replaceAll('\\', '/')
  const safe = withoutSeparators(plain, slot)
  const isQuoted = slot.before.split('"').length % 2 === 0
  if (isQuoted || slot.after === '') return safe
  return /^[^\s'`]+$/.test(safe) && !safe.includes('//') ? safe : `"${safe}"`
}

/** Replaces the characters next to placeholders, except spaces and quotes, since they separate arguments. */
function withoutSeparators(value: string, { template }: PlaceholderPosition): string {
  const literals = template.split(placeholderForm).filter((_, i) => i % 2 === 0)
  const edges = literals.flatMap((literal) => [literal.at(0), literal.at(-1)])
  const separators = edges.filter((edge) => edge !== undefined && /[^\s"\p{L}\p{N}]/u.test(edge))
  return separators.reduce<string>((text, separator) => text.replaceAll(separator ?? '', ' '), value).trim()
}
