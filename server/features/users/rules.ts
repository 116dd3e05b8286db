import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import type { Target } from '../../../shared/features/deliveries/kinds.ts'
import type * as commands from '../../../shared/features/users/commands.ts'
import { userChanges } from '../../../shared/features/users/users.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { issueBans } from '../deliveries/bulk.ts'
import { checkRank, targetById } from '../deliveries/orders.ts'
import { roleInGame } from '../deliveries/targetRoles.ts'
import { giveToEach, isOfActorsKind } from '../ledger/grants.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'

const server = mainServer
type BanContext = Context<typeof commands.banUsers>

export const banUsers: Rule<typeof commands.banUsers> = (context, { users, reason, durationMs }) => {
  if (!context.actor.can('banPlayers')) return context.refuse('above')
  const { targets, skipped } = chosen(context, users, (target) => checkBannable(context, target))
  const before = Object.keys(context.read(bans, server).bans)
  const run = issueBans(context, 'ban', { server, targets, detail: { reason, durationMs } })
  return { run, done: targets.length, skipped, newly: newlyBanned(context, users, targets, before) }
}

function newlyBanned(
  { read }: BanContext,
  users: readonly string[],
  targets: readonly Target[],
  before: readonly string[],
) {
  const held = read(bans, server).bans
  const newly = new Set(targets.map(({ id }) => id).filter((player) => !before.includes(player)))
  return [...new Set(users)].flatMap((user) => {
    const player = read(account, user).steamId
    return player !== null && newly.delete(player) ? [{ user, delivery: held[player]?.delivery ?? '' }] : []
  })
}

export const undoBans: Rule<typeof commands.undoBans> = (context, { bans: given }) => {
  if (!context.actor.can('banPlayers')) return context.refuse('above')
  const held = context.read(bans, server).bans
  const deliveryOf = new Map(given.map(({ user, delivery }) => [user, delivery]))
  const check = (target: Target, user: string) => {
    if (!Object.hasOwn(held, target.id)) return context.refuse('notBanned')
    if (held[target.id]?.delivery !== deliveryOf.get(user)) return context.refuse('changedSince')
    checkRank(context, { kind: 'unban', target, detail: {} })
  }
  const playerOf = (id: string) => (Object.hasOwn(held, id) ? id : playerOfUser(context as never, id))
  const { targets, skipped } = chosen(context as never, [...deliveryOf.keys()], check, playerOf)
  const run = issueBans(context, 'unban', { server, targets, detail: {} })
  return { run, done: targets.length, skipped }
}

export const unbanUsers: Rule<typeof commands.unbanUsers> = (context, { users }) => {
  if (!context.actor.can('banPlayers')) return context.refuse('above')
  const held = context.read(bans, server).bans
  const { targets, skipped } = chosen(context, users, (target) => {
    if (!Object.hasOwn(held, target.id)) return context.refuse('notBanned')
    checkRank(context, { kind: 'unban', target, detail: {} })
  })
  const run = issueBans(context, 'unban', { server, targets, detail: {} })
  return { run, done: targets.length, skipped }
}

function checkBannable(context: BanContext, target: Target) {
  const isOneself = target.id === context.read(account, context.actor.id ?? '').steamId
  if (!isOneself && roleInGame(context, target.id) === 'owner') return context.refuse('owner')
  checkRank(context, { kind: 'ban', target, detail: {} })
}

/** The players of the users who pass the check, each once, and the others with the reason. Refuses where none is left. */
function chosen(
  context: BanContext,
  users: readonly string[],
  check: (target: Target, user: string) => void,
  playerOf = (id: string) => playerOfUser(context, id),
) {
  const { refuse } = context
  const targets = new Map<string, Target>()
  const skipped: { id: string; name: string; why: string; refusal: Refusal }[] = []
  for (const id of new Set(users)) {
    const refusal = refusalOf(() => {
      const target = targetById(context, server, playerOf(id))
      check(target, id)
      targets.set(target.id, target)
    })
    if (refusal) skipped.push({ id, name: nameOf(context, id), why: refusal.message, refusal })
  }
  const [first] = skipped
  if (targets.size === 0) throw skipped.length === 1 && first ? first.refusal : refusalOf(() => refuse('noneLeft'))
  return { targets: [...targets.values()], skipped: skipped.map(({ refusal: _refusal, ...one }) => one) }
}

function playerOfUser(context: BanContext, id: string): string {
  const { steamId } = context.read(account, id)
  if (!isKnown(context, id)) return context.refuse('noUser')
  return steamId ?? context.refuse('noPlayer')
}

/** Demo accounts and real ones are kept apart. */
const isKnown = (context: Context, id: string) => context.read(account, id).createdAt > 0 && isOfActorsKind(context, id)

/** The name is that of the actor's kind of accounts alone. */
const nameOf = (context: Context, id: string) => (isKnown(context, id) ? context.read(account, id).name : id)

/** The refusal by which a check stops; null if it does not. Checks edit nothing. */
function refusalOf(check: () => void): Refusal | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

export const giveToUsers: Rule<typeof commands.giveToUsers> = (context, { users, currencies: amounts, reason }) => {
  const { actor, refuse } = context
  if (!actor.can('addCurrency')) return refuse('mayNot')
  if (!isSwitchedOn(context, 'realCurrency')) return refuse('off')
  const gifts = currencies.flatMap((currency) =>
    amounts[currency] > 0 ? { currency, amount: amounts[currency], reason } : [],
  )
  if (gifts.length === 0) return refuse('nothing')
  const answer = giveToEach(context, users, gifts)
  const [first] = answer.skipped
  if (answer.given > 0) return answer
  if (answer.skipped.length === 1 && first && !isKnown(context, first.id)) return refuse('noUser')
  // Of one user the reason is known.
  if (answer.skipped.length === 1 && first) throw new Refusal('noneLeft', first.why)
  return refuse('noneLeft')
}

export const reportUserChanges: Rule<typeof commands.reportUserChanges> = ({ edit }, { changes }) => {
  edit(userChanges).count += changes
  return {}
}
