import { mayActOn } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  type Delivery,
  deliveries,
  isOpenState,
  ownDeliveries,
  undoWithinMs,
} from '../../../shared/features/deliveries/delivery.ts'
import { type GameAction, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import type * as commands from '../../../shared/features/deliveries/laterCommands.ts'
import { gameRefusedText } from '../../../shared/features/deliveries/outcomeWords.ts'
import type { laterRefusals, wishRefusals } from '../../../shared/features/deliveries/refusals.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { giverOf, noteAct, type Wishing } from './give.ts'
import { changeDelivery, deliveryOf } from './keep.ts'
import { insteadOfBan, takeBackBan } from './ourBans.ts'
import { roleInGame } from './standing.ts'
import { onOwnAnimal, type WishFor } from './wish.ts'

type Asked = Context & { refuse(code: keyof typeof wishRefusals | keyof typeof laterRefusals): never }
interface Named {
  readonly server: string
  readonly id: string
}

/** What is done about one that was wanted before. */
export function createLaterRules(wish: WishFor, ownerSteamIds: readonly string[]) {
  const mayDecide = (context: Asked, one: Delivery) => isTheirsToDecide(context, one, ownerSteamIds)
  /** The game was not told yet, so that there is nothing to tell it now. */
  const undoByHand = (context: Asked & Wishing, named: Named, one: Delivery) => {
    if (!mayDecide(context, one)) return context.refuse('mayNot')
    close(context, named, one, 'dropped')
    takeBackBan(context, named.server, one, giverOf(context))
    noteAct(context, 'undo', one)
    return { id: one.id }
  }
  const retry: Rule<typeof commands.retry> = (context, named) => {
    const old = seenBy(context, named)
    if (old.state === 'confirmed' || old.state === 'done') return context.refuse('happened')
    if (isOpenState(old.state) && old.state !== 'unknown') return context.refuse('stillOpen')
    const { server } = named
    if (isRepeated(context.read(deliveries, server).entries, old)) return context.refuse('retried')
    return { id: wish(context, 'retry', { server, action: actionOf(old), retryOf: old.id }) }
  }
  const undo: Rule<typeof commands.undo> = (context, named) => {
    const old = seenBy(context, named)
    if (old.kind === 'ban' && old.state === 'byHand') return undoByHand(context, named, old)
    const opposite = old.kind === 'ban' ? insteadOfBan(context, named.server, old) : oppositeOf(old)
    if (opposite === null || !old.changed || old.state === 'queued' || cameToNothing.includes(old.state))
      return context.refuse('noUndo')
    if (context.now - (old.settledAt ?? context.now) > undoWithinMs) return context.refuse('undoOver')
    const { entries } = context.read(deliveries, named.server)
    const isUndone = Object.values(entries).some(
      ({ undoOf, state }) => undoOf === old.id && !cameToNothing.includes(state),
    )
    if (isUndone) return context.refuse('undone')
    return { id: wish(context, 'undo', { server: named.server, action: opposite, undoOf: old.id }) }
  }
  return { retry, undo, ...createClosingRules(mayDecide) }
}

/** What ends one without the game. */
function createClosingRules(mayDecide: (context: Asked, one: Delivery) => boolean) {
  const byHand = (context: Asked, named: Named): Delivery => {
    const one = seenBy(context, named)
    if (!mayDecide(context, one)) return context.refuse('mayNot')
    return one.state === 'byHand' ? one : context.refuse('notByHand')
  }
  const cancel: Rule<typeof commands.cancel> = (context, named) => {
    const { refuse } = context
    const one = seenBy(context, named)
    if (!mayDecide(context, one)) return refuse('mayNot')
    if (one.state !== 'queued' || one.attempts > 0) return refuse('begun')
    close(context, named, one, 'cancelled')
    takeBackBan(context, named.server, one, giverOf(context))
    noteAct(context, 'cancel', one)
    return {}
  }
  const markDone: Rule<typeof commands.markDone> = (context, { refused, ...named }) => {
    const one = byHand(context, named)
    // The game was asked by a person, and not by us: for us, nobody carries it out.
    close(context, named, one, refused ? 'dropped' : 'done', refused ? gameRefusedText : one.why)
    noteAct(context, refused ? 'markRefused' : 'markDone', one)
    return {}
  }
  const drop: Rule<typeof commands.drop> = (context, named) => {
    const one = byHand(context, named)
    close(context, named, one, 'dropped')
    noteAct(context, 'drop', one)
    return {}
  }
  const settle: Rule<typeof commands.settle> = (context, { happened, ...named }) => {
    const one = seenBy(context, named)
    if (!mayDecide(context, one)) return context.refuse('mayNot')
    if (one.state !== 'unknown') return context.refuse('notUnknown')
    close(context, named, one, happened ? 'confirmed' : 'failed')
    noteAct(context, happened ? 'settleHappened' : 'settleNot', one)
    return {}
  }
  return { cancel, markDone, drop, settle }
}

const cameToNothing: readonly Delivery['state'][] = ['refused', 'failed', 'cancelled', 'dropped']

/** It, what it repeats, and so on to the first. */
function lineage(entries: Readonly<Record<string, Delivery>>, one: Delivery): string[] {
  const before = one.retryOf === null ? undefined : entries[one.retryOf]
  return before ? [one.id, ...lineage(entries, before)] : [one.id]
}

/** Another repeat of it, or of what it repeats itself, is open or has happened. */
function isRepeated(entries: Readonly<Record<string, Delivery>>, old: Delivery): boolean {
  const line = lineage(entries, old)
  return Object.values(entries).some(
    (one) =>
      !cameToNothing.includes(one.state) && !line.includes(one.id) && lineage(entries, one).at(-1) === line.at(-1),
  )
}

/** To whoever may not see it, it is not there. */
function seenBy(context: Asked, { server, id }: Named): Delivery {
  const { actor, read, refuse } = context
  const isSeen = actor.can('viewPendingCommands') || Object.hasOwn(read(ownDeliveries, accountOf(actor)).entries, id)
  return (isSeen && deliveryOf(context, server, id)) || refuse('gone')
}

/**
 * Who may give such now, and to this player: what is against oneself, or against somebody above, nobody calls off. What only the hub
 * gives, those decide on who may give any command at all.
 */
function isTheirsToDecide(context: Asked, { by, kind, target }: Delivery, ownerSteamIds: readonly string[]) {
  const { actor, read } = context
  const me = accountOf(actor)
  const isOneself = target !== null && target.id === read(account, me).steamId
  if (by === me && isOneself && onOwnAnimal.includes(kind)) return true
  const permission = permissionFor[kind]
  if (!actor.can(permission === 'hub' ? 'runConsole' : permission)) return false
  if (by === me || target === null) return true
  return !isOneself && mayActOn(actor.role, roleInGame(context, target.id, ownerSteamIds))
}

function close(context: Asked, { server }: Named, one: Delivery, state: Delivery['state'], why = one.why) {
  const { actor, now, read } = context
  const settledBy = accountOf(actor)
  const settled = { state, why, settledAt: now, settledBy, settledByName: read(account, settledBy).name }
  changeDelivery(context, server, one, settled)
}

const actionOf = ({ kind, target, detail }: Delivery): GameAction => ({ kind, target, detail })

function oppositeOf({ kind, target, detail }: Delivery): GameAction | null {
  // Only a ban that was ours is known well enough to be put back.
  if (kind === 'unban') return detail.durationMs === undefined ? null : { kind: 'ban', target, detail }
  if (kind === 'whitelist' || kind === 'toggle') return { kind, target, detail: { ...detail, on: !detail.on } }
  return null
}
