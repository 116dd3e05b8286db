import type { AuditKind, AuditLine } from '../../../shared/features/audit/queries.ts'
import { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { banLengthLabel, kindLabels, linkLabels, stateLabels } from '../staff/deliveryLabels.ts'

export const auditKindLabels: Readonly<Record<AuditKind, string>> = {
  deliveries: 'Game commands',
  roles: 'Rights',
  sessions: 'Sessions',
  map: 'Map',
  positionViews: 'Looks at positions',
  erasures: 'Erasures',
  fixtures: 'Recordings',
  server: 'Hub',
}

/** Commands on an earlier delivery. */
const followUpLabels: Readonly<Partial<Record<string, string>>> = {
  retry: 'Retry',
  undo: 'Undo',
  cancel: 'Call off',
  markDone: 'Mark done',
  markRefused: 'Mark refused by the game',
  drop: 'Drop',
  settleHappened: 'Settle: it happened',
  settleNot: 'Settle: it did not',
}

/** Actions outside the game, by name. */
const actionLabels: Readonly<Partial<Record<string, string>>> = {
  'session.open': 'Signed in',
  'session.close': 'Signed out',
  'session.revoke': 'Ended one of their sessions',
  'session.closeAll': 'Ended their sessions',
  'session.elevate': 'Was lent rights by a password',
  'session.endElevation': 'Gave lent rights back',
  'session.wrongPassword': 'Gave a wrong password',
  'session.viewAs': 'Viewed as a role',
  'roles.change': 'Changed rights',
  'positionViews.view': 'Looked at all positions',
  'server.clearCaches': 'Cleared the caches',
  'mapImage.calibrate': 'Calibrated the map',
  'mapImage.clearCalibration': 'Took the calibration back',
  'fixtures.tap': 'Recorded sockets',
  'erasure.eraseMe': 'Erased their account',
}

const labelIn = (labels: Readonly<Partial<Record<string, string>>>, act: string) =>
  Object.hasOwn(labels, act) ? labels[act] : undefined

/** The label of an action: `Kick`, `Signed in`; an action without a label by its own name. */
export function actionLabel({ kind, act }: Pick<AuditLine, 'kind' | 'act'>): string {
  if (kind !== 'deliveries') return labelIn(actionLabels, act) ?? act
  const kindOfDelivery = DeliveryKind.safeParse(act)
  return kindOfDelivery.success ? kindLabels[kindOfDelivery.data] : (labelIn(followUpLabels, act) ?? act)
}

/** The actions that can be searched for: the kind, and the name if a label replaces it. */
export const actionDetail = ({ kind, act }: Pick<AuditLine, 'kind' | 'act'>): string =>
  kind !== 'deliveries' && labelIn(actionLabels, act) ? `${auditKindLabels[kind]}, ${act}` : auditKindLabels[kind]

/** `1 line, page 1.` */
export const countLabel = (lines: number, page: number) => `${lines} ${lines === 1 ? 'line' : 'lines'}, page ${page}.`

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })
/** Whether a number is a time of this or the next centuries, epoch ms. */
const isMoment = (value: number) => value > 1e12 && value < 1e13

function valueLabel(value: unknown) {
  if (typeof value === 'string') return `“${value}”`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' && isMoment(value) ? exactly.format(value) : JSON.stringify(value)
}

/** One field of the detail. The length of a ban is labelled as on the screens. */
const fieldLabel = (name: string, value: unknown) =>
  name === 'durationMs' && (value === null || value === 'permanent' || typeof value === 'number')
    ? banLengthLabel(typeof value === 'number' ? value : null)
    : `${name} ${valueLabel(value)}`

/** The other fields: `reason “too loud”, for 7 days`. */
export const detailLabel = (detail: AuditLine['detail']): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]) => fieldLabel(name, value))
    .join(', ')

/** The outcome: `Confirmed over Evrima RCON`. Empty if the action was no delivery. */
export function outcomeLabel({ outcome, delivery }: Pick<AuditLine, 'outcome' | 'delivery'>): string {
  if (!outcome) return delivery === null ? '' : 'Not known any more'
  return stateLabels[outcome.state] + (outcome.link ? ` over ${linkLabels[outcome.link]}` : '')
}
