import type { DeliveryKind, GameAction } from '../../shared/features/deliveries/kinds.ts'
import { ActionError } from './actionLink.ts'

/**
 * What may stand in braces in the words of a command. `seconds` and `minutes` are of a ban and 0 for ever; `on` is 1 or
 * 0; `text` is what is said, and what is wanted of grow, spawn, weather and mutate.
 */
const placeholders = [
  'id',
  'name',
  'reason',
  'seconds',
  'minutes',
  'destination',
  'destinationName',
  'text',
  'on',
] as const
type Placeholder = (typeof placeholders)[number]

/** How each kind of command is worded for one link, as `ban {id} {minutes} {reason}`. It cannot do what it has no words for. */
export type CommandTemplates = Readonly<Partial<Record<DeliveryKind, string>>>

/** In braces or by itself, as far as templates may go. */
export const placeholderForm = /\{(\w*)\}/g

/** What is wrong with the words of one command, in words; null where nothing is. */
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

/** Where in its template a value goes. */
export interface PlaceholderPosition {
  readonly placeholder: Placeholder
  readonly template: string
  /** What stands before it and behind it in the template. */
  readonly before: string
  readonly after: string
}

/** Makes a value harmless for where it goes, so that nothing in it is taken for anything but the value. */
export type Guard = (value: string, slot: PlaceholderPosition) => string

const missing: Readonly<Partial<Record<Placeholder, string>>> = {
  id: 'It names no player. Choose whom it is for.',
  name: 'It names no player. Choose whom it is for.',
  destination: 'It does not say where to. Choose whom it leads to.',
  destinationName: 'It does not say where to. Choose whom it leads to.',
  text: 'Its text is empty. Write what it should say.',
  on: 'It does not say whether on or off. Choose one.',
}

/** The command of an action in the words of this table. @throws ActionError unsendable */
export function fillTemplate(table: CommandTemplates, action: GameAction, guard: Guard): string {
  const template = table[action.kind]
  if (template === undefined) throw new ActionError('unsendable', `This link has no words for ${action.kind}.`)
  const values = placeholderValues(action)
  const fill = (whole: string, name: string, at: number) => {
    if (!isPlaceholder(name)) throw new ActionError('unsendable', `The words for ${action.kind} hold ${whole}.`)
    const value = values[name]
    if (value === null) throw new ActionError('unsendable', missing[name] ?? `It does not say its ${name}.`)
    const [before, after] = [template.slice(0, at), template.slice(at + whole.length)]
    return guard(value, { placeholder: name, template, before, after })
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

/** A Steam id, or the EOS id of older builds. */
const playerId = /^(?:\d{15,20}|[0-9a-f]{32})$/i
/** Names are for people who read along: the id says who is meant. */
const longestName = 64

/** What each placeholder stands for in this action; null where the action does not say it. */
function placeholderValues({ target, detail }: GameAction): Readonly<Record<Placeholder, string | null>> {
  const id = target && idOf(target.id)
  const { destination, destinationName, durationMs = null, on } = detail
  return {
    id,
    name: id && label(target?.name, id),
    reason: plainLine(detail.reason ?? '') || 'No reason given',
    seconds: durationIn(durationMs, 1_000),
    minutes: durationIn(durationMs, 60_000),
    destination: destination === undefined ? null : idOf(destination),
    destinationName: destination === undefined ? null : label(destinationName, destination),
    text: plainLine(detail.text ?? '') || null,
    on: on === undefined ? null : on ? '1' : '0',
  }
}

/** One line without control characters: a NUL would end a frame, and what follows a line end would be a command. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    // In an answer it is a sign of bytes that are no text.
    .replaceAll('\u{FFFD}', '?')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

function idOf(id: string): string {
  if (playerId.test(id)) return id
  throw new ActionError('unsendable', `"${plainLine(id)}" is no id of a player: a SteamID64 has 17 digits.`)
}

/** A name that looks like an id must not be taken for one. */
function label(name: string | undefined, id: string): string {
  const line = [...plainLine(name ?? '')].slice(0, longestName).join('').trim()
  if (line === '') return `player ${id.slice(-4)}`
  return /^[\d\s,;]+$/.test(line) || playerId.test(line) ? `#${line}` : line
}

/** Rounded up, so that nobody is let in too early; 0 is for ever. */
const durationIn = (durationMs: number | null, unitMs: number) =>
  String(durationMs === null ? 0 : Math.ceil(durationMs / unitMs))
