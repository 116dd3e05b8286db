import { account } from '../../../shared/features/account/account.ts'
import { type Delivery, deliveries, rosterFreshMs, sendable } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import type { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import type * as commands from '../../../shared/features/inventory/commands.ts'
import {
  inventory,
  juvenileGrowth,
  mostDinosaurs,
  type OwnedDinosaur,
  ownActions,
} from '../../../shared/features/inventory/inventory.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { placeOrder, targetById } from '../deliveries/orders.ts'

type Moving = 'noMod' | 'noReading' | 'moving' | 'unsettled'
type MovingContext = Context & { refuse(code: Moving | keyof typeof orderRefusals): never }

/** The dinosaur is the user's from the moment in which the game has taken it; until then it is only on its way. */
export const parkDinosaur: Rule<typeof commands.parkDinosaur> = (context, { server }) => {
  const { edit, refuse, newId } = context
  const { id, steamId, dinosaurs } = ownerOf(context, server, 'park')
  const animal = animalOf(context, server, steamId)
  if (!animal || animal.dead) return refuse('noDinosaur')
  if (Object.keys(dinosaurs).length >= mostDinosaurs) return refuse('full')
  const dinosaur = newId()
  const { species, gender, growth, health, hunger, thirst } = animal
  const delivery = order(context, server, 'park', { steamId, dinosaur, species })
  edit(inventory, id).dinosaurs[dinosaur] = {
    id: dinosaur,
    state: 'parking',
    isUnsure: false,
    source: 'grown',
    steamId,
    species,
    gender,
    growth,
    health,
    hunger,
    thirst,
    storedAt: null,
    delivery,
  }
  return { dinosaur, delivery }
}

/** Until the game has brought it back it stays the user's, and can be used for nothing else. */
export const redeemDinosaur: Rule<typeof commands.redeemDinosaur> = (context, { server, dinosaur }) => {
  const { edit, refuse } = context
  const { id, steamId, dinosaurs } = ownerOf(context, server, 'redeem')
  const stored = dinosaurs[dinosaur]
  if (stored?.state !== 'stored') return refuse('gone')
  if (stored.steamId !== steamId) return refuse('otherPlayer')
  const animal = animalOf(context, server, steamId)
  if (!animal || animal.dead) return refuse('notInGame')
  if (animal.species !== stored.species) return refuse('otherSpecies')
  if (animal.growth > juvenileGrowth) return refuse('tooGrown')
  const delivery = order(context, server, 'redeem', { steamId, dinosaur, species: stored.species })
  Object.assign(edit(inventory, id).dinosaurs[dinosaur] as OwnedDinosaur, { state: 'redeeming', delivery })
  return { delivery }
}

/** The user with their player, where nothing of theirs is on its way and a link can do it. */
function ownerOf(context: MovingContext, server: string, kind: DeliveryKind) {
  const { actor, read, refuse } = context
  const id = accountOf(actor)
  const { steamId } = read(account, id)
  if (steamId === null) return refuse('notLinked')
  const { dinosaurs } = read(inventory, id)
  for (const { state, isUnsure } of Object.values(dinosaurs))
    if (state !== 'stored') return refuse(isUnsure ? 'unsettled' : 'moving')
  if (!read(sendable, server).kinds.includes(kind)) return refuse('noMod')
  return { id, steamId, dinosaurs }
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
}

const order = (context: MovingContext, server: string, kind: 'park' | 'redeem', { steamId, ...detail }: Ordered) =>
  placeOrder(context, kind, { server, action: { kind, target: targetById(context, server, steamId), detail } })

/**
 * Moves dinosaurs by what became of their delivery, in the same change: so each is in the inventory or in the game, and never in both or in
 * neither. What is not known holds it where it is.
 */
export const followDeliveries = derive(deliveries, (context, server, before) => {
  for (const one of Object.values(context.read(deliveries, server).entries)) {
    if (one.kind !== 'park' && one.kind !== 'redeem') continue
    if (before.entries[one.id]?.state !== one.state) follow(context, one)
  }
})

const happenedStates: readonly Delivery['state'][] = ['confirmed', 'done']
const endedStates: readonly Delivery['state'][] = ['refused', 'failed', 'dropped', 'cancelled']

function follow({ read, edit, now }: Context, { id, kind, by, state, detail }: Delivery) {
  const dinosaur = detail.dinosaur ?? ''
  const held = read(inventory, by).dinosaurs[dinosaur]
  if (held?.delivery !== id) return
  const { dinosaurs } = edit(inventory, by)
  const isInGame = kind === 'park' ? endedStates.includes(state) : happenedStates.includes(state)
  const isStored = kind === 'park' ? happenedStates.includes(state) : endedStates.includes(state)
  if (isInGame) delete dinosaurs[dinosaur]
  else if (isStored)
    Object.assign(dinosaurs[dinosaur] as OwnedDinosaur, {
      state: 'stored',
      isUnsure: false,
      delivery: null,
      storedAt: held.storedAt ?? now,
    })
  else (dinosaurs[dinosaur] as OwnedDinosaur).isUnsure = state === 'unknown'
}

/** Players see which commands make sense; which links there are is for staff. */
export const followLinks = derive(sendable, ({ read, edit }, server) => {
  const { kinds } = read(sendable, server)
  Object.assign(edit(ownActions, server), { canPark: kinds.includes('park'), canRedeem: kinds.includes('redeem') })
})
