import { numberText } from '../../../shared/engine/numberText.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import type { AuditKind, AuditLine } from '../../../shared/features/audit/queries.ts'
import { gameToggles, toggleInOrder } from '../../../shared/features/deliveries/kinds.ts'
import { currencyNameOf } from '../../../shared/features/world/amounts.ts'
import { type Currency, currencyNames } from '../../../shared/features/world/currencies.ts'
import { type PersonalPermission, permissionLabels } from '../roles/permissionLabels.ts'
import { roleLabels } from '../roles/roleLabels.ts'
import { banLengthLabel, linkLabels, stateLabels } from '../staff/deliveryLabels.ts'

export const auditKindLabels: Readonly<Record<AuditKind, string>> = {
  deliveries: 'Game commands',
  roles: 'Permissions',
  sessions: 'Sessions',
  map: 'Map',
  positionViews: 'Position views',
  settings: 'Settings',
  currency: 'Currency',
  catalogue: 'Catalogue',
  challenges: 'Challenges',
  information: 'Information',
  events: 'Events',
  leaderboards: 'Leaderboards',
  patrons: 'Patrons',
  notes: 'Notes',
  campaigns: 'Campaigns',
  timeline: 'Timeline',
  erasures: 'Erasures',
  fixtures: 'Recordings',
  server: 'Hub',
}

/** `1 entry` */
export const countLabel = (lines: number) => `${lines} ${lines === 1 ? 'entry' : 'entries'}`

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
export const momentLabel = (at: number) => exactly.format(at)
/** Whether a number is a time of this or the next centuries, epoch ms. */
const isMoment = (value: number) => value > 1e12 && value < 1e13

const labelIn = (labels: Readonly<Partial<Record<string, string>>>, key: string) =>
  Object.hasOwn(labels, key) ? labels[key] : undefined
const overrides: Readonly<Partial<Record<string, string>>> = { given: 'Allow', taken: 'Deny', asRole: 'Default' }
const permissionName = (name: string) =>
  Object.hasOwn(permissionLabels, name) ? `“${permissionLabels[name as PersonalPermission & Permission].name}”` : name
const isToggle = (name: unknown): name is (typeof gameToggles)[number] => gameToggles.some((one) => one === name)

/** A value of the detail in words: `“too loud”`, `for 7 days`, `Admin`, `Void Pearls`, `Void Pearl` where the amount is 1. */
export function valueLabel(name: string, value: unknown, { amount }: { readonly amount?: unknown } = {}): string {
  if (name === 'durationMs') return banLengthLabel(typeof value === 'number' ? value : null)
  if (name === 'toggle' && isToggle(value)) return toggleInOrder[value]
  if (name === 'what' && typeof value === 'string') return permissionName(value)
  if (name === 'currency' && typeof value === 'string' && Object.hasOwn(currencyNames, value))
    return currencyNameOf(Number(amount), value as Currency)
  if (name === 'amount' && typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isMoment(value) ? momentLabel(value) : String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const known = roleNamed.has(name) ? (labelIn(overrides, value) ?? labelIn(roleLabels, value)) : undefined
  // Earlier releases wrote a space before the sign.
  return known ?? (/^\d{1,6} ?%?$/.test(value) ? value.replace(' ', '') : `“${withMarksShown(value)}”`)
}
/** Fields that hold a role, or what a permission was set to. */
const roleNamed: ReadonlySet<string> = new Set(['role', 'wanted', 'before', 'after'])

/** What a field of the detail is called where it is not in the sentence. */
export const fieldLabels: Readonly<Partial<Record<string, string>>> = {
  reason: 'Reason',
  text: 'Text',
  durationMs: 'Length',
  destination: 'Destination',
  provider: 'Signed in with',
  role: 'Role',
  revoked: 'Revoked',
  landmarks: 'Landmarks',
  frame: 'Map frame',
  keepsNames: 'With names',
  messages: 'Messages',
  cut: 'Ended when the hub stopped',
  changes: 'Changes',
}

/** What the sentence, the links and the marks of an entry say already. */
const saidElsewhere: ReadonlySet<string> = new Set([
  'kind',
  'on',
  'server',
  'destination',
  'destinationName',
  'event',
  'name',
  'at',
  'pin',
])

/** The fields that the sentence leaves out, each with its name. */
export function furtherFields({
  did,
  detail,
}: Pick<AuditLine, 'did' | 'detail'>): readonly (readonly [string, string])[] {
  return Object.entries(detail)
    .filter(
      ([name, value]) => !saidElsewhere.has(name) && !did.includes(`{${name}}`) && value !== '' && value !== false,
    )
    .map(([name, value]) => [labelIn(fieldLabels, name) ?? name, valueLabel(name, value)])
}

/** The outcome: `Confirmed over Evrima RCON`. Empty if the entry is about no delivery. */
export function outcomeLabel({ outcome, delivery }: Pick<AuditLine, 'outcome' | 'delivery'>): string {
  if (!outcome) return delivery === null ? '' : 'No longer known'
  return stateLabels[outcome.state] + (outcome.link ? ` over ${linkLabels[outcome.link]}` : '')
}

const doneStates: readonly string[] = ['confirmed', 'done']
/** Of a delivery that is not settled. */
export const openStates: readonly string[] = ['queued', 'sending', 'manual']

/** What the actor did, with placeholders. Of an order the page says that it was carried out only when it was. */
export function deedOf({ act, did, order, outcome }: Pick<AuditLine, 'act' | 'did' | 'order' | 'outcome'>): string {
  if (order === null) return did || act
  if (outcome && doneStates.includes(outcome.state)) return did
  return outcome && openStates.includes(outcome.state) ? `asked to ${order}` : `tried to ${order}`
}

/** A deed in pieces: texts, and the names of placeholders. */
export const piecesOf = (deed: string): readonly { readonly text: string; readonly isField: boolean }[] =>
  deed
    .split(/\{(\w+)\}/)
    .map((text, index) => ({ text, isField: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
