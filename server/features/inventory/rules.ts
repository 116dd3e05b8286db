import { account } from '../../../shared/features/account/account.ts'
import { mutationIdOf } from '../../../shared/features/catalogue/mutations.ts'
import { type Delivery, deliveries, rosterFreshMs, sendable } from '../../../shared/features/deliveries/delivery.ts'
import type { StoredAs } from '../../../shared/features/deliveries/kinds.ts'
import type { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import { fightRecord, logLink } from '../../../shared/features/gameLog/gameLog.ts'
import type * as commands from '../../../shared/features/inventory/commands.ts'
import type { EntryCause } from '../../../shared/features/inventory/history.ts'
import {
  inventory,
  mostDinosaurs,
  type OwnedDinosaur,
  ownActions,
} from '../../../shared/features/inventory/inventory.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { isHeld, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountsOfPerson } from '../account/persons.ts'
import { accountOf } from '../account/rules.ts'
import { placeOrder, targetById } from '../deliveries/orders.ts'
import { changedDeliveries, erasedDeliveries } from '../deliveries/store.ts'
import { tradableFrom } from '../economy/rewards.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { addEntry, consumeEntry, releaseEntry } from './entries.ts'

type Moving = 'noMod' | 'noReading' | 'moving' | 'unsettled'
type MovingContext = Context & {
  refuse(code: Moving | keyof typeof orderRefusals | keyof typeof commands.entryRefusals): never
}

/** The dinosaur is the user's from the moment in which the game has taken it; until then it is only on its way. */
export const parkDinosaur: Rule<typeof commands.parkDinosaur> = (context, { server }) => {
  const { refuse, newId } = context
  // While the inventory is off no page shows where it went.
  if (!isSwitchedOn(context, 'realInventory')) return refuse('closed')
  const { id, steamId, dinosaurs } = ownerOf(context, server)
  const animal = animalOf(context, server, steamId)
  if (!animal || animal.dead) return refuse('noDinosaur')
  if (Object.keys(dinosaurs).length >= mostDinosaurs) return refuse('full')
  const dinosaur = newId()
  const { species, gender, growth, health, hunger, thirst, mutations = [], region } = animal
  // The reading may be some seconds old: the link refuses another dinosaur than this.
  const stored = { growth, health, hunger, thirst }
  const delivery = order(context, server, { steamId, dinosaur, species, stored })
  const seen = {
    species,
    gender,
    ...stored,
    mutations: [...new Set(mutations.map(mutationIdOf))],
    location: region,
    tradableAt: lockedSinceRedeemed(context, id),
    ...playedBy(context, steamId, species),
    ...foughtBy(context, server, steamId, species),
  }
  const heldBy = { kind: 'game', id: delivery, delivery } as const
  addEntry(context, id, { id: dinosaur, source: 'grown', steamId, ...seen, heldBy }, byOwner(id, 'parking', delivery))
  return { dinosaur, delivery }
}

/**
 * A dinosaur that was redeemed and is parked again begins as a new one. So that what was just bought is not sold this way, it waits as long
 * as a purchase does, from the redemption on, even on another account of the same person.
 */
function lockedSinceRedeemed({ read, now }: MovingContext, account: string): number | null {
  const redeemed = [...accountsOfPerson(read, account)].map((one) => read(redemptions, one).lastAt.dinosaurs ?? 0)
  // One of the future was before the clock was set back.
  const redeemedAt = Math.min(Math.max(...redeemed), now)
  const until = redeemedAt === 0 ? null : tradableFrom({ read, now: redeemedAt })
  return until !== null && until > now ? until : null
}

/** How long the player has played this species without another one in between. A death in between is not known here. */
function playedBy({ read, now }: MovingContext, steamId: string, species: string) {
  const { since, species: played, recent } = read(playRecord, steamId)
  if (since === null || played !== species) return { lastPlayedAt: now }
  let playMs = Math.max(0, now - since)
  for (const stay of Object.values(recent).sort((one, other) => other.endedAt - one.endedAt)) {
    if (stay.species !== species) break
    playMs += stay.endedAt - stay.startedAt
  }
  return { lastPlayedAt: now, playMs }
}

/**
 * Its kills as the game's log told them: those of the species since its player last died. They are not known where no log is read, or where
 * there are more than the record has one by one.
 */
function foughtBy({ read }: MovingContext, server: string, steamId: string, species: string) {
  if (read(logLink, server).state === 'off') return {}
  const { kills: all, deaths, recent } = read(fightRecord, steamId)
  const latest = Object.entries(recent).toSorted(([one], [other]) => Number(other) - Number(one))
  const before = latest.findIndex(([, fight]) => fight.act === 'death' || (fight.species ?? species) !== species)
  if (before === -1 && all + deaths > latest.length) return {}
  return { kills: before === -1 ? latest.length : before, deaths: 0 }
}

const byOwner = (by: string, cause: EntryCause, delivery: string) => ({
  operation: delivery,
  cause,
  subject: delivery,
  by,
})

/** The user with their player, where nothing of theirs is on its way and a link can do it. */
function ownerOf(context: MovingContext, server: string) {
  const { actor, read, refuse } = context
  const id = accountOf(actor)
  const { steamId } = read(account, id)
  if (steamId === null) return refuse('notLinked')
  // The Steam account may have been moved to another account of the person in between.
  for (const one of accountsOfPerson(read, id)) checkStill(context, one)
  if (!read(sendable, server).kinds.includes('park')) return refuse('noMod')
  return { id, steamId, dinosaurs: read(inventory, id).dinosaurs }
}

function checkStill({ read, refuse }: MovingContext, account: string) {
  for (const { state, isUnsure } of Object.values(read(inventory, account).dinosaurs))
    if (state === 'parking' || state === 'redeeming') return refuse(isUnsure ? 'unsettled' : 'moving')
  // A part of it may be in the game already. Parked now, it would be the user's even if the price is given back later.
  for (const one of Object.values(read(redemptions, account).entries))
    if (one.group === 'dinosaurs' && isHeld(one)) return refuse(one.state === 'unknown' ? 'unsettled' : 'moving')
}

/** The player's animal by a recent reading of the game. */
function animalOf(context: MovingContext, server: string, steamId: string) {
  const { read, refuse, now } = context
  const { players, readAt } = read(roster, server)
  if (readAt === null || now - readAt > rosterFreshMs) return refuse('noReading')
  return players[steamId]?.animal ?? null
}

interface Ordered {
  readonly steamId: string
  readonly dinosaur: string
  readonly species: string
  readonly stored: StoredAs
}

const order = (context: MovingContext, server: string, { steamId, ...detail }: Ordered) =>
  placeOrder(context, 'park', {
    server,
    action: { kind: 'park', target: targetById(context, server, steamId), detail },
  })

/**
 * Moves dinosaurs by what became of their delivery, in the same change: so each is in the inventory or in the game, and never in both or in
 * neither. What is not known holds it where it is. Redemptions follow their own; a delivery `redeem` that holds its dinosaur itself is one
 * of a release that had none.
 */
export const followDeliveries = derive(deliveries, (context, server, before) => {
  for (const one of changedDeliveries(context, server, before)) {
    if (one.kind !== 'park' && one.kind !== 'redeem') continue
    if (before.entries[one.id]?.state !== one.state) follow(context, one)
  }
  for (const one of erasedDeliveries(context, server, before))
    if (one.kind === 'park' || one.kind === 'redeem') follow(context, endedBy(one))
})

/**
 * An erasure removed it, and no one can settle it any more. Where the game may have the dinosaur it is the game's: the erased one may be a
 * second account of its owner, who would have it twice.
 */
function endedBy(one: Delivery): Delivery {
  const mayBeDone = one.attempts > 0 || one.state !== 'queued'
  return { ...one, state: one.kind === 'redeem' && mayBeDone ? 'confirmed' : 'cancelled' }
}

const happenedStates: readonly Delivery['state'][] = ['confirmed', 'done']
const endedStates: readonly Delivery['state'][] = ['refused', 'failed', 'dropped', 'cancelled']

function follow(context: Context, { id, kind, by, state, link, detail }: Delivery) {
  const { read, edit } = context
  const dinosaur = detail.dinosaur ?? ''
  const { dinosaurs } = read(inventory, by)
  const held = Object.hasOwn(dinosaurs, dinosaur) ? dinosaurs[dinosaur] : undefined
  if (held?.delivery !== id) return
  const [holding, cause] = kind === 'park' ? (['game', 'parking'] as const) : (['redemption', 'redemption'] as const)
  const holder = { kind: holding, id }
  const why = { operation: id, cause, subject: id, by: 'deliveries', byHub: true }
  // Where commands are switched off a mock answers, and the game was not asked.
  const hasHappened = happenedStates.includes(state) && link !== 'mock'
  const hasNot = endedStates.includes(state) || (happenedStates.includes(state) && link === 'mock')
  const isInGame = kind === 'park' ? hasNot : hasHappened
  const isStored = kind === 'park' ? hasHappened : hasNot
  if (isInGame) consumeEntry(context, by, dinosaur, holder, why)
  else if (isStored) releaseEntry(context, by, dinosaur, holder, why)
  else (edit(inventory, by).dinosaurs[dinosaur] as OwnedDinosaur).isUnsure = state === 'unknown'
}

/** Players see which commands make sense; which links there are is for staff. */
export const followLinks = derive(sendable, ({ read, edit }, server) => {
  const { kinds } = read(sendable, server)
  Object.assign(edit(ownActions, server), { canPark: kinds.includes('park'), canRedeem: kinds.includes('redeem') })
})
