import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ownDeliveries, rosterFreshMs, sendable } from '../../../shared/features/deliveries/delivery.ts'
import * as commands from '../../../shared/features/friends/commands.ts'
import {
  friendRules,
  friends,
  hurtMs,
  hurtPlayers,
  mostTeleportsIn,
  teleportAskEveryMs,
  teleportAskedMs,
  teleportPauseMs,
} from '../../../shared/features/friends/friends.ts'
import { teleportPausedUntil } from '../../../shared/features/friends/teleportPause.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { issueAsHub } from '../deliveries/issue.ts'
import { targetById } from '../deliveries/orders.ts'
import { notifyFriend } from './friendNotices.ts'
import { endTeleport, isFriend, teleportTimer } from './relations.ts'

type Reads = Pick<Context, 'read' | 'now'>

export const askTeleport: Rule<typeof commands.askTeleport> = (context, { friend }) => {
  const { actor, read, edit, now, newId, refuse, schedule } = context
  const me = accountOf(actor)
  if (!isFriend(read, me, friend)) return refuse('notFriends')
  const [mine, theirs] = [read(friends, me), read(friends, friend)]
  const refusal = whyImpossible(context)
  if (refusal) return refuse(refusal)
  if (read(account, me).steamId === null) return refuse('notLinked')
  if (!theirs.takesTeleports) return refuse('takesNone')
  if (mine.teleport !== null) return refuse('askedAlready')
  // Of a friend who hides whether they play, the answer says nothing: it is checked when they accept.
  const checked = mine.friends[friend]?.showsStatus ? [me, friend] : [me]
  if (!areAlive(context, checked)) return refuse('notInGame')
  if (isHurt(context, me)) return refuse('hurt')
  const pauseMs = pauseOf(context, me)
  if (pauseMs > 0) return refuse('tooSoon', { minutes: minutesOf(pauseMs) })
  if (isWithin(mine.teleportAskedAt, teleportAskEveryMs, now)) return refuse('tooOften')
  if (Object.keys(theirs.teleportsIn).length >= mostTeleportsIn) return refuse('busy')

  const asked = { id: newId(), askedAt: now, endsAt: now + teleportAskedMs }
  Object.assign(edit(friends, me), { teleport: { ...asked, friend }, teleportAskedAt: now })
  edit(friends, friend).teleportsIn[me] = { ...asked, friend: me }
  schedule.set(teleportTimer(asked.id), asked.endsAt, commands.expireTeleport.name, { asker: me, id: asked.id })
  notifyFriend(context, friend, 'teleportAsked', me)
  return { endsAt: asked.endsAt }
}

/** The friend who asked is brought to the actor, by a delivery of their own: both have said yes, so no staff are needed. */
export const acceptTeleport: Rule<typeof commands.acceptTeleport> = (context, { from }) => {
  const { actor, read, edit, now, refuse } = context
  const me = accountOf(actor)
  const asked = Object.hasOwn(read(friends, me).teleportsIn, from) ? read(friends, me).teleportsIn[from] : undefined
  if (!asked || asked.endsAt <= now || !isFriend(read, me, from)) return refuse('gone')
  const refusal = whyImpossible(context)
  if (refusal) return refuse(refusal)
  if (!areAlive(context, [me, from])) return refuse('notInGame')
  if (isHurt(context, me) || isHurt(context, from)) return refuse('hurt')
  const pauseMs = pauseOf(context, from)
  if (pauseMs > 0) return refuse('theirsTooSoon', { minutes: minutesOf(pauseMs) })
  endTeleport(context, from, me)
  const delivery = issueTeleport(context, from, me)
  edit(friends, from).lastTeleport = { at: now, delivery }
  notifyFriend(context, from, 'teleportAccepted', me)
  return {}
}

export const declineTeleport: Rule<typeof commands.declineTeleport> = (context, { from }) => {
  const me = accountOf(context.actor)
  if (!endTeleport(context, from, me)) return context.refuse('gone')
  notifyFriend(context, from, 'teleportDeclined', me)
  return {}
}

export const withdrawTeleport: Rule<typeof commands.withdrawTeleport> = (context) => {
  const me = accountOf(context.actor)
  const asked = context.read(friends, me).teleport
  if (asked === null) return context.refuse('gone')
  const { friend } = asked
  endTeleport(context, me, friend)
  notifyFriend(context, friend, 'teleportWithdrawn', me)
  return {}
}

/** A request that was answered meanwhile is another, or none. */
export const expireTeleport: Rule<typeof commands.expireTeleport> = (context, { asker, id }) => {
  const asked = context.read(friends, asker).teleport
  if (asked?.id !== id) return {}
  const { friend } = asked
  endTeleport(context, asker, friend)
  notifyFriend(context, asker, 'teleportExpired', friend)
  notifyFriend(context, friend, 'teleportMissed', asker)
  return {}
}

/** Of the hub, not of the two: switched off by the owner, or no link that can do it. */
function whyImpossible({ read }: Reads): 'off' | 'noLink' | null {
  if (!read(friendRules).teleports) return 'off'
  return read(sendable, mainServer).kinds.includes('teleport') ? null : 'noLink'
}

/** By the last reading, if it is recent. */
function areAlive({ read, now }: Reads, accounts: readonly string[]): boolean {
  const { players, readAt } = read(roster, mainServer)
  if (readAt === null || now - readAt > rosterFreshMs) return false
  return accounts.every((id) => {
    const { steamId } = read(account, id)
    const animal = steamId !== null && Object.hasOwn(players, steamId) ? players[steamId]?.animal : null
    return animal != null && !animal.dead
  })
}

function isHurt({ read, now }: Reads, id: string): boolean {
  const { steamId } = read(account, id)
  const { at } = read(hurtPlayers, mainServer)
  return steamId !== null && Object.hasOwn(at, steamId) && isWithin(at[steamId] ?? null, hurtMs, now)
}

/** A time in the future was written before the clock was set back, and counts as long ago. */
const isWithin = (at: number | null, ms: number, now: number) => at !== null && at <= now && now - at < ms

/** How long a user has to wait until the next teleport, ms. */
function pauseOf({ read, now }: Reads, id: string): number {
  const own = read(friends, id)
  const until = teleportPausedUntil(own, read(ownDeliveries, id))
  return until !== null && isWithin(own.lastTeleport?.at ?? null, teleportPauseMs, now) ? until - now : 0
}

const minutesOf = (ms: number) => Math.ceil(ms / 60_000)

function issueTeleport(context: Parameters<typeof acceptTeleport>[0], asker: string, friend: string): string {
  const { read } = context
  const [target, { id: destination, name: destinationName }] = [asker, friend].map((id) =>
    targetById(context, mainServer, read(account, id).steamId ?? ''),
  ) as [ReturnType<typeof targetById>, ReturnType<typeof targetById>]
  const action = { kind: 'teleport', target, detail: { destination, destinationName } } as const
  const { name } = read(account, asker)
  const issuer = { account: asker, name, role: null, elevated: false }
  // Limits are reached before anything is written.
  const refuse = () => context.refuse('busy')
  return issueAsHub({ ...context, refuse }, { server: mainServer, action, own: true }, issuer)
}
