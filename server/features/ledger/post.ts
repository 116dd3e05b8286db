import { mostCurrency, type Price, sinks } from '../../../shared/features/ledger/accounts.ts'
import type { moneyRefusals } from '../../../shared/features/ledger/commands.ts'
import {
  closedWallets,
  closedWalletsKey,
  ledger,
  mostPayments,
  payments,
  refundableCauses,
} from '../../../shared/features/ledger/ledger.ts'
import { type Flow, type Wallet, wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { closed, faultOf, holdOf, nameOf, type Operation, playersOf, walletOf } from './operation.ts'

export type PostContext = Pick<Context, 'read' | 'edit' | 'archive' | 'now'> & {
  refuse(code: keyof typeof moneyRefusals): never
}

/**
 * The one way in which currency moves: changes the wallets of the operation and adds its row to the ledger. All checks come before the
 * first edit, so that a rule may catch the refusal and go on.
 *
 *     post(context, {
 *       id: newId(), cause: 'staffGrant', by: accountOf(actor),
 *       entries: move(faucet('staffGrant'), walletOf(player), 'voidPearls', 500),
 *     })
 *
 * Entries of the house are counted in the flows of the wallet that is named first: it bears a fee and gets a grant. A hold ends as a whole, and
 * only once.
 * @throws for an operation that no rule may make: see `faultOf`
 */
export function post(context: PostContext, operation: Operation): void {
  const fault = faultOf(operation) ?? holdFaultOf(context, operation)
  if (fault !== null) throw new Error(`The operation "${operation.id}" (${operation.cause}) was not posted: ${fault}`)
  checkBalances(context, operation)
  const players = playersOf(operation)
  const [player = ''] = players
  for (const one of players) applyTo(context, operation, one)
  if (operation.entries.some(({ account }) => account.kind === 'closed')) addToClosed(context, operation)
  notePayment(context, operation, player)
  const { id, entries, countedAs: _, ...rest } = operation
  context.archive(ledger, {
    operation: id,
    player,
    other: players[1] ?? null,
    ...(operation.cause === 'gift' && { parties: [...players] }),
    entries: entries.map(({ account, currency, amount }) => ({ account: nameOf(account, player), currency, amount })),
    after: balancesAfter(context, operation, player),
    otherAfter: balancesAfter(context, operation, players[1]),
    ...rest,
  })
}

/** Keeps what was spent on something that can be refunded, among the latest payments of the user. */
function notePayment(
  { read, edit, now }: PostContext,
  { id, cause, entries, subject, item, countedAs }: Operation,
  player: string,
) {
  const known = refundableCauses.find((one) => one === cause)
  const spent = entries.find(({ account, amount }) => account.kind === 'sink' && account.cause === cause && amount > 0)
  if (!known || !spent) return
  const { currency, amount } = spent
  // The keys of a record are in the order in which they were added.
  const before = Object.keys(read(payments, player).latest)
  const { latest } = edit(payments, player)
  for (const oldest of before.slice(0, Math.max(0, before.length + 1 - mostPayments))) delete latest[oldest]
  const about = { subject: subject ?? null, item: item ?? '', countedAs: countedAs ?? null }
  latest[id] = { cause: known, currency, amount, ...about, at: now, refundedAt: null }
}

/** The balances of a user in the currencies in which the operation changed them. */
function balancesAfter({ read }: PostContext, { entries }: Operation, player: string | undefined) {
  const own = entries.filter(({ account }) => account.kind === 'wallet' && account.of === player)
  return Object.fromEntries(own.map(({ currency }) => [currency, read(wallet, player)[currency]]))
}

/** A hold is placed under an id that is free, and taken away with all that is in it. */
function holdFaultOf({ read }: PostContext, { entries }: Operation): string | null {
  for (const { account, currency, amount } of entries) {
    if (account.kind !== 'hold') continue
    const { holds } = read(wallet, account.of)
    const held = Object.hasOwn(holds, account.id) ? holds[account.id] : undefined
    if (amount > 0 && held) return `there is a hold "${account.id}"`
    if (amount < 0 && !held) return `there is no hold "${account.id}"`
    if (held && (held.currency !== currency || held.amount !== -amount)) return `the hold "${account.id}" differs`
  }
  return null
}

/** Refuses where a wallet has no room for all of these gifts, so that none of several operations is refused after another one was posted. */
export function checkRoom(
  { read, refuse }: Pick<Context, 'read'> & { refuse(code: 'tooRich'): never },
  player: string,
  gifts: readonly Price[],
) {
  const own = read(wallet, player)
  for (const { currency, amount } of gifts)
    if (own[currency] + amount + heldIn(own, currency) > mostCurrency) refuse('tooRich')
}

const heldIn = ({ holds }: Pick<Wallet, 'holds'>, currency: Currency) =>
  Object.values(holds).reduce((sum, hold) => sum + (hold.currency === currency ? hold.amount : 0), 0)

/** What is held counts towards the limit of a wallet, so that it can always be released. */
function checkBalances({ read, refuse }: PostContext, { entries }: Operation) {
  for (const { account, currency, amount } of entries) {
    if (account.kind !== 'wallet') continue
    const own = read(wallet, account.of)
    if (own[currency] + amount < 0) refuse('tooPoor')
    const held = heldIn(own, currency)
    const ofHolds = entries.reduce((sum, one) => {
      const isHeld = one.account.kind === 'hold' && one.account.of === account.of && one.currency === currency
      return isHeld ? sum + one.amount : sum
    }, 0)
    if (amount > 0 && own[currency] + amount + held + ofHolds > mostCurrency) refuse('tooRich')
  }
}

/** Changes one wallet, its holds and its flows. */
function applyTo({ edit, now }: PostContext, operation: Operation, player: string) {
  const own = edit(wallet, player)
  const isFirst = playersOf(operation)[0] === player
  for (const currency of currencies) {
    let change = 0
    let byHouse = 0
    for (const entry of operation.entries) {
      const { account, amount } = entry
      if (entry.currency !== currency) continue
      if (account.kind === 'wallet' || account.kind === 'hold') {
        if (account.of !== player) continue
        change += amount
        if (account.kind === 'wallet') own[currency] += amount
        else if (amount > 0) own.holds[account.id] = heldBy(operation, { currency, amount, placedAt: now })
        else delete own.holds[account.id]
      } else if (isFirst) {
        byHouse -= amount
        addFlow(own.flows, nameOf(account, player), currency, -amount)
      }
    }
    if (change !== byHouse) addFlow(own.flows, 'transfer', currency, change - byHouse)
  }
}

/** A hold with what it is for, so that a rule that ends it needs to know its id alone. */
const heldBy = (
  { id, cause, subject, item }: Operation,
  held: Price & { readonly placedAt: number },
): Wallet['holds'][string] => ({
  ...held,
  cause: sinks.find((one) => one === cause) ?? 'redemption',
  subject: subject ?? null,
  item: item ?? '',
  operation: id,
})

const addToClosed = ({ edit }: PostContext, { entries }: Operation) => {
  const sums = edit(closedWallets, closedWalletsKey)
  for (const { account, currency, amount } of entries) if (account.kind === 'closed') sums[currency] += amount
}

/**
 * Moves all that an erased user has, holds included, to `closed`, with the sums of what they earned and spent. The wallet is blank
 * afterwards.
 */
export function closeWallet(context: PostContext & Pick<Context, 'newId'>, player: string) {
  const { read, edit, newId } = context
  const own = read(wallet, player)
  if (Object.keys(own.flows).length === 0) return
  const held = Object.entries(own.holds)
  const entries = currencies.flatMap((currency) => {
    const holds = held.filter(([, hold]) => hold.currency === currency)
    const rest = own[currency] + holds.reduce((sum, [, { amount }]) => sum + amount, 0)
    return [
      { account: walletOf(player), currency, amount: -own[currency] },
      ...holds.map(([id, { amount }]) => ({ account: holdOf(player, id), currency, amount: -amount })),
      { account: closed, currency, amount: rest },
    ].filter(({ amount }) => amount !== 0)
  })
  if (entries.length > 0) post(context, { id: newId(), cause: 'closed', entries, by: 'erasure', byHub: true })
  const blank = edit(wallet, player)
  const sums = edit(closedWallets, closedWalletsKey)
  for (const [account, flow] of Object.entries(plain(blank.flows)))
    if (account !== 'closed')
      for (const currency of currencies) if (flow[currency]) addFlow(sums.flows, account, currency, flow[currency])
  blank.flows = {}
}

function addFlow(flows: Wallet['flows'], account: string, currency: Currency, amount: number) {
  const flow: Flow = flows[account] ?? { voidPearls: 0, razorTalons: 0, sylvanShards: 0 }
  flow[currency] += amount
  flows[account] = flow
}
