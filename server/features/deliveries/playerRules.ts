import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/deliveries/commands.ts'
import type { ActionDetail, DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import type { Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import type { Wishing } from './give.ts'
import { liftedDetail } from './ourBans.ts'
import { saysNothing } from './saysNothing.ts'
import { targetCalled, targetOf } from './targets.ts'
import type { WishFor } from './wish.ts'

interface OnPlayer {
  readonly server: string
  readonly target: string
}

/** What staff want done to a player, and what everyone may want for their own dinosaur. */
export function createPlayerRules(wish: WishFor) {
  const onPlayer = (context: Wishing, kind: DeliveryKind, { server, target }: OnPlayer, detail: ActionDetail = {}) => {
    const action = { kind, target: targetOf(context, server, target), detail }
    return { id: wish(context, kind, { server, action }) }
  }
  const onOwn = (context: Wishing, kind: DeliveryKind, server: string) => {
    const { steamId } = context.read(account, accountOf(context.actor))
    if (steamId === null) return context.refuse('notLinked')
    return {
      id: wish(context, kind, { server, action: { kind, target: targetCalled(context, server, steamId), detail: {} } }),
    }
  }

  const slayPlayer: Rule<typeof commands.slayPlayer> = (context, { reason, ...on }) =>
    onPlayer(context, 'slay', on, { reason })
  const healPlayer: Rule<typeof commands.healPlayer> = (context, { reason, ...on }) =>
    onPlayer(context, 'heal', on, { reason })
  const slayMyself: Rule<typeof commands.slayMyself> = (context, { server }) => onOwn(context, 'slay', server)
  const healMyself: Rule<typeof commands.healMyself> = (context, { server }) => onOwn(context, 'heal', server)
  const kickPlayer: Rule<typeof commands.kickPlayer> = (context, { reason, ...on }) =>
    onPlayer(context, 'kick', on, { reason })
  const banPlayer: Rule<typeof commands.banPlayer> = (context, { reason, durationMs, ...on }) =>
    onPlayer(context, 'ban', on, { reason, durationMs })
  const unbanPlayer: Rule<typeof commands.unbanPlayer> = (context, { server, target: typed }) => {
    const target = targetOf(context, server, typed)
    const detail = liftedDetail(context, server, target.id)
    return { id: wish(context, 'unban', { server, action: { kind: 'unban', target, detail } }) }
  }
  const teleportPlayer: Rule<typeof commands.teleportPlayer> = (context, { server, target, destination }) => {
    const moved = targetOf(context, server, target)
    if (destination.trim() === '') return context.refuse('noDestination')
    const { id, name } = targetOf(context, server, destination)
    const detail = { destination: id, destinationName: name }
    return { id: wish(context, 'teleport', { server, action: { kind: 'teleport', target: moved, detail } }) }
  }
  const messagePlayer: Rule<typeof commands.messagePlayer> = (context, { text, ...on }) => {
    if (on.target.trim() !== '' && saysNothing(text)) return context.refuse('noMessage')
    return onPlayer(context, 'message', on, { text: text.trim() })
  }
  const setWhitelist: Rule<typeof commands.setWhitelist> = (context, { on, ...who }) =>
    onPlayer(context, 'whitelist', who, { on })
  return {
    ...{ slayPlayer, healPlayer, slayMyself, healMyself, kickPlayer, banPlayer, unbanPlayer, teleportPlayer },
    ...{ messagePlayer, setWhitelist },
  }
}
