import type { GameAction } from '../../shared/features/deliveries/kinds.ts'
import {
  type CommandTemplates,
  checkLength,
  fillTemplate,
  type Guard,
  type PlaceholderPosition,
  placeholderForm,
} from './commandTemplates.ts'

/** As command mods usually word them; what a mod words differently, its owner says in the configuration. */
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

/** The most that one packet of Source RCON holds. */
const mostBytes = 4_086

/** The line for a command mod. @throws ActionError unsendable */
export const modCommandText = (table: CommandTemplates, action: GameAction): string =>
  checkLength(fillTemplate(table, action, action.kind === 'console' ? asTyped : guard), mostBytes, 'one packet')

/** Who may type commands may type all of it. */
const asTyped: Guard = (value) => value

/**
 * Such consoles end a command at a semicolon or a line end, an argument at a space, and a quoted one at a quote; there is no
 * way to escape any of them, so that they are replaced by what looks like them.
 */
const guard: Guard = (value, slot) => {
  const plain = value.replaceAll('"', "'").replaceAll(';', ',').replaceAll('\\', '/')
  const safe = withoutSeparators(plain, slot)
  const isQuoted = slot.before.split('"').length % 2 === 0
  if (isQuoted || slot.after === '') return safe
  return /^[^\s'`]+$/.test(safe) && !safe.includes('//') ? safe : `"${safe}"`
}

/** What stands right beside a placeholder of the template, other than spaces and quotes, parts its arguments. */
function withoutSeparators(value: string, { template }: PlaceholderPosition): string {
  const literals = template.split(placeholderForm).filter((_, i) => i % 2 === 0)
  const edges = literals.flatMap((literal) => [literal.at(0), literal.at(-1)])
  const separators = edges.filter((edge) => edge !== undefined && /[^\s"\p{L}\p{N}]/u.test(edge))
  return separators.reduce<string>((text, separator) => text.replaceAll(separator ?? '', ' '), value).trim()
}
