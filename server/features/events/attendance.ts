import type { DocumentOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/events/commands.ts'
import { eventFilm, placesIn } from '../../../shared/features/events/eventFilm.ts'
import { corridorRadius } from '../../../shared/features/events/eventPlace.ts'
import {
  eventAttendance,
  eventScores,
  events,
  leastShare,
  mostScores,
  ownEvents,
  type ScheduledEvent,
  titleOf,
} from '../../../shared/features/events/events.ts'
import * as hubCommands from '../../../shared/features/events/hubCommands.ts'
import { mostPresent } from '../../../shared/features/play/playRecord.ts'
import { minShownCount } from '../../../shared/features/regions/regionCounts.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import type { Reading } from '../../engine/principal.ts'
import { type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { accountOf, identityBucketOf, identityKeyOf } from '../account/rules.ts'
import { claimOnce } from '../ledger/holds.ts'
import { faucet, move, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'
import { notify } from '../notifications/notify.ts'
import { withoutUnrecorded } from '../play/unrecordedPlayers.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { registrationOf } from './registration.ts'
import { isSetter } from './rewards.ts'
import { eventOf, linkOf, updateEvent } from './store.ts'

/** Whether a place takes part in an event: its area, the corridor of its path, or the hill. In map units. */
export function isInside({ migrationPath, location, radius }: ScheduledEvent, place: Point): boolean {
  if (migrationPath) return distanceToPath(migrationPath, place) <= corridorRadius
  return location === null || Math.hypot(place.x - location.x, place.y - location.y) <= radius
}

function distanceToPath(path: readonly Point[], { x, y }: Point): number {
  let least = Number.POSITIVE_INFINITY
  for (const [at, to] of path.entries()) {
    const from = path[at - 1] ?? to
    const [width, height] = [to.x - from.x, to.y - from.y]
    const along = ((x - from.x) * width + (y - from.y) * height) / (width ** 2 + height ** 2 || 1)
    const part = Math.min(1, Math.max(0, along))
    least = Math.min(least, Math.hypot(x - from.x - part * width, y - from.y - part * height))
  }
  return least
}

/** Players who were erased and have no account since are left out. */
export const recordAttendance: Rule<typeof hubCommands.recordAttendance> = (context, seen) => {
  const { event, readings, players, present, holder, isContested } = seen
  const { edit, read } = context
  const one = eventOf(context, event)
  if (!one?.started || one.isSettled) return {}
  const document = edit(eventAttendance, event)
  document.readings += readings
  let last = Math.max(0, ...Object.values(document.players).map(({ number }) => number))
  const recorded = withoutUnrecorded(
    context,
    Object.entries(players).map(([id, more]) => ({ id, more })),
  )
  for (const { id, more } of recorded) {
    if (!document.players[id] && Object.keys(document.players).length >= mostPresent) continue
    const player = document.players[id] ?? { readings: 0, heldMs: 0, number: ++last }
    document.players[id] = { ...player, readings: player.readings + more.readings, heldMs: player.heldMs + more.heldMs }
  }
  // Fewer are not reported: even that an area is not empty would locate a player.
  const shown = { present: present < minShownCount ? 0 : present, isContested: false, holder: null as number | null }
  if (one.type === 'King of the Hill') {
    shown.isContested = isContested
    shown.holder = (holder !== null && document.players[holder]?.number) || null
    edit(eventScores, event).scores = scoresOf(read, event)
  }
  Object.assign(edit(eventScores, event), shown)
  return {}
}

/** The longest times held, by the players' numbers. Only those who agreed are named. */
function scoresOf(read: Reading, event: string) {
  const held = Object.entries(read(eventAttendance, event).players).filter(([, { heldMs }]) => heldMs > 0)
  const best = held.toSorted(([, one], [, other]) => other.heldMs - one.heldMs).slice(0, mostScores)
  return Object.fromEntries(best.map(([id, { number, heldMs }]) => [number, { ...shownAs(read, id), heldMs }]))
}

/** Whether a film or a score may name a player, and who it is. */
function shownAs(read: Reading, player: string) {
  const own = accountOfPlayer(read, player)
  const isNamed = own !== null && read(ownEvents, own).showsName
  return isNamed ? { name: read(account, own).name, account: own } : { name: null, account: null }
}

export const keepFilm: Rule<typeof hubCommands.keepFilm> = (context, { event, species, frames }) => {
  const { read, edit } = context
  const { players } = read(eventAttendance, event)
  if (!eventOf(context, event)?.started || read(eventFilm, event).frames.length > 0) return {}
  // A player who is not in the attendance was erased meanwhile.
  const numberOf = (player: string) => (Object.hasOwn(players, player) ? players[player]?.number : undefined)
  const filmed = Object.keys(species).flatMap((player) => {
    const number = numberOf(player)
    const shown = { ...shownAs(read, player), species: species[player] ?? '' }
    return number === undefined ? [] : [[number, shown] as const]
  })
  Object.assign(edit(eventFilm, event), {
    players: Object.fromEntries(filmed),
    frames: frames.map(({ at, places }) => ({
      at,
      places: places.flatMap(([player, x, y]) => {
        const number = numberOf(player)
        return number === undefined ? [] : [number, x, y]
      }),
    })),
  })
  return {}
}

/** Scores and films of events that are over stop showing the name, too. */
export const setShowsName: Rule<typeof commands.setShowsName> = (context, { showsName }) => {
  const own = accountOf(context.actor)
  context.edit(ownEvents, own).showsName = showsName
  if (!showsName) for (const kind of [eventScores, eventFilm] as const) hideName(context, kind, own)
  return {}
}

type NamesKind = typeof eventScores | typeof eventFilm
/** The players whom a score or a film shows, by number. */
const shownIn = (document: DocumentOf<NamesKind>) => ('scores' in document ? document.scores : document.players)

/** Takes a user's name out of the scores or the films of all events. */
export function hideName({ read, edit }: Context, kind: NamesKind, own: string) {
  for (const event of Object.keys(read(events, mainServer).events))
    for (const [number, player] of Object.entries(shownIn(read(kind, event))))
      if (player.account === own) Object.assign(shownIn(edit(kind, event))[number] ?? {}, { name: null, account: null })
}

/** Takes players out of the attendance and the films of all events. */
export function removeAttendance({ read, edit }: Context, players: readonly string[]) {
  for (const event of Object.keys(read(events, mainServer).events))
    for (const player of players) {
      const attended = read(eventAttendance, event).players
      const found = Object.hasOwn(attended, player) ? attended[player] : undefined
      if (!found) continue
      const { number } = found
      delete edit(eventAttendance, event).players[player]
      if (read(eventFilm, event).frames.length === 0) continue
      const film = edit(eventFilm, event)
      delete film.players[number]
      film.frames = film.frames.map((frame) => ({
        at: frame.at,
        places: placesIn(frame).flatMap((place) => (place[0] === number ? [] : place)),
      }))
    }
}

/** The account that is linked to a player of the game; on a demo hub it may be one of the demo. */
export function accountOfPlayer(read: Reading, player: string): string | null {
  for (const demo of [false, true]) {
    const key = identityKeyOf('steam', player, demo)
    const { accounts } = read(identities, identityBucketOf(key))
    const found = Object.hasOwn(accounts, key) ? accounts[key] : undefined
    if (found !== undefined && read(account, found).steamId === player) return found
  }
  return null
}

/** How many players are paid in one change. */
const settledAtOnce = 50
/** For how many events a user's attendance is kept. */
const mostAttended = 50

export const settleEvent: Rule<typeof hubCommands.settleEvent> = (context, { event, from }) => {
  const { read, schedule, now } = context
  const one = eventOf(context, event)
  if (!one?.started || one.status !== 'completed' || one.isSettled) return {}
  const { readings, players } = read(eventAttendance, event)
  const due = Object.entries(players).filter(([, { number }]) => number > from && number <= from + settledAtOnce)
  for (const [player, { readings: own, heldMs }] of due)
    settlePlayer(context, one, { player, heldMs, share: readings === 0 ? 0 : Math.min(1, own / readings) })
  const isLast = Object.values(players).every(({ number }) => number <= from + settledAtOnce)
  if (isLast) updateEvent(context, event, { isSettled: true })
  else {
    const next = { event, from: from + settledAtOnce }
    schedule.set(`event ${event} settles`, now, hubCommands.settleEvent.name, next)
  }
  return {}
}

interface Attended {
  readonly player: string
  readonly share: number
  readonly heldMs: number
}

/** Notes what a player did, and pays a player who took part: once for each event, whatever account they have. */
function settlePlayer(context: Context, one: Readonly<ScheduledEvent>, { player, share, heldMs }: Attended) {
  const { read, edit } = context
  const own = accountOfPlayer(read, player)
  if (own === null) return
  const paid = share >= leastShare && pay(context, one, own)
  const { attended } = edit(ownEvents, own)
  attended[one.id] = { share, heldMs, paid }
  for (const oldest of Object.keys(attended).slice(0, Math.max(0, Object.keys(attended).length - mostAttended)))
    delete attended[oldest]
}

function pay(context: Context, one: Readonly<ScheduledEvent>, own: string): boolean {
  const { id, reward, capacity } = one
  const { read, newId } = context
  if (reward === null || !isSwitchedOn(context, 'realCurrency') || isSetter(read, one, own)) return false
  if (capacity !== null && registrationOf(read, own, id)?.state !== 'registered') return false
  const entries = move(faucet('eventReward'), walletOf(own), reward.currency, reward.amount)
  const operation = {
    cause: 'eventReward',
    entries,
    by: 'events',
    byHub: true,
    item: titleOf(one),
    subject: id,
  } as const
  try {
    if (!claimOnce(context, own, 'eventReward', id)) return false
    post(context, { id: newId(), ...operation })
  } catch (error) {
    // A full wallet takes no more: the user is not paid, and the others are.
    if (error instanceof Refusal) return false
    throw error
  }
  notify(context, {
    to: own,
    type: 'eventReward',
    title: titleOf(one),
    message: `You took part in ${titleOf(one)} and earned a reward. It is in your wallet.`,
    link: linkOf(id),
    details: { event: id, currency: reward.currency, amount: reward.amount },
  })
  return true
}
