import type { RowOf } from '../../../shared/engine/archive.ts'
import { account } from '../../../shared/features/account/account.ts'
import type { AuditLine } from '../../../shared/features/audit/queries.ts'
import { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import type { ledger } from '../../../shared/features/ledger/ledger.ts'
import type { TimelineEntry, TimelineKind } from '../../../shared/features/timeline/queries.ts'
import type { trades } from '../../../shared/features/trades/trades.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { QueryContext } from '../../engine/feature.ts'

/** An entry before it has its key and its persons, which are the same for every archive. */
export type Worded = Omit<TimelineEntry, 'key' | 'persons'>

export const bareEntry = {
  order: null,
  by: '',
  byName: '',
  role: null,
  target: null,
  detail: {},
  delivery: null,
  outcome: null,
  place: null,
} as const satisfies Partial<Worded>

const redemptions: readonly string[] = ['spawn', 'redeem', 'park', 'weather', 'skin', 'mutate', 'grow']

/** The lane of an act that the audit lists. What players redeem is theirs; the same done by staff is an act of staff. */
function laneOf({ kind, act, detail, role }: AuditLine): TimelineKind {
  if (kind === 'sessions' && (act === 'session.open' || act === 'session.close')) return 'visits'
  if (kind !== 'deliveries') return 'staff'
  const order = DeliveryKind.safeParse(detail.kind ?? act).data
  if (order === 'ban' || order === 'unban') return 'bans'
  if (order === 'teleport') return 'teleports'
  return order && redemptions.includes(order) && (role === null || role === 'player') ? 'redemptions' : 'staff'
}

export function auditEntry(line: AuditLine): Worded {
  const { at, act, did, order, by, byName, role, target, detail, delivery, outcome } = line
  return { kind: laneOf(line), at, act, did, order, by, byName, role, target, detail, delivery, outcome, place: null }
}

type Reads = Pick<QueryContext, 'read' | 'principal'>

const nameOf = ({ read }: Reads, id: string) => read(account, id).name
/** The demo and real accounts are kept apart, as in the audit. */
const isOtherWorld = ({ read, principal }: Reads, id: string) => {
  const { createdAt, demo } = read(account, id)
  return createdAt > 0 && demo !== read(account, principal.id ?? '').demo
}

const inOneList = new Intl.ListFormat('en-GB')

/** An operation of the ledger from the side of its first account. Null for one of the other world. */
export function moneyEntry(context: Reads, at: number, row: RowOf<typeof ledger>): Worded | null {
  if (isOtherWorld(context, row.player)) return null
  const changes = currencies.flatMap((currency) => {
    const amount = row.entries.reduce(
      (sum, one) => (one.currency === currency && one.account === 'player' ? sum + one.amount : sum),
      0,
    )
    return amount === 0 ? [] : [{ text: amountInWords(Math.abs(amount), currency), amount }]
  })
  const sum = inOneList.format(changes.map(({ text }) => text))
  const isIn = changes.some(({ amount }) => amount > 0)
  const base = {
    ...bareEntry,
    at,
    kind: 'money' as const,
    act: row.cause,
    detail: row.reason ? { reason: row.reason } : {},
  }
  const player = { by: row.player, byName: nameOf(context, row.player) }
  const other = row.other === null ? null : { id: row.other, name: nameOf(context, row.other) }
  if (sum === '') return { ...base, ...player, did: `set currency aside or got it back: ${causeText(row)}` }
  if (other)
    return {
      ...base,
      ...player,
      target: other,
      did: `${isIn ? 'got' : 'paid'} ${sum} ${isIn ? 'from' : 'to'} {target}: ${causeText(row)}`,
    }
  if (!row.byHub && row.by !== row.player)
    return {
      ...base,
      by: row.by,
      byName: nameOf(context, row.by),
      target: { id: row.player, name: player.byName },
      did: isIn ? `gave {target} ${sum}: ${causeText(row)}` : `took ${sum} from {target}: ${causeText(row)}`,
    }
  return { ...base, ...player, did: `${isIn ? 'got' : 'paid'} ${sum}: ${causeText(row)}` }
}

/** `shop, Tyrannosaurus` */
const causeText = ({ cause, item }: RowOf<typeof ledger>) =>
  `${cause.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}${item ? `, ${item.replace(/[{}]/g, '')}` : ''}`

const signWords = {
  gift: 'nothing came back',
  above: 'far above the usual price',
  below: 'far below the usual price',
  unpriced: 'no usual price is known',
  newPlayer: 'new to the game',
} as const

/** A flow in one direction that staff may want to look at; null for a trade without a sign. */
export function flowEntry(context: Reads, at: number, row: RowOf<typeof trades>): Worded | null {
  const { kind, from, to, item, currency, amount, signs } = row
  if (signs.length === 0 || row.reverses !== undefined || isOtherWorld(context, from)) return null
  const sum = currency === null ? '' : amountInWords(Math.abs(amount), currency)
  const what = item.replace(/[{}]/g, '')
  const deed = kind === 'gift' ? `gave {target} ${what || sum}` : `sold {target} ${what || 'something'} for ${sum}`
  return {
    ...bareEntry,
    at,
    kind: 'warnings',
    act: kind,
    did: `${deed}: ${signs.map((sign) => signWords[sign]).join(', ')}`,
    by: from,
    byName: nameOf(context, from),
    target: { id: to, name: nameOf(context, to) },
  }
}
