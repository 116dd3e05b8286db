import type { DeliveryKind, GameAction } from '../../shared/features/deliveries/kinds.ts'
import { ActionError } from './actionLink.ts'

/**
 * The placeholders of a command template. `hours`, `minutes` and `seconds` are the length of a ban, rounded up; `on` is 1 or 0; `text`
 * is the text of a message and the parameter of grow, spawn, weather, mutate and skin, `parents` the parent mutations of mutate. `dinosaur` and
 * `species` are those of park and redeem.
 */
const placeholders = [
  'id',
  'name',
  'reason',
  'hours',
  'minutes',
  'seconds',
  'destination',
  'destinationName',
  'text',
  'on',
  'dinosaur',
  'species',
  'parents',
] as const
type Placeholder = (typeof placeholders)[number]

/** The template of each kind for one link, as `ban {id} {minutes} {reason}`. A link does not support a kind without a template. */
export type CommandTemplates = Readonly<Partial<Record<DeliveryKind, string>>>

/** Matches a placeholder in braces. */
const placeholderForm = /\{(\w*)\}/g

/** The problem of a template, as a text for users; null if there is none. */
export function templateProblem(template: string): string | null {
  if (/\p{Cc}/u.test(template)) return 'a line break or another control character'
  const unknown = [...template.matchAll(placeholderForm)].find(([, name]) => !isPlaceholder(name))
  if (unknown)
    return `the placeholder ${unknown[0]}, which is not one of ${placeholders.map((one) => `{${one}}`).join(' ')}`
  if (/[{}]/.test(template.replaceAll(placeholderForm, ''))) return 'a brace that opens or closes nothing'
  return (template.split('"').length - 1) % 2 === 1 ? 'a quote that is not closed' : null
}

const isPlaceholder = (name: string | undefined): name is Placeholder =>
  placeholders.some((placeholder) => placeholder === name)

/** The position of a placeholder in its template. */
interface PlaceholderPosition {
  readonly placeholder: Placeholder
  readonly template: string
  /** The template's text before and after it. */
  readonly before: string
  readonly after: string
}

/** Escapes a value for its position, so that no part of it can end the argument or the command. */
export type Escape = (value: string, slot: PlaceholderPosition) => string

const missing: Readonly<Partial<Record<Placeholder, string>>> = {
  id: 'The command names no player. Choose one.',
  name: 'The command names no player. Choose one.',
  destination: 'It has no destination. Choose a player.',
  destinationName: 'It has no destination. Choose a player.',
  text: 'The text is empty. Enter a text.',
  on: 'It says neither on nor off. Choose one.',
  dinosaur: 'It names no stored dinosaur. Choose one.',
  species: 'It names no species. Choose one.',
}

/** How a link writes values. */
export interface Wording {
  readonly escape: Escape
  /** The length that stands for a permanent ban. Where it is not 0 no ban is longer. */
  readonly permanentMs: number
}

/** Fills the template of an action's kind. @throws ActionError unsendable */
export function fillTemplate(
  templates: CommandTemplates,
  action: GameAction,
  { escape: escapeForPlace, permanentMs }: Wording,
): string {
  const template = templates[action.kind]
  if (template === undefined) throw new ActionError('unsendable', `This link has no template for ${action.kind}.`)
  const values = placeholderValues(action, permanentMs)
  const fill = (whole: string, name: string, at: number) => {
    if (!isPlaceholder(name)) throw new ActionError('unsendable', `The template for ${action.kind} contains ${whole}.`)
    const value = values[name]
    if (value === null) throw new ActionError('unsendable', missing[name] ?? `The command has no ${name}.`)
    const [before, after] = [template.slice(0, at), template.slice(at + whole.length)]
    return escapeForPlace(value, { placeholder: name, template, before, after })
  }
  return template.replaceAll(placeholderForm, fill)
}

/** @throws ActionError unsendable */
export function checkLength(command: string, most: number, what: string): string {
  const bytes = Buffer.byteLength(command)
  if (bytes <= most) return command
  throw new ActionError(
    'unsendable',
    `The command has ${bytes} bytes and ${what} takes at most ${most}. Shorten its text.`,
  )
}

/** A SteamID64, or the EOS id of older builds. */
const playerId = /^(?:\d{15,20}|[0-9a-f]{32})$/i
/** Names are only for readers of the log: the id identifies the player. */
const maxNameLength = 64

/** The value of each placeholder in this action; null where the action has none. */
function placeholderValues(
  { target, detail }: GameAction,
  permanentMs: number,
): Readonly<Record<Placeholder, string | null>> {
  const id = target && idOf(target.id)
  const { destination, destinationName, on } = detail
  const wantedMs = detail.durationMs ?? permanentMs
  const lengthMs = permanentMs > 0 ? Math.min(wantedMs, permanentMs) : wantedMs
  return {
    id,
    name: id && label(target?.name, id),
    reason: plainLine(detail.reason ?? '') || 'No reason given',
    hours: countOf(lengthMs, 3_600_000),
    minutes: countOf(lengthMs, 60_000),
    seconds: countOf(lengthMs, 1_000),
    destination: destination === undefined ? null : idOf(destination),
    destinationName: destination === undefined ? null : label(destinationName, destination),
    text: plainLine(detail.text ?? '') || null,
    on: on === undefined ? null : on ? '1' : '0',
    dinosaur: plainLine(detail.dinosaur ?? '') || null,
    species: plainLine(detail.species ?? '') || null,
    parents: plainLine(detail.parents ?? ''),
  }
}

/** One line without control characters, since a NUL ends a frame and a line break a command. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    // In a reply it is a sign of bytes that are not text.
    .replaceAll('\u{FFFD}', '?')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

function idOf(id: string): string {
  if (playerId.test(id)) return id
  throw new ActionError('unsendable', `"${plainLine(id)}" is not a player id: a SteamID64 has 17 digits.`)
}

/** A name that looks like an id is marked, so that it is not taken for one. */
function label(name: string | undefined, id: string): string {
  const line = [...plainLine(name ?? '')].slice(0, maxNameLength).join('').trim()
  if (line === '') return `player ${id.slice(-4)}`
  return /^[\d\s,;]+$/.test(line) || playerId.test(line) ? `#${line}` : line
}

/** Rounded up, so that no ban ends too early. */
const countOf = (lengthMs: number, unitMs: number) => String(Math.ceil(lengthMs / unitMs))

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
export function modCommandText(templates: CommandTemplates, action: GameAction): string {
  // Sent without them, it would count as done.
  if (action.detail.parents && templates[action.kind]?.includes('{parents}') === false)
    throw new ActionError(
      'unsendable',
      `The template for ${action.kind} has no {parents}: parent mutations would be left out.`,
    )
  const wording = { escape: action.kind === 'console' ? asTyped : escapeValue, permanentMs: 0 }
  // Command mods take 0 for a permanent ban.
  return checkLength(fillTemplate(templates, action, wording), maxBytes, 'one packet')
}

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
