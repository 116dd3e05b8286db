import type { SearchDefinition } from '../../engine/search/fields.ts'
import { type Currency, currencies, currencyNames } from '../world/currencies.ts'
import type { Cause } from './ledger.ts'
import type { LedgerLine } from './queries.ts'

/** The kinds of operations, as filters name them. */
export const causeNames: Readonly<Record<Cause, string>> = {
  staffGrant: 'Given by staff',
  dailyBonus: 'Daily bonus',
  welcomeGrant: 'Welcome grant',
  demoGrant: 'Demo balance',
  trivia: 'Trivia',
  achievement: 'Achievement',
  eventReward: 'Event',
  challenge: 'Challenge',
  campaign: 'Campaign',
  shop: 'Shop',
  redemption: 'Redemption',
  marketFee: 'Market fee',
  skin: 'Skin',
  marketSale: 'Market',
  gift: 'Gift',
  released: 'Given back',
  refund: 'Refund',
  reversal: 'Undone by staff',
  closed: 'Account erased',
}

type Deed = Pick<LedgerLine, 'cause' | 'changes' | 'subject' | 'item'>

/** What was done, for the user of the page, with the item where it is known: `Bought in the shop: Triceratops`. */
export const deedOf = (line: Deed): string => {
  const what = whatWasDone(line)
  return line.item === '' ? what : `${what}${what.includes(': ') ? ',' : ':'} ${line.item}`
}

function whatWasDone({ cause, changes, subject }: Deed): string {
  const isIn = directionOf({ changes }) === 'in'
  const isHeld = changes.some(({ held }) => held > 0)
  if (isHeld) return `Set aside: ${causeNames[cause].toLowerCase()}`
  if (cause === 'dailyBonus') return subject === null ? 'Daily bonus' : `Daily bonus for ${dayLabel(subject)}`
  if (cause === 'trivia') return subject === null ? 'Trivia' : `Trivia of ${dayLabel(subject)}`
  if (cause === 'marketSale') return isIn ? 'Sold on the market' : 'Bought on the market'
  if (cause === 'gift') return isIn ? 'Gift received' : 'Gift sent'
  if (cause === 'released') return 'Given back: it was set aside and not used'
  if (cause === 'shop') return 'Bought in the shop'
  return causeNames[cause]
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
/** @param day as 2026-11-22 */
const dayLabel = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : dayFormat.format(at)
}

/** Whether currency came in or went out; of what was set aside already, whether it was spent. */
export function directionOf({ changes }: Pick<LedgerLine, 'changes'>): 'in' | 'out' {
  const balance = changes.find((change) => change.balance !== 0)
  return (balance ? balance.balance : (changes[0]?.held ?? 0)) > 0 ? 'in' : 'out'
}

/** The amount that moved: the balance's where it changed, otherwise what was set aside. */
const amountOf = ({ balance, held }: LedgerLine['changes'][number]) => (balance === 0 ? held : balance)

const shortNames: Readonly<Record<Currency, string>> = {
  voidPearls: 'pearls',
  razorTalons: 'talons',
  sylvanShards: 'shards',
}

/** The search of the ledger page: the hub finds by it, and the page offers and explains it. */
export const ledgerSearch: SearchDefinition<LedgerLine> = {
  noun: 'entry',
  fields: [
    {
      kind: 'number',
      name: 'amount',
      what: 'How much came in or went out',
      example: 'amount>500',
      read: ({ changes }) => Math.max(0, ...changes.map((change) => Math.abs(amountOf(change)))),
    },
    {
      kind: 'choice',
      name: 'currency',
      what: 'Which currency',
      example: 'currency:pearls',
      values: currencies.map((currency) => shortNames[currency]),
      read: ({ changes }) => changes.map(({ currency }) => shortNames[currency]),
    },
    {
      kind: 'choice',
      name: 'is',
      what: 'Whether it came in or went out',
      example: 'is:out',
      values: ['in', 'out'],
      read: (line) => directionOf(line),
    },
    {
      kind: 'text',
      name: 'kind',
      what: 'What it was for',
      example: 'kind:shop',
      read: ({ cause }) => [causeNames[cause], cause],
    },
    {
      kind: 'text',
      name: 'reason',
      what: 'What staff wrote',
      example: 'reason:race',
      isOptional: true,
      read: ({ reason }) => reason,
    },
    {
      kind: 'choice',
      name: 'by',
      what: 'Who did it',
      example: 'by:staff',
      values: ['you', 'staff', 'hub', 'other'],
      read: ({ by }) => by,
    },
    { kind: 'date', name: 'on', what: 'The day, in UTC', example: 'on>2026-03-01', read: ({ at }) => at },
    { kind: 'duration', name: 'age', what: 'How long ago', example: 'age<7d', read: ({ at }, now) => now - at },
  ],
  words: (line) => [
    deedOf(line),
    causeNames[line.cause],
    line.reason,
    line.byName,
    line.otherName,
    line.operation,
    line.subject ?? '',
    ...line.changes.map(({ currency }) => currencyNames[currency]),
  ],
}
