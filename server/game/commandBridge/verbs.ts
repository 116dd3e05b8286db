import { z } from 'zod'
import { type DeliveryKind, deliveryKinds, type GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError } from '../actionLink.ts'
import { checkLength, type Escape, fillTemplate, plainLine, templateProblem } from '../commandTemplates.ts'
import type { GamePoint } from '../link.ts'

/** A verb of the mod and its arguments: an object of names, or an array of texts; mods read one of the two. */
export interface Verb {
  readonly verb: string
  readonly args: readonly string[] | Readonly<Record<string, string>>
}
/** The verb of each kind. A kind without one is not supported. */
export type VerbTable = Readonly<Partial<Record<DeliveryKind, Verb>>>
/** Changes to the usual table; null takes a kind away. */
export type VerbChanges = Readonly<Partial<Record<DeliveryKind, Verb | null>>>

/** As the public CommandBridge mods have them. */
export const usualVerbs: VerbTable = {
  slay: { verb: 'kill', args: {} },
  heal: { verb: 'heal', args: {} },
  teleport: { verb: 'teleport', args: { x: '{x}', y: '{y}', z: '{z}' } },
  grow: { verb: 'setgrowth', args: { value: '{growth}' } },
  message: { verb: 'notify', args: { message: '{text}' } },
  mutate: {
    verb: 'mutations',
    args: {
      slot1: '{mutation1}',
      slot2: '{mutation2}',
      slot3: '{mutation3}',
      parent1: '{parent1}',
      parent2: '{parent2}',
      parent3: '{parent3}',
    },
  },
  skin: { verb: 'skin_apply', args: ['{text}'] },
  park: { verb: 'dino_store', args: ['{dinosaur}'] },
  redeem: { verb: 'dino_redeem', args: ['{dinosaur}'] },
}

/** Of the simulated mod: beyond what the public ones can do. */
export const simulatedVerbs: VerbChanges = {
  spawn: { verb: 'spawn', args: { species: '{text}' } },
  weather: { verb: 'weather', args: { value: '{text}' } },
}

export const verbsWith = (changes: VerbChanges): VerbTable => {
  const entries = Object.entries({ ...usualVerbs, ...changes })
  return Object.fromEntries(entries.filter((entry): entry is [DeliveryKind, Verb] => entry[1] !== null))
}

/** A command to the mod. Only `x`, `y` and `z` are still open. */
export interface BridgeCommand {
  readonly verb: string
  /** SteamID64; '' for a command to the whole server. */
  readonly steam: string
  readonly args: readonly string[] | Readonly<Record<string, string | number>>
}

/** Main and parent mutations, by their slots. An argument of an object whose slot is empty is left out. */
const slots = ['mutation1', 'mutation2', 'mutation3', 'parent1', 'parent2', 'parent3'] as const
type Slot = (typeof slots)[number]
const slotOf = (template: string): Slot | undefined => slots.find((slot) => template === `{${slot}}`)
const namesIn = (list: string | undefined) =>
  (list ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
const mutationIn = ({ text, parents }: GameAction['detail'], slot: Slot): string | undefined =>
  namesIn(slot.startsWith('parent') ? parents : text)[Number(slot.at(-1)) - 1]
/** All that a `mutate` asks for. */
export const mutationsOf = ({ text, parents }: GameAction['detail']): readonly string[] => [
  ...namesIn(text),
  ...namesIn(parents),
]

/** Placeholders that the other links do not have: the place of the destination in game centimetres, a growth from 0 to 1, and the slots. */
const ownPlaceholders = ['x', 'y', 'z', 'growth', ...slots] as const
const axes = ['x', 'y', 'z'] as const
type Axis = (typeof axes)[number]
const axisOf = (template: string): Axis | undefined => axes.find((axis) => template === `{${axis}}`)
/** An argument that is one of these alone is a number in the object form: the mods read no number in quotes. */
const numbers: ReadonlySet<string> = new Set(
  ['x', 'y', 'z', 'growth', 'hours', 'minutes', 'seconds', 'on'].map((name) => `{${name}}`),
)

/** What a teleport needs, in game centimetres. */
export const needsPlace = ({ args }: Verb): boolean => Object.values(args).some((one) => axisOf(one) !== undefined)

/** Kinds that concern no player. */
const serverKinds: ReadonlySet<DeliveryKind> = new Set<DeliveryKind>([
  'broadcast',
  'save',
  'wipeCorpses',
  'toggle',
  'console',
  'gameConsole',
  'weather',
])

/** The parser of the mods is made of patterns: it reads no escapes, and ends a text at a quote and a list at a bracket. */
export const plainArgument = (text: string): string =>
  text.replaceAll('"', "'").replaceAll('\\', '/').replaceAll(/[[{]/g, '(').replaceAll(/[\]}]/g, ')')
const escapeArgument: Escape = (value) => plainArgument(value)

const mostBytes = 4_000

/** @param place of the destination, where the verb needs it. @throws ActionError unsendable */
export function bridgeCommand({ verb, args }: Verb, action: GameAction, place: GamePoint | null): BridgeCommand {
  const { kind } = action
  const fill = (template: string) =>
    fillTemplate({ [kind]: template }, action, { escape: escapeArgument, permanentMs: 0 })
  const steam = action.target === null && serverKinds.has(kind) ? '' : fill('{id}')
  const filled = (template: string): string | number => {
    const axis = axisOf(template)
    if (axis) fill('{destination}')
    if (axis) return place ? Number(place[axis].toFixed(3)) : `{${axis}}`
    if (template === '{growth}') return growthOf(action)
    const slot = slotOf(template)
    if (slot) return plainArgument(plainLine(mutationIn(action.detail, slot) ?? ''))
    const value = fill(template)
    return numbers.has(template) ? Number(value) : value
  }
  const command: BridgeCommand = Array.isArray(args)
    ? { verb, steam, args: args.map((one) => String(filled(one))) }
    : { verb, steam, args: Object.fromEntries(filledFields(args as Readonly<Record<string, string>>, filled)) }
  checkLength(lineOf(command, longestId, 0), mostBytes, 'one line of the mod')
  return command
}

const filledFields = (args: Readonly<Record<string, string>>, filled: (template: string) => string | number) =>
  Object.entries(args)
    .map(([name, template]) => [name, filled(template), template] as const)
    .filter(([, value, template]) => value !== '' || !slotOf(template))
    .map(([name, value]) => [name, value] as const)

function growthOf({ detail }: GameAction): number {
  const growth = detail.text === undefined || detail.text.trim() === '' ? Number.NaN : Number(detail.text)
  if (growth >= 0 && growth <= 1) return Number(growth.toFixed(4))
  throw new ActionError(
    'unsendable',
    `"${plainArgument(detail.text ?? '')}" is not a growth. Give a number from 0 to 1.`,
  )
}

/** All ids of the hub begin with this, so that it recognizes its own lines after a crash. */
export const idPrefix = 'wh-'
const longestId = `${idPrefix}${'0'.repeat(20)}`

/** One line of commands.ndjson, without its end. The id comes first: the mods take the first of that name. */
export const lineOf = ({ verb, steam, args }: BridgeCommand, id: string, atMs: number): string =>
  JSON.stringify({ id, ts: Math.floor(atMs / 1_000), verb, steam, args })

/** For users: `teleport 76561198000000001 to the place of Ada`. */
export function textOf(verb: Verb, action: GameAction): string {
  const { verb: name, steam, args } = bridgeCommand(verb, action, null)
  const isOpen = (value: unknown) => typeof value === 'string' && axisOf(value) !== undefined
  const named = Array.isArray(args)
    ? args.filter((one) => !isOpen(one))
    : Object.entries(args).flatMap(([key, value]) => (isOpen(value) ? [] : [`${key}=${value}`]))
  const { destination, destinationName } = action.detail
  const where = needsPlace(verb) ? [`to the place of ${plainArgument(destinationName || destination || '')}`] : []
  return [name, steam, ...named, ...where]
    .filter((word) => word !== '')
    .join(' ')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

const form =
  'a JSON object of commands and their verbs, such as {"slay": "kill", "grow": {"verb": "setgrowth", "args": {"value": "{growth}"}}, "skin": null}'

const GivenVerb = z.union([
  z.null(),
  z.string(),
  z.strictObject({
    verb: z.string(),
    args: z.union([z.array(z.string()), z.record(z.string(), z.string())]).optional(),
  }),
])

/** Reads the table of a configuration. @returns the changes, or what is wanted instead */
export function readVerbs(given: unknown): VerbChanges | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return form
  const changes: Partial<Record<DeliveryKind, Verb | null>> = {}
  for (const [kind, value] of Object.entries(given)) {
    const known = deliveryKinds.find((one) => one === kind)
    if (!known) return `verbs for ${deliveryKinds.join(', ')}; there is no command "${kind}"`
    const parsed = GivenVerb.safeParse(value)
    if (!parsed.success)
      return `for ${kind} the name of a verb, or {"verb": …, "args": …} where args is an object or an array of texts, or null to take it away`
    const verb = verbOf(parsed.data, usualVerbs[known])
    const problem = verb && problemIn(verb)
    if (problem) return `valid verbs; the one for ${kind} ${problem}`
    changes[known] = verb
  }
  return changes
}

/** The name alone keeps the usual arguments. */
const verbOf = (given: z.output<typeof GivenVerb>, usual: Verb | undefined): Verb | null => {
  if (given === null) return null
  if (typeof given === 'string') return { verb: given, args: usual?.args ?? {} }
  return { verb: given.verb, args: given.args ?? usual?.args ?? {} }
}

/** Top-level fields of a line: the mods look for a name anywhere in it. */
const taken: ReadonlySet<string> = new Set(['id', 'ts', 'verb', 'steam', 'args'])

/** @returns what is wrong, to follow "the one for slay …" */
function problemIn({ verb, args }: Verb): string | null {
  if (!/^[A-Za-z][\w.-]{0,40}$/.test(verb))
    return `is "${plainArgument(verb)}"; a verb is one word of letters, digits and _`
  if (!Array.isArray(args))
    for (const name of Object.keys(args)) {
      if (!/^[A-Za-z]\w{0,40}$/.test(name)) return `has the argument "${plainArgument(name)}"; a name is one word`
      if (taken.has(name))
        return `has an argument of the name "${name}", which the mod would mix up with the line's own`
    }
  const values: readonly string[] = Object.values(args)
  const used = values.map(axisOf).filter((axis) => axis !== undefined)
  if (used.length > 0 && new Set(used).size < axes.length)
    return 'needs {x}, {y} and {z}, all three: the mod moves no one without'
  for (const value of values) {
    if (ownPlaceholders.some((name) => value === `{${name}}`)) continue
    const own = ownPlaceholders.find((name) => value.includes(`{${name}}`))
    if (own) return `holds {${own}} within a text; it stands alone`
    if (/["\\]/.test(value)) return 'holds a quote or a backslash, which the mod cannot read'
    const problem = templateProblem(value)
    if (problem) return `holds ${problem}`
  }
  return null
}
