import type { AuditKind, AuditLine } from '../../../shared/features/audit/queries.ts'
import { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { kindWords, linkWords, stateWords } from '../deliveries/deliveryWords.ts'

export const auditKindWords: Readonly<Record<AuditKind, string>> = {
  deliveries: 'Game commands',
  roles: 'Rights',
  sessions: 'Sessions',
  map: 'Map',
  looks: 'Looks at positions',
  erasures: 'Erasures',
  fixtures: 'Recordings',
}

/** What was done: `Kick`; a command of the hub by its own name. */
export function actWords({ kind, act }: Pick<AuditLine, 'kind' | 'act'>): string {
  const wanted = kind === 'deliveries' ? DeliveryKind.safeParse(act) : null
  return wanted?.success ? kindWords[wanted.data] : act
}

const valueWords = (value: unknown) => (typeof value === 'string' ? `“${value}”` : JSON.stringify(value))

/** What else it said: `reason “too loud”, durationMs null`. */
export const detailWords = (detail: AuditLine['detail']): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]) => `${name} ${valueWords(value)}`)
    .join(', ')

/** What became of it: `Confirmed over Evrima RCON`. Empty where it was no delivery. */
export function outcomeTold({ outcome, delivery }: Pick<AuditLine, 'outcome' | 'delivery'>): string {
  if (!outcome) return delivery === null ? '' : 'Not known any more'
  return stateWords[outcome.state] + (outcome.link ? ` over ${linkWords[outcome.link]}` : '')
}
