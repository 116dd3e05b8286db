import type { AuditKind, AuditLine } from '../../../shared/features/audit/queries.ts'
import { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { banLengthWords, kindWords, linkWords, stateWords } from '../staff/deliveryLabels.ts'

export const auditKindWords: Readonly<Record<AuditKind, string>> = {
  deliveries: 'Game commands',
  roles: 'Rights',
  sessions: 'Sessions',
  map: 'Map',
  looks: 'Looks at positions',
  erasures: 'Erasures',
  fixtures: 'Recordings',
}

/** What is done about a command of the game that was given before. */
const laterWords: Readonly<Partial<Record<string, string>>> = {
  retry: 'Retry',
  undo: 'Undo',
  cancel: 'Call off',
  markDone: 'Mark done',
  markRefused: 'Mark refused by the game',
  drop: 'Drop',
  settleHappened: 'Settle: it happened',
  settleNot: 'Settle: it did not',
}

/** What is no command of the game, by its own name. */
const houseWords: Readonly<Partial<Record<string, string>>> = {
  'session.open': 'Signed in',
  'session.close': 'Signed out',
  'session.revoke': 'Ended one of their sessions',
  'session.closeAll': 'Ended their sessions',
  'session.raise': 'Was lent rights by a password',
  'session.lower': 'Gave lent rights back',
  'session.wrongPassword': 'Gave a wrong password',
  'session.viewAs': 'Viewed as a role',
  'roles.change': 'Changed rights',
  'looks.look': 'Looked at all positions',
  'mapSheet.calibrate': 'Calibrated the map',
  'mapSheet.clearCalibration': 'Took the calibration back',
  'fixtures.tap': 'Recorded sockets',
  'erasure.eraseMe': 'Erased their account',
}

const wordsIn = (words: Readonly<Partial<Record<string, string>>>, act: string) =>
  Object.hasOwn(words, act) ? words[act] : undefined

/** What was done: `Kick`, `Signed in`; what has no words here by its own name. */
export function actWords({ kind, act }: Pick<AuditLine, 'kind' | 'act'>): string {
  if (kind !== 'deliveries') return wordsIn(houseWords, act) ?? act
  const wanted = DeliveryKind.safeParse(act)
  return wanted.success ? kindWords[wanted.data] : (wordsIn(laterWords, act) ?? act)
}

/** What of it can be searched for: the kind, and the name where words stand in its place. */
export const actNamed = ({ kind, act }: Pick<AuditLine, 'kind' | 'act'>): string =>
  kind !== 'deliveries' && wordsIn(houseWords, act) ? `${auditKindWords[kind]}, ${act}` : auditKindWords[kind]

/** `1 line, page 1.` */
export const countWords = (lines: number, page: number) => `${lines} ${lines === 1 ? 'line' : 'lines'}, page ${page}.`

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })
/** Numbers that are moments of this or the next centuries, epoch ms. */
const isMoment = (value: number) => value > 1e12 && value < 1e13

function valueWords(value: unknown) {
  if (typeof value === 'string') return `“${value}”`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' && isMoment(value) ? exactly.format(value) : JSON.stringify(value)
}

/** One of what it said. How long a ban is reads as on the screens that give it. */
const partWords = (name: string, value: unknown) =>
  name === 'durationMs' && (value === null || typeof value === 'number')
    ? banLengthWords(value)
    : `${name} ${valueWords(value)}`

/** What else it said: `reason “too loud”, for ever`. */
export const detailWords = (detail: AuditLine['detail']): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]) => partWords(name, value))
    .join(', ')

/** What became of it: `Confirmed over Evrima RCON`. Empty where it was no delivery. */
export function outcomeTold({ outcome, delivery }: Pick<AuditLine, 'outcome' | 'delivery'>): string {
  if (!outcome) return delivery === null ? '' : 'Not known any more'
  return stateWords[outcome.state] + (outcome.link ? ` over ${linkWords[outcome.link]}` : '')
}
