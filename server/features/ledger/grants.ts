import type { RowOf } from '../../../shared/engine/archive.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { higherOf, mayActOn, type Role } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { isPlayerId, playersTyped } from '../../../shared/features/deliveries/typedPlayer.ts'
import type * as commands from '../../../shared/features/ledger/commands.ts'
import { currencyGrants, ledgerAudit, mostGrants } from '../../../shared/features/ledger/ledger.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Currency } from '../../../shared/features/world/currencies.ts'
import { type Actor, type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { isOfSameKind, isSamePerson } from '../account/persons.ts'
import { accountLinkedTo, accountOf, actorRow } from '../account/rules.ts'
import { targetById } from '../deliveries/orders.ts'
import { effectiveGrant, isConfiguredOwner, ownerSteamIds, rightsOf } from '../rights/rights.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { highestSessionRole } from '../session/openSessions.ts'
import { faucet, move, walletOf } from './operation.ts'
import { checkRoom, post } from './post.ts'

/** Of the rules below: all of their commands have these refusals. */
type GrantContext = Context & {
  refuse(code: 'tooPoor' | 'tooRich' | 'above' | 'notYourself' | 'noAccount'): never
}

interface Given {
  readonly currency: Currency
  readonly amount: number
  readonly reason: string
}

/** Grants can be taken back even while currency is off: that creates none. */
const isOn = (context: Context) => isSwitchedOn(context, 'realCurrency')

export const addCurrency: Rule<typeof commands.addCurrency> = (context, { target, ...given }) => {
  if (!isOn(context)) return context.refuse('off')
  const player = accountNamed(context, idNamed(context, target))
  if (player === null) return context.refuse('noAccount')
  checkRank(context, player)
  const operation = give(context, player, given)
  const { name } = context.read(account, player)
  auditCurrency(context, 'addCurrency', { ...given, target: { id: player, name }, players: 1, operation })
  const { currency, amount } = given
  const newBalance = context.read(wallet, player)[currency]
  return { operation, player: { account: player, name }, newBalance, asked: { target, currency, amount } }
}

/** Gives to each player to whom the actor may give. A player who is named twice, by the game's id and by account, gets it once. */
export const addCurrencyToMany: Rule<typeof commands.addCurrencyToMany> = (context, { targets, ...given }) => {
  const { actor, refuse } = context
  if (!actor.can('addCurrency')) return refuse('mayNot')
  if (!isOn(context)) return refuse('off')
  const { given: players, skipped, grants } = giveToEach(context, targets, [given])
  if (players === 0) return refuse('noneLeft')
  return { given: players, total: players * given.amount, skipped, grants }
}

/**
 * Gives the same gifts to each of several players, all of them or none to one player. `given`: to how many. The caller has checked the
 * permission. Gifts are of different currencies.
 * @param targets the game's ids or account ids
 */
export function giveToEach(context: GrantContext, targets: readonly string[], gifts: readonly Given[]) {
  const skipped: commands.GivenToMany['skipped'] = []
  /** Operations by account. */
  const done = new Map<string, readonly string[]>()
  for (const id of new Set(targets)) {
    const player = accountNamed(context, id)
    if (player !== null && done.has(player)) continue
    const why = whyRefused(() => {
      if (player === null) return context.refuse('noAccount')
      checkRank(context, player)
      checkRoom(context, player, gifts)
      const operations = gifts.map((gift) => give(context, player, gift))
      done.set(player, operations)
    })
    if (why !== null) skipped.push({ id, name: nameOf(context, id, player), why })
  }
  const row = { target: null, players: done.size, operation: null }
  if (done.size > 0) for (const gift of gifts) auditCurrency(context, 'addCurrencyToMany', { ...gift, ...row })
  const grants = [...done].flatMap(([player, operations]) =>
    operations.map((operation) => ({ account: player, operation })),
  )
  return { given: done.size, skipped, grants }
}

/** The sentence of the refusal; null if there was none. Refused rules have edited nothing. */
function whyRefused(run: () => void): string | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

export const reverseGrant: Rule<typeof commands.reverseGrant> = (context, { account: player, operation }) => {
  const { id, ...taken } = takeBack(context, player, operation)
  const target = { id: player, name: context.read(account, player).name }
  auditCurrency(context, 'reverseGrant', { ...taken, target, players: 1, operation: id })
  return { operation: id, newBalance: context.read(wallet, player)[taken.currency] }
}

export const reverseGrants: Rule<typeof commands.reverseGrants> = (context, { grants }) => {
  const { actor, refuse, read } = context
  if (!actor.can('addCurrency')) return refuse('mayNot')
  const skipped: commands.GivenToMany['skipped'] = []
  const taken: Given[] = []
  for (const { account: player, operation } of grants) {
    const why = whyRefused(() => void taken.push(takeBack(context, player, operation)))
    if (why !== null) skipped.push({ id: player, name: read(account, player).name, why })
  }
  if (taken.length === 0) return refuse('noneLeft')
  const alike = Map.groupBy(taken, ({ currency, amount, reason }) => `${currency} ${amount} ${reason}`)
  for (const [{ currency, amount, reason }, ...others] of alike.values() as Iterable<[Given, ...Given[]]>) {
    const row = { currency, amount, reason, target: null, players: 1 + others.length, operation: null }
    auditCurrency(context, 'reverseGrants', row)
  }
  return { reversed: taken.length, skipped }
}

type ReversalContext = Context & {
  refuse(code: 'tooPoor' | 'tooRich' | 'above' | 'notYourself' | 'gone' | 'reversed'): never
}

/** Posts the operation that undoes a grant. All refusals come before the first edit. */
function takeBack(context: ReversalContext, player: string, operation: string): Given & { readonly id: string } {
  const { read, edit, newId, actor, refuse } = context
  const { grants } = read(currencyGrants, player)
  const grant = Object.hasOwn(grants, operation) ? grants[operation] : undefined
  if (!grant || !isOfActorsKind(context, player)) return refuse('gone')
  checkRank(context, player)
  if (grant.isReversed) return refuse('reversed')
  const { currency, amount, reason } = grant
  const id = newId()
  post(context, {
    id,
    cause: 'reversal',
    entries: move(walletOf(player), faucet('staffGrant'), currency, amount),
    by: accountOf(actor),
    reason,
    reverses: operation,
  })
  const kept = edit(currencyGrants, player).grants[operation]
  if (kept) kept.isReversed = true
  return { id, currency, amount, reason }
}

/** Posts a grant and keeps it among the latest, so that it can be undone. Returns the operation's id. */
function give(context: GrantContext, player: string, { currency, amount, reason }: Given): string {
  const { read, edit, newId, now, actor } = context
  const id = newId()
  const entries = move(faucet('staffGrant'), walletOf(player), currency, amount)
  post(context, { id, cause: 'staffGrant', entries, by: accountOf(actor), reason })
  const before = Object.entries(read(currencyGrants, player).grants).sort(([, one], [, other]) => one.at - other.at)
  const { grants } = edit(currencyGrants, player)
  for (const [oldest] of before.slice(0, Math.max(0, before.length + 1 - mostGrants))) delete grants[oldest]
  grants[id] = { currency, amount, reason, at: now, isReversed: false }
  return id
}

/** Refuses what `rankProblem` finds. */
export function checkRank(context: Context & { refuse(code: 'above' | 'notYourself'): never }, player: string) {
  const problem = rankProblem(context, context.actor, player)
  if (problem !== null) return context.refuse(problem)
}

type Reads = Pick<Context, 'read' | 'setting' | 'now'>

/** Owners may give to anyone, themselves included; others to players of a lower role, and to no account of their own. */
export function rankProblem(reads: Reads, staff: Actor, player: string): 'above' | 'notYourself' | null {
  if (staff.role === 'owner') return null
  if (isSamePerson(reads.read, accountOf(staff), player)) return 'notYourself'
  return mayActOn(staff.role, roleOf(reads, player)) ? null : 'above'
}

function roleOf(context: Reads, id: string): Role {
  const { read, setting } = context
  const byConfiguration = isConfiguredOwner(read(account, id), setting(ownerSteamIds))
  const sessionRole = highestSessionRole(context, id)
  return higherOf(rightsOf({ grant: effectiveGrant(read, id), byConfiguration, sessionRole }).role, sessionRole)
}

/** The account that an id names, the game's or an account's own; null if there is none of the actor's kind. */
function accountNamed(context: Context, id: string): string | null {
  const { read, actor } = context
  if (read(account, id).createdAt > 0) return isOfActorsKind(context, id) ? id : null
  return accountLinkedTo(read, 'steam', id, read(account, accountOf(actor)).demo) ?? null
}

export const isOfActorsKind = ({ read, actor }: Context, id: string) => isOfSameKind(read, accountOf(actor), id)

/** The id that a text is, or that of the only player in the game with this name. */
function idNamed(context: Parameters<Rule<typeof commands.addCurrency>>[0], text: string): string {
  const { read, refuse } = context
  if (text === '') return refuse('noTarget')
  if (!isPlayerId(text) && read(account, text).createdAt > 0) return text
  const { players, readAt } = read(roster, mainServer)
  const [id, other] = playersTyped(text, Object.values(players))
  if (other !== undefined) return refuse('ambiguous')
  // A new leader has read no one yet.
  return id ?? refuse(readAt === null ? 'notReadYet' : 'unknownPlayer')
}

const nameOf = (context: Context, id: string, player: string | null) =>
  player === null ? targetById(context, mainServer, id).name : context.read(account, player).name

interface Audited extends Given {
  readonly target: { readonly id: string; readonly name: string } | null
  readonly players: number
  readonly operation: string | null
  readonly item?: string
}

/** The audit of all that staff do to the currency of others. */
export function auditCurrency(context: Context, act: RowOf<typeof ledgerAudit>['act'], audited: Audited) {
  context.archive(ledgerAudit, { act, ...audited, ...actorRow(context) })
}
