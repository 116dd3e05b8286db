import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import { account } from '../../../shared/features/account/account.ts'
import { readLine } from '../../../shared/features/console/consoleLine.ts'
import { formOf, isGameLine, isGameWord } from '../../../shared/features/console/gameCommands.ts'
import type * as commands from '../../../shared/features/deliveries/commands.ts'
import { type Delivery, deliveries, isOpenState, sendable } from '../../../shared/features/deliveries/delivery.ts'
import type * as hubCommands from '../../../shared/features/deliveries/hubCommands.ts'
import { type ActionDetail, type DeliveryKind, isHostKind } from '../../../shared/features/deliveries/kinds.ts'
import { longestBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import { problemsOf, withValues } from '../../engine/inputProblems.ts'
import type { Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { liftedBanDetail } from './bans.ts'
import { type Issuer, issueAsHub, type OrderContext } from './issue.ts'
import { placeOrder, targetById, targetOf } from './orders.ts'
import { findDelivery, updateDelivery } from './store.ts'

export const slayPlayer: Rule<typeof commands.slayPlayer> = (context, { reason, ...on }) =>
  onPlayer(context, 'slay', on, { reason })
export const healPlayer: Rule<typeof commands.healPlayer> = (context, { reason, ...on }) =>
  onPlayer(context, 'heal', on, { reason })
export const slayMyself: Rule<typeof commands.slayMyself> = (context, { server }) => onOwn(context, 'slay', server)
export const healMyself: Rule<typeof commands.healMyself> = (context, { server }) => onOwn(context, 'heal', server)
export const kickPlayer: Rule<typeof commands.kickPlayer> = (context, { reason, ...on }) =>
  onPlayer(context, 'kick', on, { reason })
export const banPlayer: Rule<typeof commands.banPlayer> = (context, { reason, durationMs, ...on }) =>
  onPlayer(context, 'ban', on, { reason, durationMs })
export const unbanPlayer: Rule<typeof commands.unbanPlayer> = (context, { server, target: typed }) => {
  const target = targetOf(context, server, typed)
  const detail = liftedBanDetail(context, server, target.id)
  return { id: placeOrder(context, 'unban', { server, action: { kind: 'unban', target, detail } }) }
}
export const teleportPlayer: Rule<typeof commands.teleportPlayer> = (context, { server, target, destination }) => {
  const moved = targetOf(context, server, target)
  if (destination.trim() === '') return context.refuse('noDestination')
  const { id, name } = targetOf(context, server, destination)
  const detail = { destination: id, destinationName: name }
  return { id: placeOrder(context, 'teleport', { server, action: { kind: 'teleport', target: moved, detail } }) }
}
export const growPlayer: Rule<typeof commands.growPlayer> = (context, { growth, ...on }) =>
  onPlayer(context, 'grow', on, { text: String(growth / 100) })
export const skinPlayer: Rule<typeof commands.skinPlayer> = (context, { skin, ...on }) => {
  if (isInvisible(skin)) return context.refuse('noSkin')
  return onPlayer(context, 'skin', on, { text: skin.trim() })
}
export const mutatePlayer: Rule<typeof commands.mutatePlayer> = (context, { mutations, ...on }) => {
  const names = mutations.split(',').map((name) => name.trim())
  if (names.length > mostMutations || names.some(isInvisible)) return context.refuse('noMutations')
  return onPlayer(context, 'mutate', on, { text: names.join(', ') })
}
/** Main slots of a dinosaur. */
const mostMutations = 3
export const messagePlayer: Rule<typeof commands.messagePlayer> = (context, { text, ...on }) => {
  if (on.target.trim() !== '' && isInvisible(text)) return context.refuse('noMessage')
  return onPlayer(context, 'message', on, { text: text.trim() })
}
export const setWhitelist: Rule<typeof commands.setWhitelist> = (context, { on, ...who }) =>
  onPlayer(context, 'whitelist', who, { on })

export const broadcast: Rule<typeof commands.broadcast> = (context, { server, text }) => {
  const message = text.trim()
  if (isInvisible(message)) return context.refuse('noMessage')
  // In code points, so that emoji count once.
  if ([...message].length > longestBroadcast) return context.refuse('tooLong')
  return onServer(context, 'broadcast', server, { text: message })
}
export const saveGame: Rule<typeof commands.saveGame> = (context, { server }) => onServer(context, 'save', server)
export const wipeCorpses: Rule<typeof commands.wipeCorpses> = (context, { server }) =>
  onServer(context, 'wipeCorpses', server)
export const setToggle: Rule<typeof commands.setToggle> = (context, { server, toggle, on }) =>
  onServer(context, 'toggle', server, { toggle, on })
/**
 * A line of the game's own RCON goes to the game; one that the hub can carry out too becomes its order, with its permission; any other goes to
 * a command mod as typed.
 */
export const runConsole: Rule<typeof commands.runConsole> = (context, { server, text }) => {
  if (isInvisible(text)) return context.refuse('noCommand')
  const line = text.trim()
  if (!isGameWord(line)) return onServer(context, 'console', server, { text: line })
  const read = readLine(line)
  if (!read.ok) return refuseLine(context, line, read.problem)
  if (isGameLine(line)) return onServer(context, 'gameConsole', server, { text: line })
  const { command } = read.known
  const input = command.input.safeParse(read.input, withValues)
  if (!input.success) return refuseLine(context, line, problemsOf(input.error)[0] ?? '')
  return gameOrders[command.name]?.(context, input.data as never) ?? refuseLine(context, line, '')
}
const refuseLine = (context: OrderContext, line: string, why: string) =>
  context.refuse('incompleteLine', { form: formOf(line), why: why.replace(/^❌ /, '') })

/** The orders behind words of the game's own RCON. */
const gameOrders: Readonly<Record<string, (context: OrderContext, input: never) => { id: string }>> = {
  'deliveries.broadcast': broadcast,
  'deliveries.messagePlayer': messagePlayer,
  'deliveries.setWhitelist': setWhitelist,
  'deliveries.setToggle': setToggle,
  'deliveries.saveGame': saveGame,
  'deliveries.wipeCorpses': wipeCorpses,
}

export const startServer: Rule<typeof commands.startServer> = (context, { server }) => onHost(context, 'start', server)
export const restartServer: Rule<typeof commands.restartServer> = (context, { server }) =>
  onHost(context, 'restart', server)
export const shutDownServer: Rule<typeof commands.shutDownServer> = (context, { server }) =>
  onHost(context, 'shutdown', server)
export const backUpGame: Rule<typeof commands.backUpGame> = (context, { server }) =>
  onHost(context, 'backupGame', server)

/** Open orders for the host of the game server: at most one. */
export const openHostOrders = ({ read }: Pick<OrderContext, 'read'>, server: string): readonly Delivery[] =>
  Object.values(read(deliveries, server).entries).filter(({ kind, state }) => isHostKind(kind) && isOpenState(state))

/** One at a time: of two at once neither outcome could be seen. */
export function onHost(context: OrderContext, kind: DeliveryKind, server: string, detail: ActionDetail = {}) {
  if (openHostOrders(context, server).length > 0) return context.refuse('hostBusy')
  return onServer(context, kind, server, detail)
}

interface OnPlayer {
  readonly server: string
  readonly target: string
}

function onPlayer(context: OrderContext, kind: DeliveryKind, { server, target }: OnPlayer, detail: ActionDetail = {}) {
  const action = { kind, target: targetOf(context, server, target), detail }
  return { id: placeOrder(context, kind, { server, action }) }
}
/** A command of a player on their own dinosaur. */
function onOwn(context: OrderContext, kind: DeliveryKind, server: string) {
  const { steamId } = context.read(account, accountOf(context.actor))
  if (steamId === null) return context.refuse('notLinked')
  return {
    id: placeOrder(context, kind, {
      server,
      action: { kind, target: targetById(context, server, steamId), detail: {} },
    }),
  }
}

const onServer = (context: OrderContext, kind: DeliveryKind, server: string, detail: ActionDetail = {}) => ({
  id: placeOrder(context, kind, { server, action: { kind, target: null, detail } }),
})

export const beginAttempt: Rule<typeof hubCommands.beginAttempt> = (context, { server, id, link, command, again }) => {
  const one = findDelivery(context, server, id)
  if (one?.state !== 'queued' || (one.attempts > 0 && !again)) return context.refuse('moved')
  const attempt = one.attempts + 1
  const sending = { state: 'sending', link, command, sentAt: context.now, attempts: attempt, why: null } as const
  updateDelivery(context, server, one, sending)
  return { attempt }
}

export const endAttempt: Rule<typeof hubCommands.endAttempt> = (context, input) => {
  const { server, id, attempt, state, reply, why, changed } = input
  const one = findDelivery(context, server, id)
  if (!one || one.attempts !== attempt || !mayEnd(one, state)) return context.refuse('moved')
  const settledAt = isOpenState(state) ? null : context.now
  // On a later attempt "nothing changed" may be the effect of an earlier attempt.
  updateDelivery(context, server, one, { state, reply, why, settledAt, changed: changed || attempt > 1 })
  return {}
}

/** A queued delivery can only end as given up: `unknown` if an earlier attempt was lost, otherwise `failed`. An unknown one may learn why. */
function mayEnd({ state, attempts }: Delivery, outcome: 'confirmed' | 'refused' | 'failed' | 'unknown') {
  if (state === 'sending' || state === 'unknown') return true
  return state === 'queued' && outcome === (attempts > 0 ? 'unknown' : 'failed')
}

export const requeue: Rule<typeof hubCommands.requeue> = (context, { server, id, attempt, sent, why }) => {
  const one = findDelivery(context, server, id)
  if (one?.state !== 'sending' || one.attempts !== attempt) return context.refuse('moved')
  const queued = { state: 'queued', link: null, sentAt: null, attempts: sent ? attempt : attempt - 1, why } as const
  updateDelivery(context, server, one, queued)
  return {}
}

export const moveToManual: Rule<typeof hubCommands.moveToManual> = (context, { server, id, command, why }) => {
  const one = findDelivery(context, server, id)
  if (one?.state !== 'queued' || one.attempts > 0) return context.refuse('moved')
  // Staff do not carry out by hand what players may do to their own dinosaur.
  // Staff do not ask the game a question by hand either, and a bulk command would fill the list; but a ban that the game still has, or
  // lacks, must not be forgotten.
  const isBan = one.kind === 'ban' || one.kind === 'unban'
  const outcome =
    one.own || (one.bulk !== null && !isBan) || one.kind === 'gameConsole'
      ? ({ state: 'failed', why: 'No link can do this now.', settledAt: context.now } as const)
      : ({ state: 'manual', why } as const)
  updateDelivery(context, server, one, { ...outcome, command, link: null })
  return {}
}

export const reportSendable: Rule<typeof hubCommands.reportSendable> = ({ edit }, { server, kinds }) => {
  edit(sendable, server).kinds = kinds
  return {}
}

export const issueOrder: Rule<typeof hubCommands.issueOrder> = (context, { server, action, by }) => {
  const isKnown = by.account !== null && context.read(account, by.account).createdAt > 0
  const issuer: Issuer = { account: isKnown ? by.account : null, name: by.name, role: null, elevated: false }
  return { id: issueAsHub(context, { server, action }, issuer) }
}
