import { placeOfClaim } from '../../../shared/engine/once.ts'
import type { Price, Sink } from '../../../shared/features/ledger/accounts.ts'
import { payments, rewardKeys } from '../../../shared/features/ledger/ledger.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { claim, claimDay, claimOf, isDayClaimed } from '../../engine/once.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { type Account, holdOf, move, type Operation, sink, walletOf } from './operation.ts'
import { type PostContext, post } from './post.ts'

type HoldContext = PostContext & Pick<Context, 'newId'>

/** Who acts, and why, as the ledger shows it. */
type Said = Pick<Operation, 'by' | 'byHub' | 'reason'>

interface Held {
  /** New and unique: that of the redemption or the listing. */
  readonly id: string
  readonly player: string
  readonly price: Price
  /** What it is spent on once it is posted. */
  readonly cause: Sink
  readonly subject?: string | null
  readonly item?: string
}

/**
 * Sets currency aside, so that it can be spent on nothing else, until the delivery or the listing is decided:
 *
 *     holdCurrency(context, { id: redemption, player, price, cause: 'redemption', subject: delivery, by: player })
 *     spendHeld(context, player, redemption, { by: 'deliveries', byHub: true })      // confirmed, done
 *     releaseHeld(context, player, redemption, { by: 'deliveries', byHub: true })    // refused, failed, dropped, cancelled
 *
 * Returns the operation's id. Refuses `tooPoor` where the balance does not cover it.
 * @throws when there is a hold with this id
 */
export function holdCurrency(context: HoldContext, { id, player, price, ...rest }: Held & Said): string {
  const operation = context.newId()
  const entries = move(walletOf(player), holdOf(player, id), price.currency, price.amount)
  post(context, { id: operation, entries, ...rest })
  return operation
}

/**
 * Spends what is held: into the sink of its cause, or into the wallet of another user, who sold. Returns what was spent; null if there is no
 * such hold, because it has ended before or its user was erased: nothing is to be done then, whatever is called and how often.
 */
export const spendHeld = (context: HoldContext, player: string, id: string, said: Said, into?: Account) =>
  endHeld(context, player, id, said, into)

/** Gives back what is held. Returns what was given back; null if there is no such hold. It is refused for no balance. */
export const releaseHeld = (context: HoldContext, player: string, id: string, said: Said) =>
  endHeld(context, player, id, said, walletOf(player))

function endHeld(context: HoldContext, player: string, id: string, said: Said, into?: Account): Price | null {
  const { holds } = context.read(wallet, player)
  const found = Object.hasOwn(holds, id) ? holds[id] : undefined
  if (!found) return null
  const { currency, amount, cause, subject, item, operation } = plain(found)
  const isRelease = into?.kind === 'wallet' && into.of === player
  post(context, {
    id: context.newId(),
    cause: isRelease ? 'released' : into?.kind === 'wallet' ? 'marketSale' : cause,
    entries: move(holdOf(player, id), into ?? sink(cause), currency, amount),
    subject,
    item,
    reverses: isRelease ? operation : null,
    ...said,
  })
  return { currency, amount }
}

interface Refund {
  readonly player: string
  /** At most what the line cost: from the document that has the purchase, since rules read no archive. */
  readonly price: Price
  /** The operation by which it was paid. */
  readonly original: string
  /** Where it was spent. */
  readonly cause: Sink
  /** Which of several things that were paid for together; each can be refunded once. */
  readonly line?: string
  readonly subject?: string | null
  readonly item?: string
}

/**
 * Gives back what was paid, once for each line of the original, by an operation that names it. Returns the operation's id; null where that
 * line was refunded before. Refuses `tooRich`. The original is among the user's `payments`: that it was refunded is remembered as long as it is.
 */
export function refund(
  context: HoldContext & Pick<Context, 'command' | 'commandId'>,
  { player, price, original, cause, line, ...rest }: Refund & Said,
): string | null {
  if (!claimOnce(context, player, 'refund', original, line ?? '')) return null
  const id = context.newId()
  const entries = move(sink(cause), walletOf(player), price.currency, price.amount)
  post(context, { id, cause: 'refund', entries, reverses: original, line: line ?? null, ...rest })
  const { latest } = context.edit(payments, player)
  const payment = line === undefined && Object.hasOwn(latest, original) ? plain(latest[original]) : undefined
  // Replaced as a whole: the statistics learn of the change when the payment may be kept no longer.
  if (payment) latest[original] = { ...payment, refundedAt: context.now }
  return id
}

/** What a natural key is about. A part that pays something once adds its own. */
export type OnceKind =
  | 'welcomeGrant'
  | 'demoGrant'
  | 'visit'
  | 'dailyBonus'
  | 'trivia'
  | 'achievement'
  | 'eventReward'
  | 'challenge'
  | 'refund'

type KeyContext = Parameters<typeof claim>[0]

/**
 * Claims (kind, player, key…) once: true the first time, in the same change as what the rule does for it. Command ids are remembered for
 * an hour. This is remembered until the player is erased, or until `forgetClaims` drops it because its subject cannot come up again.
 */
export const claimOnce = (context: KeyContext, player: string, kind: OnceKind, ...key: readonly string[]): boolean =>
  claim(context, rewardKeys, [player, keyOf(kind, key)]) === null

/** The same once for each UTC day, in a bit for each. @param day as 2026-11-22 */
export const claimOnDay = (
  context: KeyContext,
  player: string,
  kind: OnceKind,
  day: string,
  ...key: readonly string[]
): boolean => claimDay(context, rewardKeys, [player, keyOf(kind, key)], day)

/** Whether it was claimed before; claims nothing. */
export const isClaimed = (context: Pick<Context, 'read'>, player: string, kind: OnceKind, ...key: readonly string[]) =>
  claimOf(context, rewardKeys, [player, keyOf(kind, key)]) !== null
export const isClaimedOnDay = (
  context: Pick<Context, 'read'>,
  player: string,
  kind: OnceKind,
  day: string,
  ...key: readonly string[]
) => isDayClaimed(context, rewardKeys, [player, keyOf(kind, key)], day)

/** The keys of this kind that were claimed permanently, the parts of each joined by `/`. @param since epoch ms: only those claimed from then on */
export function claimedKeys(
  { read }: Pick<Context, 'read'>,
  player: string,
  kind: OnceKind,
  since = 0,
): readonly string[] {
  const first = placeOfClaim([player, keyOf(kind, [''])])
  const { claims } = read(rewardKeys, first.key)
  return Object.entries(claims).flatMap(([field, { at }]) =>
    field.startsWith(first.field) && at >= since
      ? [decodeURIComponent(decodeURIComponent(field.slice(first.field.length)))]
      : [],
  )
}

/** Forgets the claims of this kind whose subject, the first part of the key, can never come up again. */
export function forgetClaims(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  player: string,
  kind: OnceKind,
  isOver: (subject: string) => boolean,
) {
  const { key, field } = placeOfClaim([player, keyOf(kind, [''])])
  const fields = Object.keys(read(rewardKeys, key).claims).filter((one) => {
    if (!one.startsWith(field)) return false
    const [subject = ''] = decodeURIComponent(one.slice(field.length)).split('/')
    return isOver(decodeURIComponent(subject))
  })
  if (fields.length === 0) return
  const { claims } = edit(rewardKeys, key)
  for (const one of fields) delete claims[one]
}

/** On how many days at least one of these kinds was claimed. */
export function claimedDays({ read }: Pick<Context, 'read'>, player: string, ...kinds: readonly OnceKind[]): number {
  /** The bits of four days, by their place. */
  const claimed = new Map<string, number>()
  for (const kind of kinds) {
    const { key, field } = placeOfClaim([player, keyOf(kind, [])])
    for (const [name, digits] of Object.entries(read(rewardKeys, key).days)) {
      if (!name.startsWith(`${field}~`)) continue
      for (const [nth, digit] of [...digits].entries()) {
        const place = `${name.slice(field.length)} ${nth}`
        claimed.set(place, (claimed.get(place) ?? 0) | Number.parseInt(digit, 16))
      }
    }
  }
  return [...claimed.values()].reduce((days, bits) => days + (bitsOf[bits] ?? 0), 0)
}
const bitsOf = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]

const keyOf = (kind: OnceKind, key: readonly string[]) => [kind, ...key.map(encodeURIComponent)].join('/')
